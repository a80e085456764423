/* move_why.c - explains why a line of marbles cannot move, by the rule it breaks. */
#include "base/error.h"
#include "notation/move.h"
#include "notation/text.h"

/* The position from the mover's perspective. */
struct move_camps {
    const paua_board *board;
    const paua_position *position;
    paua_notation notation; /* in which cells are named */
    int side;
    paua_set own;     /* the mover's marbles */
    paua_set friends; /* own marbles and those of a partner (R19) */
    paua_set others;  /* marbles that can be pushed */
};

/* The mover's view of a position. */
static struct move_camps view_position(const paua_board *board, const paua_position *position,
                                       paua_notation notation)
{
    struct move_camps sight = {.board = board,
                               .position = position,
                               .notation = notation,
                               .side = position->to_move,
                               .others = position->neutral};
    unsigned team = paua_position_team(position, (paua_side)sight.side);
    sight.own = position->marbles[sight.side];
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++) {
        if (team >> side & 1)
            sight.friends |= position->marbles[side];
        else
            sight.others |= position->marbles[side];
    }
    return sight;
}

const char *move_player(int side)
{
    static const char *const names[PAUA_PLAYERS_MAX] = {"Black", "White",  "Red",
                                                        "Green", "Yellow", "Purple"};
    return names[side];
}

/* Writes the name of a cell; returns `name`. */
static const char *name_cell(const struct move_camps *sight, int cell, char name[8])
{
    if (sight->notation != PAUA_NOTATION_PBM)
        return paua_cell_format(sight->board, cell, name);
    struct text_out out = text_out_begin(name, 8);
    text_put_cell_from_top(&out, sight->board, cell);
    return name;
}

/* The player whose marble is on a cell. */
static int owner_of(const struct move_camps *sight, int cell)
{
    int side = 0;
    while (side < PAUA_PLAYERS_MAX - 1 && !(sight->position->marbles[side] & PAUA_SET(cell)))
        side++;
    return side;
}

static bool has_cell(paua_set set, int cell)
{
    return cell != PAUA_NO_CELL && (set & PAUA_SET(cell)) != 0;
}

/* The length of the run of a set's marbles that begins at *cell; *cell becomes the cell behind the
 * run, or PAUA_NO_CELL beyond the edge. */
static int run_length(const struct move_camps *sight, paua_set set, int *cell, int direction)
{
    int length = 0;
    while (has_cell(set, *cell)) {
        length++;
        *cell = paua_board_neighbour(sight->board, *cell, (paua_direction)direction);
    }
    return length;
}

/* The mover has no marble on a cell. */
static paua_status refuse_missing(const struct move_camps *sight, int cell, paua_error *error)
{
    char name[8];
    return error_fill(error, PAUA_ERROR_ILLEGAL_MOVE, 0, "%s has no marble on %s",
                      move_player(sight->side), name_cell(sight, cell, name));
}

/* The line, or the row it pushes, is blocked by the marble on a cell. */
static paua_status refuse_blocked(const struct move_camps *sight, int cell, paua_error *error)
{
    char name[8];
    name_cell(sight, cell, name);
    if (has_cell(sight->own, cell))
        return error_fill(error, PAUA_ERROR_ILLEGAL_MOVE, 0,
                          "blocked by your own marble at %s (R7)", name);
    if (has_cell(sight->friends, cell))
        return error_fill(error, PAUA_ERROR_ILLEGAL_MOVE, 0,
                          "blocked by the marble of your partner, %s, at %s (R19)",
                          move_player(owner_of(sight, cell)), name);
    return error_fill(error, PAUA_ERROR_ILLEGAL_MOVE, 0, "blocked by the fixed marble at %s (R17)",
                      name);
}

/* Explains an illegal in-line move: checks the trailing marble, the line, the cell in front and the
 * pushed row, in this order. */
static paua_status explain_in_line(const struct move_camps *sight, const struct move_line *line,
                                   paua_error *error)
{
    char name[8];
    int cell = line->cell;
    if (has_cell(sight->friends & ~sight->own, cell))
        return error_fill(error, PAUA_ERROR_ILLEGAL_MOVE, 0,
                          "the trailing marble must be your own, but %s is %s's (R19)",
                          name_cell(sight, cell, name), move_player(owner_of(sight, cell)));
    int length = run_length(sight, sight->friends, &cell, line->direction);
    if (length == 0 || length < line->count) {
        cell = line->cell;
        run_length(sight, sight->friends, &cell, line->direction);
        return refuse_missing(sight, cell == PAUA_NO_CELL ? line->cell : cell, error);
    }
    if (line->count && length > line->count) {
        cell = line->cell;
        for (int i = 0; i < line->count; i++)
            cell = paua_board_neighbour(sight->board, cell, (paua_direction)line->direction);
        return refuse_blocked(sight, cell, error);
    }
    if (length > 3)
        return error_fill(error, PAUA_ERROR_ILLEGAL_MOVE, 0,
                          "at most three marbles can move in a line (R9)");
    if (cell == PAUA_NO_CELL)
        return error_fill(error, PAUA_ERROR_ILLEGAL_MOVE, 0,
                          "a move may not take your own marble off the board (R8)");
    if (has_cell(sight->position->fixed, cell))
        return refuse_blocked(sight, cell, error);
    int pushed = run_length(sight, sight->others, &cell, line->direction);
    if (pushed >= length)
        return error_fill(error, PAUA_ERROR_ILLEGAL_MOVE, 0,
                          "a push needs more marbles than it pushes: %d against %d (R7)", length,
                          pushed);
    return refuse_blocked(sight, cell, error);
}

/* Explains an illegal broadside move. */
static paua_status explain_broadside(const struct move_camps *sight, const struct move_line *line,
                                     paua_error *error)
{
    char name[8];
    int cell = line->cell;
    for (int i = 0; i < line->count; i++) {
        if (has_cell(sight->friends & ~sight->own, cell))
            return error_fill(error, PAUA_ERROR_ILLEGAL_MOVE, 0,
                              "a broadside move needs your own marbles, but %s is %s's (R19)",
                              name_cell(sight, cell, name), move_player(owner_of(sight, cell)));
        if (!has_cell(sight->own, cell))
            return refuse_missing(sight, cell, error);
        cell = paua_board_neighbour(sight->board, cell, (paua_direction)line->axis);
    }
    return error_fill(error, PAUA_ERROR_ILLEGAL_MOVE, 0,
                      "a broadside move needs an empty cell for every marble (R6)");
}

paua_status move_explain(const paua_board *board, const paua_position *position,
                         const struct move_line *line, paua_notation notation, paua_error *error)
{
    struct move_camps sight = view_position(board, position, notation);
    return line->broadside ? explain_broadside(&sight, line, error)
                           : explain_in_line(&sight, line, error);
}
