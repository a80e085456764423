/* form_json.c - reads a position from a JSON object of other programs: the puzzles of Abalassembly
 * (bm, wm, cb, cw, c), its starts (black and white as pairs), those of gym-abalone (black and white
 * as numbers from 0 to 60). Rows count from the top and cells of a row from the left, both from 0;
 * the board is 5x5x5. Other members are skipped. */
#include <string.h>

#include "base/error.h"
#include "notation/form.h"

enum { TOP_ROW = 8, NESTED_MAX = 16, KEY_MAX = 8 };

static const int row_lengths[] = {5, 6, 7, 8, 9, 8, 7, 6, 5};

static paua_status refuse_value(const struct text_in *in, const char *expected, paua_error *error)
{
    return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in), "expected %s", expected);
}

/* Reads a character with blanks around it. */
static bool read_mark(struct text_in *in, char mark)
{
    text_skip_blanks(in);
    bool found = text_read_char(in, mark);
    text_skip_blanks(in);
    return found;
}

/* Reads a string; `text` gets what fits of it, escapes as they are. */
static bool read_string(struct text_in *in, char *text, size_t cap)
{
    size_t length = 0;
    if (!text_read_char(in, '"'))
        return false;
    for (; *in->at && *in->at != '"'; in->at++) {
        if (length + 1 < cap)
            text[length++] = *in->at;
        if (*in->at == '\\' && in->at[1])
            in->at++;
    }
    text[length] = '\0';
    return text_read_char(in, '"');
}

/* Skips any value; brackets inside strings do not count. */
static bool skip_value(struct text_in *in)
{
    char ignored[2];
    int depth = 0;
    do {
        text_skip_blanks(in);
        if (*in->at == '"') {
            if (!read_string(in, ignored, sizeof ignored))
                return false;
            continue;
        }
        if (text_at_end(in) || (depth == 0 && (*in->at == ',' || *in->at == '}')))
            return false;
        depth += (*in->at == '[' || *in->at == '{') - (*in->at == ']' || *in->at == '}');
        bool plain = !strchr("[]{},:", *in->at);
        in->at++;
        while (plain && *in->at && !strchr("[]{},:\" \t\r\n", *in->at))
            in->at++;
    } while (depth > 0 && depth <= NESTED_MAX);
    return depth == 0;
}

/* Reads "row,cell", with or without its brackets or quotes. */
static bool read_pair(struct text_in *in, int *row, int *cell)
{
    text_skip_blanks(in);
    if (!text_read_number(in, TOP_ROW, row) || !read_mark(in, ',') ||
        !text_read_number(in, TOP_ROW, cell))
        return false;
    text_skip_blanks(in);
    return *cell < row_lengths[*row];
}

/* Reads a cell: "3,4", [3,4], or its number from the top left. */
static bool read_cell(struct text_in *in, int *row, int *cell)
{
    if (text_read_char(in, '"'))
        return read_pair(in, row, cell) && text_read_char(in, '"');
    if (text_read_char(in, '['))
        return read_pair(in, row, cell) && text_read_char(in, ']');
    if (!text_read_number(in, PAUA_CELLS_MAX - 1, cell))
        return false;
    for (*row = 0; *cell >= row_lengths[*row]; ++*row)
        *cell -= row_lengths[*row];
    return true;
}

/* Reads the cells of a side's marbles. */
static paua_status read_marbles(struct text_in *in, char mark, struct position_sketch *sketch,
                                paua_error *error)
{
    if (!read_mark(in, '['))
        return refuse_value(in, "an array of cells", error);
    if (read_mark(in, ']'))
        return PAUA_OK;
    do {
        text_skip_blanks(in);
        struct placed_marble *placed = &sketch->placed[sketch->placed_count];
        struct text_in ahead = *in;
        int row, cell;
        if (sketch->placed_count == PAUA_CELLS_MAX)
            return refuse_value(in, "at most 61 marbles", error);
        if (!read_cell(&ahead, &row, &cell))
            return refuse_value(in, "a cell such as \"3,4\", [3,4] or 22", error);
        *placed = (struct placed_marble){.row = TOP_ROW - row,
                                         .column = cell + 1 + (row < 4 ? 4 - row : 0),
                                         .mark = mark,
                                         .at = text_offset(in)};
        sketch->placed_count++;
        *in = ahead;
    } while (read_mark(in, ','));
    return read_mark(in, ']') ? PAUA_OK : refuse_value(in, "a comma or ']'", error);
}

/* Reads a number of ejected marbles. */
static paua_status read_score(struct text_in *in, uint8_t *score, paua_error *error)
{
    int number;
    if (!text_read_number(in, PAUA_CELLS_MAX, &number))
        return refuse_value(in, "a number of ejected marbles", error);
    *score = (uint8_t)number;
    return PAUA_OK;
}

/* Reads who is to move. */
static paua_status read_side(struct text_in *in, paua_position *position, paua_error *error)
{
    char side[KEY_MAX];
    struct text_in ahead = *in;
    bool read = read_string(&ahead, side, sizeof side);
    if (!read || (strcmp(side, "black") != 0 && strcmp(side, "white") != 0))
        return refuse_value(in, "\"black\" or \"white\"", error);
    position->to_move = side[0] == 'b' ? PAUA_BLACK : PAUA_WHITE;
    *in = ahead;
    return PAUA_OK;
}

/* Reads the value of a member. */
static paua_status read_member(struct text_in *in, const char *key, struct position_sketch *sketch,
                               paua_error *error)
{
    paua_position *position = &sketch->position;
    if (strcmp(key, "bm") == 0 || strcmp(key, "black") == 0)
        return read_marbles(in, form_letters[PAUA_BLACK], sketch, error);
    if (strcmp(key, "wm") == 0 || strcmp(key, "white") == 0)
        return read_marbles(in, form_letters[PAUA_WHITE], sketch, error);
    if (strcmp(key, "cb") == 0)
        return read_score(in, &position->ejected[PAUA_BLACK], error);
    if (strcmp(key, "cw") == 0)
        return read_score(in, &position->ejected[PAUA_WHITE], error);
    if (strcmp(key, "c") == 0)
        return read_side(in, position, error);
    return skip_value(in) ? PAUA_OK : refuse_value(in, "a value", error);
}

paua_status json_read(struct text_in *in, struct position_sketch *sketch, paua_error *error)
{
    static const int full[3] = {5, 5, 5};
    sketch->form = PAUA_FORM_LIST;
    sketch->has_sides = true;
    memcpy(sketch->sides, full, sizeof full);
    read_mark(in, '{');
    do {
        char key[KEY_MAX];
        text_skip_blanks(in);
        struct text_in ahead = *in;
        if (!read_string(&ahead, key, sizeof key))
            return refuse_value(in, "a member such as \"black\"", error);
        *in = ahead;
        if (!read_mark(in, ':'))
            return refuse_value(in, "':'", error);
        paua_status status = read_member(in, key, sketch, error);
        if (status != PAUA_OK)
            return status;
    } while (read_mark(in, ','));
    if (!read_mark(in, '}'))
        return refuse_value(in, "a comma or '}'", error);
    if (!text_at_end(in))
        return refuse_value(in, "the end of the position", error);
    return sketch->placed_count ? PAUA_OK
                                : error_fill(error, PAUA_ERROR_BAD_SYNTAX, 0,
                                             "expected the members black and white, or bm and wm");
}
