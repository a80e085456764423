/* form_rows.c - reads and writes positions as rows between slashes, with fields behind them: the
 * forms native, apgn and playstrategy. */
#include <string.h>

#include "base/error.h"
#include "notation/form.h"

static const char *const teams_names[PAUA_TEAMS_COUNT] = {"", "br-wg", "bg-wr", "bg-wy-rp"};

/* The letters for marbles in a form, in the order of form_letters. */
static const char *marble_letters(paua_form form)
{
    return form == PAUA_FORM_PLAYSTRATEGY ? "Ss" : form_letters;
}

paua_status rows_read(struct text_in *in, struct position_sketch *sketch, paua_error *error)
{
    const char *letters = marble_letters(sketch->form);
    if (!sketch_row(sketch, text_offset(in), error))
        return PAUA_ERROR_BAD_SYNTAX;
    for (; !text_at_end(in) && !text_at_blank(in); in->at++) {
        char c = *in->at;
        const char *letter = strchr(letters, c);
        if (c == '-' && sketch->form == PAUA_FORM_APGN)
            break;
        if (c == '/') {
            if (!sketch_row(sketch, text_offset(in) + 1, error))
                return PAUA_ERROR_BAD_SYNTAX;
        } else if (letter) {
            sketch_add(sketch, form_letters[letter - letters], 1);
        } else if (c >= '1' && c <= '9') {
            sketch_add(sketch, '.', c - '0');
        } else {
            return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in),
                              sketch->form == PAUA_FORM_PLAYSTRATEGY
                                  ? "expected S, s, a digit 1-9 or '/'"
                                  : "expected b, w, a digit 1-9, '/' or a layout's name");
        }
    }
    sketch->rest = *in;
    return PAUA_OK;
}

/* Reads scores such as "2-0x-1c", a number for each player. */
static paua_status read_scores(struct text_in *in, paua_position *position, paua_error *error)
{
    int side = 0;
    do {
        int ejected;
        if (side == PAUA_PLAYERS_MAX || !text_read_number(in, PAUA_CELLS_MAX, &ejected))
            return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in),
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
    if (side < PAUA_SIDES || !(text_at_end(in) || text_at_blank(in)))
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in),
                          "expected the marbles ejected by each player, as in 0-0");
    position->players = (uint8_t)side;
    return PAUA_OK;
}

/* Reads the letter of the side to move. */
static paua_status read_side(struct text_in *in, paua_position *position, int sides,
                             paua_error *error)
{
    struct text_in ahead = {in->text, in->at + 1};
    const char *letter = strchr(form_letters, *in->at);
    if (!letter || letter - form_letters >= sides ||
        !(text_at_end(&ahead) || text_at_blank(&ahead)))
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in),
                          "expected the side to move, b or w");
    *in = ahead;
    position->to_move = (uint8_t)(letter - form_letters);
    return PAUA_OK;
}

/* Reads QUIET. */
static paua_status read_quiet(struct text_in *in, paua_position *position, paua_error *error)
{
    int quiet;
    if (!text_read_number(in, UINT16_MAX, &quiet))
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in),
                          "expected the plies since the last ejection, 0-65535");
    position->quiet = (uint16_t)quiet;
    return PAUA_OK;
}

/* Reads PLY; programs that count from 0 write that. */
static paua_status read_ply(struct text_in *in, paua_position *position, paua_error *error)
{
    int ply;
    if (!text_read_number(in, UINT16_MAX, &ply))
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in),
                          "expected the number of the next ply, 1-65535");
    position->ply = (uint16_t)(ply ? ply : 1);
    return PAUA_OK;
}

/* Reads TEAMS. */
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
    return position->teams && (text_at_end(in) || text_at_blank(in))
               ? PAUA_OK
               : error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in),
                            "expected the end of the position, or teams: br-wg, bg-wr or bg-wy-rp");
}

/* Reads SIDE SCORES QUIET PLY TEAMS; a field may be left out with all that follow it. */
static paua_status read_native(struct text_in *in, paua_position *position, paua_error *error)
{
    paua_status status = PAUA_OK;
    for (int field = 0; status == PAUA_OK; field++) {
        text_skip_blanks(in);
        if (text_at_end(in))
            break;
        if (field == 0)
            status = read_side(in, position, PAUA_PLAYERS_MAX, error);
        else if (field == 1)
            status = read_scores(in, position, error);
        else if (field == 2)
            status = read_quiet(in, position, error);
        else if (field == 3)
            status = read_ply(in, position, error);
        else if (field == 4)
            status = read_teams(in, position, error);
        else
            return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in),
                              "expected the end of the position");
    }
    return status;
}

/* Reads losses such as "-5b4w": five black and four white marbles lost. Only in a game for two is
 * it known who ejected them. */
static paua_status read_losses(struct text_in *in, struct position_sketch *sketch,
                               paua_error *error)
{
    unsigned seen = 0;
    text_read_char(in, '-');
    while (!text_at_end(in) && !text_at_blank(in)) {
        int lost;
        bool good = text_read_number(in, PAUA_CELLS_MAX, &lost);
        const char *letter = good && *in->at ? strchr(form_letters, *in->at) : NULL;
        int side = letter ? (int)(letter - form_letters) : PAUA_PLAYERS_MAX;
        if (side >= PAUA_PLAYERS_MAX || seen >> side & 1)
            return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in),
                              "expected the marbles lost by each player, as in -5b4w");
        seen |= 1u << side;
        in->at++;
        if (side < PAUA_SIDES)
            sketch->position.ejected[1 - side] = (uint8_t)lost;
        else if (side >= sketch->least_players)
            sketch->least_players = side + 1;
    }
    return seen ? PAUA_OK
                : error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in),
                             "expected the marbles lost by each player, as in -5b4w");
}

