/* text.h - bounded output and a cursor over input, for writing and reading notation. */
#ifndef NOTATION_TEXT_H
#define NOTATION_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include <paua/notation.h>

/* Output as by snprintf: writes what fits, counts everything. */
struct text_out {
    char *text;
    size_t cap;
    size_t length;
};

struct text_out text_out_begin(char *text, size_t cap);

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void text_put(struct text_out *out, const char *format, ...);
void text_put_char(struct text_out *out, char c); /* much faster than text_put() */

/* Input: the state of a parser. */
struct text_in {
    const char *text; /* the whole text, for offsets */
    const char *at;   /* the next character */
};

size_t text_offset(const struct text_in *in);
void text_skip_blanks(struct text_in *in);    /* and byte order marks */
bool text_at_blank(const struct text_in *in); /* a blank, tab or line's end */
bool text_at_end(const struct text_in *in);

/* Reads a number 0 .. limit; false if there are no digits or it is larger (*in unchanged). */
bool text_read_number(struct text_in *in, int limit, int *out);

/* Reads one character; false if the next one is another (*in unchanged). */
bool text_read_char(struct text_in *in, char c);

/* Reads a row's letters, as a number from 0, and a column 0 .. 99; false if there are none (*in
 * unchanged). */
bool text_read_coordinates(struct text_in *in, int *row, int *column);

/* Reads coordinates such as "e5", in either case; PAUA_NO_CELL if there are none or they are not on
 * the board (*in unchanged). */
int text_read_cell(struct text_in *in, const paua_board *board);

/* text_read_cell() in the network server's coordinates (R21): rows lettered from the top, columns
 * counting the diagonals from north-east to south-west, which are those of the board mirrored top
 * to bottom. */
int text_read_cell_from_top(struct text_in *in, const paua_board *board);
void text_put_row(struct text_out *out, int i); /* A, B, ... Z, AA, AB, ... */
void text_put_cell_from_top(struct text_out *out, const paua_board *board, int cell);

#endif
