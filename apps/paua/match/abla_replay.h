/* abla_replay.h - games of the paper on ABLA, played again by our opponents. */
#ifndef PAUA_MATCH_ABLA_REPLAY_H
#define PAUA_MATCH_ABLA_REPLAY_H

#include <stdbool.h>

#include <jansson.h>

#include <paua/position.h>

#include "cli/common.h"
#include "cli/save.h"

enum { ABLA_GAMES = 6, ABLA_PLIES = 400, ABLA_DRAW = -1 };

struct abla_player {
    const char *name, *level; /* in the paper's tables */
    const char *engine;       /* the opponent that plays it */
};

struct abla_score {
    int ejected[PAUA_SIDES]; /* by gray, by black */
};

/* A game as the paper prints it. Gray moves first, so it has our black marbles. */
struct abla_game {
    struct abla_player players[PAUA_SIDES];
    struct abla_score paper;
};

/* Table 1, ABLAs with one and both heuristics, and table 3, ABLA against others. */
extern const struct abla_game abla_table_1[ABLA_GAMES], abla_table_3[ABLA_GAMES];

/* What the paper leaves open. */
struct abla_choice {
    int ejected;    /* steps from the centre that an ejected marble counts as for ABLA */
    int image;      /* a symmetry of the board, which the start is seen through */
    int order;      /* of the moves: a paua_order */
    bool last;      /* of equally good moves the last one in this order, else the first */
    int repetition; /* a position that often is a draw, 0: only the limit of plies is */
};

extern const struct abla_choice abla_usual;

struct abla_result {
    struct abla_score score;
    int plies;
    const char *reason; /* of the end */
};

struct abla_replay {
    const struct abla_game *games; /* of a table */
    const struct abla_choice *choice;
    struct abla_result results[ABLA_GAMES];
};

/* What all replays share. */
struct abla {
    paua_board *board;
    struct progress progress;
    struct save_file *file; /* for every game, or NULL */
    int done;               /* games */
};

/* Plays the six games of a table. Returns an exit code; EXIT_NO when interrupted. */
int abla_play_all(struct abla *abla, const struct abla_game *games,
                  const struct abla_choice *choice, struct abla_replay *out);

/* The start of the games as a symmetry of the board shows it. */
paua_status abla_start(const paua_board *board, int image, paua_position *start);

/* 0: gray has won, 1: black, ABLA_DRAW. */
int abla_winner(struct abla_score score);

/* Whether the result of a game is the paper's, and its score, too. */
bool abla_agrees(const struct abla_replay *replay, int game, bool score_too);

/* Games that agree. */
int abla_count_agreeing(const struct abla_replay *replay, bool score_too);

/* What agrees in a game, for the last column: "score and winner", "winner" or "no". */
const char *abla_agreement(const struct abla_replay *replay, int game);

/* Gray's ejections, then black's: "6-1". Returns `text`. */
char *abla_score_text(struct abla_score score, char text[24]);

/* JSON: a score, and the games of a replay. */
json_t *abla_score_json(struct abla_score score);
json_t *abla_games_json(const struct abla_replay *replay);

#endif