/* Reads APGN's fields: losses and the side to move. */
static paua_status read_apgn(struct text_in *in, struct position_sketch *sketch, paua_error *error)
{
    paua_status status = *in->at == '-' ? read_losses(in, sketch, error) : PAUA_OK;
    if (status != PAUA_OK)
        return status;
    text_skip_blanks(in);
    if (text_at_end(in))
        return PAUA_OK;
    status = read_side(in, &sketch->position, PAUA_PLAYERS_MAX, error);
    if (status != PAUA_OK)
        return status;
    text_skip_blanks(in);
    return text_at_end(in) ? PAUA_OK
                           : error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in),
                                        "expected the end of the position");
}

/* Reads the scores of Black and White, the side, quiet plies, and the number of Black's next move,
 * which PlayStrategy itself begins with 0. */
static paua_status read_playstrategy(struct text_in *in, paua_position *position, paua_error *error)
{
    int values[5] = {0, 0, 0, 0, 1};
    static const int limits[5] = {PAUA_CELLS_MAX, PAUA_CELLS_MAX, 0, UINT16_MAX, 32768};
    static const char *const wanted[5] = {"Black's score", "White's score", "",
                                          "the plies since the last ejection, 0-65535",
                                          "the number of the next move, 1-32768"};
    for (int field = 0; field < 5; field++) {
        text_skip_blanks(in);
        if (text_at_end(in))
            break;
        if (field == 2) {
            paua_status status = read_side(in, position, PAUA_SIDES, error);
            if (status != PAUA_OK)
                return status;
        } else if (!text_read_number(in, limits[field], &values[field]) ||
                   !(text_at_end(in) || text_at_blank(in))) {
            return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in), "expected %s",
                              wanted[field]);
        }
    }
    text_skip_blanks(in);
    if (!text_at_end(in))
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in),
                          "expected the end of the position");
    position->ejected[PAUA_BLACK] = (uint8_t)values[0];
    position->ejected[PAUA_WHITE] = (uint8_t)values[1];
    position->quiet = (uint16_t)values[3];
    int ply = 2 * (values[4] ? values[4] - 1 : 0) + 1 + position->to_move;
    position->ply = (uint16_t)(ply > UINT16_MAX ? UINT16_MAX : ply);
    return PAUA_OK;
}

paua_status rows_read_fields(struct position_sketch *sketch, paua_error *error)
{
    struct text_in in = sketch->rest;
    paua_position *position = &sketch->position;
    if (sketch->form == PAUA_FORM_PLAYSTRATEGY)
        return read_playstrategy(&in, position, error);
    if (sketch->form == PAUA_FORM_APGN)
        return read_apgn(&in, sketch, error);
    return read_native(&in, position, error);
}

/* Writes a run of empty cells as digits. */
static void put_empty(struct text_out *out, int *empty)
{
    for (; *empty > 0; *empty -= *empty > 9 ? 9 : *empty)
        text_put_char(out, (char)('0' + (*empty > 9 ? 9 : *empty)));
}

/* Writes the rows from the top, separated by slashes. */
static void put_rows(struct text_out *out, const paua_board *board, const paua_position *position,
                     paua_form form)
{
    const char *letters = marble_letters(form);
    for (int row = paua_board_rows(board) - 1; row >= 0; row--) {
        int empty = 0;
        for (int n = paua_board_row_first(board, row); n <= paua_board_row_last(board, row); n++) {
            char mark = form_letter_at(position, paua_board_cell(board, row, n));
            if (mark == '.') {
                empty++;
                continue;
            }
            put_empty(out, &empty);
            text_put_char(out, letters[strchr(form_letters, mark) - form_letters]);
        }
        put_empty(out, &empty);
        if (row > 0)
            text_put_char(out, '/');
    }
}

/* Writes all fields of the native form. */
static void put_native(struct text_out *out, const paua_position *position)
{
    text_put(out, " %c", form_letters[position->to_move]);
    for (int side = 0; side < position->players; side++)
        text_put(out, "%c%d%s%s", side ? '-' : ' ', position->ejected[side],
                 position->out >> side & 1 ? "x" : "", position->crowned == side + 1 ? "c" : "");
    text_put(out, " %d %d%s%s", position->quiet, position->ply, position->teams ? " " : "",
             teams_names[position->teams]);
}

/* Writes APGN's fields: losses and the side to move. */
static void put_apgn(struct text_out *out, const paua_position *position)
{
    int black = position->ejected[PAUA_WHITE], white = position->ejected[PAUA_BLACK];
    if (position->players == PAUA_SIDES && black + white > 0) {
        text_put(out, "-");
        if (black)
            text_put(out, "%db", black);
        if (white)
            text_put(out, "%dw", white);
    }
    text_put(out, " %c", form_letters[position->to_move]);
}

void rows_write(struct text_out *out, const paua_board *board, const paua_position *position,
                paua_form form)
{
    if (paua_board_side(board, 1) > paua_board_side(board, 2) || paua_board_rows(board) == 1)
        text_put(out, "%dx%dx%d:", paua_board_side(board, 0), paua_board_side(board, 1),
                 paua_board_side(board, 2));
    put_rows(out, board, position, form);
    if (form == PAUA_FORM_NATIVE)
        put_native(out, position);
    else if (form == PAUA_FORM_APGN)
        put_apgn(out, position);
    else
        text_put(out, " %d %d %c %d %d", position->ejected[PAUA_BLACK],
                 position->ejected[PAUA_WHITE], form_letters[position->to_move], position->quiet,
                 (position->ply - position->to_move + 1) / 2 +
                     (position->ply <= position->to_move));
}
