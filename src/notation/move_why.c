#include "base/error.h"
#include "notation/move.h"

/* The cells as the mover sees them. */
struct sight {
    const paua_board *board;
    const paua_position *position;
    int side;
    paua_set own;
    paua_set friends; /* own marbles and the partners' */
    paua_set others;  /* what can be pushed */
};

static struct sight look(const paua_board *board, const paua_position *position)
{
    struct sight sight = {board, position, position->to_move, 0, 0, position->neutral};
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

static int owner(const struct sight *sight, int cell)
{
    int side = 0;
    while (side < PAUA_PLAYERS_MAX - 1 && !(sight->position->marbles[side] & PAUA_SET(cell)))
        side++;
    return side;
}

static bool has(paua_set set, int cell)
{
    return cell != PAUA_NO_CELL && (set & PAUA_SET(cell)) != 0;
}

/* Length of the run of marbles of a set that begins at *cell; *cell becomes the cell behind it, or
 * PAUA_NO_CELL beyond the edge. */
static int run_length(const struct sight *sight, paua_set set, int *cell, int direction)
{
    int length = 0;
    while (has(set, *cell)) {
        length++;
        *cell = paua_board_neighbour(sight->board, *cell, (paua_direction)direction);
    }
    return length;
}

static paua_status not_there(const struct sight *sight, int cell, paua_error *error)
{
    char name[8];
    return error_fill(error, PAUA_ILLEGAL_MOVE, 0, "%s has no marble on %s",
                      move_player(sight->side), paua_cell_format(sight->board, cell, name));
}

static paua_status blocked(const struct sight *sight, int cell, const char *where,
                           paua_error *error)
{
    char name[8];
    paua_cell_format(sight->board, cell, name);
    if (has(sight->own, cell))
        return error_fill(error, PAUA_ILLEGAL_MOVE, 0, "a marble of one's own stands %s: %s (R7)",
                          where, name);
    if (has(sight->friends, cell))
        return error_fill(error, PAUA_ILLEGAL_MOVE, 0, "%s, a partner, stands %s: %s (R19)",
                          move_player(owner(sight, cell)), where, name);
    return error_fill(error, PAUA_ILLEGAL_MOVE, 0, "a fixed marble stands %s: %s (R17)", where,
                      name);
}

static paua_status explain_in_line(const struct sight *sight, const struct line *line,
                                   paua_error *error)
{
    char name[8];
    int cell = line->cell;
    if (has(sight->friends & ~sight->own, cell))
        return error_fill(error, PAUA_ILLEGAL_MOVE, 0,
                          "the last marble of a line has to be one's own, %s is %s's (R19)",
                          paua_cell_format(sight->board, cell, name),
                          move_player(owner(sight, cell)));
    int length = run_length(sight, sight->friends, &cell, line->direction);
    if (length == 0 || length < line->count) {
        cell = line->cell;
        run_length(sight, sight->friends, &cell, line->direction);
        return not_there(sight, cell == PAUA_NO_CELL ? line->cell : cell, error);
    }
    if (length > 3)
        return error_fill(error, PAUA_ILLEGAL_MOVE, 0,
                          "a line of more than three marbles cannot move (R9)");
    if (line->count && length > line->count) {
        cell = line->cell;
        for (int i = 0; i < line->count; i++)
            cell = paua_board_neighbour(sight->board, cell, (paua_direction)line->direction);
        return blocked(sight, cell, "in front of the line", error);
    }
    if (cell == PAUA_NO_CELL)
        return error_fill(error, PAUA_ILLEGAL_MOVE, 0,
                          length > 1 ? "no marble of the line may leave the board (R8)"
                                     : "no own marble may leave the board (R8)");
    if (has(sight->position->fixed, cell))
        return blocked(sight, cell, "in front of the line", error);
    int pushed = run_length(sight, sight->others, &cell, line->direction);
    if (pushed >= length)
        return error_fill(error, PAUA_ILLEGAL_MOVE, 0,
                          "a push needs more marbles than it pushes (R7)");
    return blocked(sight, cell, "behind the pushed ones", error);
}

static paua_status explain_broadside(const struct sight *sight, const struct line *line,
                                     paua_error *error)
{
    char name[8];
    int cell = line->cell;
    for (int i = 0; i < line->count; i++) {
        if (has(sight->friends & ~sight->own, cell))
            return error_fill(error, PAUA_ILLEGAL_MOVE, 0,
                              "a broadside move is of one's own marbles, %s is %s's (R19)",
                              paua_cell_format(sight->board, cell, name),
                              move_player(owner(sight, cell)));
        if (!has(sight->own, cell))
            return not_there(sight, cell, error);
        cell = paua_board_neighbour(sight->board, cell, (paua_direction)line->axis);
    }
    return error_fill(error, PAUA_ILLEGAL_MOVE, 0,
                      "a broadside move needs an empty cell for every marble (R6)");
}

paua_status move_explain(const paua_board *board, const paua_position *position,
                         const struct line *line, paua_error *error)
{
    struct sight sight = look(board, position);
    return line->broadside ? explain_broadside(&sight, line, error)
                           : explain_in_line(&sight, line, error);
}
