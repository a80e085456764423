/* fair_play.h - what the events of a game say about how it was played: pauses, and the time on the
 * network that was given back. Under the game's lock.
 */
#ifndef SERVICE_FAIR_PLAY_H
#define SERVICE_FAIR_PLAY_H

#include "service/games/model/game.h"

/* A side gets at most this much back in a game, and this share of the time that it has taken. */
#define LAG_GAME_MS    5000
#define LAG_GAME_SHARE 10

/* How much of its turns' time a side was given back. */
int64_t fair_play_lag(const struct game *game, int side);
/* How much it may be given back now. */
int64_t fair_play_lag_left(const struct game *game, int side);

/* How often the game was paused, and for how long until then, in running time. */
int fair_play_pauses(const struct game *game, int64_t until_ms, int64_t *paused_ms);

#endif /* SERVICE_FAIR_PLAY_H */
