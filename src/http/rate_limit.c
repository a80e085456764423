/* rate_limit.c - token buckets in a hash table of fixed size.
 *
 * An address lives in one of the few places that its hash names. A new one replaces the one used
 * least recently, whose bucket is full again by then unless thousands of addresses come at once.
 * IPv6 clients count by their /64 network. */
#define _GNU_SOURCE
#include "http/rate_limit.h"

#include <math.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#define SETS          1024
#define WAYS          4
#define BURST_SECONDS 4 /* a full bucket holds the requests of this many seconds */

struct rate_bucket {
    uint64_t key;      /* 0: free */
    int64_t filled_ms; /* when `level` was right */
    double level;      /* requests left */
};

struct rate_limiter {
    pthread_mutex_t mutex;
    uint64_t seed; /* secret: a client cannot choose its place in the table */
    double rate, full;
    struct rate_bucket sets[SETS][WAYS];
};

struct rate_limiter *rate_limiter_new(int rate)
{
    struct rate_limiter *limiter = calloc(1, sizeof *limiter);

    if (!limiter)
        return NULL;
    pthread_mutex_init(&limiter->mutex, NULL);
    limiter->rate = rate;
    limiter->full = (double)rate * BURST_SECONDS;
    if (getrandom(&limiter->seed, sizeof limiter->seed, GRND_NONBLOCK) < 0)
        limiter->seed = (uint64_t)(uintptr_t)limiter;
    return limiter;
}

void rate_limiter_free(struct rate_limiter *limiter)
{
    if (!limiter)
        return;
    pthread_mutex_destroy(&limiter->mutex);
    free(limiter);
}

/* The finalizer of SplitMix64. */
static uint64_t mix_bits(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

uint64_t rate_limiter_key(const struct rate_limiter *limiter, const struct sockaddr *address)
{
    uint64_t bits = 0;

    if (address->sa_family == AF_INET) {
        struct sockaddr_in v4;

        memcpy(&v4, address, sizeof v4);
        bits = v4.sin_addr.s_addr;
    } else if (address->sa_family == AF_INET6) {
        struct sockaddr_in6 v6;

        memcpy(&v6, address, sizeof v6);
        memcpy(&bits, v6.sin6_addr.s6_addr, sizeof bits);
        if (IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr) || bits == 0)
            memcpy(&bits, v6.sin6_addr.s6_addr + 8, sizeof bits);
    }
    uint64_t key = mix_bits(bits ^ limiter->seed);
    return key ? key : 1;
}

/* The bucket of an address: its own, or one that is free or was used least recently. */
static struct rate_bucket *bucket_of(struct rate_limiter *limiter, uint64_t key, int64_t now_ms)
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

int rate_limiter_take(struct rate_limiter *limiter, const struct sockaddr *address, int cost,
                      int64_t now_ms)
{
    int wait = 0;

    pthread_mutex_lock(&limiter->mutex);
    struct rate_bucket *bucket = bucket_of(limiter, rate_limiter_key(limiter, address), now_ms);
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
