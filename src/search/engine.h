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

_Static_assert(EVAL_SCORE_MOST < PAUA_SCORE_FORCED, "no evaluation is a forced win");

/* A solved board that the engine may look into. */
struct solved {
    const paua_table *table; /* borrowed */
    paua_probe *probe;       /* owned */
    bool fits;               /* board and rules are those of the current search */
};

struct paua_engine {
    const paua_board *board; /* borrowed */
    const struct kernel *kernel;
    struct eval eval;
    struct table table;
    atomic_bool stop;
    struct solved *solved; /* owned */
    int solved_count;

    /* kept from search to search */
    paua_rules rules; /* of the last game searched: what is remembered holds for them alone */
    int32_t history[PAUA_PLAYERS_MAX][SEARCH_KEYS];
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
    uint64_t told;       /* positions that solved boards have told */
    bool solved_fits;    /* one of them is of this game */
    bool solved_root;    /* the root is in it, and so is all that can follow */
    bool solved_haunted; /* a position of the past may stand between the root and its win */
    bool solved_sure;    /* what it says of the root holds for the game */
    paua_method method;  /* DEFAULT: alpha-beta */
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

/* Best-reply search or max^n (engine->method) over `depth` plies from the root, of the moves that the game
 * allows and that are not excluded: the best score for the side to move, its line in engine->pv[0]. */
int many_root(paua_engine *engine, int depth);

/* The score for the root's side of the position after one of his moves, which is made and unmade, by whichever
 * method the engine uses. */
int search_after(paua_engine *engine, paua_move move, int depth);
int many_after(paua_engine *engine, paua_move move, int depth);

/* Finds out what solved boards can say in this search; the engine is set up at the root. */
void solved_set_up(paua_engine *engine);

/* Whether a solved board tells the score of the position, at least as well as a search of this depth would;
 * engine->solved_fits. */
bool solved_score(paua_engine *engine, int ply, int depth, int *score);

/* Lengthens the line in engine->pv[0] by best play, up to the end of the game or of the room. */
void solved_extend_pv(paua_engine *engine);

void solved_free(struct solved *solved, int count);

/* Parts that all methods share. */
int search_draw_score(const paua_engine *engine); /* alpha-beta alone */
void search_enter(paua_engine *engine, int ply,
                  uint64_t key); /* counts a node, looks at the limits */
void search_extend_pv(paua_engine *engine, int ply, paua_move move);
bool search_excluded(const paua_engine *engine, int ply, paua_move move);

/* Whether the position occurred `times` times before in this line or, since the last ejection, in the game (R13),
 * looking at every `step`-th position back. Mostly once is enough: who could repeat once could do it again. */
bool search_repeats(const paua_engine *engine, int ply, int step, int times);

/* Whether the table's entry settles a node with this window. */
bool search_cuts_off(const struct table_entry *entry, int score, int depth, int alpha, int beta);

/* Forced scores count plies from the root; in the table they count from the position. */
int search_score_to_table(int score, int ply);
int search_score_from_table(int score, int ply);

/* Gives each move of the list a number: the higher, the earlier it should be tried. */
void order_moves(const paua_engine *engine, const paua_move_list *list, int ply, paua_move first,
                 int *scores);

/* Moves the best of the moves from `from` on to the place `from`. */
void order_pick(paua_move_list *list, int *scores, int from);

/* Notes that a move refuted the position `ply` plies from the root, after `tried` others did not. */
void order_reward(paua_engine *engine, const paua_move_list *list, int tried, int ply, int depth);

/* The same for one move of one player, without blame for others. */
void order_credit(paua_engine *engine, int side, paua_move move, int ply, int depth);

/* Chooses a move as a player of limits->level does; the engine is set up at the root. */
paua_move level_choose(paua_engine *engine, paua_search_info *info);

/* Completes limits with those of the level. */
void level_limit(paua_limits *limits);

/* Whether the level plays otherwise than by the best move found. */
bool level_errs(int level);

#endif
