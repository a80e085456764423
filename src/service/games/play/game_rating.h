/* game_rating.h - a game and the ratings of its players: what it shows of them, and what its end
 * makes of them. */
#ifndef SERVICE_GAME_RATING_H
#define SERVICE_GAME_RATING_H

#include "service/games/model/game.h"
#include "service/ratings/ratings.h"

/* Reads the ratings of the players of a rated game, as far as the store can be read, and what the
 * game has changed. After it was loaded, or its seats or its end have changed. Under the game's
 * lock. */
void game_rating_refresh(store *disk, struct game *game);

/* The update of ratings that the end of a game will be, without the ratings. Under the game's
 * lock. */
void game_rating_begin(const struct game *game, const struct game_outcome *end,
                       struct rating_update *out);

#endif /* SERVICE_GAME_RATING_H */
