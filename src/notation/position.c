#include <paua/notation.h>

#include <string.h>

#include "base/error.h"
#include "notation/text.h"

#define ROWS_MAX 61

/* Rows of a position as they are read: how long each is and where it begins. */
struct rows {
    int count;
    int length[ROWS_MAX];
    size_t at[ROWS_MAX];
};

/* The words that begin a position: rows, "AxBxC:" and rows, or a layout's name. */
struct opening {
    bool has_sides;
    int sides[3];
    const paua_layout *layout; /* or NULL: rows follow */
    struct text_in rest;       /* at the rows, or behind the name */
};

static const paua_layout *read_layout(struct text_in *in)
{
    char name[32];
    size_t length = strcspn(in->at, " \t\r\n");
    if (length >= sizeof name)
        return NULL;
    memcpy(name, in->at, length);
    name[length] = '\0';
    const paua_layout *layout = paua_layout_find(name);
    if (layout)
        in->at += length;
    return layout;
}

static paua_status read_opening(const char *text, struct opening *opening, paua_error *error)
{
    struct text_in in = {text, text};
    char sides[16];
    *opening = (struct opening){0};
    text_skip_blanks(&in);
    size_t length = strspn(in.at, "0123456789x");
    if (in.at[length] == ':') {
        paua_status status = PAUA_BAD_SYNTAX;
        if (length < sizeof sides) {
            memcpy(sides, in.at, length);
            sides[length] = '\0';
            status = paua_board_parse(sides, opening->sides, NULL);
        }
        if (status != PAUA_OK)
            return error_fill(error, status, text_offset(&in),
                              "expected a board of at most %d cells, as in 2x2x3:", PAUA_CELLS_MAX);
        opening->has_sides = true;
        in.at += length + 1;
    }
    if (!opening->has_sides)
        opening->layout = read_layout(&in);
    opening->rest = in;
    return PAUA_OK;
}

/* Reads to the end of the rows. Marbles are not looked at yet. */
static paua_status read_rows(struct text_in *in, struct rows *rows, paua_error *error)
{
    rows->count = 1;
    rows->length[0] = 0;
    rows->at[0] = text_offset(in);
    for (; !text_at_end(in) && !strchr(" \t\r\n", *in->at); in->at++) {
        int *length = &rows->length[rows->count - 1];
        char c = *in->at;
        if (c == '/') {
            if (rows->count == ROWS_MAX)
                return error_fill(error, PAUA_BAD_SYNTAX, text_offset(in), "more than %d rows",
                                  ROWS_MAX);
            rows->length[rows->count] = 0;
            rows->at[rows->count++] = text_offset(in) + 1;
            continue;
        }
        if (c != 'b' && c != 'w' && (c < '1' || c > '9'))
            return error_fill(error, PAUA_BAD_SYNTAX, text_offset(in),
                              "expected b, w, a digit 1-9, '/' or a layout's name");
        if (*length <= PAUA_CELLS_MAX) /* else too long for any board already */
            *length += c <= '9' ? c - '0' : 1;
    }
    return PAUA_OK;
}

/* Length of row i, counted from the top or the bottom: it is the same. */
static int row_length(const int sides[3], int i)
{
    int b = sides[1], c = sides[2];
    int first = i > b - 1 ? i - (b - 1) : 0;
    int last = sides[0] + (i < c - 1 ? i : c - 1);
    return last - first;
}

static paua_status check_rows(const struct rows *rows, const int sides[3], paua_status code,
                              paua_error *error)
{
    int expected = sides[1] + sides[2] - 1;
    for (int i = 0; i < rows->count && i < expected; i++)
        if (rows->length[i] != row_length(sides, i))
            return error_fill(error, code, rows->at[i], "row %d has %d cells, expected %d", i + 1,
                              rows->length[i], row_length(sides, i));
    if (rows->count != expected)
        return error_fill(error, code, rows->at[rows->count - 1],
                          "%d rows, expected %d on a %dx%dx%d board", rows->count, expected,
                          sides[0], sides[1], sides[2]);
    return PAUA_OK;
}

