/* rate_game.h - what the result of a game with two to six players makes of their ratings: the
 * pairwise rule. Pure.
 *
 * A game names those who came out best: its winner, with the other members of the winner's team;
 * or in a draw all who have not left. Each of them is compared with every player of another team:
 * a win against all others, a draw among themselves. What the result does not order is not
 * compared: the losers of a game did not play one another for anything. (Counted as draws, such
 * pairs pull all ratings together: a player who never wins a game of six would stay 70 points
 * below the others.)
 *
 * That is Luce's choice axiom, "Individual Choice Behavior" (1959): whoever else is there, one of
 * two players wins as often as in a game of the two, given that one of them wins. So the ratings
 * mean the same for every number of players.
 *
 * A comparison counts as 1/n of a game, where n is the number of a player's opponents, so that for
 * nobody a game counts for more than one: as where Elo's expectation is averaged over opponents.
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

/* The sides that came out best in a game that is over, as bits. */
unsigned rate_game_best(const paua_position *end, paua_result result);

/* The ratings after a game of `count` players, of whom `best` came out best. */
void rate_game(const struct rated_player *players, int count, unsigned best, struct glicko *after);

#endif /* SERVICE_RATE_GAME_H */
