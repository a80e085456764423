/* move_text.c - reads the text of a move by the grammar of each notation (R20 - R23), without
 * looking at the marbles. */
#include "notation/move.h"

#include <string.h>

#include "base/error.h"
#include "notation/text.h"

int move_direction_to(const paua_board *board, int from, int to)
{
    for (int d = 0; d < PAUA_DIRECTION_COUNT; d++)
        if (paua_board_neighbour(board, from, (paua_direction)d) == to)
            return d;
    return -1;
}

/* The direction in which `to` is one or two steps from `from`, with *steps; -1 if there is none. */
static int line_to(const paua_board *board, int from, int to, int *steps)
{
    for (int d = 0; d < PAUA_DIRECTION_COUNT; d++) {
        int cell = from;
        for (*steps = 1; *steps <= 2; ++*steps) {
            cell = paua_board_neighbour(board, cell, (paua_direction)d);
            if (cell == PAUA_NO_CELL)
                break;
            if (cell == to)
                return d;
        }
    }
    return -1;
}

/* The line from one end to the other, moving in a direction. False if there is no such line. */
static bool line_between(const paua_board *board, int first, int last, int direction,
                         struct move_line *line)
{
    int steps = 0;
    int along = first == last ? direction : line_to(board, first, last, &steps);
    if (along < 0)
        return false;
    if (along % 3 == direction % 3)
        *line = (struct move_line){false, along == direction ? first : last, direction, direction,
                                   steps + 1};
    else
        *line = (struct move_line){true, along < 3 ? first : last, direction, along % 3, steps + 1};
    return true;
}

static paua_status refuse_line(paua_error *error)
{
    return error_fill(error, PAUA_ERROR_BAD_SYNTAX, 0,
                      "expected the two ends of a line of two or three marbles");
}

static paua_status refuse_cell(const struct text_in *in, const char *example, paua_error *error)
{
    return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in),
                      "expected a cell of this board, as in %s", example);
}

/* Checks that nothing follows the move. */
static paua_status check_end(struct text_in *in, paua_error *error)
{
    text_skip_blanks(in);
    return text_at_end(in) ? PAUA_OK
                           : error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in),
                                        "expected the end of the move");
}

/* Reads two or three cells with nothing between them. */
static paua_status read_cells(const paua_board *board, const char *text, int cells[3], int *count,
                              paua_error *error)
{
    struct text_in in = {text, text};
    text_skip_blanks(&in);
    for (*count = 0; *count < 3 && !text_at_end(&in); ++*count) {
        int cell = text_read_cell(&in, board);
        if (cell == PAUA_NO_CELL)
            break;
        cells[*count] = cell;
    }
    if (*count == 3)
        return check_end(&in, error);
    text_skip_blanks(&in);
    return *count < 2 || !text_at_end(&in) ? refuse_cell(&in, "a1b2 or a1a3b1", error) : PAUA_OK;
}

/* Three cells: one end, the other end, the target of the first, beside the line (R20). */
static paua_status read_broadside(const paua_board *board, const int cells[3],
                                  struct move_readings *out, paua_error *error)
{
    int steps;
    int along = line_to(board, cells[0], cells[1], &steps);
    int direction = move_direction_to(board, cells[0], cells[2]);
    if (along < 0)
        return refuse_line(error);
    if (direction < 0 || direction % 3 == along % 3)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, 0,
                          "expected a target beside the line, next to its first end");
    line_between(board, cells[0], cells[1], direction, &out->lines[out->count++]);
    return PAUA_OK;
}

/* R20: a1b2 in-line, a1a3b1 broadside. */
static paua_status read_standard(const paua_board *board, const char *text,
                                 struct move_readings *out, paua_error *error)
{
    int cells[3], count, direction;
    paua_status status = read_cells(board, text, cells, &count, error);
    if (status != PAUA_OK)
        return status;
    if (count == 3)
        return read_broadside(board, cells, out, error);
    direction = move_direction_to(board, cells[0], cells[1]);
    if (direction < 0)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, 0,
                          "expected two adjacent cells: the trailing marble and its target");
    out->lines[out->count++] = (struct move_line){false, cells[0], direction, direction, 0};
    return PAUA_OK;
}

