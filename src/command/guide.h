/* guide.h - the pages of the guide for players: the rules, the notation, the boards, tips, with
 * drawings. A drawing is not stored: it is a position and moves, which the rules play and the
 * labelled board of the command language draws, so no example can be wrong unnoticed.
 *
 * One table serves the help of the command language, `paua help`, and the site (guide_json.c).
 * Everything here is constant or on the caller's stack: thread-safe.
 */
#ifndef COMMAND_GUIDE_H
#define COMMAND_GUIDE_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include <paua/notation.h>

#define GUIDE_MOVES_MAX 8 /* of one drawing */

enum guide_kind {
    GUIDE_END, /* behind the last section */
    GUIDE_HEADING,
    GUIDE_TEXT,
    GUIDE_TERM,    /* something to type, and what it does */
    GUIDE_TIP,     /* the heading of a tip; its sections follow, one drawing among them */
    GUIDE_BOARD,   /* a position; those that follow one another are drawn side by side */
    GUIDE_EXAMPLE, /* a position, and those after each group of moves */
    GUIDE_REFUSED, /* a position, and a move that the rules refuse there */
};

/* In every text {1} and {2} stand for the marbles of the first and the second player. */
struct guide_section {
    enum guide_kind kind;
    const char *text;     /* or the caption of a drawing, or a term */
    const char *meaning;  /* of a term */
    const char *position; /* any form that is read; the name of a layout */
    const char *moves;    /* in the server's notation, as "a1-c3,b2 i9-g7,h8 / a5-c5,b5": the
                             board is drawn at each stroke and at the end */
    const char *rows;     /* the first and the last row to draw as text, "DF"; NULL: all */
};

struct guide_page {
    const char *name, *synonym; /* as in help NAME; no synonym: "" */
    const char *title;
    const char *about; /* one line for lists */
    const struct guide_section *sections;
};

/* The i-th page, from 0; NULL after the last one. */
const struct guide_page *guide_page_at(int i);
/* By name or synonym, in any case; NULL: none. */
const struct guide_page *guide_page_find(const char *name);

/* The tips of the page "tips", numbered from 1. */
int guide_tip_count(void);
/* The section with the heading of a tip; NULL: no such number. */
const struct guide_section *guide_tip_at(int number);

/* ---- drawings ---- */

/* A position of a drawing, and the moves that have led to it from the one before. */
struct guide_frame {
    paua_position position;
    paua_move moves[GUIDE_MOVES_MAX];
    int move_count;
};

/* A drawing, played. */
struct guide_drawing {
    const paua_board *board;
    struct guide_frame frames[GUIDE_MOVES_MAX + 1];
    int frame_count;
};

/* The board of all drawings, for the caller to free; NULL: out of memory. */
paua_board *guide_board_new(void);

/* Plays the moves of a section with a position; or these in their place (NULL: its own). For
 * GUIDE_REFUSED the refusal of its own move is in *error, and PAUA_OK is returned. Returns PAUA_OK,
 * or why the position or a move was refused, with *error. `board` must outlive the drawing. */
paua_status guide_drawing_play(const paua_board *board, const struct guide_section *section,
                               const char *moves, struct guide_drawing *out, paua_error *error);

/* ---- as text, in lines of at most 79 characters ---- */

/* False: out of memory, and nothing was written. */
bool guide_write_page(FILE *to, const struct guide_page *page);
bool guide_write_tip(FILE *to, int number);
/* Writes the titles of all tips. */
void guide_write_titles(FILE *to);
/* Writes the board of a tip after these moves (""; none). False: one is illegal, or out of memory,
 * see *error. */
bool guide_write_tip_after(FILE *to, int number, const char *moves, paua_error *error);

/* ---- as JSON, for GET /guide ---- */

/* New references; NULL: out of memory. */
json_t *guide_list_json(void);
json_t *guide_page_json(const struct guide_page *page);

/* ---- for guide_text.c and guide_json.c ---- */

/* The text with {1} and {2} replaced by these words; free() it. NULL: out of memory. */
char *guide_text_filled(const char *text, const char *first, const char *second);

#endif /* COMMAND_GUIDE_H */
