/* sheet.h - a drawing of shapes, told to a pen: draw_board.c says what is where, and a pen per
 * format (draw_svg.c, draw_tikz.c) how that is written. Whole numbers; x runs to the right, y down. */
#ifndef DRAW_SHEET_H
#define DRAW_SHEET_H

#include <paua/draw.h>

#include "notation/text.h"

/* Neighbours in a row are DRAW_PITCH apart, rows DRAW_RISE (DRAW_PITCH * sqrt(3) / 2). */
enum {
    DRAW_PITCH = 100,
    DRAW_RISE = 87,
    DRAW_MARBLE = 43, /* radii */
    DRAW_HOLE = 31,
    DRAW_HALO = 46,
    DRAW_SMALL = 21,     /* marbles beside the board */
    DRAW_PLATE = 64,     /* from the outer cells' centres to the edge of the plate */
    DRAW_PLATE_TIP = 74, /* and to its corners: DRAW_PLATE / cos(30 degrees) */
    DRAW_BORDER = 4,
    DRAW_TEXT = 34, /* height of letters and numbers */
};

/* What a marble can be: a player's, or one of these. */
enum { DRAW_NEUTRAL = PAUA_PLAYERS_MAX, DRAW_CENTRAL, DRAW_FIXED, DRAW_KINDS };

/* How a group of shapes looks. Marbles come first, by kind. */
enum draw_look {
    LOOK_BLOCK_TOP = DRAW_KINDS, /* of a fixed marble */
    LOOK_PLATE,
    LOOK_HOLE,
    LOOK_LEFT, /* cells that the last move left, and those it reached */
    LOOK_REACHED,
    LOOK_MARK_LIGHT, /* on dark marbles, and on the others */
    LOOK_MARK_DARK,
    LOOK_ARROW_EDGE,
    LOOK_ARROW,
    LOOK_NAMES, /* text: rows, columns, scores */
    LOOK_LABEL_LIGHT,
    LOOK_LABEL_DARK,
    LOOK_GONE, /* crosses out who has left */
    LOOK_TURN, /* points to whose turn it is */
    LOOK_FRAME,
    LOOK_SIGN, /* braces between sets */
    LOOK_LINK, /* lines: arrows from board to board */
    LOOK_LINK_DASHED,
    LOOK_LINK_TIP,
    LOOK_PAPER, /* behind words that stand on lines */
    DRAW_LOOKS,
    LOOK_BAND = DRAW_LOOKS, /* a field in the colour of a marble, by kind */
    LOOKS_END = LOOK_BAND + DRAW_KINDS
};

/* A marble's colours: where light falls, the whole, where it does not, the edge. They get lighter from
 * black, purple, red, green, yellow to white, so that they differ in grey, too. */
struct draw_tint {
    const char *name;
    const char *light, *base, *dark, *edge; /* RRGGBB */
    bool deep;                              /* marks and labels on it are light */
};
extern const struct draw_tint draw_tints[DRAW_KINDS];

struct place {
    int x, y;
};

struct pen;

/* begin() and end() stand around shapes of one look; what stands between is of the same sort. */
struct pen_kind {
    void (*begin)(const struct pen *pen, enum draw_look look);
    void (*circle)(const struct pen *pen, struct place centre, int radius);
    void (*outline)(const struct pen *pen, const struct place *corners, int count);
    /* an open line of cubic curves: where it begins, then three places for each */
    void (*line)(const struct pen *pen, const struct place *places, int count);
    /* text of this height around the place; UTF-8 that may be malformed */
    void (*words)(const struct pen *pen, struct place centre, int height, const char *text);
    void (*end)(const struct pen *pen, enum draw_look look);
};

struct pen {
    const struct pen_kind *kind;
    struct text_out *out;
};

extern const struct pen_kind draw_svg, draw_tikz;

/* What stands before everything else: the gradients of these kinds of marbles (bits), and the colours. */
void draw_svg_gradients(struct text_out *out, unsigned kinds);
void draw_tikz_colours(struct text_out *out);

struct sheet {
    const paua_board *board;
    const paua_position *position;
    const paua_drawing *how;
    const struct pen *pen;
    int sign;                 /* -1: turned by half a turn */
    struct place origin;      /* of the cells' coordinates */
    struct place least, most; /* centres of the outermost cells */
    struct place low, high;   /* corners of the whole */
};

struct sheet draw_sheet_begin(const paua_board *board, const paua_position *position,
                              const paua_drawing *how, const struct pen *pen);
void draw_sheet_fill(const struct sheet *sheet);

/* Moves it all, so that the corner `low` lies here. */
void draw_sheet_move(struct sheet *sheet, struct place low);

/* Which kinds of marbles stand on the board or beside it, as bits. */
unsigned draw_kinds(const paua_position *position);

/* The centre of a cell; of cells beside the board, too. */
struct place draw_place(const struct sheet *sheet, int row, int column);

struct spots {
    struct place at[PAUA_CELLS_MAX];
    int count;
};

/* The centres of these cells, row by row. */
struct spots draw_spots(const struct sheet *sheet, paua_set set);

/* draw_marks.c: marbles of one kind, the marks on them, and what points at them. Marks tell apart what
 * colours alone may not. */
void draw_marbles(const struct pen *pen, int kind, const struct spots *spots, int radius);
void draw_marks(const struct pen *pen, int kind, const struct spots *spots, int radius);
void draw_arrows(const struct sheet *sheet);
void draw_labels(const struct sheet *sheet);

/* draw_score.c: below the board. How much room it needs there, and from the centre to either side. */
struct place draw_score_room(const struct sheet *sheet);
void draw_score(const struct sheet *sheet, int top);

/* A position in one sentence: "Abalone, Red to move". */
void draw_title(const struct sheet *sheet, struct text_out *out);

/* What stands on a cell: a player, DRAW_NEUTRAL, ..., or -1. */
int draw_kind_at(const paua_position *position, int cell);

/* The name of a row: a, ..., z, aa, ... Returns its length. */
int draw_row_name(const paua_board *board, int row, char name[8]);

/* Takes one letter off a UTF-8 text: its code, 0xFFFD for what is malformed or no letter of XML, 0 at the
 * end. */
unsigned draw_letter(const char **text);

/* Text with what XML or TeX would take for something else spelt out. */
void draw_svg_letters(struct text_out *out, const char *text);
void draw_tikz_letters(struct text_out *out, const char *text);

#endif
