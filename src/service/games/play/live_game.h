/* live_game.h - the part of a game that exists only in the cache: its holders, the actions that
 * wait, its streams and its presence. game->live is NULL for a game that is not in the cache.
 */
#ifndef SERVICE_LIVE_GAME_H
#define SERVICE_LIVE_GAME_H

#include "base/map.h"
#include "service/games/model/game.h"
#include "service/games/model/presence.h"

struct action;
struct subscriber;

struct live_game {
    struct game *game; /* whose part it is */

    /* Under the cache's lock. */
    struct map_node in_cache; /* by the game's id */
    struct game *older, *newer;
    int holders;

    /* Under the game's lock. */
    struct action *first_action, **last_action; /* the queue */
    bool storing;                               /* an event of this game is being stored */
    bool behind; /* another server has stored an event meanwhile: game_sync.h */
    struct subscriber *subscribers;
    struct presence presence;
};

/* Gives the game its live part. False: out of memory. */
bool live_game_attach(struct game *game);
/* Frees a game and its live part. NULL is allowed. */
void live_game_free(struct game *game);

/* The presence of a game; NULL for one that is not in the cache. Under its lock. */
const struct presence *game_presence(const struct game *game);

#endif
