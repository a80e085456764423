/* presence_feed.c - a map of who follows which game at which other server, as numbers: the slot
 * of the server in 4 bits, the seats in 6, then how many spectators. */
#include "service/people/presence_feed.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "service/core/id_list.h"
#include "service/games/play/cache.h"
#include "service/games/play/event_stream.h"
#include "service/games/play/games.h"
#include "service/people/presence_feed.h"
#include "store/core/batch.h"
#include "store/core/change_feed.h"

enum { SLOT_BITS = 4, SEATS_SHIFT = 4, SPECTATORS_SHIFT = 10, SEATS_MASK = 63 };

_Static_assert(STORE_SLOTS == 1 << SLOT_BITS && PAUA_PLAYERS_MAX == 6, "a number has room for all");

struct told_presence {
    struct map_node node; /* by `id`: one for each server */
    char id[GAME_ID_SIZE + 1];
    int64_t number;
};

struct presence_feed {
    struct games *games;
    pthread_mutex_t mutex; /* guards what follows */
    struct map told;
};

static void on_loaded(struct game *game, void *context);

struct presence_feed *presence_feed_new(struct games *games)
{
    struct presence_feed *self = calloc(1, sizeof *self);

    if (!self)
        return NULL;
    self->games = games;
    pthread_mutex_init(&self->mutex, NULL);
    listeners_add(&games->listeners, &(struct listener){.loaded = on_loaded, .context = self});
    return self;
}

void presence_feed_free(struct presence_feed *self)
{
    if (!self)
        return;
    for (struct map_node *node = map_first(&self->told), *next; node; node = next) {
        next = map_next(&self->told, node);
        free(MAP_ENTRY(node, struct told_presence, node));
    }
    map_free(&self->told);
    pthread_mutex_destroy(&self->mutex);
    free(self);
}

static int slot_of(int64_t number)
{
    return (int)(number & (STORE_SLOTS - 1));
}

/* What a server has told of a game, or NULL. Under the lock. */
static struct told_presence *find_told(const struct presence_feed *self, const char *id, int slot)
{
    struct map_node *node = map_find_text(&self->told, id);

    while (node && slot_of(MAP_ENTRY(node, struct told_presence, node)->number) != slot)
        node = map_next_equal(node);
    return MAP_ENTRY(node, struct told_presence, node);
}

/* Sets what a server has told of a game, or forgets it where nobody is there. Under the lock. */
static void set_told(struct presence_feed *self, const char *id, int64_t number)
{
    struct told_presence *told = find_told(self, id, slot_of(number));

    if (number >> SLOT_BITS == 0) {
        if (told)
            map_remove(&self->told, &told->node);
        free(told);
        return;
    }
    if (!told) {
        told = calloc(1, sizeof *told);
        if (!told)
            return; /* until it is told again */
        memcpy(told->id, id, sizeof told->id);
        map_add_text(&self->told, &told->node, told->id);
    }
    told->number = number;
}

static void presence_feed_fill(struct presence_feed *self, struct game *game)
{
    unsigned seats = 0;
    int spectators = 0;

    pthread_mutex_lock(&self->mutex);
    for (struct map_node *node = map_find_text(&self->told, game->id); node;
         node = map_next_equal(node)) {
        const struct told_presence *told = MAP_ENTRY(node, struct told_presence, node);

        seats |= (unsigned)(told->number >> SEATS_SHIFT) & SEATS_MASK;
        spectators += (int)(told->number >> SPECTATORS_SHIFT);
    }
    pthread_mutex_unlock(&self->mutex);
    presence_set_remote(&game->live->presence, seats, spectators);
}

static void on_loaded(struct game *game, void *context)
{
    pthread_mutex_lock(&game->mutex);
    presence_feed_fill(context, game);
    pthread_mutex_unlock(&game->mutex);
}

/* A game that is in memory learns what has changed. */
static void refresh_game(struct presence_feed *self, const char *id)
{
    struct game *game = cache_find(self->games->cache, id);

    if (!game)
        return;
    pthread_mutex_lock(&game->mutex);
    presence_feed_fill(self, game);
    game_presence_changed(self->games, game);
    pthread_mutex_unlock(&game->mutex);
    cache_release(self->games->cache, game);
}

void presence_feed_receive(struct presence_feed *self, const char *id, int64_t number)
{

    if (number < 0 || number >> SPECTATORS_SHIFT > INT32_MAX / STORE_SLOTS)
        return;
    pthread_mutex_lock(&self->mutex);
    set_told(self, id, number);
    pthread_mutex_unlock(&self->mutex);
    refresh_game(self, id);
}

void presence_feed_keep_servers(struct presence_feed *self, unsigned slots)
{
    struct id_list list = {.count = 0};

    pthread_mutex_lock(&self->mutex);
    for (struct map_node *node = map_first(&self->told), *next; node; node = next) {
        struct told_presence *told = MAP_ENTRY(node, struct told_presence, node);

        next = map_next(&self->told, node);
        if (slots >> slot_of(told->number) & 1)
            continue;
        id_list_add(told->id, &list);
        map_remove(&self->told, node);
        free(told);
    }
    pthread_mutex_unlock(&self->mutex);
    for (size_t i = 0; i < list.count; i++)
        refresh_game(self, list.ids[i]);
    id_list_clear(&list);
}

static void on_told(paua_status status, void *context)
{
    (void)status, (void)context; /* who has not heard of it asks for all */
}

/* Queues the news. Under the game's lock. */
static void tell_number(struct presence_feed *self, struct game *game, int64_t number)
{
    store_batch *batch = store_batch_new();

    batch_notify_presence(batch, game->id, number | store_slot(self->games->env->store));
    if (store_commit(self->games->env->store, batch, on_told, NULL) == PAUA_OK)
        game->live->presence.published = number;
}

/* Who follows the game here, without the slot. */
static int64_t own_number(const struct game *game)
{
    return (int64_t)presence_own_seats(&game->live->presence) << SEATS_SHIFT |
           (int64_t)game->live->presence.streams[0] << SPECTATORS_SHIFT;
}

void presence_feed_send(struct presence_feed *self, struct game *game)
{
    const int64_t number = own_number(game);

    if (number != game->live->presence.published && store_is_shared(self->games->env->store))
        tell_number(self, game, number);
}

void presence_feed_send_all(struct presence_feed *self)
{
    struct id_list list = {.count = 0};

    cache_list(self->games->cache, id_list_add, &list);
    for (size_t i = 0; i < list.count; i++) {
        struct game *game = cache_find(self->games->cache, list.ids[i]);

        if (!game)
            continue;
        pthread_mutex_lock(&game->mutex);
        const int64_t number = own_number(game);
        if (number || game->live->presence.published)
            tell_number(self, game, number);
        pthread_mutex_unlock(&game->mutex);
        cache_release(self->games->cache, game);
    }
    id_list_clear(&list);
}
