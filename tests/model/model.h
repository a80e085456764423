/* model.h - Abalone a second time, as plainly as the rules read and as slowly as that makes it.
 *
 * It shares no code with the library and knows nothing of it. Cells are (row, column) pairs as in
 * R2; a position is one character for each cell. A move is a set of marbles and a direction, and
 * the legal ones are found by trying every set of one, two or three marbles in line.
 *
 * The laws that a wrong program is likely to get wrong are values here, so that a comparison can
 * be shown to notice each of them.
 */
#ifndef MODEL_H
#define MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MODEL_CELLS    61 /* of the largest board */
#define MODEL_PLAYERS  6
#define MODEL_LINE     4    /* longest line that even broken laws allow to move */
#define MODEL_MOVES    4000 /* more than 61 cells, 3 axes, 4 lengths and 6 directions could give */
#define MODEL_TEXT_MAX 256

enum { MODEL_BLACK, MODEL_WHITE };

extern const char model_letters[]; /* of the players, in the order in which they move */

struct model_board {
    int sides[3];
    int rows;
    int cells;
    int row[MODEL_CELLS];    /* of each cell, from 0; cells are ordered by row, then column */
    int column[MODEL_CELLS]; /* from 1 */
    signed char at[MODEL_CELLS][MODEL_CELLS + 1]; /* the cell of a row and column, or -1 */
};

struct model_position {
    char cell
        [MODEL_CELLS]; /* a player's letter, 'n' nobody's, 'c' central, 'x' fixed, '.' empty; unused ones 0 */
    char teams[12]; /* who plays together: "br-wg", ..., or "": everybody alone (R19) */
    int players;
    int side;                   /* who moves */
    int ejected[MODEL_PLAYERS]; /* by each player */
    int gone[MODEL_PLAYERS];    /* 1: has left (R15) */
    int crowned;                /* who has ejected the central marble, or -1 (R18) */
    int quiet;                  /* plies since the last ejection, 65535 at most */
    int ply;                    /* number of the next move, 65535 at most */
};

struct model_laws {
    int longest;                /* R4: marbles that may move together */
    int pushed[MODEL_LINE + 1]; /* R7: marbles that a line of so many can push */
    bool backed;                /* R7: a marble behind the pushed ones blocks */
    bool eject;                 /* R8: an enemy marble may be pushed off the board */
    bool score;                 /* R8: and counts */
    bool pusher_scores;         /* R8: for who pushes */
    bool suicide;               /* R8: own marbles may leave the board */
    bool every_target; /* R6: every target of a broadside move must be free, not the ends alone */
    bool alternate;    /* R3: players take turns */
    bool reset_quiet;  /* R13: an ejection ends the quiet plies */
    bool pass_over;    /* R11: who cannot move is passed over */
    bool gone_pass;    /* R15: and who has left */
    bool mixed;        /* R11: a pushed row may mix colours */
    bool fixed_stay;   /* R17: fixed marbles cannot be pushed */
    bool push_neutral; /* R18: neutral ones can */
    bool neutral_free; /* R18: and score for nobody */
    bool crown;        /* R18: who ejects the central marble is known */
    bool mix_lines;    /* R19: a line may contain the partner's marbles */
    bool own_trails;   /* R19: if the trailing one is one's own */
    bool own_aside;    /* R19: a broadside line is all one's own */
    bool push_friends; /* R19: the partner's marbles can be pushed */
    bool line;         /* R14: the line is a row, not the centre */
    bool mean;         /* R14: the mean of the distances counts, not their sum */
    bool gone_lose;    /* R15: who has left wins nothing */
    bool share;        /* R19: ejections count for the team */
};

/* The rules as they are, for an initialiser. */
#define MODEL_LAWS_RIGHT                                                                           \
    .longest = 3, .pushed = {0, 0, 1, 2, 3}, .backed = true, .eject = true, .score = true,         \
    .pusher_scores = true, .suicide = false, .every_target = true, .alternate = true,              \
    .reset_quiet = true, .pass_over = true, .gone_pass = true, .mixed = true, .fixed_stay = true,  \
    .push_neutral = true, .neutral_free = true, .crown = true, .mix_lines = true,                  \
    .own_trails = true, .own_aside = true, .push_friends = false, .mean = true, .gone_lose = true, \
    .share = true, .line = true

extern const struct model_laws model_laws_right;

struct model_move {
    int count;
    int cell[MODEL_LINE]; /* the marbles, by row and column */
    int direction;        /* of the model's own numbering */
    int pushed;
    bool ejects;
    bool broadside;
    struct model_position after;
};

/* False if a side is below 1 or the board has more than MODEL_CELLS cells. */
bool model_board_make(struct model_board *board, int a, int b, int c);

/* The cell, or -1; and the cell next to one, or -1. */
int model_board_at(const struct model_board *board, int row, int column);
int model_board_next(const struct model_board *board, int cell, int direction);

/* Every cell empty, so many players, Black to move, ply 1. */
void model_position_clear(const struct model_board *board, int players,
                          struct model_position *position);

/* Puts rows like "ww1bb/3w2/..." on an empty board, the top row first; false if they do not fit. */
bool model_position_rows(const struct model_board *board, const char *rows, int players,
                         struct model_position *position);

/* The native form. `text` has MODEL_TEXT_MAX bytes. */
void model_position_text(const struct model_board *board, const struct model_position *position,
                         char *text);

/* As memcmp(): orders positions somehow, 0 if nothing differs. */
int model_position_compare(const struct model_position *a, const struct model_position *b);

/* Whether nothing but ply and quiet differs (R13). */
bool model_position_same(const struct model_position *a, const struct model_position *b);

/* Whether two players, or a player and himself, play together. */
bool model_partners(const struct model_position *position, int one, int other);

/* Passes over who cannot move, from `side` on (R11). */
void model_position_turn(const struct model_board *board, const struct model_laws *laws,
                         struct model_position *position, int side);

/* Every legal move, with the position it leads to. `moves` has MODEL_MOVES places. */
int model_moves(const struct model_board *board, const struct model_laws *laws,
                const struct model_position *position, struct model_move *moves);

/* The standard form (R20). `text` has 16 bytes. */
void model_move_text(const struct model_board *board, const struct model_move *move, char *text);

#endif /* MODEL_H */
