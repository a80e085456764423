/* game_sync.h - a game in memory that another server with the same store has gone on with: its new
 * events are read and applied, and announced as if they had been stored here. */
#ifndef SERVICE_GAME_SYNC_H
#define SERVICE_GAME_SYNC_H

#include <stdbool.h>

struct game;
struct games;

/* Reads what the store has that the game has not. The caller holds the game, without its lock.
 * While an event of it is being stored here the game waits for that (action_stored). False: the
 * store cannot be read. */
bool game_sync(struct games *games, struct game *game);

/* The same for the event that could not be stored here because of others. True: there were some. */
bool game_sync_stored(struct games *games, struct game *game);

/* The same where other servers are there and the store has newer events: a request may come from
 * one who knows of them from another server. */
void game_sync_for_request(struct games *games, struct game *game);

/* Reads the conditional moves of the game anew, and plays those that are due. */
void game_sync_conditional(struct games *games, struct game *game);

#endif /* SERVICE_GAME_SYNC_H */
