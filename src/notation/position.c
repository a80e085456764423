#include <paua/notation.h>

#include <string.h>

#include "base/error.h"
#include "notation/text.h"

#define ROWS_MAX 61

/* Marbles by their letters: the players', then neutral, central, fixed. */
static const char letters[] = "bwrgypncx";

static const char *const teams_names[PAUA_TEAMS_COUNT] = {"", "br-wg", "bg-wr", "bg-wy-rp"};

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
        if (!strchr(letters, c) && (c < '1' || c > '9'))
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
static void place_marbles(const paua_board *board, const char *rows, paua_position *position)
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
            paua_set cell = PAUA_SET(paua_board_cell(board, row, column));
            int kind = (int)(strchr(letters, *p) - letters);
            if (kind < PAUA_PLAYERS_MAX)
                position->marbles[kind] |= cell;
            else if (*p == 'x')
                position->fixed |= cell;
            else
                position->neutral |= cell;
            if (*p == 'c')
                position->central |= cell;
            column++;
        }
    }
}

static bool at_blank(const struct text_in *in)
{
    return text_at_end(in) || strchr(" \t\r\n", *in->at);
}

/* "2-0x-1c": as many numbers as players. */
static paua_status read_scores(struct text_in *in, paua_position *position, paua_error *error)
{
    int side = 0;
    do {
        int ejected;
        if (side == PAUA_PLAYERS_MAX || !text_read_number(in, PAUA_CELLS_MAX, &ejected))
            return error_fill(error, PAUA_BAD_SYNTAX, text_offset(in),
                              "expected the marbles ejected by each player, as in 0-0");
        position->ejected[side] = (uint8_t)ejected;
        for (; *in->at == 'x' || *in->at == 'c'; in->at++) {
            if (*in->at == 'x')
                position->out = (uint8_t)(position->out | 1u << side);
            else
                position->crowned = (uint8_t)(side + 1);
        }
        side++;
    } while (text_read_char(in, '-'));
    if (side < PAUA_SIDES || !at_blank(in))
        return error_fill(error, PAUA_BAD_SYNTAX, text_offset(in),
                          "expected the marbles ejected by each player, as in 0-0");
    position->players = (uint8_t)side;
    return PAUA_OK;
}

static paua_status read_teams(struct text_in *in, paua_position *position, paua_error *error)
{
    for (int teams = 1; teams < PAUA_TEAMS_COUNT; teams++) {
        size_t length = strlen(teams_names[teams]);
        if (strncmp(in->at, teams_names[teams], length) == 0) {
            in->at += length;
            position->teams = (uint8_t)teams;
            break;
        }
    }
    return position->teams && at_blank(in)
               ? PAUA_OK
               : error_fill(error, PAUA_BAD_SYNTAX, text_offset(in),
                            "expected the end of the position, or teams: br-wg, bg-wr or bg-wy-rp");
}

