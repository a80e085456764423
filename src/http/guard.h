/* guard.h - refuses requests that pages of other sites make a visitor's browser send.
 *
 * A page of any site can send requests to this server from the browser of its visitor, and a domain
 * can be pointed at the server's address so that its page counts as one of the server's own (DNS
 * rebinding). So every request must name the server by a name that cannot be pointed elsewhere, and
 * must come from a page of the server, or from no page at all. See "Fetch Metadata" (W3C) and
 * RFC 6454.
 */
#ifndef HTTP_GUARD_H
#define HTTP_GUARD_H

#include <stdbool.h>
#include <stddef.h>

#include <sys/socket.h>

/* The parts of a request that are checked; NULL: a header that was not sent. */
struct guard_request {
    const char *method;
    const char *host, *origin, *fetch_site, *fetch_mode, *content_type;
    bool has_body;
    bool takes_form;              /* the path takes a form as its body, too */
    const struct sockaddr *local; /* the address that the client has connected to */
};

/* Returns 0, or the status to refuse the request with:
 *
 *   421  Host is not localhost, a loopback address, the address connected to, or one of the names
 *   403  Origin or Sec-Fetch-Site names another site, unless the visitor follows a link
 *   415  the body is not application/json, nor a form where the path takes one
 *
 * A request without Host passes: browsers always send one. */
int guard_check(const struct guard_request *request, const char *const *names, size_t count);

#endif /* HTTP_GUARD_H */
