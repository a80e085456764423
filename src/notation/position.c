/* position.c - recognises the form of a position's text, finds its board, and checks and places the
 * marbles that the form's reader found (form.h). */
#include <paua/notation.h>

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "notation/form.h"

const char form_letters[] = "bwrgypncx";

const char *paua_form_name(int form)
{
    static const char *const names[PAUA_FORM_COUNT] = {
        "native", "apgn", "playstrategy", "list", "matrix", "diagram", "pbm", "pbm-board"};
    return form >= 0 && form < PAUA_FORM_COUNT ? names[form] : NULL;
}

char form_letter_at(const paua_position *position, int cell)
{
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        if (position->marbles[side] & PAUA_SET(cell))
            return form_letters[side];
    if (position->central & PAUA_SET(cell))
        return form_letters[LETTER_CENTRAL];
    if (position->neutral & PAUA_SET(cell))
        return form_letters[LETTER_NEUTRAL];
    return position->fixed & PAUA_SET(cell) ? form_letters[LETTER_FIXED] : '.';
}

bool form_plain(const paua_position *position)
{
    return position->players == PAUA_SIDES && !position->neutral && !position->fixed &&
           !position->crowned;
}

void sketch_add(struct position_sketch *sketch, char mark, int count)
{
    int *length = &sketch->length[sketch->rows - 1];
    if (*length > PAUA_CELLS_MAX) /* already too long for any board */
        return;
    *length += count;
    for (; count > 0; count--, sketch->cells++)
        if (sketch->cells < PAUA_CELLS_MAX)
            sketch->marks[sketch->cells] = mark;
}

bool sketch_row(struct position_sketch *sketch, size_t at, paua_error *error)
{
    if (sketch->rows == ROWS_MAX) {
        error_write(error, PAUA_ERROR_BAD_SYNTAX, at > 0 ? at - 1 : 0,
                    "a board has at most %d rows", ROWS_MAX);
        return false;
    }
    sketch->length[sketch->rows] = 0;
    sketch->at[sketch->rows++] = at;
    return true;
}

/* Reads a prefix such as "2x2x3:", if there is one. */
static paua_status read_prefix(struct text_in *in, struct position_sketch *sketch,
                               paua_error *error)
{
    char sides[16];
    size_t length = strspn(in->at, "0123456789x");
    if (in->at[length] != ':')
        return PAUA_OK;
    paua_status status = PAUA_ERROR_BAD_SYNTAX;
    if (length < sizeof sides) {
        memcpy(sides, in->at, length);
        sides[length] = '\0';
        status = paua_board_parse(sides, sketch->sides, NULL);
    }
    if (status != PAUA_OK)
        return error_fill(error, status, text_offset(in),
                          "expected a board of at most %d cells, as in 2x2x3:", PAUA_CELLS_MAX);
    sketch->has_sides = true;
    in->at += length + 1;
    return PAUA_OK;
}

/* Finds the layout whose name begins the text, the longest name first: names may have blanks.
 * *length becomes the length of the name. */
static const paua_layout *find_layout(const char *text, size_t *length)
{
    enum { WORDS_MAX = 4 };
    size_t ends[WORDS_MAX];
    int words = 0;
    char name[40];
    for (size_t end = 0; words < WORDS_MAX && text[end]; words++) {
        end += strspn(text + end, " ");
        ends[words] = end += strcspn(text + end, " \t\r\n");
        if (memchr(text, '/', end))
            break;
        if (text[end] != ' ') {
            words++;
            break;
        }
    }
    while (words-- > 0) {
        *length = ends[words];
        if (*length >= sizeof name)
            continue;
        memcpy(name, text, *length);
        name[*length] = '\0';
        const paua_layout *layout = paua_layout_find(name);
        if (layout)
            return layout;
    }
    return NULL;
}

/* Whether a text has rows of S and s: with a slash, or the only row of a board on the only line. */
static bool playstrategy_recognised(const char *text, size_t word)
{
    const char *line = strchr(text, '\n');
    if (strcspn(text, "Ss") >= word)
        return false;
    return memchr(text, '/', word) || (strspn(text, "Ss123456789") == word &&
                                       (!line || line[strspn(line, " \t\r\n")] == '\0'));
}

/* Recognises the form by the text's shape. */
static paua_form recognise_form(const char *text)
{
    size_t word = strcspn(text, " \t\r\n");
    size_t rows = strspn(text, "bwrgypncx123456789/");
    if (list_recognised(text))
        return PAUA_FORM_LIST;
    if (playstrategy_recognised(text, word))
        return PAUA_FORM_PLAYSTRATEGY;
    if (rows > 0 && text[rows] == '-' && text[rows + 1] >= '0' && text[rows + 1] <= '9')
        return PAUA_FORM_APGN;
    return memchr(text, '/', word) && word > 1 ? PAUA_FORM_NATIVE : drawn_recognised(text);
}

