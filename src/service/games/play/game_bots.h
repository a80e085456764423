/* game_bots.h - which players of a game are bots. */
#ifndef SERVICE_GAME_BOTS_H
#define SERVICE_GAME_BOTS_H

#include "service/games/model/game.h"
#include "store/core/store.h"

/* Sets which players of a game are bots; where an account cannot be read its player is none. Under
 * the game's lock, or before others know of the game. */
void game_bots_refresh(store *disk, struct game *game);

#endif
