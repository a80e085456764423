/* explain.h - what is behind a score: threats, hanging marbles, and reviews of whole games for two.
 *
 * A review grades each move by the expectation that it lost. The expectation of a score is the
 * share of points (a win 1, a draw half) that the side to move makes from such scores: the logistic
 * curve of the default evaluation's unit, which games of the engine against itself confirm
 * (docs/analysis.md). A difference of scores alone says little: at a small lead it may turn the
 * game, at a large one it changes nothing.
 *
 * With the same engine settings, game and limits (depth or nodes, one thread) every result is the
 * same.
 */
#ifndef PAUA_EXPLAIN_H
#define PAUA_EXPLAIN_H

#include <paua/search.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An increase of the score by this much multiplies the odds of winning by e. */
#define PAUA_EXPECTATION_SCALE 1000.0

/* 1 / (1 + exp(-score / PAUA_EXPECTATION_SCALE)); 1 for a forced win, 0 for a forced loss.
 * Thread-safe. */
PAUA_API double paua_score_expectation(int score);

/* The marbles of one side that the other side could eject at once if it were its turn. Only the
 * rules of moves count, not ko or the end of the game. */
typedef struct paua_hanging {
    paua_set marbles;     /* the hanging ones */
    paua_move_list moves; /* every move that ejects one, paua_move_victim() */
} paua_hanging;

/* Thread-safe. Returns PAUA_OK, or PAUA_UNSUPPORTED: more than two play. */
PAUA_API paua_status paua_hanging_find(const paua_board *board, const paua_position *position,
                                       paua_side side, paua_hanging *out);

/* The cell from which a move ejects a marble, or PAUA_NO_CELL. */
PAUA_API int paua_move_victim(const paua_board *board, paua_move move);

/* The best move of the opponent if it were the opponent's turn. */
typedef struct paua_threat {
    paua_move move; /* PAUA_NO_MOVE: there is none, or the game is over */
    int score;      /* from the opponent's view */
    int gain;       /* over the score that the opponent has without it */
    bool ejects;
    int depth;
    int line_count;
    paua_move line[PAUA_DEPTH_MAX]; /* begins with the move */
} paua_threat;

/* Searches the position of the game with the turn passed, without the game's history. `score` is
 * the position's, for the side to move. The callback, which may be NULL, is called after each
 * depth; paua_engine_stop() ends the search early. Returns PAUA_OK, PAUA_BAD_ARGUMENT as
 * paua_engine_search() does, PAUA_UNSUPPORTED (more than two players) or PAUA_NO_MEMORY. */
PAUA_API paua_status paua_threat_find(paua_engine *engine, const paua_game *game,
                                      const paua_limits *limits, int score, paua_threat *out,
                                      paua_search_callback callback, void *context);

/* Grades of moves by the expectation lost: grade, name, number of the glyph in game records ($6;
 * 0: none), and the smallest loss of the grade. The best move, or one that scores as much, is
 * BEST. */
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

/* The grade of a move that is not the best one, by its loss; PAUA_GRADE_GOOD or worse. */
PAUA_API paua_grade paua_grade_of_loss(double loss);

/* The accuracy of a player who loses `losses` of expectation in all and had `expectations` before
 * his moves in all: 100 / (1 + (losses / expectations) / PAUA_ACCURACY_HALF). So it does not rise
 * while he plays on in a lost game, where little is left to lose. With this share lost as many
 * players of recorded games won as lost (docs/analysis.md, tools/fit_accuracy). */
#define PAUA_ACCURACY_HALF 0.058

#define PAUA_REVIEW_LINE 12 /* plies kept of the best line */

/* One move of a game. Both scores are from the mover's view and of the same depth: the deepest that
 * both searches have completed. */
typedef struct paua_review_move {
    paua_move played, best;
    int score;   /* of the best move */
    int after;   /* of the move played; never more than `score` */
    double loss; /* of expectation, 0 .. 1 */
    paua_grade grade;
    int depth;
    int line_count;
    paua_move line[PAUA_REVIEW_LINE]; /* begins with the best move */
} paua_review_move;

typedef struct paua_review {
    int moves; /* reviewed: all, unless it was stopped */
    /* The turning point: the number, from 1, of the first move after which the side that lost had
     * less than an even expectation for the rest of the game; 0 if nobody lost, if it never had
     * more, or if it still had when the game ended. */
    int turning;
    int grades[PAUA_SIDES][PAUA_GRADES]; /* moves of each side by grade */
    double accuracy[PAUA_SIDES];         /* in per cent; 100 without any move */
} paua_review;

/* Called before each search, and after each depth of it, with the number of moves reviewed and the
 * total. False stops the review. */
typedef bool (*paua_review_callback)(int done, int total, void *context);

/* Reviews a game from its start. The engine first forgets what it has learned.
 * limits    for each of the two searches that a move takes at most; depth, nodes or time must be
 *           limited; level, multipv and method are ignored
 * result    how the game ended: paua_game_outcome()'s, or another where the players ended it
 * moves     room for paua_game_moves() of them
 * Returns PAUA_OK, also when it was stopped (by the callback; paua_engine_stop() from another
 * thread ends only the running search), PAUA_UNSUPPORTED (more than two players),
 * PAUA_BAD_ARGUMENT or PAUA_NO_MEMORY. */
PAUA_API paua_status paua_review_game(paua_engine *engine, const paua_game *game,
                                      paua_result result, const paua_limits *limits,
                                      paua_review_move *moves, paua_review *out,
                                      paua_review_callback callback, void *context);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_EXPLAIN_H */
