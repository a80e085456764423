/* move.h - what a text may mean as a move, before anybody has looked at the marbles. */
#ifndef NOTATION_MOVE_H
#define NOTATION_MOVE_H

#include <paua/notation.h>

/* A line of marbles and the direction in which it goes. */
struct line {
    bool broadside;
    int cell; /* in-line: the trailing marble; broadside: the end from which the axis runs */
    int direction;
    int axis;  /* broadside: E, NE or NW; in-line: the direction */
    int count; /* marbles; 0: in-line, as many as there are */
};

/* In-line one; broadside two marbles by two, three marbles by two: more cannot end in the same cell. */
enum { READINGS_MAX = 8 };

/* Everything that a text can mean on this board. */
struct readings {
    int count;
    struct line lines[READINGS_MAX];
    bool two_cells; /* the text was two cells apart, in Nacre's way */
    int from, to;   /* those */
};

/* Reads a text by the grammar of one notation; at least one reading on PAUA_OK, else PAUA_BAD_SYNTAX. */
paua_status move_text_read(const paua_board *board, paua_notation notation, const char *text,
                           struct readings *out, paua_error *error);

/* The notation whose shape the text has; those of Nacre and the standard one share theirs. */
paua_notation move_text_notation(const char *text);

/* Why this line cannot move: fills *error and returns PAUA_ILLEGAL_MOVE. */
paua_status move_explain(const paua_board *board, const paua_position *position,
                         const struct line *line, paua_error *error);

/* The direction from a cell to one next to it, or -1. */
int move_direction_to(const paua_board *board, int from, int to);

/* "Black", ... "Purple". */
const char *move_player(int side);

#endif
