/* search.h - an engine that finds moves.
 *
 * An engine owns its transposition table and everything else it needs; after paua_engine_new() it
 * allocates nothing. One engine searches one position at a time; several engines are independent.
 * Only paua_engine_stop() may be called from another thread while a search runs.
 *
 * A search with the same engine state, position and limits (depth or nodes) is reproducible to the
 * node.
 */
#ifndef PAUA_SEARCH_H
#define PAUA_SEARCH_H

#include <paua/eval.h>
#include <paua/game.h>
#include <paua/level.h>
#include <paua/table.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct paua_engine paua_engine;

#define PAUA_DEPTH_MAX   64
#define PAUA_THREADS_MAX 256

/* Scores are from the side to move's view, in thousandths of a unit of log-odds (eval.h: a lead of
 * 1000 wins 73 of 100 games) unless another evaluation is asked for; of two players they know the
 * limits of the game (R13, R14): the nearer an end by score, the more a lead in marbles counts, and
 * the nearer a draw, the less everything. With three and more players the score is the lead of that
 * player (or team) over the mean of the others. A forced win in n plies is PAUA_SCORE_WIN - n, a
 * forced loss the negative of that. */
#define PAUA_SCORE_WIN    30000
#define PAUA_SCORE_FORCED (PAUA_SCORE_WIN - 1000) /* a score from here up is a forced win */

/* Creates an engine for one board (borrowed; it must outlive the engine).
 * tt_bytes  memory of the transposition table, rounded down to a power of two, at least 64 KiB
 * eval         name of an evaluation (eval.h), or NULL for the default
 * Returns PAUA_OK, PAUA_ERROR_NOT_FOUND (no such evaluation) or PAUA_ERROR_NO_MEMORY. */
PAUA_API paua_status paua_engine_new(const paua_board *board, size_t tt_bytes, const char *eval,
                                     paua_engine **out);
PAUA_API void paua_engine_free(paua_engine *engine); /* NULL is allowed */

/* Forgets everything learned (transposition table, history), as if newly created. */
PAUA_API void paua_engine_clear(paua_engine *engine);

/* Lets a net (eval.h; borrowed: it must outlive the engine, or be taken away with NULL) score the
 * positions that it covers, and the engine's evaluation all others. The engine forgets what it has
 * learned. Returns PAUA_OK, or PAUA_ERROR_UNSUPPORTED (not a 5x5x5 board; nothing has changed). */
PAUA_API paua_status paua_engine_use_net(paua_engine *engine, const paua_net *net);

/* Gives the engine tablebases: solved boards to probe (table.h; borrowed: they must outlive the
 * engine, or be taken away with a count of 0). The engine forgets what it has learned. Returns
 * PAUA_OK, or PAUA_ERROR_NO_MEMORY (nothing has changed).
 *
 * A tablebase covers a position if its board is the same, turned or not, its rule for a stuck side
 * (R12) is the game's, and both sides have as many marbles left to eject in its layer of these
 * marbles as in the game. None is probed where marbles of more than two players are on the board,
 * under ko (R16), by another method than alpha-beta, or at a level that makes mistakes.
 *
 * From a covered position a search ends at depth 1: its scores are exact, its line is best play to
 * the end. The draws of R13 and the limits of R14 are respected. A win is exact if it comes before
 * every limit of plies. The winner's remoteness falls with every move, so that no position repeats;
 * only those that the game has been through before can stand in the way. Where they do, or a limit
 * does, the search continues, and a tablebase win scores just below PAUA_SCORE_FORCED. A tablebase
 * draw is a draw unless score or centre will decide the game. A damaged block is skipped. */
PAUA_API paua_status paua_engine_use_tables(paua_engine *engine, const paua_table *const *tables,
                                            int count);

/* Sets the number of threads for games for two, 1 .. PAUA_THREADS_MAX, 1 by default (lazy SMP: they
 * share the transposition table). What the other threads have learned is forgotten. With more than
 * one thread a search is not reproducible; time and nodes of the first thread end it.
 * Returns PAUA_OK, PAUA_ERROR_BAD_ARGUMENT, or PAUA_ERROR_NO_MEMORY (nothing has changed). */
