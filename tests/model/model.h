/* model.h - Abalone a second time, as plainly as the rules read and as slowly as that makes it.
 *
 * It shares no code with the library and knows nothing of it. Cells are (row, column) pairs as in
 * R2; a position is one character for each cell. A move is a set of marbles and a direction, and
 * the legal ones are found by trying every set of one, two or three own marbles.
 *
 * The laws that a wrong program is likely to get wrong are numbers here, so that a comparison can
 * be shown to notice each of them.
 */
#ifndef MODEL_H
#define MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MODEL_CELLS    61   /* of the largest board */
#define MODEL_LINE     4    /* longest line that even broken laws allow to move */
#define MODEL_MOVES    4000 /* more than 61 cells, 3 axes, 4 lengths and 6 directions could give */
#define MODEL_TEXT_MAX 256

enum { MODEL_BLACK, MODEL_WHITE };

struct model_board {
    int sides[3];
    int rows;
    int cells;
    int row[MODEL_CELLS];    /* of each cell, from 0; cells are ordered by row, then column */
    int column[MODEL_CELLS]; /* from 1 */
    signed char at[MODEL_CELLS][MODEL_CELLS + 1]; /* the cell of a row and column, or -1 */
};

struct model_position {
    char cell[MODEL_CELLS]; /* 'b', 'w' or '.'; unused ones are 0 */
    int side;               /* who moves */
    int ejected[2];         /* by each side */
    int quiet;              /* plies since the last ejection, 65535 at most */
    int ply;                /* number of the next move, 65535 at most */
};

struct model_laws {
    int longest;                /* R4: marbles that may move together */
    int pushed[MODEL_LINE + 1]; /* R7: marbles that a line of so many can push */
    bool backed;                /* R7: a marble behind the pushed ones blocks */
    bool eject;                 /* R8: an enemy marble may be pushed off the board */
    bool score;                 /* R8: and counts */
    bool suicide;               /* R8: own marbles may leave the board */
    bool every_target; /* R6: every target of a broadside move must be free, not the ends alone */
    bool alternate;    /* R3: players take turns */
    bool reset_quiet;  /* R13: an ejection ends the quiet plies */
};

/* The rules as they are, for an initialiser. */
#define MODEL_LAWS_RIGHT                                                                           \
    .longest = 3, .pushed = {0, 0, 1, 2, 3}, .backed = true, .eject = true, .score = true,         \
    .suicide = false, .every_target = true, .alternate = true, .reset_quiet = true

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

/* How games end (R10, R12, R13); 0 for a number means never. */
struct model_ends {
    int win;
    int quiet;
    int plies;
    bool stuck_loses;
};

enum model_result { MODEL_GOES_ON, MODEL_BLACK_WINS, MODEL_WHITE_WINS, MODEL_DRAWN };
enum model_reason { MODEL_NO_REASON, MODEL_EJECTIONS, MODEL_STUCK, MODEL_QUIET, MODEL_PLIES };

struct model_outcome {
    enum model_result result;
    enum model_reason reason;
};

/* False if a side is below 1 or the board has more than MODEL_CELLS cells. */
bool model_board_make(struct model_board *board, int a, int b, int c);

/* The cell, or -1. */
int model_board_at(const struct model_board *board, int row, int column);

/* Every cell empty, Black to move, ply 1. */
void model_position_clear(const struct model_board *board, struct model_position *position);

/* Puts rows like "ww1bb/3w2/..." on an empty board, the top row first; false if they do not fit. */
bool model_position_rows(const struct model_board *board, const char *rows,
                         struct model_position *position);

/* The native form. `text` has MODEL_TEXT_MAX bytes. */
void model_position_text(const struct model_board *board, const struct model_position *position,
                         char *text);

/* As memcmp(): orders positions somehow, 0 if nothing differs. */
int model_position_compare(const struct model_position *a, const struct model_position *b);

/* Every legal move, with the position it leads to. `moves` has MODEL_MOVES places. */
int model_moves(const struct model_board *board, const struct model_laws *laws,
                const struct model_position *position, struct model_move *moves);

/* The standard form (R20). `text` has 16 bytes. */
void model_move_text(const struct model_board *board, const struct model_move *move, char *text);

struct model_outcome model_position_outcome(const struct model_board *board,
                                            const struct model_ends *ends,
                                            const struct model_position *position);

/* Sequences of `depth` moves; nobody moves once somebody has ejected `win` marbles (0: never). */
uint64_t model_perft(const struct model_board *board, const struct model_position *position,
                     int win, int depth);

#endif /* MODEL_H */
