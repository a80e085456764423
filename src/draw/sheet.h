/* sheet.h - a drawing as a list of shapes, written by a pen: board.c, marks.c and score.c place the
 * shapes, and each format has a pen that writes them (svg.c, tikz.c). Coordinates are integers; x
 * runs to the right, y down. */
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

/* The kinds of marbles: a paua_side, or one of these. */
enum { DRAW_NEUTRAL = PAUA_PLAYERS_MAX, DRAW_CENTRAL, DRAW_FIXED, DRAW_KINDS };

/* The style of a group of shapes. Marbles come first, by kind. */
enum draw_look {
    LOOK_BLOCK_TOP = DRAW_KINDS, /* of a fixed marble */
    LOOK_PLATE,
    LOOK_HOLE,
    LOOK_LEFT,       /* cells that the last move left */
    LOOK_REACHED,    /* cells that the last move reached */
    LOOK_MARK_LIGHT, /* marks on dark marbles */
    LOOK_MARK_DARK,  /* marks on light marbles */
    LOOK_ARROW_EDGE,
    LOOK_ARROW,
    LOOK_NAMES, /* text: rows, columns, scores */
    LOOK_LABEL_LIGHT,
    LOOK_LABEL_DARK,
    LOOK_GONE, /* crosses out a player who has left */
    LOOK_TURN, /* points to the player to move */
    LOOK_FRAME,
    LOOK_SIGN, /* braces between sets */
    LOOK_LINK, /* lines: arrows from board to board */
    LOOK_LINK_DASHED,
    LOOK_LINK_TIP,
    LOOK_PAPER, /* background of text that crosses lines */
    DRAW_LOOKS,
    LOOK_BAND = DRAW_LOOKS, /* a field in the colour of a marble, by kind */
    LOOKS_END = LOOK_BAND + DRAW_KINDS
};

/* A marble's colours (palette.h): highlight, base, shadow and edge. */
struct draw_tint {
    const char *name;
    const char *light, *base, *dark, *edge; /* RRGGBB */
    bool deep;                              /* marks and labels on it are light */
};
extern const struct draw_tint draw_tints[DRAW_KINDS];

struct draw_point {
    int x, y;
};

struct pen;

/* A format: begin() and end() enclose a group of shapes of one look and one kind. */
struct pen_kind {
    void (*begin)(const struct pen *pen, enum draw_look look);
    void (*circle)(const struct pen *pen, struct draw_point centre, int radius);
    void (*outline)(const struct pen *pen, const struct draw_point *corners, int count);
    /* an open line of cubic curves: its first point, then three points for each curve */
    void (*line)(const struct pen *pen, const struct draw_point *places, int count);
    /* text of this height centred on a point; UTF-8 that may be malformed */
    void (*words)(const struct pen *pen, struct draw_point centre, int height, const char *text);
    void (*end)(const struct pen *pen, enum draw_look look);
};

struct draw_raster;

/* A text is written to `out`, pixels to `raster`; the other one is NULL. */
struct pen {
    const struct pen_kind *kind;
    struct text_out *out;
    struct draw_raster *raster;
};

extern const struct pen_kind draw_svg, draw_tikz;

/* The definitions at the beginning of a document: gradients for these kinds of marbles (bits), and
 * colours. */
void draw_svg_gradients(struct text_out *out, unsigned kinds);
void draw_tikz_colours(struct text_out *out);

struct draw_sheet {
    const paua_board *board;
    const paua_position *position;
    const paua_drawing *how;
    const struct pen *pen;
    int sign;                      /* -1: turned by half a turn */
    struct draw_point origin;      /* of the cells' coordinates */
    struct draw_point least, most; /* centres of the outermost cells */
    struct draw_point low, high;   /* corners of the whole */
};

struct draw_sheet draw_sheet_begin(const paua_board *board, const paua_position *position,
                                   const paua_drawing *how, const struct pen *pen);
void draw_sheet_fill(const struct draw_sheet *sheet);

/* Moves the sheet so that its corner `low` is here. */
void draw_sheet_move(struct draw_sheet *sheet, struct draw_point low);

/* The kinds of marbles drawn on the board or beside it, as bits. */
unsigned draw_kinds(const paua_position *position);

/* The centre of a cell, on the board or beside it. */
struct draw_point draw_place(const struct draw_sheet *sheet, int row, int column);

struct spots {
    struct draw_point at[PAUA_CELLS_MAX];
    int count;
};

/* The centres of these cells, row by row. */
struct spots draw_spots(const struct draw_sheet *sheet, paua_set set);

/* marks.c: marbles of one kind, marks on them, arrows and labels. Marks distinguish players for who
 * cannot see the colours. */
void draw_marbles(const struct pen *pen, int kind, const struct spots *spots, int radius);
void draw_marks(const struct pen *pen, int kind, const struct spots *spots, int radius);
void draw_arrows(const struct draw_sheet *sheet);
void draw_labels(const struct draw_sheet *sheet);

/* score.c: the score below the board. Its height, and its width from the centre to either side. */
struct draw_point draw_score_room(const struct draw_sheet *sheet);
void draw_score(const struct draw_sheet *sheet, int top);

/* A position in one sentence: "Abalone, Red to move". */
void draw_title(const struct draw_sheet *sheet, struct text_out *out);

/* The kind of the marble on a cell: a player, DRAW_NEUTRAL, ..., or -1. */
int draw_kind_at(const paua_position *position, int cell);

/* The name of a row: a, ..., z, aa, ... Returns its length. */
int draw_row_name(const paua_board *board, int row, char name[8]);

/* Decodes one character of a UTF-8 text and moves on: its code, 0xFFFD for malformed bytes and
 * characters that XML does not allow, 0 at the end. */
unsigned draw_letter(const char **text);

/* Writes text with the special characters of XML or TeX escaped. */
void draw_svg_letters(struct text_out *out, const char *text);
void draw_tikz_letters(struct text_out *out, const char *text);

#endif
