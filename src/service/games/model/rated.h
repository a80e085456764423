/* rated.h - which games may be rated, and when they count.
 *
 * A rated game is one that everybody could play again on equal terms: a named layout on the full
 * board, the rules of a preset, and a clock, because a game without one need never end. All seats
 * are of different accounts, not all of them computers, no move is taken back, and whoever leaves
 * before the third round has not played: docs/ratings.md.
 */
#ifndef SERVICE_RATED_H
#define SERVICE_RATED_H

#include "service/games/model/setup.h"

#define RATED_ROUNDS 2 /* of moves by all players; a shorter game does not count */

/* Whether a game like this may be rated; else fills the error in. */
bool rated_check_setup(const struct setup *setup, struct api_error *error);

/* Whether the game counts, once it has a result. */
bool rated_game_counts(const struct setup *setup, const paua_game *play);

#endif /* SERVICE_RATED_H */
