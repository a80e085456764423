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

/* Whether a limit may end the game within the depth. Only then ask the next four. */
static inline bool limit_is_near(const struct worker *worker, int depth)
{
    return worker->position.ply + depth >= worker->limit.end_ply ||
           worker->position.quiet + depth >= worker->limit.end_quiet;
}

/* Plies left to the ply at which the game ends, if they are within the depth, else 0. */
int limit_end_within(const struct worker *worker, int depth);

/* Whether without an ejection the game may end within the depth: quiet plies draw, or nearness
 * decides. */
bool limit_may_end_within(const struct worker *worker, int depth);

/* Whether the `left` plies to the end do not suffice for the ejections, one a turn, that a win or a
 * loss takes, so that the score is outside the window, or certain: *score is that of a draw, which
 * is it or bounds it. */
bool limit_decides(const struct worker *worker, int left, int alpha, int beta, int *score);

/* Whether a draw is no improvement on alpha, and the side to move cannot win any more in the `left`
 * plies to the end unless it ejects a marble now. */
bool limit_asks_ejection(const struct worker *worker, int left, int alpha);

/* What near a limit makes the key of a position another one for each number of plies left: its
 * value is another one. 0 elsewhere. `later` is how many plies after the worker's position. */
uint64_t limit_key(const struct worker *worker, int later);

#endif
