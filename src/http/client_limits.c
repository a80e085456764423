/* client_limits.c - limits for single clients and their networks. Their counts are in a map of
 * those that have something open, so that it grows with the number of connections alone; their
 * token buckets are in a table of fixed size for each level. */
#define _GNU_SOURCE
#include "http/client_limits.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/map.h"

struct client_count {
    struct map_node node; /* by `key` */
    uint64_t key;         /* of a client or a network */
    int shares[CLIENT_SHARES];
};

struct client_counts {
    pthread_mutex_t mutex;
    struct map clients;
};

struct client_counts *client_counts_new(void)
{
    struct client_counts *counts = calloc(1, sizeof *counts);

    if (counts)
        pthread_mutex_init(&counts->mutex, NULL);
    return counts;
}

void client_counts_free(struct client_counts *counts)
{
    if (!counts)
        return;
    for (struct map_node *node = map_first(&counts->clients), *next; node; node = next) {
        next = map_next(&counts->clients, node);
        free(MAP_ENTRY(node, struct client_count, node));
    }
    map_free(&counts->clients);
    pthread_mutex_destroy(&counts->mutex);
    free(counts);
}

/* The entry of a key, or NULL. Under the lock. */
static struct client_count *count_find(const struct client_counts *counts, uint64_t key)
{
    return MAP_ENTRY(map_find(&counts->clients, &key, sizeof key), struct client_count, node);
}

/* Adds an entry for a key that has none. NULL: out of memory. Under the lock. */
static struct client_count *count_new(struct client_counts *counts, uint64_t key)
{
    struct client_count *count = calloc(1, sizeof *count);

    if (!count)
        return NULL;
    count->key = key;
    map_add(&counts->clients, &count->node, &count->key, sizeof count->key);
    return count;
}

/* Removes an entry that counts nothing. Under the lock. */
static void count_forget(struct client_counts *counts, struct client_count *count)
{
    for (int i = 0; i < CLIENT_SHARES; i++) {
        if (count->shares[i] > 0)
            return;
    }
    map_remove(&counts->clients, &count->node);
    free(count);
}

int client_counts_get(struct client_counts *counts, uint64_t key, enum client_share share)
{
    pthread_mutex_lock(&counts->mutex);
    const struct client_count *count = count_find(counts, key);
    int number = count ? count->shares[share] : 0;
    pthread_mutex_unlock(&counts->mutex);
    return number;
}

/* Whether no count of the client has reached its limit. Sets the entries that there are. Under the
 * lock. */
static bool counts_admit(const struct client_counts *counts, const http_client *client,
                         enum client_share share, int most, int all,
                         struct client_count *entries[HTTP_CLIENT_LEVELS])
{
    for (int level = 0; level < HTTP_CLIENT_LEVELS && client->keys[level]; level++) {
        entries[level] = count_find(counts, client->keys[level]);
        if ((entries[level] ? entries[level]->shares[share] : 0) >=
            http_client_limit(most, all, level))
            return false;
    }
    return true;
}

/* Makes the entries that are missing. False: out of memory; some may have been made. Under the
 * lock. */
static bool counts_complete(struct client_counts *counts, const http_client *client,
                            struct client_count *entries[HTTP_CLIENT_LEVELS])
{
    for (int level = 0; level < HTTP_CLIENT_LEVELS && client->keys[level]; level++) {
        if (!entries[level] && !(entries[level] = count_new(counts, client->keys[level])))
            return false;
    }
    return true;
}

paua_status client_counts_add(struct client_counts *counts, const http_client *client,
                              enum client_share share, int most, int all)
{
    struct client_count *entries[HTTP_CLIENT_LEVELS] = {NULL};
    paua_status status = PAUA_OK;

