/* make_special.h - make and unmake for more than two players, teams, neutral and fixed marbles.
 * Part of kernel_source.h.
 *
 * All marbles that a move shifts, whoever owns them, go one step in its direction; so each set of
 * marbles is stepped where it meets the moving row. */

/* The kinds of marbles in a position: a paua_side, or one of these. */
enum { KIND_NEUTRAL = PAUA_PLAYERS_MAX, KIND_CENTRAL, KINDS, KIND_NONE };

/* The marbles of one kind. */
KERNEL_INLINE paua_set *set_of(paua_position *position, int kind)
{
    return kind == KIND_NEUTRAL   ? &position->neutral
           : kind == KIND_CENTRAL ? &position->central
                                  : &position->marbles[kind];
}

/* Every cell that a marble leaves; in an in-line move from the trailing marble to the last one
 * pushed, whose cell goes to *last. */
KERNEL_INLINE paua_set row_of(const struct board_shape *shape, paua_move move, paua_set *last)
{
    paua_set row = PAUA_SET(paua_move_cell(move));
    int axis = (int)paua_move_axis(move);
    int steps = paua_move_count(move) + paua_move_pushed(move) - 1;
    *last = row;
    for (int i = 0; i < steps; i++) {
        *last = board_step(shape, *last, axis);
        row |= *last;
    }
    return row;
}

/* The keys of marbles of one kind, combined. */
KERNEL_INLINE uint64_t key_of_cells(const paua_board *board, paua_set cells, int kind)
{
    uint64_t key = 0;
    while (cells)
        key ^= key_of_kind(board->key[bits_take(&cells)], kind);
    return key;
}

/* Steps the moving part of every set and returns the change of the key. */
KERNEL_INLINE uint64_t shift_row(const paua_board *board, paua_position *position, paua_set row,
                                 int direction)
{
    const struct board_shape *shape = SHAPE(board);
    uint64_t key = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        paua_set *set = set_of(position, kind);
        paua_set part = *set & row;
        if (!part)
            continue;
        paua_set moved = (*set ^ part) | board_step(shape, part, direction);
        key ^= key_of_cells(board, *set ^ moved, kind);
        *set = moved;
    }
    return key;
}

/* Scores an ejection for the mover and returns the change of the key (R8, R18). */
static uint64_t score_ejection(paua_position *position, int victim)
{
    int side = position->to_move;
    uint64_t key =
        key_of_crowned(position->crowned) ^ key_of_ejected(side, position->ejected[side]);
    if (victim == KIND_CENTRAL)
        position->crowned = (uint8_t)(side + 1);
    else if (victim != KIND_NEUTRAL)
        position->ejected[side]++;
    position->quiet = 0;
    return key ^ key_of_crowned(position->crowned) ^ key_of_ejected(side, position->ejected[side]);
}

/* Whether the side to move has a legal move. A marble beside an empty cell is enough, which is most
 * often the case and quick to see. */
static bool can_move(const paua_board *board, const paua_position *position)
{
    const struct board_shape *shape = SHAPE(board);
    struct camps camps = camps_of(shape, position);
    for (int d = 0; d < PAUA_DIRECTION_COUNT; d++)
        if (camps.mine & board_step(shape, camps.empty, d))
            return true;
    return count_inlined(board, position) > 0;
}

/* Gives the turn to the first player from `side` on who has not left and can move (R11), or to the
 * first who has not left if nobody can move. In a game for two nobody is passed over. */
static void give_turn(const paua_board *board, paua_position *position, int side)
{
    int players = position->players, present = -1;
    for (int i = 0; i < players; i++, side = side + 1 < players ? side + 1 : 0) {
        position->to_move = (uint8_t)side;
        if (players == PAUA_SIDES)
            return;
        if (position->out >> side & 1)
            continue;
        if (can_move(board, position))
            return;
        if (present < 0)
            present = side;
    }
    position->to_move = (uint8_t)(present < 0 ? 0 : present);
}

/* Makes a legal move and updates the key incrementally. */
KERNEL_INLINE void make_inlined(const paua_board *board, paua_position *position, paua_move move,
                                paua_undo *undo)
{
    paua_set last;
    paua_set row = row_of(SHAPE(board), move, &last);
    int victim = KIND_NONE, side = position->to_move;
    uint64_t key = position->key;
    if (paua_move_ejects(move)) {
        /* the central marble is in the neutral set as well: the last kind found is the victim */
        for (int kind = 0; kind < KINDS; kind++)
            if (*set_of(position, kind) & last)
                victim = kind;
    }
    *undo = (paua_undo){.key = key,
                        .ply = position->ply,
                        .quiet = position->quiet,
                        .to_move = (uint8_t)side,
                        .victim = (uint8_t)victim};
    position->ply = (uint16_t)(position->ply + (position->ply != UINT16_MAX));
    position->quiet = (uint16_t)(position->quiet + (position->quiet != UINT16_MAX));
    key ^= shift_row(board, position, row, (int)paua_move_direction(move)) ^ key_of_turn(side);
    if (victim != KIND_NONE)
        key ^= score_ejection(position, victim);
    give_turn(board, position, side + 1 < position->players ? side + 1 : 0);
    position->key = key ^ key_of_turn(position->to_move);
    assert(paua_position_check(board, position) == PAUA_OK);
}

/* Undoes make_inlined(): steps the row back and restores the ejected marble. */
KERNEL_INLINE void unmake_inlined(const paua_board *board, paua_position *position, paua_move move,
                                  const paua_undo *undo)
{
    const struct board_shape *shape = SHAPE(board);
    int d = (int)paua_move_direction(move), side = undo->to_move;
    paua_set last;
    paua_set row = row_of(shape, move, &last);
    shift_row(board, position, board_step(shape, row, d), board_back(d));
    if (undo->victim != KIND_NONE) {
        *set_of(position, undo->victim) |= last;
        if (undo->victim == KIND_CENTRAL) {
            position->neutral |= last;
            position->crowned = 0;
        } else if (undo->victim != KIND_NEUTRAL) {
            position->ejected[side]--;
        }
    }
    position->to_move = (uint8_t)side;
    position->key = undo->key;
    position->ply = undo->ply;
    position->quiet = undo->quiet;
    assert(paua_position_check(board, position) == PAUA_OK);
}

/* The key that make would leave, found by making the move on a copy. */
static uint64_t key_after(const paua_board *board, const paua_position *position, paua_move move)
{
    paua_position after = *position;
    paua_undo undo;
    make_inlined(board, &after, move, &undo);
    return after.key;
}
