/* rate_game.h - the ratings after a game of two to six players, by pairwise comparison. Pure.
 *
 * The best players of a game are its winner with the winner's team, or in a draw all players who
 * have not left. Each of them is compared with every player of another team: a win against the
 * others, a draw among the best. Two losers are not compared, as the result does not order them.
 * (Counted as draws, such pairs pull all ratings together: a player who never wins a game of six
 * would stay 70 points below the others.)
 *
 * This is Luce's choice axiom, "Individual Choice Behavior" (1959): given that one of two players
 * wins, the odds between them do not depend on the other players. So a rating means the same for
 * every number of players.
 *
 * A comparison counts as 1/n of a game, where n is the number of a player's opponents: a game
 * counts at most once for each player, as when Elo's expectation is averaged over the opponents.
 */
#ifndef SERVICE_RATE_GAME_H
#define SERVICE_RATE_GAME_H

#include <stdbool.h>

#include <paua/game.h>

#include "service/ratings/glicko.h"

struct rated_player {
    struct glicko before;
    double periods; /* since the game before, in rating periods */
    unsigned team;  /* the sides of the player's team, the player's own included, as bits */
};

/* The best sides of a game that is over, as bits. */
unsigned rate_game_best(const paua_position *end, paua_result result);

/* Computes the ratings after a game of `count` players with these best sides. */
void rate_game(const struct rated_player *players, int count, unsigned best, struct glicko *after);

#endif /* SERVICE_RATE_GAME_H */
