/* tries.h - counts how often something was tried of late, under keys that are hashed: wrong
 * passwords for a name, accounts made by an address. */
#ifndef SERVICE_ATTEMPTS_H
#define SERVICE_ATTEMPTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct attempts;

/* Counts last for `window_ms`. NULL: out of memory. */
struct attempts *attempts_new(int64_t window_ms);
void attempts_free(struct attempts *self);

/* A key for the bytes; nobody outside can make two that are the same. */
uint64_t attempts_key(const struct attempts *self, uint64_t client, const char *text);

/* Seconds to wait before another try, 0: fewer than `most` were counted. */
int attempts_wait_seconds(struct attempts *self, uint64_t key, int most);
/* Counts a try; takes one back that did no harm. */
void attempts_add(struct attempts *self, uint64_t key);
void attempts_withdraw(struct attempts *self, uint64_t key);

#endif
