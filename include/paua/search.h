/* search.h - an engine that finds moves.
 *
 * An engine owns its transposition table and everything else it needs; after paua_engine_new() it
 * allocates nothing. One engine searches one position at a time; several engines are independent.
 * Only paua_engine_stop() may be called from another thread while a search runs.
 *
 * A search with the same engine state, position and limits (depth or nodes) is reproducible to the node.
 */
#ifndef PAUA_SEARCH_H
#define PAUA_SEARCH_H

#include <paua/eval.h>
#include <paua/game.h>
#include <paua/table.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct paua_engine paua_engine;

#define PAUA_DEPTH_MAX   64
#define PAUA_LEVELS      10
#define PAUA_THREADS_MAX 256

/* Scores are from the side to move, in thousandths of a unit of log-odds
 * (eval.h: 1000 ahead wins 73 of 100 games) unless another evaluation is asked for; with three and more players it is
 * what that player (or team) is ahead of the mean of the others. A forced win in n plies is PAUA_SCORE_WIN - n, a forced loss the negative of that. */
#define PAUA_SCORE_WIN    30000
#define PAUA_SCORE_FORCED (PAUA_SCORE_WIN - 1000) /* from here on a score means a forced win */

/* Levels 1 to 5 err as people do: they look one to three plies ahead and overlook moves, their own and, more often, replies to
 * them; ejections least, then pushes, single marbles and lines, broadside moves most. What they see they judge
 * soundly. Which moves are overlooked is drawn from the seed and the position at hand, and holds for a whole turn: with the
 * same seed a level plays the same move in the same position. Levels 6 to 10 search as full strength does, but no more than 2500,
 * 12000, 60000, 400000 and 4000000 nodes. docs/strength.md has what they score against each other. */

/* Creates an engine for one board (borrowed; it must outlive the engine).
 * tt_bytes  memory of the transposition table, rounded down to a power of two, at least 64 KiB
 * eval         name of an evaluation (eval.h), or NULL for the default
 * Returns PAUA_OK, PAUA_NOT_FOUND (no such evaluation) or PAUA_NO_MEMORY. */
PAUA_API paua_status paua_engine_new(const paua_board *board, size_t tt_bytes, const char *eval,
                                     paua_engine **out);
PAUA_API void paua_engine_free(paua_engine *engine); /* NULL is allowed */

/* Forgets everything learned, as if newly created. */
PAUA_API void paua_engine_clear(paua_engine *engine);

/* Has a net (eval.h; borrowed: it must outlive the engine, or be taken away by NULL) score the positions that nets are
 * for, and the engine's evaluation all others; and forgets what the engine has learned.
 * Returns PAUA_OK, or PAUA_UNSUPPORTED (not a 5x5x5 board; nothing has changed). */
PAUA_API paua_status paua_engine_use_net(paua_engine *engine, const paua_net *net);

/* Gives the engine solved boards to look into (borrowed: they must outlive it, or be taken away by a count of 0) and
 * forgets what it has learned. Returns PAUA_OK, or PAUA_NO_MEMORY (nothing has changed).
 *
 * A position is looked for in tables of its board, turned or not, made under the game's rule for a stuck side (R12), in whose
 * layer of these marbles both sides have as many left to eject as in the game. Others are passed over, and all of them are
 * where more than the marbles of two players is on the board, under ko (R16), by another method than the default one,
 * and at a level that errs.
 *
 * From a position in a table a search ends at depth 1: its scores are exact, its line is best play to the end. The draws
 * of R13 and the limits of R14 are kept. A win is told if it comes before every limit of plies. Who wins by a table comes
 * nearer to it with every move, so that no position comes twice; only those that the game has seen before can stand
 * in the way. Where they do, or a limit does, the search goes on, and what a table calls a win scores just below
 * PAUA_SCORE_FORCED. A draw is one unless score or centre will decide. A damaged block tells nothing. */
PAUA_API paua_status paua_engine_use_tables(paua_engine *engine, const paua_table *const *tables,
                                            int count);

/* Searches games for two with so many threads, 1 .. PAUA_THREADS_MAX (1 when nothing is said); what the others have learned
 * is forgotten. With more than one a search is not reproducible; time and nodes of the first thread end it.
 * Returns PAUA_OK, PAUA_BAD_ARGUMENT, or PAUA_NO_MEMORY (nothing has changed). */
PAUA_API paua_status paua_engine_use_threads(paua_engine *engine, int threads);

