#include <paua/notation.h>

#include "base/error.h"
#include "notation/text.h"

/* A move as it was written: cells, before anything is known about the marbles. */
struct reading {
    int cells
        [3]; /* in-line: trailing, its target; broadside: one end, other end, target of the first */
    int count; /* 2 or 3 */
};

static int direction_to(const paua_board *board, int from, int to)
{
    for (int d = 0; d < PAUA_DIRECTIONS; d++)
        if (paua_board_neighbour(board, from, (paua_direction)d) == to)
            return d;
    return -1;
}

/* The direction in which `to` is one or two steps from `from`, and how many; -1 if it is not. */
static int line_to(const paua_board *board, int from, int to, int *steps)
{
    for (int d = 0; d < PAUA_DIRECTIONS; d++) {
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

static paua_status read_cells(const paua_board *board, const char *text, struct reading *reading,
                              paua_error *error)
{
    struct text_in in = {text, text};
    text_skip_blanks(&in);
    reading->count = 0;
    while (reading->count < 3 && !text_at_end(&in)) {
        int cell = text_read_cell(&in, board);
        if (cell == PAUA_NO_CELL)
            break;
        reading->cells[reading->count++] = cell;
    }
    text_skip_blanks(&in);
    if (!text_at_end(&in) || reading->count < 2)
        return error_fill(error, PAUA_BAD_SYNTAX, text_offset(&in),
                          reading->count == 3
                              ? "expected the end of the move"
                              : "expected a cell of this board, as in a1b2 or a1a3b1");
    return PAUA_OK;
}

/* The low 9 bits that the legal move must have, and the number of marbles (0: any, in-line). */
struct wanted {
    int cell;
    int direction;
    int axis;  /* broadside only */
    int count; /* broadside only, else 0 */
};

static paua_status interpret(const paua_board *board, const struct reading *reading,
                             struct wanted *wanted, paua_error *error)
{
    const int *cells = reading->cells;
    if (reading->count == 2) {
        *wanted = (struct wanted){cells[0], direction_to(board, cells[0], cells[1]), 0, 0};
        if (wanted->direction < 0)
            return error_fill(
                error, PAUA_BAD_SYNTAX, 0,
                "expected two cells next to each other: the last marble and its target");
        return PAUA_OK;
    }
    int steps;
    int along = line_to(board, cells[0], cells[1], &steps);
    int direction = direction_to(board, cells[0], cells[2]);
    if (along < 0)
        return error_fill(error, PAUA_BAD_SYNTAX, 0,
                          "expected the two ends of a straight line of two or three marbles");
    if (direction < 0 || direction % 3 == along % 3)
        return error_fill(error, PAUA_BAD_SYNTAX, 0,
                          "expected a target beside the line, next to its first end");
    *wanted = (struct wanted){along < 3 ? cells[0] : cells[1], direction, along % 3, steps + 1};
    return PAUA_OK;
}

static bool matches(paua_move move, const struct wanted *wanted)
{
    if (paua_move_cell(move) != wanted->cell || (int)paua_move_direction(move) != wanted->direction)
        return false;
    if (wanted->count == 0)
        return !paua_move_broadside(move);
    return paua_move_broadside(move) && paua_move_count(move) == wanted->count &&
           (int)paua_move_axis(move) == wanted->axis;
}

/* Length of the run of one side's marbles that begins at *cell and goes in a direction; *cell becomes
 * the cell behind it, or PAUA_NO_CELL beyond the edge. */
static int run_length(const paua_board *board, paua_set marbles, int *cell, int direction)
{
    int length = 0;
    while (*cell != PAUA_NO_CELL && marbles & PAUA_SET(*cell)) {
        length++;
        *cell = paua_board_neighbour(board, *cell, (paua_direction)direction);
    }
    return length;
}

static const char *why_not_in_line(const paua_board *board, const paua_position *position,
                                   const struct wanted *wanted)
{
    int side = position->to_move, cell = wanted->cell;
    int own = run_length(board, position->marbles[side], &cell, wanted->direction);
    if (own > 3)
        return "a line of more than three marbles cannot move (R9)";
    if (cell == PAUA_NO_CELL)
        return "no own marble may leave the board (R8)";
    int pushed = run_length(board, position->marbles[1 - side], &cell, wanted->direction);
    if (pushed >= own)
        return "a push needs more marbles than it pushes (R7)";
    return "a marble of one's own stands behind the pushed ones (R7)";
}

static paua_status explain(const paua_board *board, const paua_position *position,
                           const struct wanted *wanted, paua_error *error)
{
    const char *side = position->to_move == PAUA_BLACK ? "Black" : "White";
    paua_set own = position->marbles[position->to_move];
    int cell = wanted->cell;
    for (int i = 0; i < (wanted->count ? wanted->count : 1); i++) {
        char name[8];
        if (!(own & PAUA_SET(cell)))
            return error_fill(error, PAUA_ILLEGAL_MOVE, 0, "%s has no marble on %s", side,
                              paua_cell_format(board, cell, name));
        cell = paua_board_neighbour(board, cell, (paua_direction)wanted->axis);
    }
    if (wanted->count)
        return error_fill(error, PAUA_ILLEGAL_MOVE, 0,
                          "a broadside move needs an empty cell for every marble (R6)");
    return error_fill(error, PAUA_ILLEGAL_MOVE, 0, "%s", why_not_in_line(board, position, wanted));
}

paua_status paua_move_parse(const paua_board *board, const paua_position *position,
                            const char *text, paua_move *out, paua_error *error)
{
    struct reading reading;
    struct wanted wanted = {0};
    paua_move_list list;
    paua_status status = read_cells(board, text, &reading, error);
    if (status != PAUA_OK)
        return status;
    status = interpret(board, &reading, &wanted, error);
    if (status != PAUA_OK)
        return status;
    paua_moves_generate(board, position, &list);
    for (int i = 0; i < list.count; i++)
        if (matches(list.moves[i], &wanted)) {
            *out = list.moves[i];
            return PAUA_OK;
        }
    return explain(board, position, &wanted, error);
}

size_t paua_move_format(const paua_board *board, paua_move move, char *text, size_t cap)
{
    struct text_out out = text_out_begin(text, cap);
    char name[8];
    int cell = paua_move_cell(move);
    text_put(&out, "%s", paua_cell_format(board, cell, name));
    if (paua_move_broadside(move)) {
        int end = cell;
        for (int i = 1; i < paua_move_count(move); i++)
            end = paua_board_neighbour(board, end, paua_move_axis(move));
        text_put(&out, "%s", paua_cell_format(board, end, name));
    }
    int target = paua_board_neighbour(board, cell, paua_move_direction(move));
    text_put(&out, "%s", paua_cell_format(board, target, name));
    return out.length;
}
