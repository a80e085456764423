/* rate_limit.h - a token bucket for each client. Thread-safe. */
#ifndef HTTP_RATE_LIMIT_H
#define HTTP_RATE_LIMIT_H

#include <stdint.h>

struct rate_limiter;

/* `rate`: tokens a second; `full`: tokens in a full bucket. NULL: out of memory. */
struct rate_limiter *rate_limiter_new(double rate, double full);
void rate_limiter_free(struct rate_limiter *limiter); /* NULL is allowed */

/* Takes `cost` tokens from the bucket of the client (network_client_key()). Returns 0, or takes
 * nothing and returns the seconds until the bucket has enough. */
int rate_limiter_take(struct rate_limiter *limiter, uint64_t client, double cost, int64_t now_ms);

#endif /* HTTP_RATE_LIMIT_H */
