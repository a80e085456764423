/* review.h - reviews of whole games: what each move lost, who led, where the game turned.
 *
 * A review grades each move by the expectation (explain.h) that it lost. With the same engine
 * settings, game and limits (depth or nodes, one thread) it is the same every time.
 */
#ifndef PAUA_REVIEW_H
#define PAUA_REVIEW_H

#include <paua/explain.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Grades of moves by the expectation lost: grade, name, number of the glyph in game records ($6;
 * 0: none), and the smallest loss of the grade in a game for two; where n players or teams play,
 * 2 / n of that. The best move, or one that scores as much, is BEST. */
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
        PAUA_GRADE_COUNT
} paua_grade;

PAUA_API const char *paua_grade_name(paua_grade grade); /* "best", ...; NULL for other numbers */
PAUA_API int paua_grade_glyph(paua_grade grade);        /* 2, 4, 6, or 0: none */

/* The grade of a move that is not the best one, by its loss; PAUA_GRADE_GOOD or worse. */
PAUA_API paua_grade paua_grade_of_loss(double loss);

/* The accuracy of a player who loses `losses` of expectation in all and had `expectations` before
 * his moves in all: 100 / (1 + (losses / expectations) / PAUA_ACCURACY_HALF). So it does not rise
 * while he plays on in a lost game, where little is left to lose. With this share lost as many
 * players of recorded games won as lost (docs/analysis.md, tools/research/fit_accuracy). */
#define PAUA_ACCURACY_HALF 0.073

/* A player's lead is his expectation less the largest of the others, his partner's apart. It is
 * clear from here on. A move alone gives it if it raises the expectation by a blunder's loss. */
#define PAUA_CLEAR_LEAD 0.30

#define PAUA_REVIEW_LINE 12 /* plies kept of the best line */

/* One move of a game. Both scores are from the mover's view and of the same depth: the deepest that
 * both searches have completed. */
typedef struct paua_review_move {
    paua_side side; /* who moved */
    paua_move played, best;
    int score;   /* of the best move */
    int after;   /* of the move played; never more than `score` */
    double loss; /* of expectation, 0 .. 1 */
    paua_grade grade;
    int depth;
    /* The curve of who led: what each player could expect after the move. Those of all players, or
     * teams, add up to 1; members of a team have the same. They weigh as the searches that saw the
     * position expect: that of the move played, for who made it, and that of the next move; all
     * others weigh as the evaluation of the position says. A forced win has 1. */
    double expectation[PAUA_PLAYERS_MAX];
    int line_count;
    paua_move line[PAUA_REVIEW_LINE]; /* begins with the best move */
} paua_review_move;

typedef struct paua_review {
    int moves;                            /* reviewed: all, unless it was stopped */
    double expectation[PAUA_PLAYERS_MAX]; /* before the first move */
    /* The turning point: the number, from 1, of the move that gave the winner a clear lead for
     * good, after another had had one, or from level by this move alone; 0 if there is none: nobody
     * won, the winner led all along or came to lead by and by, or was not ahead at the end. */
    int turning;
    int grades[PAUA_PLAYERS_MAX][PAUA_GRADE_COUNT]; /* moves of each player by grade */
    double accuracy[PAUA_PLAYERS_MAX];              /* in per cent; 100 without any move */
    /* How passively each player played (docs/analysis.md): his moves, the passive ones among them,
     * the longest run of these, and their share, 0 .. 1; 0 without any move. */
    int played[PAUA_PLAYERS_MAX], passive[PAUA_PLAYERS_MAX], passive_run[PAUA_PLAYERS_MAX];
    double passivity[PAUA_PLAYERS_MAX];
} paua_review;

/* Called before each search, and after each depth of it, with the number of moves reviewed and the
 * total. A move is reviewed when the position after it has been searched, too. False stops the
 * review. */
typedef bool (*paua_review_callback)(int done, int total, void *context);

/* Reviews a game from its start. The engine first forgets what it has learned.
 * limits    for each of the two searches that a move takes at most; depth, nodes or time must be
 *           limited; level, multipv and method are ignored
 * result    how the game ended: paua_game_outcome()'s, or another where the players ended it
 * moves     room for paua_game_moves() of them
 * Returns PAUA_OK, also when it was stopped (by the callback; paua_engine_stop() from another
 * thread ends only the running search), PAUA_ERROR_BAD_ARGUMENT or PAUA_ERROR_NO_MEMORY. */
PAUA_API paua_status paua_review_game(paua_engine *engine, const paua_game *game,
                                      paua_result result, const paua_limits *limits,
                                      paua_review_move *moves, paua_review *out,
                                      paua_review_callback callback, void *context);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_REVIEW_H */
