/* cache.c - a map of games by id and a list of those that nobody holds, least recently used first.
 * Two threads that want the same game from the store meet at a lock chosen by its id, so that it is
 * loaded once. */
#include "service/games/play/cache.h"

#include <assert.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/fnv.h"
#include "base/map.h"
#include "service/games/play/game_load.h"
#include "service/games/play/games.h"
#include "service/games/play/timers.h"

#define LOAD_LOCKS 16

bool live_game_attach(struct game *game)
{
    struct live_game *live = calloc(1, sizeof *live);

    if (!live)
        return false;
    live->game = game;
    live->last_action = &live->first_action;
    presence_init(&live->presence, clock_now_ms());
    game->live = live;
    return true;
}

void live_game_free(struct game *game)
{
    if (game)
        free(game->live);
    game_free(game);
}

const struct presence *game_presence(const struct game *game)
{
    return game->live ? &game->live->presence : NULL;
}

struct cache {
    struct games *games; /* borrowed */
    int kept;
    pthread_mutex_t load_locks[LOAD_LOCKS];
    pthread_mutex_t mutex;        /* guards what follows */
    struct map by_id;             /* of live_game */
    struct game *oldest, *newest; /* of those that nobody holds */
    int idle;
};

/* The game of an entry, or NULL for NULL. */
static struct game *game_of_node(struct map_node *node)
{
    return node ? MAP_ENTRY(node, struct live_game, in_cache)->game : NULL;
}

struct cache *cache_new(struct games *games, int kept)
{
    struct cache *cache = calloc(1, sizeof *cache);

    if (!cache)
        return NULL;
    cache->games = games;
    cache->kept = kept;
    pthread_mutex_init(&cache->mutex, NULL);
    for (int i = 0; i < LOAD_LOCKS; i++)
        pthread_mutex_init(&cache->load_locks[i], NULL);
    return cache;
}

void cache_free(struct cache *cache)
{
    if (!cache)
        return;
    for (struct map_node *node = map_first(&cache->by_id), *next; node; node = next) {
        next = map_next(&cache->by_id, node);
        live_game_free(game_of_node(node));
    }
    map_free(&cache->by_id);
    for (int i = 0; i < LOAD_LOCKS; i++)
        pthread_mutex_destroy(&cache->load_locks[i]);
    pthread_mutex_destroy(&cache->mutex);
    free(cache);
}

/* The functions from here to cache_evict() are called under the lock. */
static void idle_remove(struct cache *cache, struct game *game)
{
    *(game->live->older ? &game->live->older->live->newer : &cache->oldest) = game->live->newer;
    *(game->live->newer ? &game->live->newer->live->older : &cache->newest) = game->live->older;
    game->live->older = game->live->newer = NULL;
    cache->idle--;
}

/* Adds a game that nobody holds as the most recently used one. */
static void idle_add(struct cache *cache, struct game *game)
{
    game->live->older = cache->newest;
    game->live->newer = NULL;
    *(cache->newest ? &cache->newest->live->newer : &cache->oldest) = game;
    cache->newest = game;
    cache->idle++;
}

/* Takes a game off the LRU list with its first holder. */
static void game_hold(struct cache *cache, struct game *game)
{
    if (game->live->holders++ == 0)
        idle_remove(cache, game);
}

/* Takes a game out that nobody holds; the caller frees it. */
static struct game *cache_evict(struct cache *cache, struct game *game)
{
    idle_remove(cache, game);
    map_remove(&cache->by_id, &game->live->in_cache);
    listeners_evicted(&cache->games->listeners, game->id);
    return game;
}

void cache_hold(struct cache *cache, struct game *game)
{
    pthread_mutex_lock(&cache->mutex);
    assert(game->live->holders > 0);
    game_hold(cache, game);
    pthread_mutex_unlock(&cache->mutex);
}

void cache_release(struct cache *cache, struct game *game)
{
    struct game *evicted = NULL;

    pthread_mutex_lock(&cache->mutex);
    assert(game->live->holders > 0);
    if (--game->live->holders == 0) {
        idle_add(cache, game);
        if (cache->idle > cache->kept)
            evicted = cache_evict(cache, cache->oldest);
    }
    pthread_mutex_unlock(&cache->mutex);
    live_game_free(evicted);
}

struct game *cache_find(struct cache *cache, const char *id)
{
    pthread_mutex_lock(&cache->mutex);
    struct game *game = game_of_node(map_find_text(&cache->by_id, id));
    if (game)
        game_hold(cache, game);
    pthread_mutex_unlock(&cache->mutex);
    return game;
}

void cache_forget(struct cache *cache, const char *id)
{
    pthread_mutex_lock(&cache->mutex);
    struct game *game = game_of_node(map_find_text(&cache->by_id, id));
    if (game && game->live->holders == 0)
        cache_evict(cache, game);
    else
        game = NULL;
    pthread_mutex_unlock(&cache->mutex);
    live_game_free(game);
}

void cache_list(struct cache *cache, bool (*each)(const char *id, void *context), void *context)
{
    pthread_mutex_lock(&cache->mutex);
    for (struct map_node *node = map_first(&cache->by_id); node;
         node = map_next(&cache->by_id, node)) {
        if (!each(game_of_node(node)->id, context))
            break;
    }
    pthread_mutex_unlock(&cache->mutex);
}

void cache_add(struct cache *cache, struct game *game)
{
    pthread_mutex_lock(&cache->mutex);
    game->live->holders = 1;
    map_add_text(&cache->by_id, &game->live->in_cache, game->id);
    pthread_mutex_unlock(&cache->mutex);
}

int cache_count(struct cache *cache)
{
    pthread_mutex_lock(&cache->mutex);
    int count = (int)cache->by_id.count;
    pthread_mutex_unlock(&cache->mutex);
    return count;
}

/* Reads a game from the store and adds it, held. Under the load lock of its id. */
static paua_status cache_load(struct cache *cache, const char *id, struct game **out)
{
    struct games *games = cache->games;
    char message[GAME_LOAD_MESSAGE_MAX];
    paua_status status = game_load(games->boards, games->env->store, id, out, message);

    if (status == PAUA_OK && !live_game_attach(*out)) {
        game_free(*out);
        return PAUA_ERROR_NO_MEMORY;
    }
    if (status == PAUA_OK) {
        if (game_deadline(*out) && !(*out)->stored_deadline_ms)
            timers_begin(games->timers, *out);
        cache_add(cache, *out);
        /* Changes at other servers find the game from now on; those before are known. */
        listeners_loaded(&games->listeners, *out);
    } else if (*message && (status != PAUA_ERROR_IO || env_log_is_due(games->env)))
        env_log(games->env, SERVICE_ERROR, "store", "store: %s", message);
    return status;
}

paua_status cache_get(struct cache *cache, const char *id, struct game **out)
{
    pthread_mutex_t *load_lock = &cache->load_locks[fnv1a_text(FNV_OFFSET_BASIS, id) % LOAD_LOCKS];
    paua_status status = PAUA_OK;

    if (!id_valid(id))
        return PAUA_ERROR_NOT_FOUND;
    if ((*out = cache_find(cache, id)))
        return PAUA_OK;
    pthread_mutex_lock(load_lock);
    /* Another thread may have loaded it meanwhile. */
    if (!(*out = cache_find(cache, id)))
        status = cache_load(cache, id, out);
    pthread_mutex_unlock(load_lock);
    return status;
}