/* The fields behind the rows; each may be missing with all that follow. */
static paua_status read_fields(struct text_in *in, paua_position *position, paua_error *error)
{
    int quiet = 0, ply = 1;
    text_skip_blanks(in);
    if (!text_at_end(in)) {
        const char *letter = strchr(letters, *in->at);
        if (letter - letters >= PAUA_PLAYERS_MAX || !letter || (in->at++, !at_blank(in)))
            return error_fill(error, PAUA_BAD_SYNTAX, text_offset(in),
                              "expected the side to move, b or w");
        position->to_move = (uint8_t)(letter - letters);
        text_skip_blanks(in);
    }
    if (!text_at_end(in)) {
        paua_status status = read_scores(in, position, error);
        if (status != PAUA_OK)
            return status;
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
    if (!text_at_end(in)) {
        paua_status status = read_teams(in, position, error);
        if (status != PAUA_OK)
            return status;
        text_skip_blanks(in);
    }
    if (!text_at_end(in))
        return error_fill(error, PAUA_BAD_SYNTAX, text_offset(in),
                          "expected the end of the position");
    position->quiet = (uint16_t)quiet;
    position->ply = (uint16_t)ply;
    return PAUA_OK;
}

/* As many as SCORES has numbers, else up to the last colour that is there. */
static void count_players(paua_position *position, int at_least)
{
    if (position->players)
        return;
    position->players = (uint8_t)at_least;
    for (int side = at_least; side < PAUA_PLAYERS_MAX; side++)
        if (position->marbles[side] || position->to_move == side)
            position->players = (uint8_t)(side + 1);
}

static bool same_sides(const paua_board *board, const int sides[3])
{
    return sides[0] == paua_board_side(board, 0) && sides[1] == paua_board_side(board, 1) &&
           sides[2] == paua_board_side(board, 2);
}

/* What paua_position_complete() did not like. */
static const char *why_not(const paua_position *position)
{
    for (int side = position->players; side < PAUA_PLAYERS_MAX; side++)
        if (position->marbles[side] || position->to_move == side)
            return "more colours than scores";
    if (position->central & (position->central - 1))
        return "more than one central marble";
    if (position->crowned && position->central)
        return "the central marble is on the board and ejected";
    if (position->out && position->players == PAUA_SIDES)
        return "a player has left, but only two play";
    if (position->out == (1u << position->players) - 1)
        return "every player has left";
    if (position->teams && position->players != (position->teams == PAUA_TEAMS_14_25_36 ? 6 : 4))
        return "the teams are for another number of players";
    return "more than 61 marbles of one side, on the board and ejected";
}

paua_status paua_position_parse(const paua_board *board, const char *text, paua_position *out,
                                paua_error *error)
{
    struct opening opening;
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
    place_marbles(board, opening.layout ? opening.layout->rows : opening.rest.at, &position);
    count_players(&position, opening.layout ? opening.layout->players : PAUA_SIDES);
    if (paua_position_complete(board, &position) != PAUA_OK)
        return error_fill(error, PAUA_BAD_POSITION, 0, "%s", why_not(&position));
    *out = position;
    return PAUA_OK;
}

static void put_empty(struct text_out *out, int *empty)
{
    for (; *empty > 0; *empty -= *empty > 9 ? 9 : *empty)
        text_put(out, "%d", *empty > 9 ? 9 : *empty);
}

static char letter_at(const paua_position *position, paua_set cell)
{
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        if (position->marbles[side] & cell)
            return letters[side];
    if (position->central & cell)
        return 'c';
    return position->neutral & cell ? 'n' : position->fixed & cell ? 'x' : '\0';
}

static void put_rows(struct text_out *out, const paua_board *board, const paua_position *position)
{
    for (int row = paua_board_rows(board) - 1; row >= 0; row--) {
        int empty = 0;
        for (int n = paua_board_row_first(board, row); n <= paua_board_row_last(board, row); n++) {
            char letter = letter_at(position, PAUA_SET(paua_board_cell(board, row, n)));
            if (letter) {
                put_empty(out, &empty);
                text_put(out, "%c", letter);
            } else {
                empty++;
            }
        }
        put_empty(out, &empty);
        if (row > 0)
            text_put(out, "/");
    }
}

size_t paua_position_format(const paua_board *board, const paua_position *position, char *text,
                            size_t cap)
{
    struct text_out out = text_out_begin(text, cap);
    if (paua_board_side(board, 1) > paua_board_side(board, 2) || paua_board_rows(board) == 1)
        text_put(&out, "%dx%dx%d:", paua_board_side(board, 0), paua_board_side(board, 1),
                 paua_board_side(board, 2));
    put_rows(&out, board, position);
    text_put(&out, " %c", letters[position->to_move]);
    for (int side = 0; side < position->players; side++)
        text_put(&out, "%c%d%s%s", side ? '-' : ' ', position->ejected[side],
                 position->out >> side & 1 ? "x" : "", position->crowned == side + 1 ? "c" : "");
    text_put(&out, " %d %d%s%s", position->quiet, position->ply, position->teams ? " " : "",
             teams_names[position->teams]);
    return out.length;
}
