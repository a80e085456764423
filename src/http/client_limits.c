/* client_limits.c - limits for single clients. Their counts are in a map of the clients that have
 * something open, so that it is no larger than the number of connections; their token buckets are
 * in a table of fixed size. */
#define _GNU_SOURCE
#include "http/client_limits.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/map.h"

struct client_count {
    struct map_node node; /* by `client` */
    uint64_t client;
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

/* The client's entry, or NULL. Under the lock. */
static struct client_count *count_find(const struct client_counts *counts, uint64_t client)
{
    return MAP_ENTRY(map_find(&counts->clients, &client, sizeof client), struct client_count, node);
}

/* Adds an entry for a client that has none. NULL: out of memory. Under the lock. */
static struct client_count *count_new(struct client_counts *counts, uint64_t client)
{
    struct client_count *count = calloc(1, sizeof *count);

    if (!count)
        return NULL;
    count->client = client;
    map_add(&counts->clients, &count->node, &count->client, sizeof count->client);
    return count;
}

int client_counts_get(struct client_counts *counts, uint64_t client, enum client_share share)
{
    pthread_mutex_lock(&counts->mutex);
    const struct client_count *count = count_find(counts, client);
    int number = count ? count->shares[share] : 0;
    pthread_mutex_unlock(&counts->mutex);
    return number;
}

paua_status client_counts_add(struct client_counts *counts, uint64_t client,
                              enum client_share share, int most)
{
    paua_status status = PAUA_OK;

    pthread_mutex_lock(&counts->mutex);
    struct client_count *count = count_find(counts, client);
    if (!count && most > 0)
        count = count_new(counts, client);
    if (most <= 0 || (count && count->shares[share] >= most))
        status = PAUA_ERROR_CONFLICT; /* NOLINT(clang-analyzer-unix.Malloc): the map has it */
    else if (!count)
        status = PAUA_ERROR_NO_MEMORY;
    else
        count->shares[share]++;
    pthread_mutex_unlock(&counts->mutex);
    return status;
}

void client_counts_drop(struct client_counts *counts, uint64_t client, enum client_share share)
{
    pthread_mutex_lock(&counts->mutex);
    struct client_count *count = count_find(counts, client), *unused = NULL;
    assert(count && count->shares[share] > 0);
    if (count && --count->shares[share] == 0) {
        int left = 0;

        for (int i = 0; i < CLIENT_SHARES; i++)
            left += count->shares[i];
        if (left == 0) {
            map_remove(&counts->clients, &count->node);
            unused = count;
        }
    }
    pthread_mutex_unlock(&counts->mutex);
    free(unused);
}

/* Token buckets in a set-associative table of fixed size.
 *
 * A new client replaces the least recently used one of its set. By then that bucket is usually full
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
    struct rate_bucket sets[SETS][WAYS];
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

/* The bucket of a client, made in a free or the least recently used place if it has none. */
static struct rate_bucket *rate_bucket_find(struct rate_limiter *limiter, uint64_t key,
                                            int64_t now_ms)
{
    struct rate_bucket *set = limiter->sets[key % SETS], *oldest = set;

    for (int i = 0; i < WAYS; i++) {
        if (set[i].key == key)
            return &set[i];
        if (set[i].filled_ms < oldest->filled_ms || set[i].key == 0)
            oldest = &set[i];
    }
    *oldest = (struct rate_bucket){.key = key, .filled_ms = now_ms, .level = limiter->full};
    return oldest;
}

int rate_limiter_take(struct rate_limiter *limiter, uint64_t client, double cost, int64_t now_ms)
{
    int wait = 0;

    pthread_mutex_lock(&limiter->mutex);
    struct rate_bucket *bucket = rate_bucket_find(limiter, client, now_ms);
    bucket->level += (double)(now_ms - bucket->filled_ms) * limiter->rate / 1000;
    bucket->filled_ms = now_ms;
    if (bucket->level > limiter->full)
        bucket->level = limiter->full;
    if (bucket->level >= cost)
        bucket->level -= cost;
    else
        wait = (int)ceil((cost - bucket->level) / limiter->rate);
    pthread_mutex_unlock(&limiter->mutex);
    return wait;
}
