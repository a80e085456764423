/* form.h - a position read from text before its board is known, and a reader and writer for each
 * form. */
#ifndef NOTATION_FORM_H
#define NOTATION_FORM_H

#include "notation/text.h"

#define ROWS_MAX 61

/* A marble given by its coordinates. */
struct placed_marble {
    int row, column; /* row from 0 at the bottom */
    char mark;
    size_t at;
};

struct position_sketch {
    const char *text; /* the whole of it */
    paua_form form;
    bool has_sides; /* the board is given by a prefix, a layout or the form itself */
    int sides[3];
    int rows; /* from the top; 0 where marbles are given by coordinates */
    int length[ROWS_MAX];
    size_t at[ROWS_MAX]; /* byte positions of the rows */
    /* In a drawing the first row begins c - b columns further right than the last. */
    int first_indent, last_indent;
    int cells;
    char marks[PAUA_CELLS_MAX]; /* row by row: a letter, or '.' for an empty cell */
    int placed_count;
    struct placed_marble placed[PAUA_CELLS_MAX];
    int least_players;
    struct text_in rest;    /* the fields behind the rows */
    paua_position position; /* the fields read so far, without marbles; players 0: not given */
};

/* Letters of marbles: the players', then neutral, central, fixed. */
extern const char form_letters[];
enum { LETTER_NEUTRAL = PAUA_PLAYERS_MAX, LETTER_CENTRAL, LETTER_FIXED, LETTERS };

/* The letter of the marble on a cell, or '.'. */
char form_letter_at(const paua_position *position, int cell);
/* Whether the position has marbles of two players alone, and none has won by the central one. */
bool form_plain(const paua_position *position);

/* Appends cells to the last row; cells beyond the largest board are only counted. */
void sketch_add(struct position_sketch *sketch, char mark, int count);
/* Begins a row at this byte; false when there are too many: *error is filled. */
bool sketch_row(struct position_sketch *sketch, size_t at, paua_error *error);

/* Rows between slashes: native, APGN, PlayStrategy. The second call reads the fields behind
 * them. */
paua_status rows_read(struct text_in *in, struct position_sketch *sketch, paua_error *error);
paua_status rows_read_fields(struct position_sketch *sketch, paua_error *error);
void rows_write(struct text_out *out, const paua_board *board, const paua_position *position,
                paua_form form);

/* A side and marbles by their coordinates. */
bool list_recognised(const char *text);
paua_status list_read(struct text_in *in, struct position_sketch *sketch, paua_error *error);
void list_write(struct text_out *out, const paua_board *board, const paua_position *position);

/* A JSON object with the marbles of each side: a puzzle or a start of other programs. It is read as
 * a list is. */
paua_status json_read(struct text_in *in, struct position_sketch *sketch, paua_error *error);

/* The board that CodinGame writes to a bot. */
bool grid_recognised(const char *text);
paua_status grid_read(struct text_in *in, struct position_sketch *sketch, paua_error *error);

/* Drawn boards; PAUA_FORM_NATIVE where nothing is drawn. */
paua_form drawn_recognised(const char *text);
paua_status drawn_read(struct text_in *in, struct position_sketch *sketch, paua_error *error);
void drawn_write(struct text_out *out, const paua_board *board, const paua_position *position,
                 paua_form form);

#endif
