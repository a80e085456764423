/* attempts.c - a set-associative table of fixed size, so that memory stays bounded: a new key
 * replaces the one of its bucket with the fewest attempts, of equal ones the oldest. So the many
 * keys of a network do not drive out the few that count all of it. */
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

uint64_t attempts_key(const struct attempts *self, uint64_t kind, const char *text)
{
    unsigned char bytes[64 + sizeof kind], hash[crypto_shorthash_BYTES];
    size_t length = strnlen(text, 64);

    memcpy(bytes, &kind, sizeof kind);
    memcpy(bytes + sizeof kind, text, length);
    crypto_shorthash(hash, bytes, sizeof kind + length, self->secret);
    uint64_t key;
    memcpy(&key, hash, sizeof key);
    return key;
}

/* Whether a slot is to be replaced rather than another one. */
static bool slot_yields(const struct attempt_slot *slot, const struct attempt_slot *other)
{
    return slot->count != other->count ? slot->count < other->count
                                       : slot->since_ms < other->since_ms;
}

/* The slot of a key, else the one of its bucket that yields, free or not. Under the lock. */
static struct attempt_slot *find_slot(struct attempts *self, uint64_t key)
{
    struct attempt_slot *bucket = self->slots[key % BUCKETS], *found = bucket;
    const int64_t now = clock_now_ms();

    for (int i = 0; i < WAYS; i++) {
        if (bucket[i].count > 0 && now - bucket[i].since_ms >= self->window_ms)
            bucket[i].count = 0;
        if (bucket[i].count > 0 && bucket[i].key == key)
            return &bucket[i];
        if (slot_yields(&bucket[i], found))
            found = &bucket[i];
    }
    return found;
}

/* As attempts_wait_seconds(). Under the lock. */
static int key_wait_seconds(struct attempts *self, uint64_t key, int most)
{
    const struct attempt_slot *slot = find_slot(self, key);

    if (slot->count < most || slot->key != key)
        return 0;
    const int64_t left_ms = slot->since_ms + self->window_ms - clock_now_ms();
    return (int)((left_ms > 0 ? left_ms : 0) / 1000) + 1;
}

/* Under the lock. */
static void key_add(struct attempts *self, uint64_t key)
{
    struct attempt_slot *slot = find_slot(self, key);

    if (slot->count == 0 || slot->key != key)
        *slot = (struct attempt_slot){.key = key, .since_ms = clock_now_ms()};
    slot->count++;
}

int attempts_wait_seconds(struct attempts *self, uint64_t key, int most)
{
    pthread_mutex_lock(&self->mutex);
    const int seconds = key_wait_seconds(self, key, most);
    pthread_mutex_unlock(&self->mutex);
    return seconds;
}

void attempts_add(struct attempts *self, uint64_t key)
{
    pthread_mutex_lock(&self->mutex);
    key_add(self, key);
    pthread_mutex_unlock(&self->mutex);
}

struct client_attempt client_attempt_of(const struct attempts *self, const http_client *client,
                                        const char *text)
{
    struct client_attempt attempt = {{0}};

    for (int level = 0; level < HTTP_CLIENT_LEVELS && client->keys[level]; level++)
        attempt.keys[level] = attempts_key(self, client->keys[level], text);
    return attempt;
}

int client_attempt_take(struct attempts *self, const struct client_attempt *attempt, int most)
{
    int wait = 0;

    pthread_mutex_lock(&self->mutex);
    for (int level = 0; level < HTTP_CLIENT_LEVELS && attempt->keys[level]; level++) {
        const int seconds =
            key_wait_seconds(self, attempt->keys[level], http_client_limit(most, 0, level));

        wait = seconds > wait ? seconds : wait;
    }
    for (int level = 0; level < HTTP_CLIENT_LEVELS && attempt->keys[level] && wait == 0; level++)
        key_add(self, attempt->keys[level]);
    pthread_mutex_unlock(&self->mutex);
    return wait;
}

void client_attempt_withdraw(struct attempts *self, const struct client_attempt *attempt)
{
    pthread_mutex_lock(&self->mutex);
    for (int level = 0; level < HTTP_CLIENT_LEVELS && attempt->keys[level]; level++) {
        struct attempt_slot *slot = find_slot(self, attempt->keys[level]);

        if (slot->count > 0 && slot->key == attempt->keys[level])
            slot->count--;
    }
    pthread_mutex_unlock(&self->mutex);
}
