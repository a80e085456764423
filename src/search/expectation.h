/* expectation.h - scores of one or two players' searches as expectations of all players. */
#ifndef SEARCH_EXPECTATION_H
#define SEARCH_EXPECTATION_H

#include <paua/explain.h>

/* The score of a search for one player. */
struct scored_view {
    paua_side side;
    int score;
};

/* How many players, or teams, are still in the game. */
int expectation_parties(const paua_position *position);

/* What each player can expect (paua_review_move.expectation): those of the views what their
 * searches say, all others what the evaluation says (next to one view: of what that leaves), scaled
 * so that all parties add up to 1; 0 for players who have left. */
void expectation_share(const paua_engine *engine, const paua_position *position,
                       const struct scored_view *views, int count, double out[PAUA_PLAYERS_MAX]);

/* The same for a game that is over: all to the winners, or an equal share for each party. */
void expectation_of_result(const paua_position *position, paua_result result,
                           double out[PAUA_PLAYERS_MAX]);

#endif
