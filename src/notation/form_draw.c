/* form_draw.c - writes positions as drawings: the forms triple, diagram and pbm. form_drawn.c reads
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
static void write_triple(struct text_out *out, const paua_board *board,
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

/* Column numbers below the last row; of those with two digits only every other one has room. */
static void put_scale(struct text_out *out, const paua_board *board, int blanks)
{
    int written = -blanks;
    for (int n = 1; n <= paua_board_row_last(board, 0); n++) {
        if (n >= 10 && n % 2)
            continue;
        put_blanks(out, 2 * (n - 1) - written);
        text_put(out, "%d", n);
        written = 2 * (n - 1) + (n < 10 ? 1 : 2);
    }
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
    put_scale(out, board, 3 + width + indent_of(board, 0));
    text_put(out, "\n");
}

/* Lost marbles beside a row. */
static void put_lost(struct text_out *out, int count, char symbol)
{
    for (int i = 0; i < count; i++)
        text_put(out, "%s%c", i > 0 ? " " : "    ", symbol);
}

/* The form of seed 004. In a game for two the lost marbles of player one are drawn beside the first
 * row, those of player two beside the last. A board of one cell has a row letter, because `1` alone
 * is a native position. */
static void write_server(struct text_out *out, const paua_board *board,
                         const paua_position *position)
{
    int rows = paua_board_rows(board);
    bool two = position->players == PAUA_SIDES;
    for (int row = rows - 1; row >= 0; row--) {
        if (paua_board_cells(board) == 1)
            text_put(out, "A- ");
        put_blanks(out, indent_of(board, row));
        put_cells(out, board, position, row, "123456???.");
        if (two && row == rows - 1)
            put_lost(out, position->ejected[PAUA_WHITE], '1');
        if (two && row == 0)
            put_lost(out, position->ejected[PAUA_BLACK], '2');
        text_put(out, "\n");
    }
}

void drawn_write(struct text_out *out, const paua_board *board, const paua_position *position,
                 paua_form form)
{
    if (form == PAUA_FORM_TRIPLE)
        write_triple(out, board, position);
    else if (form == PAUA_FORM_DIAGRAM)
        write_diagram(out, board, position);
    else
        write_server(out, board, position);
}