/* Whether the text begins with a word that is not a row, so probably a misspelt layout. */
static bool unknown_name(const char *text, size_t word)
{
    return word > 0 && !memchr(text, '/', word) && strspn(text, "bwrgypncx123456789") < word &&
           ((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z'));
}

/* Refuses a text that is neither a layout's name nor a position; suggests the nearest name. */
static paua_status refuse_name(const struct text_in *in, size_t length, paua_error *error)
{
    char name[40];
    snprintf(name, sizeof name, "%.*s", (int)(length < 30 ? length : 30), in->at);
    const paua_layout *nearest = paua_layout_nearest(name);
    if (nearest)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in),
                          "'%s' is neither a layout nor a position, did you mean '%s'?", name,
                          nearest->name);
    return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in),
                      "'%s' is neither a layout nor a position", name);
}

/* Takes the rows of a layout; fields may follow its name. */
static paua_status read_layout(const paua_layout *layout, struct text_in *in, size_t word,
                               struct position_sketch *sketch, paua_error *error)
{
    struct text_in rows = {layout->rows, layout->rows};
    paua_status status = rows_read(&rows, sketch, error);
    memset(sketch->at, 0, sizeof sketch->at);
    memcpy(sketch->sides, layout->sides, sizeof sketch->sides);
    sketch->has_sides = true;
    sketch->least_players = layout->players;
    in->at += word;
    sketch->rest = *in;
    return status;
}

/* Reads everything but the fields behind rows between slashes. */
static paua_status read_sketch(const char *text, struct position_sketch *sketch, paua_error *error)
{
    struct text_in in = {text, text};
    *sketch =
        (struct position_sketch){.text = text, .least_players = PAUA_SIDES, .position = {.ply = 1}};
    text_skip_blanks(&in);
    paua_status status = read_prefix(&in, sketch, error);
    if (status != PAUA_OK)
        return status;
    size_t word = strcspn(in.at, " \t\r\n");
    size_t name;
    const paua_layout *layout = sketch->has_sides ? NULL : find_layout(in.at, &name);
    if (layout)
        return read_layout(layout, &in, name, sketch, error);
    if (!sketch->has_sides && *in.at == '{')
        return json_read(&in, sketch, error);
#ifndef PAUA_SMALL /* for the page, where every byte is loaded by everybody, it is too rare */
    if (!sketch->has_sides && grid_recognised(in.at))
        return grid_read(&in, sketch, error);
#endif
    sketch->form = recognise_form(in.at);
    if (sketch->form == PAUA_FORM_LIST)
        return list_read(&in, sketch, error);
    if (sketch->form >= PAUA_FORM_MATRIX)
        return drawn_read(&in, sketch, error);
    if (sketch->form == PAUA_FORM_NATIVE && unknown_name(in.at, word))
        return refuse_name(&in, word, error);
    return rows_read(&in, sketch, error);
}

/* The length of row i, which is the same counted from the top or the bottom. */
static int row_length(const int sides[3], int i)
{
    int b = sides[1], c = sides[2];
    int first = i > b - 1 ? i - (b - 1) : 0;
    int last = sides[0] + (i < c - 1 ? i : c - 1);
    return last - first;
}

/* Checks the number and the lengths of the rows; a difference is reported with this code. */
static paua_status check_rows(const struct position_sketch *sketch, const int sides[3],
                              paua_status code, paua_error *error)
{
    int expected = sides[1] + sides[2] - 1;
    if (sketch->rows == 0)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, 0, "expected the rows of a position");
    for (int i = 0; i < sketch->rows && i < expected; i++)
        if (sketch->length[i] != row_length(sides, i))
            return error_fill(error, code, sketch->at[i], "row %d has %d cells, expected %d", i + 1,
                              sketch->length[i], row_length(sides, i));
    if (sketch->rows != expected)
        return error_fill(error, code, sketch->at[sketch->rows - 1],
                          "%d rows, expected %d on a %dx%dx%d board", sketch->rows, expected,
                          sides[0], sides[1], sides[2]);
    return PAUA_OK;
}

/* Finds the board from the rows: the top row has a cells, rows grow to a + min(b, c) - 1, and there
 * are b + c - 1 of them. The indent of a drawing shows which of b and c is larger. */
