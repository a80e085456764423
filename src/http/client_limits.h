/* client_limits.h - what a single client may have and do: the number of its open connections and
 * streams, and the rate of its requests. Thread-safe. */
#ifndef HTTP_CLIENT_LIMITS_H
#define HTTP_CLIENT_LIMITS_H

#include <stdint.h>

#include <paua/status.h>

#include "http/client.h"

enum client_share { CLIENT_CONNECTIONS, CLIENT_STREAMS, CLIENT_SHARES };

struct client_counts;

struct client_counts *client_counts_new(void);         /* NULL: out of memory */
void client_counts_free(struct client_counts *counts); /* NULL is allowed */

/* The count under a key of a client (http_client.keys). */
int client_counts_get(struct client_counts *counts, uint64_t key, enum client_share share);

/* Adds one to the counts of the client, unless one has reached its limit (http_client_limit()).
 * PAUA_OK; or nothing has changed: PAUA_ERROR_CONFLICT, the limit; PAUA_ERROR_NO_MEMORY. */
paua_status client_counts_add(struct client_counts *counts, const http_client *client,
                              enum client_share share, int most, int all);
/* Takes back one client_counts_add(). */
void client_counts_drop(struct client_counts *counts, const http_client *client,
                        enum client_share share);

/* A token bucket for each client, and one for each of its networks. */
struct rate_limiter;

/* Of a client's bucket, `rate`: tokens a second; `full`: tokens when it is full. NULL: out of
 * memory. */
struct rate_limiter *rate_limiter_new(double rate, double full);
void rate_limiter_free(struct rate_limiter *limiter); /* NULL is allowed */

/* Takes `cost` tokens from all buckets of the client. Returns 0, or takes nothing and returns the
 * seconds until all have enough. */
int rate_limiter_take(struct rate_limiter *limiter, const http_client *client, double cost,
                      int64_t now_ms);

#endif /* HTTP_CLIENT_LIMITS_H */
