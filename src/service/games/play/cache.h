/* cache.h - the games in memory, found by id and loaded from the store.
 *
 * Whoever uses a game holds it; a game that is held stays in memory, and of the others the most
 * recently used ones. Getting a game starts nothing: no search, no review, no write.
 *
 * Locks: a game may be got only without any lock; it may be held and released under a game's lock,
 * as long as another hold on that game remains.
 */
#ifndef SERVICE_CACHE_H
#define SERVICE_CACHE_H

#include "base/map.h"
#include "service/games/model/game.h"
#include "service/games/model/presence.h"

struct action;
struct cache;
struct games;
struct subscriber;

/* The part of a game that exists only in the cache: its holders, the actions that wait, its streams
 * and its presence. game->live is NULL for a game that is not in the cache. */
struct live_game {
    struct game *game; /* whose part it is */

    /* Under the cache's lock. */
    struct map_node in_cache; /* by the game's id */
    struct game *older, *newer;
    int holders;

    /* Under the game's lock. */
    struct action *first_action, **last_action; /* the queue */
    bool storing;                               /* an event of this game is being stored */
    bool behind;             /* another server has stored an event meanwhile: game_sync.h */
    bool conditional_behind; /* another server has stored conditional moves after an event that is
                              * not applied here yet; or some could not be read or pruned */
    struct subscriber *subscribers;
    struct presence presence;
    unsigned same_address[PAUA_PLAYERS_MAX]; /* of a rated game: sides that have played from one */
};

/* Gives the game its live part. False: out of memory. */
bool live_game_attach(struct game *game);
/* Frees a game and its live part. NULL is allowed. */
void live_game_free(struct game *game);

/* The presence of a game; NULL for one that is not in the cache. Under its lock. */
const struct presence *game_presence(const struct game *game);

/* A cache that keeps up to `kept` games that nobody holds. NULL: out of memory. */
struct cache *cache_new(struct games *games, int kept);
/* Frees all games, held or not. NULL is allowed. */
void cache_free(struct cache *cache);

/* Finds or loads a game and holds it. Returns PAUA_OK, PAUA_ERROR_NOT_FOUND, PAUA_ERROR_IO,
 * PAUA_ERROR_CORRUPT or PAUA_ERROR_NO_MEMORY. */
paua_status cache_get(struct cache *cache, const char *id, struct game **out);

/* Finds a game in memory and holds it. NULL: it is not in memory. */
struct game *cache_find(struct cache *cache, const char *id);
/* Calls `each` for the id of every game in memory, until it returns false; under its lock. */
void cache_list(struct cache *cache, bool (*each)(const char *id, void *context), void *context);

/* Adds a new game, which the cache then owns and the caller holds. */
void cache_add(struct cache *cache, struct game *game);

/* One more hold on a game that is held. */
void cache_hold(struct cache *cache, struct game *game);
void cache_release(struct cache *cache, struct game *game);

/* Drops a game that the store has removed, unless somebody holds it. */
void cache_forget(struct cache *cache, const char *id);

/* How many games are in memory. */
int cache_count(struct cache *cache);

#endif /* SERVICE_CACHE_H */
