/* rate_limit.h - a token bucket for each client address. Thread-safe. */
#ifndef HTTP_RATE_LIMIT_H
#define HTTP_RATE_LIMIT_H

#include <stdint.h>

#include <sys/socket.h>

struct rate_limiter;

/* `rate`: requests a second. NULL: out of memory. */
struct rate_limiter *rate_limiter_new(int rate);
void rate_limiter_free(struct rate_limiter *limiter); /* NULL is allowed */

/* Takes `cost` requests from the bucket of the address. Returns 0, or in how many seconds the
 * bucket will hold enough; then nothing was taken. */
int rate_limiter_take(struct rate_limiter *limiter, const struct sockaddr *address, int cost,
                      int64_t now_ms);

/* A number for the address, never 0. */
uint64_t rate_limiter_key(const struct rate_limiter *limiter, const struct sockaddr *address);

#endif /* HTTP_RATE_LIMIT_H */
