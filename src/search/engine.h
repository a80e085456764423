/* engine.h - the inside of an engine: one search thread and what it remembers. */
#ifndef SEARCH_ENGINE_H
#define SEARCH_ENGINE_H

#include <stdatomic.h>

#include <paua/search.h>

#include "eval/eval.h"
#include "rules/kernel.h"
#include "search/table.h"

/* Depth, then ejections until both sides have run out of marbles. */
#define SEARCH_PLIES    (PAUA_DEPTH_MAX + 2 * PAUA_CELLS_MAX)
#define SEARCH_INFINITE 32000
#define SEARCH_KEYS     4096 /* low bits of a move: which one it is, without its effect */

struct paua_engine {
    const paua_board *board; /* borrowed */
    const struct kernel *kernel;
    struct eval eval;
    struct table table;
    atomic_bool stop;

    /* kept from search to search */
    paua_rules rules; /* of the last game searched: what is remembered holds for them alone */
    int32_t history[PAUA_SIDES][SEARCH_KEYS];
    int centre_gain
        [SEARCH_KEYS]; /* half steps that a move brings its marbles nearer to the centre */

    /* of the current search */
    const paua_game *game; /* borrowed */
    paua_position position;
    paua_limits limits;
    int64_t started_ms;
    uint64_t nodes;
    int seldepth;
    bool can_stop; /* depth 1 is done */
    bool stopped;
    int root_side;
    paua_move excluded[PAUA_MOVES_MAX]; /* root moves that better lines begin with (multipv) */
    int excluded_count;
    uint64_t path[SEARCH_PLIES + 1]; /* keys of the positions from the root to here */
    paua_move killers[SEARCH_PLIES + 1][2];
    paua_move pv[SEARCH_PLIES + 1][SEARCH_PLIES + 1];
    int pv_length[SEARCH_PLIES + 1];
};

/* Alpha-beta over `depth` plies from engine->position, `ply` plies from the root, in the window
 * (alpha, beta). The result means nothing when engine->stopped is set. */
int search_node(paua_engine *engine, int ply, int depth, int alpha, int beta);

/* Gives each move of the list a number: the higher, the earlier it should be tried. */
void order_moves(const paua_engine *engine, const paua_move_list *list, int ply, paua_move first,
                 int *scores);

/* Moves the best of the moves from `from` on to the place `from`. */
void order_pick(paua_move_list *list, int *scores, int from);

/* Notes that a move refuted the position `ply` plies from the root, after `tried` others did not. */
void order_reward(paua_engine *engine, const paua_move_list *list, int tried, int ply, int depth);

/* Chooses a move as a player of limits->level does; the engine is set up at the root. */
paua_move level_choose(paua_engine *engine, paua_search_info *info);

/* Completes limits with those of the level. */
void level_limit(paua_limits *limits);

/* Whether the level plays otherwise than by the best move found. */
bool level_errs(int level);

#endif