static paua_status guess_sides(const struct position_sketch *sketch, int sides[3],
                               paua_error *error)
{
    int longest = 0;
    for (int i = 0; i < sketch->rows; i++)
        if (sketch->length[i] > longest)
            longest = sketch->length[i];
    int a = sketch->rows ? sketch->length[0] : 0, b = longest - a + 1, c = sketch->rows + 1 - b;
    size_t at = sketch->rows ? sketch->at[0] : 0;
    if (a == 0)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, at, "expected the rows of a position");
    /* one row without a number is a word like any other: a board of one such row has its prefix */
    size_t length = strcspn(sketch->text + at, " \t\r\n");
    if (sketch->rows == 1 && sketch->form < PAUA_FORM_MATRIX &&
        strcspn(sketch->text + at, "0123456789") >= length)
        return refuse_name(&(struct text_in){sketch->text, sketch->text + at}, length, error);
    if (c < b)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, at, "these %d rows do not form a hexagon",
                          sketch->rows);
    int guess[3] = {a, b, c};
    paua_status status = check_rows(sketch, guess, PAUA_ERROR_BAD_SYNTAX, error);
    if (status != PAUA_OK)
        return status;
    if (!paua_board_cells_of(a, b, c))
        return error_fill(error, PAUA_ERROR_UNSUPPORTED, at, "a board has at most %d cells",
                          PAUA_CELLS_MAX);
    if (b != c && sketch->form >= PAUA_FORM_MATRIX && sketch->first_indent == sketch->last_indent)
        return error_fill(
            error, PAUA_ERROR_BAD_SYNTAX, at,
            "a %dx%dx%d or a %dx%dx%d board, expected rows indented as on one of them", a, b, c, a,
            c, b);
    if (sketch->first_indent < sketch->last_indent) {
        guess[1] = c;
        guess[2] = b;
    }
    memcpy(sides, guess, sizeof guess);
    return PAUA_OK;
}

paua_status paua_position_shape(const char *text, int sides[3], paua_error *error)
{
    static const int full[3] = {5, 5, 5}; /* the board of a list without a prefix */
    struct position_sketch sketch;
    paua_status status = read_sketch(text, &sketch, error);
    if (status != PAUA_OK)
        return status;
    if (!sketch.has_sides && sketch.form != PAUA_FORM_LIST)
        return guess_sides(&sketch, sides, error);
    memcpy(sides, sketch.has_sides ? sketch.sides : full, sizeof full);
    return PAUA_OK;
}

/* Checks that the text is for this board. */
static paua_status check_board(const paua_board *board, const struct position_sketch *sketch,
                               paua_error *error)
{
    const int sides[3] = {paua_board_side(board, 0), paua_board_side(board, 1),
                          paua_board_side(board, 2)};
    int lean = sketch->first_indent - sketch->last_indent, room = sides[2] - sides[1];
    if (sketch->has_sides && memcmp(sides, sketch->sides, sizeof sides) != 0)
        return error_fill(error, PAUA_ERROR_BAD_POSITION, 0,
                          "the position is for a %dx%dx%d board, expected %dx%dx%d",
                          sketch->sides[0], sketch->sides[1], sketch->sides[2], sides[0], sides[1],
                          sides[2]);
    if (sketch->form == PAUA_FORM_LIST)
        return PAUA_OK;
    paua_status status = check_rows(sketch, sides, PAUA_ERROR_BAD_POSITION, error);
    if (status == PAUA_OK && !sketch->has_sides && (lean < 0 ? room > 0 : lean > 0 && room < 0))
        return error_fill(error, PAUA_ERROR_BAD_POSITION, 0,
                          "the position is for a %dx%dx%d board, expected %dx%dx%d", sides[0],
                          sides[2], sides[1], sides[0], sides[1], sides[2]);
    return status;
}

/* Puts the marble of a letter on a cell. */
static void place_marble(paua_position *position, int cell, char mark)
{
    paua_set set = PAUA_SET(cell);
    int kind = (int)(strchr(form_letters, mark) - form_letters);
    if (kind < PAUA_PLAYERS_MAX)
        position->marbles[kind] |= set;
    else if (kind == LETTER_FIXED)
        position->fixed |= set;
    else
        position->neutral |= set;
    if (kind == LETTER_CENTRAL)
        position->central |= set;
}

/* Places marbles given by coordinates, each on an empty cell of the board. */
static paua_status place_named(const paua_board *board, const struct position_sketch *sketch,
                               paua_position *position, paua_error *error)
{
    for (int i = 0; i < sketch->placed_count; i++) {
        const struct placed_marble *marble = &sketch->placed[i];
        int cell = paua_board_cell(board, marble->row, marble->column);
        if (cell == PAUA_NO_CELL)
            return error_fill(error, PAUA_ERROR_BAD_POSITION, marble->at,
                              "no such cell on a %dx%dx%d board", paua_board_side(board, 0),
                              paua_board_side(board, 1), paua_board_side(board, 2));
        if (form_letter_at(position, cell) != '.')
            return error_fill(error, PAUA_ERROR_BAD_POSITION, marble->at,
                              "a second marble on the same cell");
        place_marble(position, cell, marble->mark);
    }
    return PAUA_OK;
}

