/* client_count.c - a hash table with separate chaining. Only clients that have something open are
 * in it, so that it is no larger than the number of connections. */
#include "http/client_count.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define BUCKETS 4096

struct client_count {
    struct client_count *next;
    uint64_t client;
    int shares[CLIENT_SHARES];
};

struct client_counts {
    pthread_mutex_t mutex;
    struct client_count *buckets[BUCKETS];
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
    for (int i = 0; i < BUCKETS; i++) {
        while (counts->buckets[i]) {
            struct client_count *next = counts->buckets[i]->next;

            free(counts->buckets[i]);
            counts->buckets[i] = next;
        }
    }
    pthread_mutex_destroy(&counts->mutex);
    free(counts);
}

/* The link to the client's entry, or to the end of its chain. Under the lock. */
static struct client_count **count_find(struct client_counts *counts, uint64_t client)
{
    struct client_count **at = &counts->buckets[client % BUCKETS];

    while (*at && (*at)->client != client)
        at = &(*at)->next;
    return at;
}

int client_counts_get(struct client_counts *counts, uint64_t client, enum client_share share)
{
    pthread_mutex_lock(&counts->mutex);
    const struct client_count *count = *count_find(counts, client);
    int number = count ? count->shares[share] : 0;
    pthread_mutex_unlock(&counts->mutex);
    return number;
}

paua_status client_counts_add(struct client_counts *counts, uint64_t client,
                              enum client_share share, int most)
{
    paua_status status = PAUA_OK;

    pthread_mutex_lock(&counts->mutex);
    struct client_count **at = count_find(counts, client);
    if (!*at && most > 0 && (*at = calloc(1, sizeof **at)))
        (*at)->client = client;
    if (most <= 0 || (*at && (*at)->shares[share] >= most))
        status = PAUA_CONFLICT;
    else if (!*at)
        status = PAUA_NO_MEMORY;
    else
        (*at)->shares[share]++;
    pthread_mutex_unlock(&counts->mutex);
    return status;
}

void client_counts_drop(struct client_counts *counts, uint64_t client, enum client_share share)
{
    pthread_mutex_lock(&counts->mutex);
    struct client_count **at = count_find(counts, client), *count = *at, *unused = NULL;
    assert(count && count->shares[share] > 0);
    if (count && --count->shares[share] == 0) {
        int left = 0;

        for (int i = 0; i < CLIENT_SHARES; i++)
            left += count->shares[i];
        if (left == 0) {
            *at = count->next;
            unused = count;
        }
    }
    pthread_mutex_unlock(&counts->mutex);
    free(unused);
}
