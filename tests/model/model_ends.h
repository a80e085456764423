/* model_ends.h - how games end, and whole games, in the reference model (R10 to R16). */
#ifndef MODEL_ENDS_H
#define MODEL_ENDS_H

#include "model.h"

/* 0 for a number means never. */
struct model_ends {
    int win;
    int repetition;
    int quiet;
    int plies;
    int centre_turn;
    int line_turn;
    bool stuck_loses;
    bool score_decides;
    bool ko;
};

enum model_reason {
    MODEL_NO_REASON,
    MODEL_EJECTIONS,
    MODEL_STUCK,
    MODEL_REPETITION,
    MODEL_QUIET,
    MODEL_PLIES,
    MODEL_AGREEMENT,
    MODEL_RESIGNATION,
    MODEL_TIME,
    MODEL_SCORE,
    MODEL_CENTRE,
    MODEL_CENTRAL,
    MODEL_BY_LINE,
    MODEL_REASONS
};

struct model_outcome {
    bool over;
    int winner; /* the first player of the team that wins, or -1: a draw */
    enum model_reason reason;
};

/* What the position by itself says. */
struct model_outcome model_position_outcome(const struct model_board *board,
                                            const struct model_laws *laws,
                                            const struct model_ends *ends,
                                            const struct model_position *position);

/* Sequences of `depth` moves; nobody moves once somebody has won by ejections (win 0: never). */
uint64_t model_perft(const struct model_board *board, const struct model_position *position,
                     int win, int depth);

#define MODEL_GAME 64 /* most moves of one game */

struct model_departure {
    int move; /* moves played by then */
    int player;
    enum model_reason reason;
};

struct model_game {
    const struct model_board *board;
    struct model_laws laws;
    struct model_ends ends;
    int count;                                      /* moves played */
    struct model_position position[MODEL_GAME + 1]; /* after each, those who left then gone */
    int departures;
    struct model_departure departure[MODEL_PLAYERS];
    struct model_outcome agreed;
};

void model_game_start(struct model_game *game, const struct model_board *board,
                      const struct model_laws *laws, const struct model_ends *ends,
                      const struct model_position *start);

/* The moves that may be played: those of the position that ko allows (R16), none when the game is over. */
int model_game_moves(const struct model_game *game, struct model_move *moves);

struct model_outcome model_game_outcome(const struct model_game *game);

/* The caller has asked whether the game goes on, and whether there is room. */
void model_game_play(struct model_game *game, const struct model_position *after);

/* False if there is nothing to take back. */
bool model_game_take_back(struct model_game *game);

/* False if the game is over, or the player has left before. `reason` is resignation or time. */
bool model_game_leave(struct model_game *game, int player, enum model_reason reason);

#endif
