/* level.h - levels of play below full strength. */
#ifndef SEARCH_LEVEL_H
#define SEARCH_LEVEL_H

#include "search/worker.h"

/* Whether the level overlooks moves, and so does not always play the best one found. */
bool level_errs(int level);

/* Lowers the limits to those of their level. */
void level_limit(paua_limits *limits);

/* Draws which moves are overlooked in this turn; worker->limits and the position are those of the
 * root. */
void level_set_up(struct worker *worker);

/* Removes overlooked moves from a list of moves of the side to move. */
void level_overlook_moves(const struct worker *worker, paua_move_list *list);

/* The move of a player of limits->level; the worker is at the root. */
paua_move level_choose_move(struct worker *worker, paua_search_info *info);

#endif
