/* forwarded.h - the client's address as named by a trusted proxy, in X-Forwarded-For or Forwarded
 * (RFC 7239).
 *
 * Each proxy appends the address of its own client to the list; entries before that of a trusted
 * proxy can be forged. So the client is the last address that is not itself a trusted proxy. If
 * that entry is no address ("unknown" or an obfuscated identifier of RFC 7239, "unix:" of nginx, or
 * any other text), the client is the address after it: the proxy that wrote the entry. Skipping the
 * entry instead would reach those that can be forged. */
#ifndef HTTP_FORWARDED_H
#define HTTP_FORWARDED_H

#include "http/network.h"

struct forwarded {
    const struct network *trusted;
    size_t trusted_count;
    struct network_address client;   /* the result: at first the proxy itself */
    bool found;                      /* `client` comes from an entry */
    bool forwarded, x_forwarded_for; /* the request has this header */
};

/* Adds one header line, in the order of the request; ignores headers besides the two. False: a line
 * of Forwarded does not have the form of RFC 7239, so that its last entry is uncertain; or the
 * request has both headers, of which the client may have forged one. */
bool forwarded_add(struct forwarded *forwarded, const char *name, const char *value);

#endif /* HTTP_FORWARDED_H */
