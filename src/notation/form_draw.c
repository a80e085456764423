/* form_draw.c - writes positions as drawings: the forms matrix, diagram and pbm. form_drawn.c reads
 * them. */
#include <string.h>

#include "notation/form.h"

/* The indent of a row, in characters from the leftmost cell of the board: x = 2 * column - row. */
static int indent_of(const paua_board *board, int row)
{
    int left = 2;
    for (int i = 0; i < paua_board_rows(board); i++) {
        int x = 2 * paua_board_row_first(board, i) - i;
        left = x < left ? x : left;
    }
    return 2 * paua_board_row_first(board, row) - row - left;
}

static void put_blanks(struct text_out *out, int count)
{
    text_put(out, "%*s", count, "");
}

/* The cells of a row, separated by blanks; `symbols` has a character for each of form_letters and
 * then one for an empty cell. */
static void put_cells(struct text_out *out, const paua_board *board, const paua_position *position,
                      int row, const char *symbols)
{
    int first = paua_board_row_first(board, row);
    for (int n = first; n <= paua_board_row_last(board, row); n++) {
        char mark = form_letter_at(position, paua_board_cell(board, row, n));
        const char *letter = strchr(form_letters, mark);
        text_put(out, "%s%c", n > first ? " " : "",
                 symbols[letter ? (int)(letter - form_letters) : LETTERS]);
    }
}

/* The form of seed 002: lost marbles are counted left of the first and the last row. */
static void write_matrix(struct text_out *out, const paua_board *board,
                         const paua_position *position)
{
    enum { MARGIN = 4 };
    int rows = paua_board_rows(board);
    for (int row = rows - 1; row >= 0; row--) {
        int number =
            row == rows - 1 ? position->ejected[PAUA_BLACK] : position->ejected[PAUA_WHITE];
        int margin = MARGIN + indent_of(board, row);
        if (row == rows - 1 || row == 0)
            text_put(out, "%-*d", margin, number);
        else
            put_blanks(out, margin);
        put_cells(out, board, position, row, "$!???????*");
        if (rows == 1)
            text_put(out, "  %d", position->ejected[PAUA_WHITE]);
        text_put(out, "\n");
    }
}

/* A line of the numbers 1 to `last`, two characters apart; of those with two digits every other
 * one has room. */
static void put_scale(struct text_out *out, int last, int blanks)
{
    int written = -blanks;
    for (int n = 1; n <= last; n++) {
        if (n >= 10 && n % 2)
            continue;
        put_blanks(out, 2 * (n - 1) - written);
        text_put(out, "%d", n);
        written = 2 * (n - 1) + (n < 10 ? 1 : 2);
    }
    text_put(out, "\n");
}

/* The form of seed 003: row letters to the left, column numbers at the lower end of each
 * diagonal. */
static void write_diagram(struct text_out *out, const paua_board *board,
                          const paua_position *position)
{
    int rows = paua_board_rows(board), width = rows > 26 ? 2 : 1;
    for (int row = rows - 1; row >= 0; row--) {
        put_blanks(out, 1 + indent_of(board, row) + (row < 26 ? width - 1 : 0));
        text_put_row(out, row);
        text_put(out, " ");
        put_cells(out, board, position, row, "@Orgypncx+");
        int last = paua_board_row_last(board, row);
        if (row + 1 < rows && paua_board_row_last(board, row + 1) > last)
            text_put(out, " %d", last + 1);
        text_put(out, "\n");
    }
    put_scale(out, paua_board_row_last(board, 0), 3 + width + indent_of(board, 0));
}

/* Lost marbles beside a row. */
static void put_lost(struct text_out *out, int count, char symbol)
{
    for (int i = 0; i < count; i++)
        text_put(out, "%s%c", i > 0 ? " " : "    ", symbol);
}

/* The lost marbles of the row in a game for two: player one's beside the first row, player two's
 * beside the last. */
static void put_lost_of_row(struct text_out *out, const paua_board *board,
                            const paua_position *position, int row, const char *symbols)
{
    if (position->players != PAUA_SIDES)
        return;
    if (row == paua_board_rows(board) - 1)
        put_lost(out, position->ejected[PAUA_WHITE], symbols[PAUA_BLACK]);
    if (row == 0)
        put_lost(out, position->ejected[PAUA_BLACK], symbols[PAUA_WHITE]);
}

/* The form of seed 004. A board of one cell has a row letter, because `1` alone is a native
 * position. */
static void write_server(struct text_out *out, const paua_board *board,
                         const paua_position *position)
{
    static const char symbols[] = "123456???.";
    for (int row = paua_board_rows(board) - 1; row >= 0; row--) {
        if (paua_board_cells(board) == 1)
            text_put(out, "A- ");
        put_blanks(out, indent_of(board, row));
        put_cells(out, board, position, row, symbols);
        put_lost_of_row(out, board, position, row, symbols);
        text_put(out, "\n");
    }
}

/* Whether a diagonal of the network server's begins in row i from the top, and not in the first:
 * they run from north-east to south-west. */
static bool begins_diagonal(const paua_board *board, int i)
{
    return i > 0 && i < paua_board_side(board, 1);
}

/* The two lines above a labelled board: the numbers of the diagonals that end in the first row,
 * their strokes, and the number of the one that ends in the second. */
static void put_server_scale(struct text_out *out, const paua_board *board, int blanks)
{
    int side = paua_board_side(board, 0);
    put_scale(out, side, blanks);
    put_blanks(out, blanks);
    for (int n = 1; n <= side; n++)
        text_put(out, "%s/", n > 1 ? " " : "");
    if (begins_diagonal(board, 1))
        text_put(out, " %d", side + 1);
    text_put(out, "\n");
}

/* The form of seed 004 as its help draws boards: rows lettered from the top, diagonals numbered,
 * with strokes from the numbers to the cells. Two players are x and o, more are 1 to 6. */
static void write_server_board(struct text_out *out, const paua_board *board,
                               const paua_position *position)
{
    const char *symbols = position->players == PAUA_SIDES ? "xo???????." : "123456???.";
    int rows = paua_board_rows(board), width = rows > 26 ? 2 : 1;
    put_server_scale(out, board, indent_of(board, rows - 1) + width + 3);
    for (int i = 0; i < rows; i++) {
        int row = rows - 1 - i;
        put_blanks(out, indent_of(board, row) + (i < 26 ? width - 1 : 0));
        text_put_row(out, i);
        text_put(out, "- ");
        put_cells(out, board, position, row, symbols);
        if (begins_diagonal(board, i + 1))
            text_put(out, " /");
        if (begins_diagonal(board, i + 2))
            text_put(out, " %d", paua_board_side(board, 0) + i + 2);
        put_lost_of_row(out, board, position, row, symbols);
        text_put(out, "\n");
    }
}

void drawn_write(struct text_out *out, const paua_board *board, const paua_position *position,
                 paua_form form)
{
    if (form == PAUA_FORM_MATRIX)
        write_matrix(out, board, position);
    else if (form == PAUA_FORM_DIAGRAM)
        write_diagram(out, board, position);
    else if (form == PAUA_FORM_PBM_BOARD)
        write_server_board(out, board, position);
    else
        write_server(out, board, position);
}
