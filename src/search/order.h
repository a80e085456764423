/* order.h - move ordering and its history tables. */
#ifndef SEARCH_ORDER_H
#define SEARCH_ORDER_H

#include "search/worker.h"

/* Gives each move of the list a score: the higher, the earlier it is searched. */
void order_score_moves(const struct worker *worker, const paua_move_list *list, int ply,
                       paua_move tt_move, int *scores);

/* Swaps the best move from index `from` on to this index (selection sort, one step). */
void order_select_next(paua_move_list *list, int *scores, int from);

/* Whether the move ranks above all that history alone orders: the TT move, a push, a killer or a
 * counter-move. */
bool order_is_above_history(int score);

/* After a beta cutoff by moves[tried]: rewards it, and penalises the moves before it. */
void order_update_history(struct worker *worker, const paua_move *moves, int tried, int ply,
                          int depth);

/* Rewards one move of one player, without a penalty for others. */
void order_reward_move(struct worker *worker, int side, paua_move move, int ply, int depth);

/* Lets the history of earlier searches count less. */
void order_age_history(struct history_tables *history);

#endif