PAUA_API paua_status paua_engine_use_threads(paua_engine *engine, int threads);

/* A number of the search that matches have tuned, such as a margin or a depth: for tuning and for
 * experiments, and not the same from version to version. */
typedef struct paua_parameter {
    const char *name;
    int value, least, most;
} paua_parameter;

PAUA_API int paua_parameter_count(void);
PAUA_API const paua_parameter *paua_parameter_at(int i);              /* 0 .. count-1, else NULL */
PAUA_API const paua_parameter *paua_parameter_find(const char *name); /* NULL: none */

/* Sets a parameter of this engine; it forgets what it has learned. PAUA_OK, PAUA_ERROR_NOT_FOUND,
 * or PAUA_ERROR_BAD_ARGUMENT (out of its range). */
PAUA_API paua_status paua_engine_set_parameter(paua_engine *engine, const char *name, int value);

/* How a game is searched.
 *
 * default      two players: alpha-beta with pruning and reductions; three and more: best-reply
 *              search, or paranoid search where only two teams or players are left
 * full-width   two players: alpha-beta that searches every move to the full depth, so that its
 *              scores are exact and a forced win within the depth is found
 * best-reply   best-reply search (Schadd and Winands, "Best Reply Search for Multiplayer Games",
 *              IEEE TCIAIG 2011)
 * max-n        max^n (Luckhardt and Irani, "An Algorithmic Solution of N-Person Games", AAAI 1986).
 * paranoid     paranoid search (Sturtevant and Korf, "On Pruning Techniques for Multi-Player
 *              Games", AAAI 2000): players move in turn, and all but the root's team lower its
 *              score. These three search every move to the full depth, games for two as well, and
 *              find the minimax value there by what eval.h says of three and more players
 * plain        what historical programs do (opponent.h): alpha-beta to a fixed depth, in the order
 *              of rules.h, the first of equal moves, or as `order` and `last` of the limits say; no
 *              memory, no search beyond the depth. It
 *              knows the end of a game by ejections or a stuck side, but no repetition and no
 *              limit. Three and more players: best-reply search
 * random       a random legal move, drawn from `seed`
 * mcts         two players: Monte-Carlo tree search, UCT (Kocsis and Szepesvari, "Bandit Based
 *              Monte-Carlo Planning", ECML 2006) with random playouts of at most 60 plies, after
 *              which more ejections win, and the constant of UCB1, the square root of 2. Depth 1 is
 *              100 playouts, or as many as there are moves, each further depth doubles them; the
 *              tree keeps its first 50,000 nodes. Of the evaluation it takes nothing. The score is
 *              1000 (2p - 1), p being the share of the points of its playouts. It depends on
 *              `seed`. Three and more players: best-reply search */
typedef enum paua_method {
    PAUA_METHOD_DEFAULT,
    PAUA_METHOD_FULL,
    PAUA_METHOD_BEST_REPLY,
    PAUA_METHOD_MAX_N,
    PAUA_METHOD_PLAIN,
    PAUA_METHOD_RANDOM,
    PAUA_METHOD_PARANOID,
    PAUA_METHOD_MCTS,
    PAUA_METHOD_COUNT
} paua_method;

/* "default", "full-width", "best-reply", "max-n", "plain", "random", "paranoid", "mcts"; NULL for
 * other numbers. */
PAUA_API const char *paua_method_name(int method);

/* The order of moves that decides between equally good ones for "plain": that of rules.h; or by the
 * cell of a move (position.h), its direction and the number of its marbles, whichever comes first,
 * perhaps in-line moves before broadside ones. Only the order at the root matters: deeper in the
 * tree it changes no score. */