/* Collects every line that begins at `from` and whose other end moves to `to`. */
static void collect_nacre(const paua_board *board, int from, int to, struct move_readings *out)
{
    for (int along = 0; along < PAUA_DIRECTION_COUNT; along++) {
        int end = from;
        for (int count = 1; count <= 3 && end != PAUA_NO_CELL; count++) {
            int direction = move_direction_to(board, end, to);
            bool in_line = direction == along;
            if (in_line || (count > 1 && direction >= 0 && direction % 3 != along % 3))
                line_between(board, from, end, direction, &out->lines[out->count++]);
            end = paua_board_neighbour(board, end, (paua_direction)along);
        }
    }
}

/* R23: two cells, the first marble and the target of the last; three cells as in standard
 * notation. */
static paua_status read_nacre(const paua_board *board, const char *text, struct move_readings *out,
                              paua_error *error)
{
    int cells[3], count;
    paua_status status = read_cells(board, text, cells, &count, error);
    if (status != PAUA_OK)
        return status;
    if (count == 3)
        return read_broadside(board, cells, out, error);
    int direction = move_direction_to(board, cells[0], cells[1]);
    if (direction >= 0) {
        /* never a pair: where its last marble could go, the first can go alone */
        out->lines[out->count++] = (struct move_line){false, cells[0], direction, direction, 0};
        return PAUA_OK;
    }
    out->two_cells = true;
    out->from = cells[0];
    out->to = cells[1];
    collect_nacre(board, cells[0], cells[1], out);
    return out->count ? PAUA_OK
                      : error_fill(error, PAUA_ERROR_BAD_SYNTAX, 0,
                                   "expected the first marble of a line, and a cell that its last "
                                   "marble could reach");
}

/* Reads a punctuation mark with blanks around it. */
static bool read_mark(struct text_in *in, char mark)
{
    text_skip_blanks(in);
    bool found = text_read_char(in, mark);
    text_skip_blanks(in);
    return found;
}

/* R21: C5,D5 or A1-C3,B2 in the network server's coordinates. */
static paua_status read_pbm(const paua_board *board, const char *text, struct move_readings *out,
                            paua_error *error)
{
    static const char example[] = "C5,D5 or A1-C3,B2";
    struct text_in in = {text, text};
    text_skip_blanks(&in);
    int first = text_read_cell_from_top(&in, board);
    if (first == PAUA_NO_CELL)
        return refuse_cell(&in, example, error);
    int last = first;
    if (read_mark(&in, '-') && (last = text_read_cell_from_top(&in, board)) == PAUA_NO_CELL)
        return refuse_cell(&in, example, error);
    if (!read_mark(&in, ','))
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(&in),
                          "expected a comma and the target, as in %s", example);
    int target = text_read_cell_from_top(&in, board);
    if (target == PAUA_NO_CELL)
        return refuse_cell(&in, example, error);
    paua_status status = check_end(&in, error);
    if (status != PAUA_OK)
        return status;
    int direction = move_direction_to(board, first, target);
    if (direction < 0)
        direction = move_direction_to(board, last, target);
    if (direction < 0)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, 0,
                          "expected a target next to an end of the line");
    return line_between(board, first, last, direction, &out->lines[out->count++])
               ? PAUA_OK
               : refuse_line(error);
}

