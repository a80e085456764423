/* explain.h - what is behind a score: expectations, hanging marbles and threats; review.h judges
 * whole games by them.
 *
 * The expectation of a score is the share of points (a win 1, a draw half) that the side to move
 * makes from such scores: the logistic curve of the default evaluation's unit, which games of the
 * engine against itself confirm (docs/analysis.md). A difference of scores alone says little: at a
 * small lead it may turn the game, at a large one it changes nothing.
 */
#ifndef PAUA_EXPLAIN_H
#define PAUA_EXPLAIN_H

#include <paua/search.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An increase of the score by this much multiplies the odds of winning by e. */
#define PAUA_EXPECTATION_SCALE 1000.0

/* The expectation of a score where so many parties play: players, or teams; at least two.
 * 1 / (1 + (parties - 1) * exp(-score / PAUA_EXPECTATION_SCALE)): all others being equal, an even
 * score has an equal share. 1 for a forced win, 0 for a forced loss. Thread-safe. */
PAUA_API double paua_score_expectation(int score, int parties);

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

#ifdef __cplusplus
}
#endif
#endif /* PAUA_EXPLAIN_H */
