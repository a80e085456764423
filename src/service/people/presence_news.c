/* presence_news.c - a table of who follows which game at which other server, as numbers: the slot
 * of the server in 4 bits, the seats in 6, then how many spectators. */
#include "service/people/presence_news.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "service/core/id_list.h"
#include "service/server/instance.h"
#include "store/core/batch.h"
#include "store/core/watch.h"

enum { BUCKETS = 4096, SLOT_BITS = 4, SEATS_SHIFT = 4, SPECTATORS_SHIFT = 10, SEATS_MASK = 63 };

_Static_assert(STORE_SLOTS == 1 << SLOT_BITS && PAUA_PLAYERS_MAX == 6, "a number has room for all");

struct told_presence {
    struct told_presence *next; /* of its bucket */
    char id[GAME_ID_SIZE + 1];
    int64_t number;
};

struct presence_news {
    pthread_mutex_t mutex; /* guards what follows */
    struct told_presence *buckets[BUCKETS];
};

struct presence_news *presence_news_new(void)
{
    struct presence_news *self = calloc(1, sizeof *self);

    if (self)
        pthread_mutex_init(&self->mutex, NULL);
    return self;
}

void presence_news_free(struct presence_news *self)
{
    if (!self)
        return;
    for (int i = 0; i < BUCKETS; i++) {
        while (self->buckets[i]) {
            struct told_presence *next = self->buckets[i]->next;

            free(self->buckets[i]);
            self->buckets[i] = next;
        }
    }
    pthread_mutex_destroy(&self->mutex);
    free(self);
}

static struct told_presence **bucket_of(struct presence_news *self, const char *id)
{
    unsigned hash = 0;

    for (; *id; id++)
        hash = hash * 31 + (unsigned char)*id;
    return &self->buckets[hash % BUCKETS];
}

static int slot_of(int64_t number)
{
    return (int)(number & (STORE_SLOTS - 1));
}

/* Sets what a server has told of a game, or forgets it where nobody is there. Under the lock. */
static void set_told(struct presence_news *self, const char *id, int64_t number)
{
    struct told_presence **link = bucket_of(self, id), *told;

    while (*link && (strcmp((*link)->id, id) != 0 || slot_of((*link)->number) != slot_of(number)))
        link = &(*link)->next;
    told = *link;
    if (number >> SLOT_BITS == 0) {
        if (told)
            *link = told->next;
        free(told);
        return;
    }
    if (!told) {
        told = calloc(1, sizeof *told);
        if (!told)
            return; /* until it is told again */
        memcpy(told->id, id, sizeof told->id);
        *link = told;
    }
    told->number = number;
}

void presence_news_fill(struct service *service, struct game *game)
{
    struct presence_news *self = service->presence_news;
    unsigned seats = 0;
    int spectators = 0;

    pthread_mutex_lock(&self->mutex);
    for (const struct told_presence *at = *bucket_of(self, game->id); at; at = at->next) {
        if (strcmp(at->id, game->id) != 0)
            continue;
        seats |= (unsigned)(at->number >> SEATS_SHIFT) & SEATS_MASK;
        spectators += (int)(at->number >> SPECTATORS_SHIFT);
    }
    pthread_mutex_unlock(&self->mutex);
    presence_set_others(&game->presence, seats, spectators);
}

/* A game that is in memory learns what has changed. */
static void refresh_game(struct service *service, const char *id)
{
    struct game *game = cache_find(service->cache, id);

    if (!game)
        return;
    pthread_mutex_lock(&game->mutex);
    presence_news_fill(service, game);
    presence_changed(service, game);
    pthread_mutex_unlock(&game->mutex);
    cache_release(service->cache, game);
}

void presence_news_hear(struct service *service, const char *id, int64_t number)
{
    struct presence_news *self = service->presence_news;

    if (number < 0 || number >> SPECTATORS_SHIFT > INT32_MAX / STORE_SLOTS)
        return;
    pthread_mutex_lock(&self->mutex);
    set_told(self, id, number);
    pthread_mutex_unlock(&self->mutex);
    refresh_game(service, id);
}

void presence_news_keep(struct service *service, unsigned slots)
{
    struct presence_news *self = service->presence_news;
    struct id_list list = {.count = 0};

    pthread_mutex_lock(&self->mutex);
    for (int i = 0; i < BUCKETS; i++) {
        for (struct told_presence **link = &self->buckets[i]; *link;) {
            struct told_presence *told = *link;

            if (slots >> slot_of(told->number) & 1) {
                link = &told->next;
                continue;
            }
            id_list_add(told->id, &list);
            *link = told->next;
            free(told);
        }
    }
    pthread_mutex_unlock(&self->mutex);
    for (size_t i = 0; i < list.count; i++)
        refresh_game(service, list.ids[i]);
    id_list_clear(&list);
}

static void on_told(paua_status status, void *context)
{
    (void)status, (void)context; /* who has not heard of it asks for all */
}

/* Queues the news. Under the game's lock. */
static void tell_number(struct service *service, struct game *game, int64_t number)
{
    store_batch *batch = store_batch_new();

    batch_tell_presence(batch, game->id, number | store_slot(service->config.store));
    if (store_commit(service->config.store, batch, on_told, NULL) == PAUA_OK)
        game->presence.told = number;
}

/* Who follows the game here, without the slot. */
static int64_t own_number(const struct game *game)
{
    return (int64_t)presence_own_seats(&game->presence) << SEATS_SHIFT |
           (int64_t)game->presence.streams[0] << SPECTATORS_SHIFT;
}

void presence_news_tell(struct service *service, struct game *game)
{
    const int64_t number = own_number(game);

    if (number != game->presence.told && store_is_shared(service->config.store))
        tell_number(service, game, number);
}

void presence_news_tell_all(struct service *service)
{
    struct id_list list = {.count = 0};

    cache_list(service->cache, id_list_add, &list);
    for (size_t i = 0; i < list.count; i++) {
        struct game *game = cache_find(service->cache, list.ids[i]);

        if (!game)
            continue;
        pthread_mutex_lock(&game->mutex);
        const int64_t number = own_number(game);
        if (number || game->presence.told)
            tell_number(service, game, number);
        pthread_mutex_unlock(&game->mutex);
        cache_release(service->cache, game);
    }
    id_list_clear(&list);
}
