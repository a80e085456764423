/* printed.c - repairs boards of the paper on the course project. */
#include "notation/printed.h"

#include <string.h>

#include "notation/text.h"

enum { LONGEST = 9, CELLS_MAX = 16, NUMBER_MAX = 61 };

/* A row as it is printed. */
struct printed_row {
    int number; /* of ejected marbles, before the cells; -1: none */
    int count;  /* of cells */
    char cells[CELLS_MAX];
    bool has_neighbour; /* behind a tab there is another board's */
};

/* The cells of a row of the board, from the top. */
static int row_length(int row)
{
    return LONGEST - (row < PRINTED_ROWS / 2 ? PRINTED_ROWS / 2 - row : row - PRINTED_ROWS / 2);
}

/* Reads a line with a row. False: it has something else. */
static bool read_row(struct text_in *in, struct printed_row *row)
{
    *row = (struct printed_row){.number = -1};
    in->at += strspn(in->at, " \t");
    if (text_read_number(in, NUMBER_MAX, &row->number) && !text_at_blank(in))
        return false;
    for (; *in->at && *in->at != '\n'; in->at++) {
        if (*in->at == '\t' && row->count > 0 && in->at[strspn(in->at, " \t\r")] > ' ') {
            row->has_neighbour = true;
            in->at += strcspn(in->at, "\n");
            break;
        }
        if (strchr(" \t\r\\", *in->at))
            continue;
        if (!strchr("!$*", *in->at) || row->count == CELLS_MAX)
            return false;
        row->cells[row->count++] = *in->at;
    }
    return row->count > 0;
}

/* What a row that lacks a cell gets. */
static char missing_cell(const struct printed_row *row)
{
    for (int i = 1; i < row->count; i++) {
        if (row->cells[i] != row->cells[0])
            return '*';
    }
    return row->cells[0];
}

/* Reads all rows, and nothing else. */
static bool read_rows(const char *text, struct printed_row rows[PRINTED_ROWS])
{
    struct text_in in = {text, text};

    for (int i = 0; i < PRINTED_ROWS; i++) {
        text_skip_blanks(&in);
        if (!read_row(&in, &rows[i]) || rows[i].count > row_length(i) ||
            rows[i].count < row_length(i) - 1 || rows[i].has_neighbour != rows[0].has_neighbour)
            return false;
    }
    return text_at_end(&in);
}

bool printed_board_repair(const char *text, char board[PRINTED_BOARD_MAX],
                          char notes[PRINTED_NOTES_MAX])
{
    struct printed_row rows[PRINTED_ROWS];
    struct text_out out = text_out_begin(board, PRINTED_BOARD_MAX);
    struct text_out notes_out = text_out_begin(notes, PRINTED_NOTES_MAX);

    if (!read_rows(text, rows))
        return false;
    if (rows[0].has_neighbour)
        text_put(&notes_out, "two boards stand beside each other: the left one is read\n");
    for (int i = 0; i < PRINTED_ROWS; i++) {
        if (rows[i].number >= 0)
            text_put(&out, "%d ", rows[i].number);
        for (int k = 0; k < rows[i].count; k++)
            text_put(&out, "%c ", rows[i].cells[k]);
        if (rows[i].count < row_length(i)) {
            text_put(&out, "%c ", missing_cell(&rows[i]));
            text_put(&notes_out, "row %d has %d of %d cells: a '%c' is added at its end\n", i + 1,
                     rows[i].count, row_length(i), missing_cell(&rows[i]));
        }
        text_put(&out, "\n");
    }
    return true;
}