    pthread_mutex_lock(&counts->mutex);
    if (!counts_admit(counts, client, share, most, all, entries))
        status = PAUA_ERROR_CONFLICT;
    else if (!counts_complete(counts, client, entries))
        status = PAUA_ERROR_NO_MEMORY;
    for (int level = 0; level < HTTP_CLIENT_LEVELS && entries[level]; level++) {
        if (status == PAUA_OK)
            entries[level]->shares[share]++;
        else
            count_forget(counts, entries[level]);
    }
    /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): the map has the entries */
    pthread_mutex_unlock(&counts->mutex);
    return status;
}

void client_counts_drop(struct client_counts *counts, const http_client *client,
                        enum client_share share)
{
    pthread_mutex_lock(&counts->mutex);
    for (int level = 0; level < HTTP_CLIENT_LEVELS && client->keys[level]; level++) {
        struct client_count *count = count_find(counts, client->keys[level]);

        assert(count && count->shares[share] > 0);
        count->shares[share]--;
        count_forget(counts, count);
    }
    pthread_mutex_unlock(&counts->mutex);
}

/* Token buckets in a set-associative table of fixed size.
 *
 * A new key replaces the least recently used one of its set. By then that bucket is usually full
 * again, unless thousands of clients come at once. A bucket that fills within a day (a quota) may
 * be replaced before it is full. */
#define SETS 1024
#define WAYS 4

struct rate_bucket {
    uint64_t key;      /* 0: free */
    int64_t filled_ms; /* the time of `level` */
    double level;      /* tokens left */
};

struct rate_limiter {
    pthread_mutex_t mutex;
    double rate, full;
    struct rate_bucket sets[HTTP_CLIENT_LEVELS][SETS][WAYS];
};

struct rate_limiter *rate_limiter_new(double rate, double full)
{
    struct rate_limiter *limiter = calloc(1, sizeof *limiter);

    if (!limiter)
        return NULL;
    pthread_mutex_init(&limiter->mutex, NULL);
    limiter->rate = rate;
    limiter->full = full;
    return limiter;
}

void rate_limiter_free(struct rate_limiter *limiter)
{
    if (!limiter)
        return;
    pthread_mutex_destroy(&limiter->mutex);
    free(limiter);
}

/* The bucket of a key, filled up to now; made in a free or the least recently used place if there
 * is none. A level has sets of its own, so that neither the clients of a network take its place,
 * nor two buckets of a client the same one. */
static struct rate_bucket *rate_bucket_fill(struct rate_limiter *limiter, int level, uint64_t key,
                                            int64_t now_ms)
{
    struct rate_bucket *set = limiter->sets[level][key % SETS], *bucket = set;
    const double full = limiter->full * http_client_factor(level);

    for (int i = 0; i < WAYS && bucket->key != key; i++) {
        if (set[i].key == key || set[i].key == 0 || set[i].filled_ms < bucket->filled_ms)
            bucket = &set[i];
    }
    if (bucket->key != key)
        *bucket = (struct rate_bucket){.key = key, .filled_ms = now_ms, .level = full};
    bucket->level +=
        (double)(now_ms - bucket->filled_ms) * limiter->rate * http_client_factor(level) / 1000;
    bucket->filled_ms = now_ms;
    if (bucket->level > full)
        bucket->level = full;
    return bucket;
}

int rate_limiter_take(struct rate_limiter *limiter, const http_client *client, double cost,
                      int64_t now_ms)
{
    struct rate_bucket *buckets[HTTP_CLIENT_LEVELS];
    int levels = 0, wait = 0;

    pthread_mutex_lock(&limiter->mutex);
    for (; levels < HTTP_CLIENT_LEVELS && client->keys[levels]; levels++) {
        struct rate_bucket *bucket =
            rate_bucket_fill(limiter, levels, client->keys[levels], now_ms);
        const double rate = limiter->rate * http_client_factor(levels);
        const int seconds = bucket->level < cost ? (int)ceil((cost - bucket->level) / rate) : 0;

        buckets[levels] = bucket;
        wait = seconds > wait ? seconds : wait;
    }
    for (int level = 0; level < levels && wait == 0; level++)
        buckets[level]->level -= cost;
    pthread_mutex_unlock(&limiter->mutex);
    return wait;
}
