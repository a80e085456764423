/* forwarded.h - the client's address as a trusted proxy names it, in X-Forwarded-For or Forwarded
 * (RFC 7239).
 *
 * Each proxy on the way adds the address it was asked from at the end of the list; what stands
 * before the entry of a trusted proxy may be anybody's invention. So the client is the last address
 * that is not itself a trusted proxy. An entry without an address ("unknown", or a made-up
 * identifier as RFC 7239 allows) leaves the one behind it, that of the proxy which wrote it. */
#ifndef HTTP_FORWARDED_H
#define HTTP_FORWARDED_H

#include "http/network.h"

struct forwarded {
    const struct network *trusted;
    size_t trusted_count;
    struct in6_addr client;          /* the result: at first the proxy itself */
    bool found;                      /* `client` is from an entry */
    bool forwarded, x_forwarded_for; /* which of the headers there were */
};

/* Adds one header line, in the order of the request; others than the two are left alone. False: its
 * text is malformed, or both headers are used, of which one may be the client's own invention. */
bool forwarded_add(struct forwarded *forwarded, const char *name, const char *value);

#endif /* HTTP_FORWARDED_H */
