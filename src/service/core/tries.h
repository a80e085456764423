/* tries.h - counts how often something was tried of late, under keys that are hashed: wrong
 * passwords for a name, accounts made by an address. */
#ifndef SERVICE_TRIES_H
#define SERVICE_TRIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tries;

/* Counts last for `window_ms`. NULL: out of memory. */
struct tries *tries_new(int64_t window_ms);
void tries_free(struct tries *self);

/* A key for the bytes; nobody outside can make two that are the same. */
uint64_t tries_key(const struct tries *self, uint64_t client, const char *text);

/* Seconds to wait before another try, 0: fewer than `most` were counted. */
int tries_wait_seconds(struct tries *self, uint64_t key, int most);
/* Counts a try; takes one back that did no harm. */
void tries_add(struct tries *self, uint64_t key);
void tries_take_back(struct tries *self, uint64_t key);

#endif
