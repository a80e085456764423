/* explain.h - what stands behind a score: threats, hanging marbles, and reviews of whole games for two.
 *
 * A review asks of every move how much of the mover's expectation it gave away. The expectation of a score is the share of
 * points (a win 1, a draw half) that the side to move makes from such scores on: the logistic curve of the default
 * evaluation's unit, which games of the engine against itself bear out (docs/analysis.md). A difference of scores says little by itself: ahead by a little it may turn the
 * game, ahead by a lot it changes nothing.
 *
 * With the same engine settings, game and limits (depth or nodes, one thread) every result is the same.
 */
#ifndef PAUA_EXPLAIN_H
#define PAUA_EXPLAIN_H

#include <paua/search.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A score of so much more multiplies the odds of winning by e. */
#define PAUA_EXPECTATION_SCALE 1000.0

/* 1 / (1 + exp(-score / PAUA_EXPECTATION_SCALE)); 1 for a forced win, 0 for a forced loss. Thread-safe. */
PAUA_API double paua_score_expectation(int score);

/* The marbles of one side that the other side could eject at once if it were its turn. Rules of moves alone count: ko
 * and the end of the game are not looked at. */
typedef struct paua_hanging {
    paua_set marbles;     /* those that hang */
    paua_move_list moves; /* each way to eject one of them, paua_move_victim() tells which */
} paua_hanging;

/* Thread-safe. Returns PAUA_OK, or PAUA_UNSUPPORTED: more than two play. */
PAUA_API paua_status paua_hanging_find(const paua_board *board, const paua_position *position,
                                       paua_side side, paua_hanging *out);

/* The cell from which a move ejects a marble, or PAUA_NO_CELL. */
PAUA_API int paua_move_victim(const paua_board *board, paua_move move);

/* What the opponent of the side to move would do if it were his turn. */
typedef struct paua_threat {
    paua_move move; /* PAUA_NO_MOVE: he has none, or the game is over */
    int score;      /* from his view */
    int gain;       /* by how much this is more than the score that he has as it is */
    bool ejects;
    int depth;
    int line_count;
    paua_move line[PAUA_DEPTH_MAX]; /* begins with the move */
} paua_threat;

/* Searches the position of the game with the turn passed, without the game's history. `score` is that of the position as
 * it is, for the side to move. The callback, which may be NULL, hears of each depth; paua_engine_stop() ends it early.
 * Returns PAUA_OK, PAUA_BAD_ARGUMENT as paua_engine_search() does, PAUA_UNSUPPORTED (more than two play) or
 * PAUA_NO_MEMORY. */
PAUA_API paua_status paua_threat_find(paua_engine *engine, const paua_game *game,
                                      const paua_limits *limits, int score, paua_threat *out,
                                      paua_search_callback callback, void *context);

/* How good a move is by the expectation that it loses; one list gives grade, name, the number of its glyph in game
 * records ($6; 0: none) and the loss from which on a move is called so. Who plays the best move, or one that scores as
 * much, plays a BEST one. */
#define PAUA_GRADE_MAP(X)                                                                          \
    X(BEST, "best", 0, 0.0)                                                                        \
    X(GOOD, "good", 0, 0.0)                                                                        \
    X(INACCURACY, "inaccuracy", 6, 0.05)                                                           \
    X(MISTAKE, "mistake", 2, 0.10)                                                                 \
    X(BLUNDER, "blunder", 4, 0.20)

typedef enum paua_grade {
#define X(grade, name, glyph, loss) PAUA_GRADE_##grade,
    PAUA_GRADE_MAP(X)
#undef X
        PAUA_GRADES
} paua_grade;

PAUA_API const char *paua_grade_name(paua_grade grade); /* "best", ...; NULL for other numbers */
PAUA_API int paua_grade_glyph(paua_grade grade);        /* 2, 4, 6, or 0: none */

/* The grade of a move that is not the best one and loses so much; PAUA_GRADE_GOOD at least. */
PAUA_API paua_grade paua_grade_of_loss(double loss);

/* A move that loses so much expectation has half the accuracy of the best one, twice as much a quarter, and so on. */
#define PAUA_ACCURACY_HALF 0.10

#define PAUA_REVIEW_LINE 12 /* plies of the best line that are kept */

/* One move of a game. Scores are from the mover's view and of the same search depth: of the deepest that both searches
 * have reached. */
typedef struct paua_review_move {
    paua_move played, best;
    int score;   /* what the best move leads to */
    int after;   /* what the one that was played leads to; never more than `score` */
    double loss; /* of expectation, 0 .. 1 */
    paua_grade grade;
    int depth;
    int line_count;
    paua_move line[PAUA_REVIEW_LINE]; /* begins with the best move */
} paua_review_move;

typedef struct paua_review {
    int moves; /* how many were reviewed: all, unless it was stopped */
    /* The number, from 1, of the first move after which the side that lost had less than an even expectation for the
     * rest of the game; 0 where nobody lost, where it never had more, and where it still had when the game ended. */
    int turning;
    int grades[PAUA_SIDES][PAUA_GRADES]; /* moves of each side by grade */
    double accuracy[PAUA_SIDES];         /* mean of its moves, in per cent; 100 without any */
} paua_review;

/* Called before each search, and after each depth of it: `done` of `total` moves have been reviewed. False stops. */
typedef bool (*paua_review_callback)(int done, int total, void *context);

/* Reviews a game from its start. What the engine has learned is forgotten first.
 * limits    for each of the two searches that a move takes at most; depth, nodes or time must be limited, level, multipv
 *           and method count for nothing
 * result    how the game ended: paua_game_outcome()'s, or another where the players ended it themselves
 * moves     room for paua_game_moves() of them
 * Returns PAUA_OK, also when it was stopped (by the callback, or from another thread: paua_engine_stop() alone ends only
 * the search that runs); PAUA_UNSUPPORTED (more than two play), PAUA_BAD_ARGUMENT or PAUA_NO_MEMORY. */
PAUA_API paua_status paua_review_game(paua_engine *engine, const paua_game *game,
                                      paua_result result, const paua_limits *limits,
                                      paua_review_move *moves, paua_review *out,
                                      paua_review_callback callback, void *context);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_EXPLAIN_H */
