/* presence_feed.c - a map of the presence in games at other servers. One number is the presence in
 * a game at a server: the slot of the server in 4 bits, the seats in 6, then the spectators. */
#include "service/people/presence_feed.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/map.h"
#include "service/core/keys.h"
#include "service/games/play/cache.h"
#include "service/games/play/event_stream.h"
#include "service/games/play/games.h"
#include "store/core/batch.h"
#include "store/core/change_feed.h"

enum { SLOT_BITS = 4, SEATS_SHIFT = 4, SPECTATORS_SHIFT = 10, SEATS_MASK = 63 };

_Static_assert(STORE_SLOTS == 1 << SLOT_BITS && PAUA_PLAYERS_MAX == 6, "a number has room for all");

struct remote_presence {
    struct map_node node; /* by `id`: one for each server */
    char id[ID_SIZE + 1];
    int64_t number;
};

struct presence_feed {
    struct games *games;
    pthread_mutex_t mutex; /* guards what follows */
    struct map remote;     /* remote_presence */
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
    for (struct map_node *node = map_first(&self->remote), *next; node; node = next) {
        next = map_next(&self->remote, node);
        free(MAP_ENTRY(node, struct remote_presence, node));
    }
    map_free(&self->remote);
    pthread_mutex_destroy(&self->mutex);
    free(self);
}

static int slot_of(int64_t number)
{
    return (int)(number & (STORE_SLOTS - 1));
}

/* The presence in a game at a server, or NULL. Under the lock. */
static struct remote_presence *find_remote(const struct presence_feed *self, const char *id,
                                           int slot)
{
    struct map_node *node = map_find_text(&self->remote, id);

    while (node && slot_of(MAP_ENTRY(node, struct remote_presence, node)->number) != slot)
        node = map_next_equal(node);
    return MAP_ENTRY(node, struct remote_presence, node);
}

/* Sets the presence in a game at a server; removes it where nobody is present. Under the lock. */
static void set_remote(struct presence_feed *self, const char *id, int64_t number)
{
    struct remote_presence *entry = find_remote(self, id, slot_of(number));

    if (number >> SLOT_BITS == 0) {
        if (entry)
            map_remove(&self->remote, &entry->node);
        free(entry);
        return;
    }
    if (!entry) {
        entry = calloc(1, sizeof *entry);
        if (!entry)
            return; /* until it is sent again */
        memcpy(entry->id, id, sizeof entry->id);
        map_add_text(&self->remote, &entry->node, entry->id);
    }
    entry->number = number;
} /* NOLINT(clang-analyzer-unix.Malloc): the map has it */

/* Sums the presence at other servers for a game in memory. Under its lock. */
static void fill_game(struct presence_feed *self, struct game *game)
{
    unsigned seats = 0;
    int spectators = 0;

    pthread_mutex_lock(&self->mutex);
    for (struct map_node *node = map_find_text(&self->remote, game->id); node;
         node = map_next_equal(node)) {
        const struct remote_presence *entry = MAP_ENTRY(node, struct remote_presence, node);

        seats |= (unsigned)(entry->number >> SEATS_SHIFT) & SEATS_MASK;
        spectators += (int)(entry->number >> SPECTATORS_SHIFT);
    }
    pthread_mutex_unlock(&self->mutex);
    presence_set_remote(&game->live->presence, seats, spectators, clock_now_ms());
}

static void on_loaded(struct game *game, void *context)
{
    pthread_mutex_lock(&game->mutex);
    fill_game(context, game);
    pthread_mutex_unlock(&game->mutex);
}

/* Updates a game if it is in memory. */
static void refresh_game(struct presence_feed *self, const char *id)
{
    struct game *game = cache_find(self->games->cache, id);

    if (!game)
        return;
    pthread_mutex_lock(&game->mutex);
    fill_game(self, game);
    game_presence_changed(self->games, game);
    pthread_mutex_unlock(&game->mutex);
    cache_release(self->games->cache, game);
}

void presence_feed_receive(struct presence_feed *self, const char *id, int64_t number)
{
    if (number < 0 || number >> SPECTATORS_SHIFT > INT32_MAX / STORE_SLOTS)
        return;
    pthread_mutex_lock(&self->mutex);
    set_remote(self, id, number);
    pthread_mutex_unlock(&self->mutex);
    refresh_game(self, id);
}

void presence_feed_keep_servers(struct presence_feed *self, unsigned slots)
{
    struct id_list list = {.count = 0};

    pthread_mutex_lock(&self->mutex);
    for (struct map_node *node = map_first(&self->remote), *next; node; node = next) {
        struct remote_presence *entry = MAP_ENTRY(node, struct remote_presence, node);

        next = map_next(&self->remote, node);
        if (slots >> slot_of(entry->number) & 1)
            continue;
        id_list_add(entry->id, &list);
        map_remove(&self->remote, node);
        free(entry);
    }
    pthread_mutex_unlock(&self->mutex);
    for (size_t i = 0; i < list.count; i++)
        refresh_game(self, list.ids[i]);
    id_list_clear(&list);
}

static void on_sent(paua_status status, void *context)
{
    (void)status, (void)context; /* a server that misses it asks for all */
}

/* Queues the number for the other servers. Under the game's lock. */
static void send_number(struct presence_feed *self, struct game *game, int64_t number)
{
    store_batch *batch = store_batch_new();

    batch_notify_presence(batch, game->id, number | store_slot(self->games->env->store));
    if (store_commit(self->games->env->store, batch, on_sent, NULL) == PAUA_OK)
        game->live->presence.published = number;
}

/* The presence at this server, without the slot. */
static int64_t own_number(const struct game *game)
{
    return (int64_t)presence_own_seats(&game->live->presence) << SEATS_SHIFT |
           (int64_t)game->live->presence.streams[0] << SPECTATORS_SHIFT;
}

void presence_feed_send(struct presence_feed *self, struct game *game)
{
    const int64_t number = own_number(game);

    if (number != game->live->presence.published && store_is_shared(self->games->env->store))
        send_number(self, game, number);
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
            send_number(self, game, number);
        pthread_mutex_unlock(&game->mutex);
        cache_release(self->games->cache, game);
    }
    id_list_clear(&list);
}
