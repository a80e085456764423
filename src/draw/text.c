/* text.c - writes drawings as lines of text, in ASCII or Unicode, with ANSI colours or without. */
#include <stdio.h>
#include <string.h>

#include "base/options.h"
#include "draw/palette.h"
#include "draw/sheet.h"

/* Cell (row, column) is drawn at x = 2 * column - row: a step east is two characters, a step
 * north-east one character to the right. Row letters are to the left, column numbers at the lower
 * end of their diagonal. */
enum {
    LINES_MAX = PAUA_CELLS_MAX + 1, /* and a line for numbers */
    WIDTH_MAX = 3 * PAUA_CELLS_MAX + 8,
};

struct text_canvas {
    const paua_board *board;
    bool turned;
    int left; /* x of the first character */
    int lines;
    char shown[LINES_MAX][WIDTH_MAX];
    unsigned char cell[LINES_MAX][WIDTH_MAX];  /* 1 + a kind of marble, EMPTY, or 0: not a cell */
    unsigned char moved[LINES_MAX][WIDTH_MAX]; /* 1: part of the last move */
};

enum { EMPTY = DRAW_KINDS + 1 };

/* The symbols of cells in ASCII and Unicode, and their colours. The letters are those of
 * positions. */
static const struct {
    char plain;
    const char *unicode, *colour;
} marks[EMPTY + 1] = {
    [1 + PAUA_BLACK] = {'@', "\u25CF", "1;3" PALETTE_TEXT(TERMINAL_BLACK)},
    [1 + PAUA_WHITE] = {'O', "\u25CB", "1"},
    [1 + PAUA_RED] = {'r', "\u24C7", "1;3" PALETTE_TEXT(TERMINAL_RED)},
    [1 + PAUA_GREEN] = {'g', "\u24BC", "1;3" PALETTE_TEXT(TERMINAL_GREEN)},
    [1 + PAUA_YELLOW] = {'y', "\u24CE", "1;3" PALETTE_TEXT(TERMINAL_YELLOW)},
    [1 + PAUA_PURPLE] = {'p', "\u24C5", "1;3" PALETTE_TEXT(TERMINAL_PURPLE)},
    [1 + DRAW_NEUTRAL] = {'n', "\u24DD", "3" PALETTE_TEXT(TERMINAL_NEUTRAL)},
    [1 + DRAW_CENTRAL] = {'c', "\u24D2", "1;3" PALETTE_TEXT(TERMINAL_NEUTRAL)},
    [1 + DRAW_FIXED] = {'x', "\u2297", "2"},
    [EMPTY] = {'.', "\u00B7", NULL},
};

/* The character at which a cell is drawn. */
static int canvas_x(const struct text_canvas *canvas, int row, int column)
{
    int x = 2 * column - row;
    return (canvas->turned ? -x : x) - canvas->left;
}

/* The line on which a row is drawn. */
static int canvas_y(const struct text_canvas *canvas, int row)
{
    return canvas->turned ? row : paua_board_rows(canvas->board) - 1 - row;
}

/* The column of the cell drawn leftmost in a row. */
static int leftmost_column(const struct text_canvas *canvas, int row)
{
    return canvas->turned ? paua_board_row_last(canvas->board, row)
                          : paua_board_row_first(canvas->board, row);
}

/* An empty canvas for a board. */
static void canvas_begin(struct text_canvas *canvas, const paua_board *board,
                         const paua_drawing *how)
{
    memset(canvas->shown, ' ', sizeof canvas->shown);
    memset(canvas->cell, 0, sizeof canvas->cell);
    memset(canvas->moved, 0, sizeof canvas->moved);
    canvas->board = board;
    canvas->turned = how->turned;
    canvas->left = 0; /* canvas_x() measures from the origin until the margin is known */
    canvas->lines = paua_board_rows(board) + how->coordinates;
    int left = canvas_x(canvas, 0, leftmost_column(canvas, 0));
    for (int row = 1; row < paua_board_rows(board); row++) {
        int x = canvas_x(canvas, row, leftmost_column(canvas, row));
        left = x < left ? x : left;
    }
    /* room for a bracket, or for a row's name and a gap of two */
    canvas->left = left - (!how->coordinates ? 1 : paua_board_rows(board) > 26 ? 4 : 3);
}

