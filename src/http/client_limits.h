/* client_limits.h - what a single client may have and do: the number of its open connections and
 * streams, and the rate of its requests. Thread-safe. */
#ifndef HTTP_CLIENT_LIMITS_H
#define HTTP_CLIENT_LIMITS_H

#include <stdint.h>

#include <paua/status.h>

enum client_share { CLIENT_CONNECTIONS, CLIENT_STREAMS, CLIENT_SHARES };

struct client_counts;

struct client_counts *client_counts_new(void);         /* NULL: out of memory */
void client_counts_free(struct client_counts *counts); /* NULL is allowed */

/* The count of a client (network_client_key()). */
int client_counts_get(struct client_counts *counts, uint64_t client, enum client_share share);

/* Adds one to the count. PAUA_OK; PAUA_ERROR_CONFLICT: the count is `most` already; or
 * PAUA_ERROR_NO_MEMORY. */
paua_status client_counts_add(struct client_counts *counts, uint64_t client,
                              enum client_share share, int most);
/* Takes back one client_counts_add(). */
void client_counts_drop(struct client_counts *counts, uint64_t client, enum client_share share);

/* A token bucket for each client. */
struct rate_limiter;

/* `rate`: tokens a second; `full`: tokens in a full bucket. NULL: out of memory. */
struct rate_limiter *rate_limiter_new(double rate, double full);
void rate_limiter_free(struct rate_limiter *limiter); /* NULL is allowed */

/* Takes `cost` tokens from the bucket of the client (network_client_key()). Returns 0, or takes
 * nothing and returns the seconds until the bucket has enough. */
int rate_limiter_take(struct rate_limiter *limiter, uint64_t client, double cost, int64_t now_ms);

#endif /* HTTP_CLIENT_LIMITS_H */
