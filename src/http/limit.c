/* limit.c - an allowance for each address: a bucket that fills steadily and that requests empty.
 *
 * The table has a fixed size. An address lives in one of the few places that its hash names; a newcomer
 * takes over the place that was asked for longest ago, which by then is full again anyway unless
 * thousands of addresses come at once. IPv6 clients count by their /64 network.
 */
#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "http/internal.h"

#define SETS  1024
#define WAYS  4
#define BURST 4 /* a full bucket holds this many seconds' worth */

typedef struct bucket {
    uint64_t key;      /* 0: free */
    int64_t filled_ms; /* when `level` was right */
    double level;      /* requests left */
} bucket;

struct http_limiter {
    pthread_mutex_t mutex;
    uint64_t seed;
    double rate, full;
    bucket sets[SETS][WAYS];
};

http_limiter *http_limiter_new(int rate)
{
    http_limiter *limiter = calloc(1, sizeof *limiter);

    if (!limiter)
        return NULL;
    pthread_mutex_init(&limiter->mutex, NULL);
    limiter->rate = rate;
    limiter->full = (double)rate * BURST;
    if (getrandom(&limiter->seed, sizeof limiter->seed, GRND_NONBLOCK) < 0)
        limiter->seed = (uint64_t)(uintptr_t)limiter;
    return limiter;
}

void http_limiter_free(http_limiter *limiter)
{
    if (!limiter)
        return;
    pthread_mutex_destroy(&limiter->mutex);
    free(limiter);
}

static uint64_t mix(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

uint64_t http_limiter_key(const http_limiter *limiter, const struct sockaddr *address)
{
    uint64_t bits = 0, key;

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
    key = mix(bits ^ limiter->seed);
    return key ? key : 1;
}

static bucket *bucket_of(http_limiter *limiter, uint64_t key, int64_t now_ms)
{
    bucket *set = limiter->sets[key % SETS], *oldest = set;

    for (int i = 0; i < WAYS; i++) {
        if (set[i].key == key)
            return &set[i];
        if (set[i].filled_ms < oldest->filled_ms || set[i].key == 0)
            oldest = &set[i];
    }
    oldest->key = key;
    oldest->filled_ms = now_ms;
    oldest->level = limiter->full;
    return oldest;
}

int http_limiter_take(http_limiter *limiter, const struct sockaddr *address, int cost,
                      int64_t now_ms)
{
    int wait = 0;

    pthread_mutex_lock(&limiter->mutex);
    bucket *b = bucket_of(limiter, http_limiter_key(limiter, address), now_ms);

    b->level += (double)(now_ms - b->filled_ms) * limiter->rate / 1000;
    b->filled_ms = now_ms;
    if (b->level > limiter->full)
        b->level = limiter->full;
    if (b->level >= cost)
        b->level -= cost;
    else
        wait = (int)ceil((cost - b->level) / limiter->rate);
    pthread_mutex_unlock(&limiter->mutex);
    return wait;
}