/* The letters of a row, left of it. */
static void put_row_name(struct text_canvas *canvas, int row)
{
    char name[8];
    int length = draw_row_name(canvas->board, row, name);
    int x = canvas_x(canvas, row, leftmost_column(canvas, row)) - 2 - length;
    memcpy(&canvas->shown[canvas_y(canvas, row)][x], name, (size_t)length);
}

/* A column number; one that would touch its neighbour is left out. */
static void put_column_name(struct text_canvas *canvas, int row, int column)
{
    char name[8];
    int length = snprintf(name, sizeof name, "%d", column);
    char *at = &canvas->shown[canvas_y(canvas, row)][canvas_x(canvas, row, column)];
    if (at[-1] == ' ' && at[length] == ' ')
        memcpy(at, name, (size_t)length);
}

/* Row letters and column numbers. */
static void put_coordinates(struct text_canvas *canvas)
{
    const paua_board *board = canvas->board;
    int rows = paua_board_rows(board);
    for (int row = 0; row < rows; row++)
        put_row_name(canvas, row);
    for (int i = 0; i < rows; i++) {
        int row = canvas->turned ? rows - 1 - i : i;
        int below = canvas->turned ? row + 1 : row - 1;
        for (int column = paua_board_row_first(board, row);
             column <= paua_board_row_last(board, row); column++)
            if (paua_board_cell(board, below, column) == PAUA_NO_CELL)
                put_column_name(canvas, below, column);
    }
}

/* The cells of the board; those of the last move are in brackets, neighbours in a row in one
 * pair. */
static void put_cells(struct text_canvas *canvas, const paua_position *position, paua_set moved)
{
    const paua_board *board = canvas->board;
    for (int row = 0; row < paua_board_rows(board); row++) {
        for (int column = paua_board_row_first(board, row);
             column <= paua_board_row_last(board, row); column++) {
            int cell = paua_board_cell(board, row, column);
            int x = canvas_x(canvas, row, column), y = canvas_y(canvas, row);
            char *at = &canvas->shown[y][x];
            int kind = draw_kind_at(position, cell);
            canvas->cell[y][x] = (unsigned char)(kind < 0 ? EMPTY : kind + 1);
            *at = marks[canvas->cell[y][x]].plain;
            if (!(moved & PAUA_SET(cell)))
                continue;
            canvas->moved[y][x] = 1;
            at[-1] = at[-1] == ')' ? ' ' : '(';
            at[1] = at[1] == '(' ? ' ' : ')';
        }
    }
}

/* Writes the symbol of a cell, with its colour. */
static void print_cell(const struct text_canvas *canvas, int y, int x, const paua_drawing *how,
                       struct text_out *out)
{
    int cell = canvas->cell[y][x];
    const char *colour = how->colour ? marks[cell].colour : NULL;
    if (colour)
        text_put(out, "\033[%s%sm", colour, canvas->moved[y][x] ? ";7" : "");
    if (how->unicode)
        text_put(out, "%s", marks[cell].unicode);
    else
        text_put(out, "%c", marks[cell].plain);
    if (colour)
        text_put(out, "\033[0m");
}

/* Writes all lines without trailing blanks. */
static void print_canvas(const struct text_canvas *canvas, const paua_drawing *how,
                         struct text_out *out)
{
    for (int y = 0; y < canvas->lines; y++) {
        int end = WIDTH_MAX;
        while (end > 0 && canvas->shown[y][end - 1] == ' ')
            end--;
        for (int x = 0; x < end; x++) {
            if (canvas->cell[y][x])
                print_cell(canvas, y, x, how, out);
            else
                text_put(out, "%c", canvas->shown[y][x]);
        }
        text_put(out, "\n");
    }
}

size_t paua_draw_text(const paua_board *board, const paua_position *position,
                      const paua_drawing *how, char *text, size_t cap)
{
    struct text_out out = text_out_begin(text, cap);
    if (!OPTIONS_SIZED(how))
        return 0;
    paua_set moved = how->last == PAUA_NO_MOVE
                         ? 0
                         : paua_move_from(board, how->last) | paua_move_to(board, how->last);
    struct text_canvas canvas;
    canvas_begin(&canvas, board, how);
    if (how->coordinates)
        put_coordinates(&canvas);
    put_cells(&canvas, position, moved);
    print_canvas(&canvas, how, &out);
    return out.length;
}