/* Puts the marbles of checked rows into sets. */
static void place_rows(const paua_board *board, const struct position_sketch *sketch,
                       paua_position *position)
{
    const char *mark = sketch->marks;
    for (int row = paua_board_rows(board) - 1; row >= 0; row--)
        for (int n = paua_board_row_first(board, row); n <= paua_board_row_last(board, row);
             n++, mark++)
            if (*mark != '.')
                place_marble(position, paua_board_cell(board, row, n), *mark);
}

/* The number of players: that of the scores, else up to the last colour on the board or to move. */
static void count_players(paua_position *position, int at_least)
{
    if (position->players)
        return;
    position->players = (uint8_t)at_least;
    for (int side = at_least; side < PAUA_PLAYERS_MAX; side++)
        if (position->marbles[side] || position->to_move == side)
            position->players = (uint8_t)(side + 1);
}

/* Why paua_position_complete() refused a position. */
static const char *position_fault(const paua_position *position)
{
    for (int side = position->players; side < PAUA_PLAYERS_MAX; side++)
        if (position->marbles[side] || position->to_move == side)
            return "expected a score for each colour";
    if (position->central & (position->central - 1))
        return "more than one central marble";
    if (position->crowned && position->central)
        return "the central marble is both on the board and ejected";
    if (position->out && position->players == PAUA_SIDES)
        return "a player has left a game for two";
    if (position->out == (1u << position->players) - 1)
        return "every player has left";
    if (position->teams && position->players != (position->teams == PAUA_TEAMS_14_25_36 ? 6 : 4))
        return "these teams need another number of players";
    return "one player's ejections and the others' marbles are more than 61";
}

paua_status paua_position_parse(const paua_board *board, const char *text, paua_position *out,
                                paua_error *error)
{
    struct position_sketch sketch;
    paua_position *position = &sketch.position;
    paua_status status;
    if ((status = read_sketch(text, &sketch, error)) != PAUA_OK)
        return status;
    if ((status = check_board(board, &sketch, error)) != PAUA_OK)
        return status;
    if (sketch.form <= PAUA_FORM_PLAYSTRATEGY &&
        (status = rows_read_fields(&sketch, error)) != PAUA_OK)
        return status;
    if (sketch.form != PAUA_FORM_LIST)
        place_rows(board, &sketch, position);
    else if ((status = place_named(board, &sketch, position, error)) != PAUA_OK)
        return status;
    count_players(position, sketch.least_players);
    /* with more than two players the losses in a drawing or record do not say who ejected them */
    if (sketch.form != PAUA_FORM_NATIVE && sketch.form != PAUA_FORM_DIAGRAM &&
        position->players > PAUA_SIDES)
        memset(position->ejected, 0, sizeof position->ejected);
    if (paua_position_complete(board, position) != PAUA_OK)
        return error_fill(error, PAUA_ERROR_BAD_POSITION, 0, "%s", position_fault(position));
    *out = *position;
    return PAUA_OK;
}

size_t paua_position_format(const paua_board *board, const paua_position *position, char *text,
                            size_t cap)
{
    return paua_position_write(board, position, PAUA_FORM_NATIVE, text, cap);
}

size_t paua_position_write(const paua_board *board, const paua_position *position, paua_form form,
                           char *text, size_t cap)
{
    struct text_out out = text_out_begin(text, cap);
    bool plain = form_plain(position);
    switch (form) {
    case PAUA_FORM_NATIVE:
    case PAUA_FORM_APGN:
        rows_write(&out, board, position, form);
        break;
    case PAUA_FORM_PLAYSTRATEGY: /* without a marble it looks like the native form */
        if (plain && (position->marbles[PAUA_BLACK] | position->marbles[PAUA_WHITE]))
            rows_write(&out, board, position, form);
        break;
    case PAUA_FORM_LIST:
        list_write(&out, board, position);
        break;
    case PAUA_FORM_MATRIX:
        if (plain)
            drawn_write(&out, board, position, form);
        break;
    case PAUA_FORM_PBM:
    case PAUA_FORM_PBM_BOARD:
        if (!position->neutral && !position->fixed)
            drawn_write(&out, board, position, form);
        break;
    case PAUA_FORM_DIAGRAM:
        drawn_write(&out, board, position, form);
        break;
    default:
        break;
    }
    return out.length;
}