typedef enum paua_order {
    PAUA_ORDER_RULES,
    PAUA_ORDER_CELLS,
    PAUA_ORDER_DIRECTIONS,
    PAUA_ORDER_INLINE_CELLS,
    PAUA_ORDER_INLINE_DIRECTIONS,
    PAUA_ORDER_MARBLES_CELLS,
    PAUA_ORDER_MARBLES_DIRECTIONS,
    PAUA_ORDER_COUNT
} paua_order;

/* "rules", "cells", "directions", "in-line cells", ...; NULL for other numbers. */
PAUA_API const char *paua_order_name(int order);

#define PAUA_CONTEMPT     400
#define PAUA_CONTEMPT_MAX 10000

/* When a search ends: at whichever limit comes first. 0 means no limit of that kind. Depth 1 is
 * always completed when the position has a move. */
typedef struct paua_limits {
    size_t size;    /* sizeof(paua_limits), set by the caller; another is PAUA_ERROR_BAD_ARGUMENT */
    int depth;      /* plies, 0 .. PAUA_DEPTH_MAX */
    uint64_t nodes; /* positions visited, by the first thread */
    int64_t time_ms; /* wall clock for this move (hard limit) */
    /* Wall clock that a move should take on average (soft limit): less where the best move is
     * stable, more, up to time_ms, where it changes or its score falls. A depth that has begun is
     * completed. */
    int64_t plan_ms;
    int level;     /* 1 .. PAUA_LEVELS (level.h): weaker, limits of its own; 0: full strength */
    uint64_t seed; /* of the random numbers of a level below full strength, and of "random" */
    int multipv;   /* best lines to report per depth, 0 or 1 for one; ignored with a level */
    int method;    /* a paua_method */
    int order;     /* a paua_order, of "plain" */
    bool last;     /* "plain": of equally good moves the last one in that order */
    /* How much worse than 0 a draw is for the side to move, 0 .. PAUA_CONTEMPT_MAX in the unit of
     * the evaluation; methods for two alone. With 0, scores are objective; PAUA_CONTEMPT is for
     * play, where a side that is a little behind should not be content to repeat: 0.4 units of
     * log-odds. */
    int contempt;
    /* Searches this move alone; PAUA_NO_MOVE: all. Ignored by levels that make mistakes and by
     * "random". */
    paua_move only;
} paua_limits;

typedef struct paua_search_info {
    int depth;        /* completed iteration, plies */
    int multipv;      /* number of this line, from 1, the best */
    int seldepth;     /* longest line searched, plies */
    int score;        /* see above */
    uint64_t nodes;   /* of all threads */
    int64_t time_ms;  /* since the search began */
    int hashfull;     /* thousandths of the transposition table in use */
    uint64_t tb_hits; /* positions that tablebases have answered */
    int pv_count;     /* 1 .. PAUA_DEPTH_MAX */
    /* Principal variation; valid during the callback or until the next search. */
    const paua_move *pv;
} paua_search_info;

/* Called on the calling thread of the search after each iteration, for each line. */
typedef void (*paua_search_callback)(const paua_search_info *info, void *context);

/* Searches the current position of the game, with its history for repetitions.
 * *best is PAUA_NO_MOVE when the game is over. `last`, if not NULL, receives the last iteration.
 * callback may be NULL. Returns PAUA_OK, or PAUA_ERROR_BAD_ARGUMENT: limits out of range, an only
 * move that is not legal, or a game of another board. */
PAUA_API paua_status paua_engine_search(paua_engine *engine, const paua_game *game,
                                        const paua_limits *limits, paua_move *best,
                                        paua_search_info *last, paua_search_callback callback,
                                        void *context);

/* Ends the running search as soon as possible, or the next one if none runs (it still completes
 * depth 1); from any thread. A search that returns has consumed the stop. */
PAUA_API void paua_engine_stop(paua_engine *engine);

/* Cancels a stop that came too late for its search; not while a search runs. */
PAUA_API void paua_engine_resume(paua_engine *engine);

/* "cp 35" or "mate 5" (full moves, as chess protocols count). Returns `text`. */
PAUA_API char *paua_score_format(int score, char *text, size_t cap);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_SEARCH_H */
