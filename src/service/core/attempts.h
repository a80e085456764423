/* attempts.h - counts recent attempts under hashed keys: wrong passwords for a name, new accounts
 * of an address. Thread-safe. */
#ifndef SERVICE_ATTEMPTS_H
#define SERVICE_ATTEMPTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "http/client.h"

struct attempts;

/* A count begins with its first attempt and lasts `window_ms`. NULL: out of memory. */
struct attempts *attempts_new(int64_t window_ms);
void attempts_free(struct attempts *self);

/* The key of a kind and a text, hashed with a secret: clients cannot provoke collisions. */
uint64_t attempts_key(const struct attempts *self, uint64_t kind, const char *text);

/* Seconds until the next attempt is allowed; 0: fewer than `most` were counted. */
int attempts_wait_seconds(struct attempts *self, uint64_t key, int most);
void attempts_add(struct attempts *self, uint64_t key);

/* The keys of a client, its networks (http/client.h) and a text; 0: there is none. Those of nobody
 * are all 0, and have no limit. */
struct client_attempt {
    uint64_t keys[HTTP_CLIENT_LEVELS];
};
struct client_attempt client_attempt_of(const struct attempts *self, const http_client *client,
                                        const char *text);
/* Counts an attempt, of which a client may have `most`. Returns 0; or, having counted nothing, the
 * seconds until it is allowed. */
int client_attempt_take(struct attempts *self, const struct client_attempt *attempt, int most);
/* Uncounts one that did no harm. */
void client_attempt_withdraw(struct attempts *self, const struct client_attempt *attempt);

#endif