/* The top row is a; rows grow to a + min(b, c) - 1; there are b + c - 1 of them. */
static paua_status guess_sides(const struct rows *rows, int sides[3], paua_error *error)
{
    int longest = 0;
    for (int i = 0; i < rows->count; i++)
        if (rows->length[i] > longest)
            longest = rows->length[i];
    int a = rows->length[0], b = longest - a + 1, c = rows->count + 1 - b;
    if (a == 0)
        return error_fill(error, PAUA_BAD_SYNTAX, rows->at[0], "expected the rows of a position");
    if (c < b)
        return error_fill(error, PAUA_BAD_SYNTAX, rows->at[0],
                          "these %d rows do not form a hexagon", rows->count);
    int guess[3] = {a, b, c};
    paua_status status = check_rows(rows, guess, PAUA_BAD_SYNTAX, error);
    if (status != PAUA_OK)
        return status;
    if (!paua_board_cells_of(a, b, c))
        return error_fill(error, PAUA_UNSUPPORTED, rows->at[0], "a board of more than %d cells",
                          PAUA_CELLS_MAX);
    memcpy(sides, guess, sizeof guess);
    return PAUA_OK;
}

paua_status paua_position_shape(const char *text, int sides[3], paua_error *error)
{
    struct opening opening;
    struct rows rows;
    paua_status status = read_opening(text, &opening, error);
    if (status != PAUA_OK)
        return status;
    if (opening.layout || opening.has_sides) {
        memcpy(sides, opening.layout ? opening.layout->sides : opening.sides, sizeof opening.sides);
        return PAUA_OK;
    }
    status = read_rows(&opening.rest, &rows, error);
    return status == PAUA_OK ? guess_sides(&rows, sides, error) : status;
}

/* Puts the marbles of checked rows into sets. */
static void place_marbles(const paua_board *board, const char *rows, paua_set marbles[PAUA_SIDES])
{
    int row = paua_board_rows(board) - 1;
    int column = paua_board_row_first(board, row);
    for (const char *p = rows; *p && !strchr(" \t\r\n", *p); p++) {
        if (*p == '/') {
            row--;
            column = paua_board_row_first(board, row);
        } else if (*p <= '9') {
            column += *p - '0';
        } else {
            marbles[*p == 'w'] |= PAUA_SET(paua_board_cell(board, row, column));
            column++;
        }
    }
}

/* The fields behind the rows; each may be missing with all that follow. */
static paua_status read_fields(struct text_in *in, paua_position *position, paua_error *error)
{
    int black = 0, white = 0, quiet = 0, ply = 1;
    text_skip_blanks(in);
    if (!text_at_end(in)) {
        if ((*in->at != 'b' && *in->at != 'w') || (in->at[1] && !strchr(" \t\r\n", in->at[1])))
            return error_fill(error, PAUA_BAD_SYNTAX, text_offset(in),
                              "expected the side to move, b or w");
        position->to_move = *in->at++ == 'w';
        text_skip_blanks(in);
    }
    if (!text_at_end(in)) {
        if (!text_read_number(in, PAUA_CELLS_MAX, &black) || !text_read_char(in, '-') ||
            !text_read_number(in, PAUA_CELLS_MAX, &white))
            return error_fill(error, PAUA_BAD_SYNTAX, text_offset(in),
                              "expected the marbles ejected by each side, as in 0-0");
        text_skip_blanks(in);
    }
    if (!text_at_end(in)) {
        if (!text_read_number(in, UINT16_MAX, &quiet))
            return error_fill(error, PAUA_BAD_SYNTAX, text_offset(in),
                              "expected the plies since the last ejection, 0-65535");
        text_skip_blanks(in);
    }
    if (!text_at_end(in)) {
        if (*in->at == '0' || !text_read_number(in, UINT16_MAX, &ply))
            return error_fill(error, PAUA_BAD_SYNTAX, text_offset(in),
                              "expected the number of the next ply, 1-65535");
        text_skip_blanks(in);
    }
    if (!text_at_end(in))
        return error_fill(error, PAUA_BAD_SYNTAX, text_offset(in),
                          "expected the end of the position");
    position->ejected[PAUA_BLACK] = (uint8_t)black;
    position->ejected[PAUA_WHITE] = (uint8_t)white;
    position->quiet = (uint16_t)quiet;
    position->ply = (uint16_t)ply;
    return PAUA_OK;
}

