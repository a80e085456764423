/* attempts.c - a set-associative table of fixed size: a new key replaces the oldest of its bucket,
 * so that memory stays bounded. */
#define _GNU_SOURCE
#include "service/core/attempts.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/clock.h"

enum { BUCKETS = 2048, WAYS = 4 };

struct attempt_slot {
    uint64_t key;
    int64_t since_ms; /* of the first attempt; clock_now_ms() */
    int count;        /* 0: free */
};

struct attempts {
    int64_t window_ms;
    unsigned char secret[crypto_shorthash_KEYBYTES];
    pthread_mutex_t mutex; /* guards what follows */
    struct attempt_slot slots[BUCKETS][WAYS];
};

struct attempts *attempts_new(int64_t window_ms)
{
    struct attempts *self = calloc(1, sizeof *self);

    if (!self)
        return NULL;
    self->window_ms = window_ms;
    randombytes_buf(self->secret, sizeof self->secret);
    pthread_mutex_init(&self->mutex, NULL);
    return self;
}

void attempts_free(struct attempts *self)
{
    if (!self)
        return;
    pthread_mutex_destroy(&self->mutex);
    free(self);
}

uint64_t attempts_key(const struct attempts *self, uint64_t client, const char *text)
{
    unsigned char bytes[64 + sizeof client], hash[crypto_shorthash_BYTES];
    uint64_t key;
    size_t length = strnlen(text, 64);

    memcpy(bytes, &client, sizeof client);
    memcpy(bytes + sizeof client, text, length);
    crypto_shorthash(hash, bytes, sizeof client + length, self->secret);
    memcpy(&key, hash, sizeof key);
    return key;
}

/* The slot of a key, else a free one, else the oldest of the bucket. Under the lock. */
static struct attempt_slot *find_slot(struct attempts *self, uint64_t key)
{
    struct attempt_slot *bucket = self->slots[key % BUCKETS], *found = bucket;
    const int64_t now = clock_now_ms();

    for (int i = 0; i < WAYS; i++) {
        if (bucket[i].count > 0 && now - bucket[i].since_ms >= self->window_ms)
            bucket[i].count = 0;
        if (bucket[i].count > 0 && bucket[i].key == key)
            return &bucket[i];
        if (bucket[i].count == 0 || (found->count > 0 && bucket[i].since_ms < found->since_ms))
            found = &bucket[i];
    }
    return found;
}

int attempts_wait_seconds(struct attempts *self, uint64_t key, int most)
{
    pthread_mutex_lock(&self->mutex);
    const struct attempt_slot *slot = find_slot(self, key);
    bool full = slot->count >= most && slot->key == key;
    int64_t left_ms = full ? slot->since_ms + self->window_ms - clock_now_ms() : 0;
    pthread_mutex_unlock(&self->mutex);
    return full ? (int)((left_ms > 0 ? left_ms : 0) / 1000) + 1 : 0;
}

void attempts_add(struct attempts *self, uint64_t key)
{
    pthread_mutex_lock(&self->mutex);
    struct attempt_slot *slot = find_slot(self, key);
    if (slot->count == 0 || slot->key != key)
        *slot = (struct attempt_slot){.key = key, .since_ms = clock_now_ms()};
    slot->count++;
    pthread_mutex_unlock(&self->mutex);
}

void attempts_withdraw(struct attempts *self, uint64_t key)
{
    pthread_mutex_lock(&self->mutex);
    struct attempt_slot *slot = find_slot(self, key);
    if (slot->count > 0 && slot->key == key)
        slot->count--;
    pthread_mutex_unlock(&self->mutex);
}
