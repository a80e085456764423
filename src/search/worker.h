/* worker.h - one thread of a search: its position, its limits, and what it remembers from node to
 * node. */
#ifndef SEARCH_WORKER_H
#define SEARCH_WORKER_H

#include <stdatomic.h>

#include <paua/search.h>

#include "eval/eval.h"
#include "rules/kernel.h"
#include "search/parameters.h"
#include "search/tt.h"

/* The longest line: the full depth, then ejections until both sides have run out of marbles. */
#define SEARCH_PLIES    (PAUA_DEPTH_MAX + 2 * PAUA_CELLS_MAX)
#define SEARCH_INFINITE 32000

/* Low bits of a move that index the tables of move ordering. */
#define SEARCH_MOVE_KEYS   4096 /* the move without its effect (push, ejection) */
#define SEARCH_MOVE_STARTS 512  /* its cell and direction alone */

#define SEARCH_CONTINUATIONS 2 /* plies before a move that continuation history looks at */

#define SEARCH_LMR_MAX 64 /* depths and move numbers that the table of reductions covers */

_Static_assert(EVAL_SCORE_MOST < PAUA_SCORE_FORCED, "no evaluation is a forced win");

struct tablebase;

/* A principal variation and its score. */
struct root_line {
    int score;
    int seldepth;
    int count;
    paua_move moves[PAUA_DEPTH_MAX];
};

/* How often moves refuted positions, kept from search to search (order.c). */
struct history_tables {
    /* history heuristic: by side and move */
    int32_t main[PAUA_PLAYERS_MAX][SEARCH_MOVE_KEYS];
    /* counter-moves: the last refutation of that side's move */
    paua_move counter_moves[PAUA_SIDES][SEARCH_MOVE_KEYS];
    /* continuation history: by the move one ply before (0) or two plies before (1), and the move */
    int16_t continuation[SEARCH_CONTINUATIONS][SEARCH_MOVE_STARTS][SEARCH_MOVE_STARTS];
};

/* A node of Monte-Carlo tree search (mcts.c). */
struct mcts_node {
    uint32_t visits, points; /* half points of the side that moved here */
    uint32_t child, sibling; /* numbers of nodes; 0: none */
    paua_move move;          /* that leads here */
    uint16_t children;       /* moves tried, the first ones in the order of rules.h */
};

#define MCTS_NODES 50000

/* The tree of a search; its root is node 0. */
struct mcts_tree {
    uint64_t random; /* of the playouts */
    int count;
    struct mcts_node nodes[MCTS_NODES];
};

#define LIMIT_FAR 320 /* plies left; what is farther away counts as far */

/* Weights by the plies left to a limit (limit.c), in 1024ths. */
struct limit_weights {
    /* whether these limits matter to the search; by_ply: the game ends at a certain ply */
    bool by_score, by_quiet, by_ply;
    /* the number of the ply, and the quiet plies, at which the game may end first, or INT_MAX */
    int end_ply, end_quiet;
    /* where the score decides at the limit of plies: of the static score, and of a lead of one
     * marble in units of the score */
    int16_t decided[LIMIT_FAR + 1], lead[LIMIT_FAR + 1];
    int16_t quiet[LIMIT_FAR + 1]; /* of the score at the limit of plies without an ejection */
};

struct worker {
    /* Shared by all workers of an engine; borrowed. */
    const paua_board *board;
    const struct eval *eval;
    struct tt *tt;
    const struct search_parameters *parameters;
    atomic_bool *stop;
    _Atomic uint64_t *helper_nodes; /* nodes of all workers but the first, in thousands */

    /* The worker itself, from search to search. */
    int id; /* 0: the main worker, whose limits end the search */
    const struct kernel *kernel;
    struct tablebase *tablebases; /* owned */
    int tablebase_count;
    union { /* a change of the method clears it */
        struct history_tables history;
        struct mcts_tree mcts;
    };
    struct accumulator_stack *accumulators;      /* owned */
    uint8_t lmr[SEARCH_LMR_MAX][SEARCH_LMR_MAX]; /* reductions by depth and move number */
    struct limit_weights limit;
    int centre_gain[SEARCH_MOVE_KEYS]; /* half steps that a move brings its marbles to the centre */

    /* The current search. */
    const paua_game *game; /* borrowed */
    paua_rules rules;
    paua_position position;
    paua_limits limits;
    paua_method method;
    int64_t started_ms;
    uint64_t nodes;
    int seldepth;
    bool can_stop; /* depth 1 is complete */
    bool stopped;
    int root_side;
    uint64_t contempt_key; /* keeps apart the TT entries of the two sides' contempt; 0: none */
    int root_depth;        /* of this iteration */

    /* Levels that overlook moves (level.c). */
    int overlook;          /* in thousandths, of the moves that are hardest to see; 0: none */
    uint64_t overlook_key; /* seeds which moves these are, else 0 */

    /* Tablebases (tb.c). */
    uint64_t tb_hits;
    bool tb_applies; /* some tablebase covers positions of this game */
    bool tb_root;    /* it covers the root, and so all positions below it */
    bool tb_blocked; /* a position of the game's past may stand between the root and its win */
    bool tb_decided; /* the tablebase value of the root holds for the game */

    /* The root. */
    paua_move excluded[PAUA_MOVES_MAX]; /* first moves of better lines (multipv) */
    int excluded_count;
    struct root_line lines[PAUA_MOVES_MAX]; /* best first */

    /* The current line, by ply. */
    uint64_t keys[SEARCH_PLIES + 1];
    paua_move moves[SEARCH_PLIES + 1]; /* PAUA_NO_MOVE: not known */
    int static_scores[SEARCH_PLIES + 1];
    paua_move singular[SEARCH_PLIES + 1]; /* left out of a search for others as good, or none */
    paua_move killers[SEARCH_PLIES + 1][2];
    paua_move pv[SEARCH_PLIES + 1][SEARCH_PLIES + 1]; /* triangular table */
    int pv_length[SEARCH_PLIES + 1];
};

#endif
