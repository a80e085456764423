/* form.h - a position as its text says it, before any board is known; one reader and writer for each form. */
#ifndef NOTATION_FORM_H
#define NOTATION_FORM_H

#include "notation/text.h"

#define ROWS_MAX 61

/* A marble that is named by its coordinates. */
struct placed {
    int row, column; /* row from 0 at the bottom */
    char mark;
    size_t at;
};

struct sketch {
    paua_form form;
    bool has_sides; /* a prefix, a layout or the form itself tells the board */
    int sides[3];
    int rows; /* from the top; 0 where marbles are named instead */
    int length[ROWS_MAX];
    size_t at[ROWS_MAX];
    int first_indent,
        last_indent; /* drawn: the first row begins c - b further right than the last */
    int cells;
    char marks[PAUA_CELLS_MAX]; /* row by row: a letter, or '.' for an empty cell */
    int placed_count;
    struct placed placed[PAUA_CELLS_MAX];
    int least_players;
    struct text_in rest;    /* behind the rows, where fields follow */
    paua_position position; /* what has been read besides the marbles; players 0: not said */
};

/* Letters of marbles: the players', then neutral, central, fixed. */
extern const char form_letters[];
enum { LETTER_NEUTRAL = PAUA_PLAYERS_MAX, LETTER_CENTRAL, LETTER_FIXED, LETTERS };

/* The letter of the marble on a cell, or '.'. */
char form_letter_at(const paua_position *position, int cell);
/* Whether the position has marbles of two players alone. */
bool form_plain(const paua_position *position);

/* Appends cells to the last row; those that no board has room for are counted only. */
void sketch_add(struct sketch *sketch, char mark, int count);
/* Begins a row at this byte; false when there are too many: *error is filled. */
bool sketch_row(struct sketch *sketch, size_t at, paua_error *error);

/* Rows between slashes: native, APGN, PlayStrategy. The second call reads the fields behind them. */
paua_status rows_read(struct text_in *in, struct sketch *sketch, paua_error *error);
paua_status rows_read_fields(struct sketch *sketch, paua_error *error);
void rows_write(struct text_out *out, const paua_board *board, const paua_position *position,
                paua_form form);

/* A side and marbles by their coordinates. */
bool list_recognised(const char *text);
paua_status list_read(struct text_in *in, struct sketch *sketch, paua_error *error);
void list_write(struct text_out *out, const paua_board *board, const paua_position *position);

/* Drawn boards; PAUA_FORM_NATIVE where nothing is drawn. */
paua_form drawn_recognised(const char *text);
paua_status drawn_read(struct text_in *in, struct sketch *sketch, paua_error *error);
void drawn_write(struct text_out *out, const paua_board *board, const paua_position *position,
                 paua_form form);

#endif
