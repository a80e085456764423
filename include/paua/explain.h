/* explain.h - what is behind a score: expectations, hanging marbles, threats and formations, for
 * two to six players; review.h judges whole games by them.
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

/* The expectation of a score in a game of `parties` players or teams, at least two:
 * 1 / (1 + (parties - 1) * exp(-score / PAUA_EXPECTATION_SCALE)): all others being equal, an even
 * score has an equal share. 1 for a forced win, 0 for a forced loss. Thread-safe. */
PAUA_API double paua_score_expectation(int score, int parties);

/* What each player can expect of the game's position: those of all players, or teams, add up to 1;
 * members of a team have the same, who has left has 0. `score` is that of a search for the side to
 * move; the others share what it leaves as the engine's evaluation divides it. At the end of a game
 * the winners have all, in a draw all the same. Not while the engine searches. */
PAUA_API void paua_expectation_share(const paua_engine *engine, const paua_game *game, int score,
                                     double out[PAUA_PLAYERS_MAX]);

/* The opponents of a player: all who are neither in his team nor out of the game, in the order of
 * their turns after his. Returns their number. Thread-safe. */
PAUA_API int paua_opponents_list(const paua_position *position, paua_side side,
                                 paua_side out[PAUA_PLAYERS_MAX]);

/* The marbles of one player that an opponent could eject at once if it were his turn. Only the
 * rules of moves count, not ko or the end of the game. */
typedef struct paua_hanging {
    paua_set marbles; /* the hanging ones */
    /* Every move that ejects one (paua_move_victim()), opponent by opponent; paua_move_cell() has
     * a marble of who makes it. */
    paua_move_list moves;
} paua_hanging;

/* Thread-safe. */
PAUA_API void paua_hanging_find(const paua_board *board, const paua_position *position,
                                paua_side side, paua_hanging *out);

/* The hanging marbles of `side` if it must lose one: whatever move it makes, if it were its turn,
 * one of its marbles hangs afterwards, and no move wins by `win` ejections. 0 if a move saves all,
 * or if it has no move. Two or more are a fork, or double threat ("Solving Abalone on Small
 * Boards", figure 3); a single one has no way out. It looks one move ahead: an ejection by `side`
 * alone saves nothing. Thread-safe. */
PAUA_API paua_set paua_fork_find(const paua_board *board, const paua_position *position,
                                 paua_side side, int win);

/* The cell from which a move ejects a marble, or PAUA_NO_CELL. */
PAUA_API int paua_move_victim(const paua_board *board, paua_move move);

/* The best move of an opponent if it were the opponent's turn. */
typedef struct paua_threat {
    paua_side side; /* the opponent */
    paua_move move; /* PAUA_NO_MOVE: there is none, or the game is over */
    int score;      /* from the opponent's view */
    /* Over the score that the opponent has without it, in games for two where neither score is that
     * of a forced end; else has_gain is false. */
    int gain;
    bool has_gain;
    bool ejects;
    int depth;
    int line_count;
    paua_move line[PAUA_DEPTH_MAX]; /* begins with the move */
} paua_threat;

/* Searches the position of the game with the turn given to `side`, without the game's history.
 * `score` is the position's, for the side to move. The callback, which may be NULL, is called after
 * each depth; paua_engine_stop() ends the search early. Returns PAUA_OK; PAUA_ERROR_BAD_ARGUMENT as
 * paua_engine_search() does, or if `side` is no opponent of the side to move; or
 * PAUA_ERROR_NO_MEMORY. */
PAUA_API paua_status paua_threat_find(paua_engine *engine, const paua_game *game, paua_side side,
                                      const paua_limits *limits, int score, paua_threat *out,
                                      paua_search_callback callback, void *context);

/* How a player's marbles stand together. Players' strategies speak of it: keep together, divide the
 * opponent's army, make a hexagon. */
typedef struct paua_formation {
    int groups;        /* of marbles that touch each other */
    int largest;       /* marbles of the largest group */
    int alone;         /* marbles without a neighbour of their own */
    paua_set hexagons; /* cells all of whose six neighbours are the player's marbles */
} paua_formation;

/* Thread-safe. */
PAUA_API void paua_formation_find(const paua_board *board, const paua_position *position,
                                  paua_side side, paua_formation *out);

/* All of it. */
typedef struct paua_explanation {
    int players;
    double expectation[PAUA_PLAYERS_MAX];
    int threat_count;
    paua_threat threats[PAUA_PLAYERS_MAX];       /* of the opponents, in the order of their turns */
    paua_hanging hanging[PAUA_PLAYERS_MAX];      /* of each player */
    paua_set forked[PAUA_PLAYERS_MAX];           /* the marbles of a fork, at least two, or 0 */
    paua_formation formations[PAUA_PLAYERS_MAX]; /* of each player */
} paua_explanation;

/* Explains the position of the game, whose score is that of a search. `limits` holds for the
 * searches for threats together: each has its part of time and nodes. `go_on`, which may be NULL,
 * is asked before each of them; false: the rest are left out. Returns PAUA_OK,
 * PAUA_ERROR_BAD_ARGUMENT (limits) or PAUA_ERROR_NO_MEMORY. */
PAUA_API paua_status paua_position_explain(paua_engine *engine, const paua_game *game,
                                           const paua_limits *limits, int score,
                                           paua_explanation *out, bool (*go_on)(void *context),
                                           void *context);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_EXPLAIN_H */