/* How a game is searched. Two players: alpha-beta that leaves out what is hardly worth a look; "full-width" looks at every
 * move to the full depth, so that its scores are exact and a forced win within the depth is found. Three and more: best-reply search (Schadd and Winands,
 * "Best Reply Search for Multiplayer Games", IEEE TCIAIG 2011) unless max^n (Luckhardt and Irani, "An
 * Algorithmic Solution of N-Person Games", AAAI 1986) is asked for. These two also search games
 * for two, where both find the minimax value by abla's terms (eval.h).
 *
 * Plain is what historical programs do (opponent.h): alpha-beta to so many plies, in the order of rules.h, of equal
 * moves the first; nothing is remembered, no line goes on beyond the depth. It sees the end of a game by
 * ejections or a stuck side, but no repetition and no limit. For three and more it is best-reply search.
 * Random draws a legal move from `seed`, without looking. */
typedef enum paua_method {
    PAUA_METHOD_DEFAULT,
    PAUA_METHOD_FULL,
    PAUA_METHOD_BEST_REPLY,
    PAUA_METHOD_MAX_N,
    PAUA_METHOD_PLAIN,
    PAUA_METHOD_RANDOM,
    PAUA_METHOD_COUNT
} paua_method;

/* "default", "full-width", "best-reply", "max-n", "plain", "random"; NULL for other numbers. */
PAUA_API const char *paua_method_name(int method);

/* When a search ends: whatever comes first. 0 means no limit of that kind; at least depth 1 is
 * always finished when the position has a move. */
#define PAUA_CONTEMPT     400
#define PAUA_CONTEMPT_MAX 10000

typedef struct paua_limits {
    int depth;       /* plies, 0 .. PAUA_DEPTH_MAX */
    uint64_t nodes;  /* positions visited, by the first thread */
    int64_t time_ms; /* wall clock for this move */
    /* Wall clock that a move should take on the whole: sooner where the best move is plain, and later, up to time_ms,
     * where it changes or its score falls. Depths already begun are finished. */
    int64_t plan_ms;
    int level;     /* 1 .. PAUA_LEVELS: weaker play with limits of its own; 0 = full strength */
    uint64_t seed; /* what a level below full strength, and chance, draw from */
    int multipv;   /* best lines to report per depth, 0 or 1 for one; not with a level */
    int method;    /* a paua_method */
    /* By how much a draw is worse than nothing for the side to move, 0 .. PAUA_CONTEMPT_MAX in the evaluation's unit; of
     * the methods for two alone. With 0 a score says what the position is worth; PAUA_CONTEMPT is for play, where
     * who is a little behind should not be content to repeat: 0.4 units of log-odds, where these are the unit. */
    int contempt;
    /* Of the moves at hand look at this one alone; PAUA_NO_MOVE: at all. A level and chance do as they please. */
    paua_move only;
} paua_limits;

typedef struct paua_search_info {
    int depth;           /* finished iteration, plies */
    int multipv;         /* which line this is, from 1, the best */
    int seldepth;        /* deepest line looked at */
    int score;           /* see above */
    uint64_t nodes;      /* of all threads */
    int64_t time_ms;     /* since the search began */
    int hashfull;        /* thousandths of the table in use */
    uint64_t tb_hits;    /* positions that solved boards have told */
    int pv_count;        /* 1 .. PAUA_DEPTH_MAX */
    const paua_move *pv; /* valid during the callback or until the next search */
} paua_search_info;

/* Called on the searching thread after each iteration. */
typedef void (*paua_search_callback)(const paua_search_info *info, void *context);

/* Searches the current position of the game, with its history for repetitions.
 * *best is PAUA_NO_MOVE when the game is over. `last`, if not NULL, receives the last iteration.
 * callback may be NULL. Returns PAUA_OK, or PAUA_BAD_ARGUMENT for limits out of range, an only move that
 * may not be played, or a game of another board. */
PAUA_API paua_status paua_engine_search(paua_engine *engine, const paua_game *game,
                                        const paua_limits *limits, paua_move *best,
                                        paua_search_info *last, paua_search_callback callback,
                                        void *context);

/* Makes the running search end as soon as it can, or the next one if none runs (it then finishes
 * depth 1); from any thread. A search that returns has used the stop up. */
PAUA_API void paua_engine_stop(paua_engine *engine);

/* Takes back a stop that came too late for its search; not while a search runs. */
PAUA_API void paua_engine_resume(paua_engine *engine);

/* "cp 35" or "mate 5" (plies halved, as chess engines count), for protocols. Returns `text`. */
PAUA_API char *paua_score_format(int score, char *text, size_t cap);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_SEARCH_H */
