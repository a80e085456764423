/* model_moves.c - which moves there are and where they lead. R3, R4, ... are the numbers of the rules. */
#include <string.h>

#include "model.h"

#define DIRECTIONS 6

const struct model_laws model_laws_right = {MODEL_LAWS_RIGHT};

static bool among(int cell, const int *cells, int count)
{
    for (int i = 0; i < count; i++)
        if (cells[i] == cell)
            return true;
    return false;
}

/* The direction that leads from each cell to the following one (R4), -1 if there is none such. */
static int line_direction(const struct model_board *board, const int *cells, int count)
{
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int i = 1;
        while (i < count && model_board_next(board, cells[i - 1], direction) == cells[i])
            i++;
        if (i == count)
            return direction;
    }
    return -1;
}

/* Whose marble it is, or -1. */
static int owner_of(const struct model_position *position, char marble)
{
    for (int player = 0; player < position->players; player++)
        if (marble == model_letters[player])
            return player;
    return -1;
}

static bool is_mine(const struct model_position *position, int cell)
{
    return position->cell[cell] == model_letters[position->side];
}

static bool is_friend(const struct model_position *position, int cell)
{
    int owner = owner_of(position, position->cell[cell]);

    return owner >= 0 && model_partners(position, position->side, owner);
}

/* R7, R17, R18, R19 */
static bool can_be_pushed(const struct model_laws *laws, const struct model_position *position,
                          int cell)
{
    switch (position->cell[cell]) {
    case '.':
        return false;
    case 'x':
        return !laws->fixed_stay;
    case 'n':
    case 'c':
        return laws->push_neutral;
    default:
        return !is_friend(position, cell) || (laws->push_friends && !is_mine(position, cell));
    }
}

/* Takes the marbles off their cells and puts them one step further; what leaves the board is gone. */
static void shift(const struct model_board *board, struct model_position *position,
                  const int *cells, int count, int direction)
{
    char marble[MODEL_CELLS];

    for (int i = 0; i < count; i++) {
        marble[i] = position->cell[cells[i]];
        position->cell[cells[i]] = '.';
    }
    for (int i = 0; i < count; i++) {
        int target = model_board_next(board, cells[i], direction);
        if (target >= 0)
            position->cell[target] = marble[i];
    }
}

/* R6 */
static bool try_broadside(const struct model_board *board, const struct model_laws *laws,
                          const struct model_position *position, struct model_move *move)
{
    for (int i = 0; i < move->count; i++) {
        int target = model_board_next(board, move->cell[i], move->direction);
        bool end = i == 0 || i == move->count - 1;
        if (target < 0)
            return false;
        if (position->cell[target] != '.' && (laws->every_target || end))
            return false;
        if (laws->own_aside && !is_mine(position, move->cell[i]))
            return false;
    }
    move->broadside = true;
    shift(board, &move->after, move->cell, move->count, move->direction);
    return true;
}

/* R8, R18: what pushing this marble off the board brings. */
static void score(const struct model_laws *laws, char marble, struct model_position *after)
{
    int mover = after->side;

    if (marble == 'c' && laws->crown)
        after->crowned = mover;
    if (marble == 'c' || marble == 'n' ? laws->neutral_free : !laws->score)
        return;
    after->ejected[laws->pusher_scores ? mover : (mover + 1) % after->players]++;
}

/* The marbles of a line that no other one of it stands behind. */
static int trailing_one(const struct model_board *board, const struct model_move *move)
{
    for (int i = 0; i < move->count; i++) {
        bool behind = false;
        for (int k = 0; k < move->count; k++)
            behind =
                behind || model_board_next(board, move->cell[k], move->direction) == move->cell[i];
        if (!behind)
            return move->cell[i];
    }
    return -1;
}

