/* live_game.h - what a game in the cache has besides the game itself: who holds it, the actions that
 * wait, its streams, and who follows it. game->live is NULL for a game that is not in the cache.
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
    struct action *first_action, **last_action; /* waiting to be done */
    bool storing;                               /* the store writes an event of this game */
    bool behind; /* another server has stored one meanwhile: game_sync.h */
    struct subscriber *subscribers;
    struct presence presence;
};

/* Gives the game its live part. False: out of memory. */
bool live_game_attach(struct game *game);
/* Frees a game and its live part. NULL is allowed. */
void live_game_free(struct game *game);

/* Who follows the game; NULL for one that is not in the cache. Under its lock. */
const struct presence *game_presence(const struct game *game);

#endif