/* R22: [a1, c3, b2], also in round brackets or without brackets. */
static paua_status read_triple(const paua_board *board, const char *text, struct move_readings *out,
                               paua_error *error)
{
    static const char example[] = "[a1, c3, b2]";
    struct text_in in = {text, text};
    int cells[3];
    text_skip_blanks(&in);
    char closing = text_read_char(&in, '[') ? ']' : text_read_char(&in, '(') ? ')' : '\0';
    for (int i = 0; i < 3; i++) {
        if (i > 0 && !read_mark(&in, ','))
            return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(&in),
                              "expected a comma, as in %s", example);
        text_skip_blanks(&in);
        cells[i] = text_read_cell(&in, board);
        if (cells[i] == PAUA_NO_CELL)
            return refuse_cell(&in, example, error);
    }
    if (closing && !read_mark(&in, closing))
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(&in), "expected '%c', as in %s",
                          closing, example);
    paua_status status = check_end(&in, error);
    if (status != PAUA_OK)
        return status;
    int direction = move_direction_to(board, cells[0], cells[2]);
    if (direction < 0)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, 0,
                          "expected a target next to the first marble");
    return line_between(board, cells[0], cells[1], direction, &out->lines[out->count++])
               ? PAUA_OK
               : refuse_line(error);
}

/* Reads E, NE, NW, W, SW or SE in either case; -1 if the text is none of these. */
static int read_direction(struct text_in *in)
{
    static const char *const names[PAUA_DIRECTION_COUNT] = {"e", "ne", "nw", "w", "sw", "se"};
    size_t length = strspn(in->at, "nsewNSEW");
    for (int d = 0; d < PAUA_DIRECTION_COUNT; d++) {
        bool same = strlen(names[d]) == length;
        for (size_t i = 0; same && i < length; i++)
            same = (in->at[i] | 32) == names[d][i];
        if (same) {
            in->at += length;
            return d;
        }
    }
    return -1;
}

/* R23: a1NE, c3c5NE, c3-c5 NE, c3 c4 c5 NE, and c3-c5>NE. */
static paua_status read_direction_style(const paua_board *board, const char *text,
                                        struct move_readings *out, paua_error *error)
{
    struct text_in in = {text, text};
    int cells[3], count = 0, cell;
    text_skip_blanks(&in);
    while (count < 3 && (cell = text_read_cell(&in, board)) != PAUA_NO_CELL) {
        cells[count++] = cell;
        read_mark(&in, '-');
    }
    read_mark(&in, '>');
    int direction = count > 0 ? read_direction(&in) : -1;
    if (direction < 0)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(&in),
                          "expected one to three marbles and E, NE, NW, W, SW or SE, as in a1NE");
    paua_status status = check_end(&in, error);
    if (status != PAUA_OK)
        return status;
    struct move_line *line = &out->lines[out->count++];
    *line = (struct move_line){false, cells[0], direction, direction, 0};
    if (count > 1 && !line_between(board, cells[0], cells[count - 1], direction, line))
        return refuse_line(error);
    int along = count < 3 ? 0 : move_direction_to(board, cells[0], cells[1]);
    return count < 3 || (along >= 0 &&
                         cells[2] == paua_board_neighbour(board, cells[1], (paua_direction)along))
               ? PAUA_OK
               : refuse_line(error);
}

paua_status move_text_read(const paua_board *board, paua_notation notation, const char *text,
                           struct move_readings *out, paua_error *error)
{
    typedef paua_status reader(const paua_board *, const char *, struct move_readings *,
                               paua_error *);
    static reader *const readers[PAUA_NOTATION_COUNT] = {read_standard, read_pbm, read_triple,
                                                         read_nacre, read_direction_style};
    *out = (struct move_readings){.notation = notation};
    return readers[notation](board, text, out, error);
}

static size_t commas_in(const char *text)
{
    size_t commas = 0;
    for (; *text; text++)
        commas += *text == ',';
    return commas;
}

paua_notation move_text_notation(const char *text)
{
    size_t start = strspn(text, " \t\r\n"), end = strlen(text);
    size_t commas = commas_in(text);
    while (end > start && strchr(" \t\r\n", text[end - 1]))
        end--;
    if (text[start] == '[' || text[start] == '(' || commas > 1)
        return PAUA_NOTATION_TRIPLE;
    if (commas == 1)
        return PAUA_NOTATION_PBM;
    return end > start + 1 && strchr("eEwW", text[end - 1]) ? PAUA_NOTATION_DIRECTION
                                                            : PAUA_NOTATION_STANDARD;
}
