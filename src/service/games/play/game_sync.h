/* game_sync.h - brings a game in memory up to date after another server with the same store has
 * changed it: reads its new events, applies them, and announces them as if stored here.
 */
#ifndef SERVICE_GAME_SYNC_H
#define SERVICE_GAME_SYNC_H

#include <stdbool.h>

struct game;
struct games;

/* Reads and applies new events. The caller holds the game, without its lock. While an event of it
 * is being stored here, this is put off until that is done (action_stored). False: the store cannot
 * be read. */
bool game_sync(struct games *games, struct game *game);

/* As game_sync(), called when an event could not be stored here because of a conflict. True: there
 * were new events. */
bool game_sync_stored(struct games *games, struct game *game);

/* As game_sync(), if there are other servers and the store has newer events: the sender of a
 * request may have seen these at another server. */
void game_sync_for_request(struct games *games, struct game *game);

/* Reads the conditional moves of the game again if they are behind. As game_sync(). */
void game_sync_behind(struct games *games, struct game *game);

/* Reads the conditional moves of the game again, and submits the answer that is due. Those that
 * follow an event which is not applied here yet are read once more after it. */
void game_sync_conditional(struct games *games, struct game *game);

#endif /* SERVICE_GAME_SYNC_H */