static bool same_sides(const paua_board *board, const int sides[3])
{
    return sides[0] == paua_board_side(board, 0) && sides[1] == paua_board_side(board, 1) &&
           sides[2] == paua_board_side(board, 2);
}

paua_status paua_position_parse(const paua_board *board, const char *text, paua_position *out,
                                paua_error *error)
{
    struct opening opening;
    paua_set marbles[PAUA_SIDES] = {0, 0};
    paua_position position = {0};
    const int sides[3] = {paua_board_side(board, 0), paua_board_side(board, 1),
                          paua_board_side(board, 2)};
    paua_status status = read_opening(text, &opening, error);
    if (status != PAUA_OK)
        return status;
    struct text_in in = opening.rest;
    const int *named = opening.layout ? opening.layout->sides : opening.sides;
    if ((opening.layout || opening.has_sides) && !same_sides(board, named))
        return error_fill(error, PAUA_BAD_POSITION, 0,
                          "a position of a %dx%dx%d board, expected %dx%dx%d", named[0], named[1],
                          named[2], sides[0], sides[1], sides[2]);
    if (!opening.layout) {
        struct rows rows;
        status = read_rows(&in, &rows, error);
        if (status == PAUA_OK)
            status = check_rows(&rows, sides, PAUA_BAD_POSITION, error);
        if (status != PAUA_OK)
            return status;
    }
    status = read_fields(&in, &position, error);
    if (status != PAUA_OK)
        return status;
    place_marbles(board, opening.layout ? opening.layout->rows : opening.rest.at, marbles);
    memcpy(position.marbles, marbles, sizeof marbles);
    position.key = paua_position_key(board, &position);
    if (paua_position_check(board, &position) != PAUA_OK)
        return error_fill(error, PAUA_BAD_POSITION, 0,
                          "more than %d marbles of one side, on the board and ejected",
                          PAUA_CELLS_MAX);
    *out = position;
    return PAUA_OK;
}

static void put_empty(struct text_out *out, int *empty)
{
    for (; *empty > 0; *empty -= *empty > 9 ? 9 : *empty)
        text_put(out, "%d", *empty > 9 ? 9 : *empty);
}

size_t paua_position_format(const paua_board *board, const paua_position *position, char *text,
                            size_t cap)
{
    struct text_out out = text_out_begin(text, cap);
    if (paua_board_side(board, 1) > paua_board_side(board, 2) || paua_board_rows(board) == 1)
        text_put(&out, "%dx%dx%d:", paua_board_side(board, 0), paua_board_side(board, 1),
                 paua_board_side(board, 2));
    for (int row = paua_board_rows(board) - 1; row >= 0; row--) {
        int empty = 0;
        for (int n = paua_board_row_first(board, row); n <= paua_board_row_last(board, row); n++) {
            paua_set cell = PAUA_SET(paua_board_cell(board, row, n));
            if ((position->marbles[PAUA_BLACK] | position->marbles[PAUA_WHITE]) & cell) {
                put_empty(&out, &empty);
                text_put(&out, "%c", position->marbles[PAUA_BLACK] & cell ? 'b' : 'w');
            } else {
                empty++;
            }
        }
        put_empty(&out, &empty);
        if (row > 0)
            text_put(&out, "/");
    }
    text_put(&out, " %c %d-%d %d %d", position->to_move == PAUA_BLACK ? 'b' : 'w',
             position->ejected[PAUA_BLACK], position->ejected[PAUA_WHITE], position->quiet,
             position->ply);
    return out.length;
}
