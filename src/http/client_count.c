/* client_count.c - a map of the clients that have something open, so that it is no larger than the
 * number of connections. */
#include "http/client_count.h"

#include <assert.h>
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
