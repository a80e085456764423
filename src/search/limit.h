/* limit.h - what the limits of a game (R14) mean to a search before it reaches them.
 *
 * The evaluation knows a position, and not how much of the game is left. Near a limit at which the
 * score decides a lead in marbles counts more and everything else less; near one that draws
 * everything counts less. Of both only the one counts that comes first. Two players. */
#ifndef SEARCH_LIMIT_H
#define SEARCH_LIMIT_H

#include "search/worker.h"

/* Fills the worker's weights, which depend on its parameters. */
void limit_fill_weights(struct worker *worker);

/* Notes whether a limit of the worker's rules can matter from its position on. */
void limit_set_up(struct worker *worker);

/* What a net needs to know of these rules. */
struct net_limits limit_of_rules(const paua_rules *rules);

/* The static score of the worker's position, for the side to move, corrected for the limits. */
int limit_correct(const struct worker *worker, int score);

/* What near a limit makes the key of a position another one for each number of plies left: its
 * value is another one. 0 elsewhere. `later` is how many plies after the worker's position. */
uint64_t limit_key(const struct worker *worker, int later);

#endif
