/* rate_limit.c - token buckets in a set-associative table of fixed size.
 *
 * A new client replaces the least recently used one of its set. By then that bucket is usually full
 * again, unless thousands of clients come at once. A bucket that fills within a day (a quota) may
 * be replaced before it is full. */
#define _GNU_SOURCE
#include "http/rate_limit.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

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
