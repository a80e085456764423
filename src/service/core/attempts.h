/* attempts.h - counts recent attempts under hashed keys: wrong passwords for a name, new accounts
 * of an address. Thread-safe. */
#ifndef SERVICE_ATTEMPTS_H
#define SERVICE_ATTEMPTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct attempts;

/* A count begins with its first attempt and lasts `window_ms`. NULL: out of memory. */
struct attempts *attempts_new(int64_t window_ms);
void attempts_free(struct attempts *self);

/* The key of a client and a text, hashed with a secret: clients cannot provoke collisions. */
uint64_t attempts_key(const struct attempts *self, uint64_t client, const char *text);

/* Seconds until the next attempt is allowed; 0: fewer than `most` were counted. */
int attempts_wait_seconds(struct attempts *self, uint64_t key, int most);
/* Counts an attempt, or uncounts one that did no harm. */
void attempts_add(struct attempts *self, uint64_t key);
void attempts_withdraw(struct attempts *self, uint64_t key);

#endif
