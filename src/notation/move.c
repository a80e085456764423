/* move.c - moves as text in five notations: matches the readings of a text (move_text.c) with the
 * legal moves, and writes moves. */
#include "notation/move.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "notation/text.h"

static const char *const direction_names[PAUA_DIRECTION_COUNT] = {"E", "NE", "NW", "W", "SW", "SE"};

const char *paua_notation_name(int notation)
{
    static const char *const names[PAUA_NOTATION_COUNT] = {"standard", "pbm", "triple", "nacre",
                                                           "direction"};
    return notation >= 0 && notation < PAUA_NOTATION_COUNT ? names[notation] : NULL;
}

/* Whether a move moves this line. */
static bool move_matches(paua_move move, const struct move_line *line)
{
    return paua_move_cell(move) == line->cell &&
           (int)paua_move_direction(move) == line->direction &&
           paua_move_broadside(move) == line->broadside &&
           (int)paua_move_axis(move) == line->axis &&
           (line->count == 0 || paua_move_count(move) == line->count);
}

/* The legal move of this line, or PAUA_NO_MOVE. */
static paua_move find_move(const paua_move_list *list, const struct move_line *line)
{
    for (int i = 0; i < list->count; i++)
        if (move_matches(list->moves[i], line))
            return list->moves[i];
    return PAUA_NO_MOVE;
}

/* "c3d5 can be c3c4d4, c3d3d4 or c3d4" */
static paua_status list_readings(const paua_board *board, const struct move_readings *readings,
                                 const paua_move *moves, int count, paua_error *error)
{
    char text[sizeof error->message], from[8], to[8], name[PAUA_MOVE_TEXT_MAX];
    struct text_out out = text_out_begin(text, sizeof text);
    text_put(&out, "%s%s can be ", paua_cell_format(board, readings->from, from),
             paua_cell_format(board, readings->to, to));
    for (int i = 0; i < count; i++) {
        paua_move_format(board, moves[i], name, sizeof name);
        text_put(&out, "%s%s", i == 0 ? "" : i + 1 < count ? ", " : " or ", name);
    }
    return error_fill(error, PAUA_ERROR_AMBIGUOUS, 0, "%s", text);
}

/* Explains why none of the readings is legal. */
static paua_status explain_readings(const paua_board *board, const paua_position *position,
                                    const struct move_readings *readings, paua_error *error)
{
    char from[8], to[8];
    int side = position->to_move;
    if (!readings->two_cells || readings->count == 1)
        return move_explain(board, position, &readings->lines[0], readings->notation, error);
    paua_cell_format(board, readings->from, from);
    if (!(position->marbles[side] & PAUA_SET(readings->from)))
        return error_fill(error, PAUA_ERROR_ILLEGAL_MOVE, 0, "%s has no marble on %s",
                          move_player(side), from);
    return error_fill(error, PAUA_ERROR_ILLEGAL_MOVE, 0,
                      "no line from %s can move its last marble to %s", from,
                      paua_cell_format(board, readings->to, to));
}

/* The one legal move among the readings. */
static paua_status resolve_readings(const paua_board *board, const paua_position *position,
                                    const struct move_readings *readings, paua_move *out,
                                    paua_error *error)
{
    paua_move_list list;
    paua_move found[READINGS_MAX];
    int count = 0;
    paua_moves_generate(board, position, &list);
    for (int i = 0; i < readings->count; i++) {
        paua_move move = find_move(&list, &readings->lines[i]);
        if (move != PAUA_NO_MOVE)
            found[count++] = move;
    }
    if (count == 0)
        return explain_readings(board, position, readings, error);
    if (count > 1)
        return list_readings(board, readings, found, count, error);
    *out = found[0];
    return PAUA_OK;
}

paua_status paua_move_read(const paua_board *board, const paua_position *position,
                           paua_notation notation, const char *text, paua_move *out,
                           paua_error *error)
{
    struct move_readings readings;
    if ((unsigned)notation >= PAUA_NOTATION_COUNT)
        return error_fill(error, PAUA_ERROR_BAD_ARGUMENT, 0, "no such notation");
    paua_status status = move_text_read(board, notation, text, &readings, error);
    return status == PAUA_OK ? resolve_readings(board, position, &readings, out, error) : status;
}

