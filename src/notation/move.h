/* move.h - the readings of a move's text by its grammar alone, before the position is looked up. */
#ifndef NOTATION_MOVE_H
#define NOTATION_MOVE_H

#include <paua/notation.h>

/* A line of marbles and the direction in which it moves. */
struct move_line {
    bool broadside;
    int cell; /* in-line: the trailing marble; broadside: the end from which the axis runs */
    int direction;
    int axis;  /* broadside: E, NE or NW; in-line: the direction */
    int count; /* marbles; 0: in-line, the whole run of marbles */
};

/* Enough for two cells in Nacre's notation: one in-line line, two broadside lines of two marbles
 * and two of three can end in the same cell. */
enum { READINGS_MAX = 8 };

/* Everything that a text can mean on this board. */
struct move_readings {
    paua_notation notation; /* of the text, and of what is said of its cells */
    int count;
    struct move_line lines[READINGS_MAX];
    bool two_cells; /* the text was two cells that are not adjacent, as Nacre has it */
    int from, to;   /* these two cells */
};

/* Reads a text by the grammar of one notation. PAUA_OK with at least one reading, or
 * PAUA_ERROR_BAD_SYNTAX. */
paua_status move_text_read(const paua_board *board, paua_notation notation, const char *text,
                           struct move_readings *out, paua_error *error);

/* The notation that the text's shape belongs to. Nacre's moves look like standard ones, and are
 * taken for such. */
paua_notation move_text_notation(const char *text);

/* Explains why this line cannot move: fills *error, which names cells as the notation does, and
 * returns PAUA_ERROR_ILLEGAL_MOVE. */
paua_status move_explain(const paua_board *board, const paua_position *position,
                         const struct move_line *line, paua_notation notation, paua_error *error);

/* The direction from a cell to one next to it, or -1. */
int move_direction_to(const paua_board *board, int from, int to);

/* "Black", ... "Purple". */
const char *move_player(int side);

#endif
