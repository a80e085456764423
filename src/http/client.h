/* client.h - whom the limits of single clients count: a client, and the networks around it.
 *
 * A client is an IPv4 address, the /64 network of an IPv6 address, or a user of this machine at the
 * socket. Many providers give a customer a /56 or a /48, with 256 or 65,536 of these. So each limit
 * of a client also holds for its /56 and for its /48, with the factor of their level. A user may
 * have many ids (subuid(5)), so all users together are a network of the second level. What is
 * counted counts at all levels, or it is refused and counts at none. */
#ifndef HTTP_CLIENT_H
#define HTTP_CLIENT_H

#include <stdbool.h>
#include <stdint.h>

#define HTTP_CLIENT_LEVELS 3 /* the client, its /56 or all users, its /48 */

typedef struct http_client {
    /* A number for each level, made with a secret of the server; from the first 0 on there is none:
     * IPv4 addresses have one level. All 0: nobody, who has no limits. */
    uint64_t keys[HTTP_CLIENT_LEVELS];
} http_client;

/* How many times the limit of a client the network of a level has: 1, 4, 16. */
static inline int http_client_factor(int level)
{
    return 1 << (2 * level);
}

/* The limit of a level where a client may have `most` and all clients together `all` (0: any
 * number). A network never gets more than three quarters of `all`, unless a client may. */
int http_client_limit(int most, int all, int level);

/* How many of something a client has, at each level. All zero at first. */
typedef struct http_tally {
    int counts[HTTP_CLIENT_LEVELS];
} http_tally;

/* Counts one that belongs to `owner`, at the levels that it has in common with the client. */
void http_tally_add(http_tally *tally, const http_client *client, const http_client *owner);

/* How many times the limit (`most`, `all`: as above) is reached, at the level where that is most
 * often; 0: the client may have one more, or `most` is 0. */
int http_tally_excess(const http_tally *tally, int most, int all);

#endif /* HTTP_CLIENT_H */
