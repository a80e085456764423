/* rated.h - which games may be rated, and when they count (docs/ratings.md).
 *
 * A rated game has a named layout on the full board, the rules of a preset, and a clock, because a
 * game without one need never end. Its seats have different accounts, not all of them computers. No
 * move is taken back, and few pauses are made. A game that ends within two rounds does not count.
 */
#ifndef SERVICE_RATED_H
#define SERVICE_RATED_H

#include "service/games/model/setup.h"

#define RATED_ROUNDS       2  /* moves of each player; a shorter game does not count */
#define RATED_SHORT_ROUNDS 10 /* of a shorter one, few of two players count in a day (ratings.h) */
#define RATED_PAUSES       3  /* in a game */

/* Whether a game with this setup may be rated. False: *error says why not. */
bool rated_check_setup(const struct setup *setup, struct api_error *error);

/* Whether the game counts, once it has a result. */
bool rated_game_counts(const struct setup *setup, const paua_game *play);

#endif /* SERVICE_RATED_H */
