/* networks.c - a table of bounded size: an account has one place, and takes it from another one. */
#include "service/games/play/networks.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fnv.h"
#include "service/core/account_name.h"

enum { PLACES = 8192 };

#define KEPT_MS ((int64_t)24 * 60 * 60 * 1000)

struct network_place {
    char account[ACCOUNT_ID_SIZE + 1];
    uint64_t network;
    int64_t at_ms; /* clock_now_ms() */
};

struct networks {
    pthread_mutex_t mutex; /* guards what follows */
    struct network_place places[PLACES];
};

struct networks *networks_new(void)
{
    struct networks *self = calloc(1, sizeof *self);

    if (self)
        pthread_mutex_init(&self->mutex, NULL);
    return self;
}

void networks_free(struct networks *self)
{
    if (!self)
        return;
    pthread_mutex_destroy(&self->mutex);
    free(self);
}

/* The place of an account. Ids of accounts are random. */
static struct network_place *place_of(struct networks *self, const char *account)
{
    return &self->places[fnv1a_text(FNV_OFFSET_BASIS, account) % PLACES];
}

/* The network of an account, or 0. Under the lock. */
static uint64_t find_network(struct networks *self, const char *account)
{
    const struct network_place *place = place_of(self, account);
    const bool known =
        strcmp(place->account, account) == 0 && clock_now_ms() - place->at_ms < KEPT_MS;

    return known ? place->network : 0;
}

void networks_note(struct networks *self, const char *account, uint64_t network)
{
    pthread_mutex_lock(&self->mutex);
    struct network_place *place = place_of(self, account);
    memcpy(place->account, account, sizeof place->account);
    place->network = network;
    place->at_ms = clock_now_ms();
    pthread_mutex_unlock(&self->mutex);
}

bool networks_are_same(struct networks *self, const char *account, const char *other)
{
    pthread_mutex_lock(&self->mutex);
    const uint64_t network = find_network(self, account);
    const bool same = network != 0 && network == find_network(self, other);
    pthread_mutex_unlock(&self->mutex);
    return same;
}