/* R5, R7, R8; R11: all that is pushed may be anybody's. */
static bool try_in_line(const struct model_board *board, const struct model_laws *laws,
                        const struct model_position *position, struct model_move *move)
{
    int moved[MODEL_CELLS];
    int count = move->count;
    int front = -1;
    bool one_colour = true;

    if (laws->own_trails && !is_mine(position, trailing_one(board, move)))
        return false;
    memcpy(moved, move->cell, (size_t)count * sizeof *moved);
    for (int i = 0; i < count; i++) {
        front = model_board_next(board, moved[i], move->direction);
        if (!among(front, moved, count))
            break;
    }
    if (front < 0 && !laws->suicide)
        return false;
    while (front >= 0 && can_be_pushed(laws, position, front)) {
        one_colour = one_colour && (count == move->count ||
                                    position->cell[front] == position->cell[moved[count - 1]]);
        moved[count++] = front;
        front = model_board_next(board, front, move->direction);
    }
    move->pushed = count - move->count;
    if (move->pushed > laws->pushed[move->count] || (!laws->mixed && !one_colour))
        return false;
    if (front >= 0 && position->cell[front] != '.' && (laws->backed || move->pushed == 0))
        return false;
    move->ejects = move->pushed > 0 && front < 0;
    if (move->ejects && !laws->eject)
        return false;
    if (move->ejects)
        score(laws, position->cell[moved[count - 1]], &move->after);
    shift(board, &move->after, moved, count, move->direction);
    return true;
}

/* Whether the marbles of `move` may go in its direction; if so fills in the rest of it, except whose turn
 * it then is. */
static bool try_move(const struct model_board *board, const struct model_laws *laws,
                     const struct model_position *position, int along, struct model_move *move)
{
    /* the opposite of the line's direction leads back from its second marble to its first */
    bool back =
        move->count > 1 && model_board_next(board, move->cell[1], move->direction) == move->cell[0];
    bool in_line = move->count == 1 || move->direction == along || back;

    move->after = *position;
    move->pushed = 0;
    move->ejects = false;
    move->broadside = false;
    if (!(in_line ? try_in_line(board, laws, position, move)
                  : try_broadside(board, laws, position, move)))
        return false;
    if (move->ejects && laws->reset_quiet)
        move->after.quiet = 0;
    else if (position->quiet < 65535)
        move->after.quiet++;
    if (position->ply < 65535)
        move->after.ply++;
    return true;
}

/* Everything that the search through the sets of marbles needs. */
struct hunt {
    const struct model_board *board;
    const struct model_laws *laws;
    const struct model_position *position;
    struct model_move *moves;
    int found;
    int enough; /* where to stop */
};

/* Adds the legal moves of every set that begins with the `count` marbles chosen so far. Those are in the order of
 * cells, so that the beginning of a line is a line. */
static void hunt_sets(struct hunt *hunt, int *chosen, int count, int from)
{
    for (int cell = from; cell < hunt->board->cells; cell++) {
        if (!is_mine(hunt->position, cell) &&
            !(hunt->laws->mix_lines && is_friend(hunt->position, cell)))
            continue;
        chosen[count] = cell;
        int along = line_direction(hunt->board, chosen, count + 1);
        for (int direction = 0; along >= 0 && direction < DIRECTIONS; direction++) {
            if (hunt->found == hunt->enough)
                return;
            struct model_move *move = &hunt->moves[hunt->found];
            move->count = count + 1;
            memcpy(move->cell, chosen, (size_t)move->count * sizeof *chosen);
            move->direction = direction;
            hunt->found += try_move(hunt->board, hunt->laws, hunt->position, along, move);
        }
        if (along >= 0 && count + 1 < hunt->laws->longest)
            hunt_sets(hunt, chosen, count + 1, cell + 1);
    }
}

static bool can_move(const struct model_board *board, const struct model_laws *laws,
                     const struct model_position *position)
{
    struct model_move move;
    struct hunt hunt = {board, laws, position, &move, 0, 1};
    int chosen[MODEL_LINE];

    hunt_sets(&hunt, chosen, 0, 0);
    return hunt.found > 0;
}

void model_position_turn(const struct model_board *board, const struct model_laws *laws,
                         struct model_position *position, int side)
{
    int present = -1;

    for (int i = 0; i < position->players; i++) {
        position->side = (side + i) % position->players;
        if (position->gone[position->side] && laws->gone_pass)
            continue;
        if (position->players == 2 || !laws->pass_over || can_move(board, laws, position))
            return;
        if (present < 0)
            present = position->side;
    }
    position->side = present; /* nobody can move: the first who has not left */
}

int model_moves(const struct model_board *board, const struct model_laws *laws,
                const struct model_position *position, struct model_move *moves)
{
    struct hunt hunt = {board, laws, position, moves, 0, MODEL_MOVES};
    int chosen[MODEL_LINE];

    hunt_sets(&hunt, chosen, 0, 0);
    for (int i = 0; i < hunt.found; i++)
        if (laws->alternate)
            model_position_turn(board, laws, &moves[i].after,
                                (position->side + 1) % position->players);
    return hunt.found;
}
