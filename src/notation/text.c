/* text.c - bounded output and a cursor over input (text.h), and coordinates of cells (R2, R21). */
#include "notation/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct text_out text_out_begin(char *text, size_t cap)
{
    if (cap > 0)
        text[0] = '\0';
    return (struct text_out){text, cap, 0};
}

void text_put(struct text_out *out, const char *format, ...)
{
    va_list arguments;
    size_t used = out->length < out->cap ? out->length : out->cap;
    va_start(arguments, format);
    int length = vsnprintf(out->cap ? out->text + used : NULL, out->cap - used, format, arguments);
    va_end(arguments);
    if (length > 0)
        out->length += (size_t)length;
}

void text_put_char(struct text_out *out, char c)
{
    if (out->length + 1 < out->cap) {
        out->text[out->length] = c;
        out->text[out->length + 1] = '\0';
    }
    out->length++;
}

size_t text_offset(const struct text_in *in)
{
    return (size_t)(in->at - in->text);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

void text_skip_blanks(struct text_in *in)
{
    for (;;) {
        bool mark = strncmp(in->at, "\xef\xbb\xbf", 3) == 0;
        if (!mark && !is_blank(*in->at))
            return;
        in->at += mark ? 3 : 1;
    }
}

bool text_at_blank(const struct text_in *in)
{
    return is_blank(*in->at);
}

bool text_at_end(const struct text_in *in)
{
    return *in->at == '\0';
}

bool text_read_number(struct text_in *in, int limit, int *out)
{
    const char *p = in->at;
    int number = 0;
    for (; *p >= '0' && *p <= '9'; p++) {
        number = 10 * number + (*p - '0');
        if (number > limit)
            return false;
    }
    if (p == in->at)
        return false;
    in->at = p;
    *out = number;
    return true;
}

bool text_read_char(struct text_in *in, char c)
{
    bool found = *in->at == c;
    in->at += found;
    return found;
}

bool text_read_coordinates(struct text_in *in, int *row, int *column)
{
    struct text_in ahead = *in;
    int letters = 0, number = 0;
    for (; letters < 3; ahead.at++, letters++) {
        char c = *ahead.at;
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if (c < 'a' || c > 'z')
            break;
        number = 26 * number + (c - 'a' + 1); /* a .. z, aa, ab, ... */
    }
    if (letters == 0 || !text_read_number(&ahead, 99, column))
        return false;
    *row = number - 1;
    *in = ahead;
    return true;
}

int text_read_cell(struct text_in *in, const paua_board *board)
{
    struct text_in ahead = *in;
    int row, column, cell;
    if (!text_read_coordinates(&ahead, &row, &column))
        return PAUA_NO_CELL;
    cell = paua_board_cell(board, row, column);
    if (cell != PAUA_NO_CELL)
        *in = ahead;
    return cell;
}

/* The lowest column of row i from the top, on the board mirrored top to bottom. */
static int first_from_top(const paua_board *board, int i)
{
    int c = paua_board_side(board, 2);
    return i > c - 1 ? 1 + i - (c - 1) : 1;
}

int text_read_cell_from_top(struct text_in *in, const paua_board *board)
{
    struct text_in ahead = *in;
    int i, column, cell;
    if (!text_read_coordinates(&ahead, &i, &column) || i >= paua_board_rows(board))
        return PAUA_NO_CELL;
    int row = paua_board_rows(board) - 1 - i;
    column += paua_board_row_first(board, row) - first_from_top(board, i);
    if (column < paua_board_row_first(board, row) || column > paua_board_row_last(board, row))
        return PAUA_NO_CELL;
    cell = paua_board_cell(board, row, column);
    *in = ahead;
    return cell;
}

void text_put_row(struct text_out *out, int i)
{
    if (i >= 26)
        text_put(out, "%c", 'A' + i / 26 - 1);
    text_put(out, "%c", 'A' + i % 26);
}

void text_put_cell_from_top(struct text_out *out, const paua_board *board, int cell)
{
    int row = paua_board_row(board, cell), i = paua_board_rows(board) - 1 - row;
    text_put_row(out, i);
    text_put(out, "%d",
             paua_board_column(board, cell) - paua_board_row_first(board, row) +
                 first_from_top(board, i));
}

char *paua_cell_format(const paua_board *board, int cell, char *text)
{
    int row = paua_board_row(board, cell), column = paua_board_column(board, cell);
    char *p = text;
    if (row >= 26)
        *p++ = (char)('a' + row / 26 - 1);
    *p++ = (char)('a' + row % 26);
    if (column >= 10)
        *p++ = (char)('0' + column / 10);
    *p++ = (char)('0' + column % 10);
    *p = '\0';
    return text;
}