paua_status paua_move_parse(const paua_board *board, const paua_position *position,
                            const char *text, paua_move *out, paua_error *error)
{
    struct move_readings readings;
    paua_notation notation = move_text_notation(text);
    paua_status status = move_text_read(board, notation, text, &readings, error);
    if (status == PAUA_OK)
        return resolve_readings(board, position, &readings, out, error);
    /* two cells that are not adjacent are Nacre's */
    if (notation != PAUA_NOTATION_STANDARD ||
        move_text_read(board, PAUA_NOTATION_NACRE, text, &readings, NULL) != PAUA_OK ||
        !readings.two_cells)
        return status;
    paua_error reason;
    paua_status nacre = resolve_readings(board, position, &readings, out, &reason);
    if (nacre != PAUA_ERROR_ILLEGAL_MOVE) {
        if (nacre != PAUA_OK && error)
            *error = reason;
        return nacre;
    }
    return status;
}

/* The marble at the other end of the line. */
static int far_end(const paua_board *board, paua_move move)
{
    int cell = paua_move_cell(move);
    for (int i = 1; i < paua_move_count(move); i++)
        cell = paua_board_neighbour(board, cell, paua_move_axis(move));
    return cell;
}

static void put_cell(struct text_out *out, const paua_board *board, int cell)
{
    char name[8];
    text_put(out, "%s", paua_cell_format(board, cell, name));
}

/* R20. */
static void put_standard(struct text_out *out, const paua_board *board, paua_move move)
{
    int cell = paua_move_cell(move);
    put_cell(out, board, cell);
    if (paua_move_broadside(move))
        put_cell(out, board, far_end(board, move));
    put_cell(out, board, paua_board_neighbour(board, cell, paua_move_direction(move)));
}

/* R21. */
static void put_pbm(struct text_out *out, const paua_board *board, paua_move move)
{
    int cell = paua_move_cell(move);
    text_put_cell_from_top(out, board, cell);
    if (paua_move_count(move) > 1) {
        text_put(out, "-");
        text_put_cell_from_top(out, board, far_end(board, move));
    }
    text_put(out, ",");
    text_put_cell_from_top(out, board,
                           paua_board_neighbour(board, cell, paua_move_direction(move)));
}

/* R22. */
static void put_triple(struct text_out *out, const paua_board *board, paua_move move)
{
    int cell = paua_move_cell(move);
    const int cells[3] = {cell, far_end(board, move),
                          paua_board_neighbour(board, cell, paua_move_direction(move))};
    for (int i = 0; i < 3; i++) {
        text_put(out, i == 0 ? "[" : ", ");
        put_cell(out, board, cells[i]);
    }
    text_put(out, "]");
}

/* R23: two cells where they are unambiguous and cannot be taken for an in-line move, else three. */
static void put_nacre(struct text_out *out, const paua_board *board, const paua_position *position,
                      paua_move move)
{
    int cell = paua_move_cell(move);
    int target = paua_board_neighbour(board, far_end(board, move), paua_move_direction(move));
    char text[PAUA_MOVE_TEXT_MAX];
    struct text_out two = text_out_begin(text, sizeof text);
    paua_move same = PAUA_NO_MOVE;
    put_cell(&two, board, cell);
    put_cell(&two, board, target);
    if (paua_move_broadside(move) && move_direction_to(board, cell, target) < 0 &&
        paua_move_read(board, position, PAUA_NOTATION_NACRE, text, &same, NULL) == PAUA_OK &&
        same == move)
        text_put(out, "%s", text);
    else
        put_standard(out, board, move);
}

/* R23. */
static void put_direction(struct text_out *out, const paua_board *board, paua_move move)
{
    put_cell(out, board, paua_move_cell(move));
    if (paua_move_broadside(move))
        put_cell(out, board, far_end(board, move));
    text_put(out, "%s", direction_names[paua_move_direction(move)]);
}

size_t paua_move_write(const paua_board *board, const paua_position *position,
                       paua_notation notation, paua_move move, char *text, size_t cap)
{
    struct text_out out = text_out_begin(text, cap);
    switch (notation) {
    case PAUA_NOTATION_PBM:
        put_pbm(&out, board, move);
        break;
    case PAUA_NOTATION_TRIPLE:
        put_triple(&out, board, move);
        break;
    case PAUA_NOTATION_NACRE:
        put_nacre(&out, board, position, move);
        break;
    case PAUA_NOTATION_DIRECTION:
        put_direction(&out, board, move);
        break;
    default:
        put_standard(&out, board, move);
        break;
    }
    return out.length;
}

size_t paua_move_format(const paua_board *board, paua_move move, char *text, size_t cap)
{
    struct text_out out = text_out_begin(text, cap);
    put_standard(&out, board, move);
    return out.length;
}
