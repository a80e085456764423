/* position.c - sets up, checks and compares positions, and hands make and unmake to the kernel that
 * suits the board (kernel.h). */
#include <paua/position.h>

#include <assert.h>

#include "board/shape.h"
#include "rules/kernel.h"
#include "rules/key.h"
#include "rules/teams.h"

/* The keys of the cells of a set, combined by XOR. */
static uint64_t set_key(const paua_board *board, paua_set set)
{
    uint64_t key = 0;
    while (set)
        key ^= board->key[bits_take(&set)];
    return key;
}

uint64_t paua_position_key(const paua_board *board, const paua_position *position)
{
    const paua_set ownerless[] = {position->neutral, position->central, position->fixed};
    uint64_t key = key_of_turn(position->to_move) ^ key_of_out(position->out) ^
                   key_of_crowned(position->crowned) ^
                   key_of_table(position->players, position->teams);
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++) {
        key ^= key_of_kind(set_key(board, position->marbles[side]), side);
        key ^= key_of_ejected(side, position->ejected[side]);
    }
    for (int i = 0; i < 3; i++)
        key ^= key_of_kind(set_key(board, ownerless[i]), PAUA_PLAYERS_MAX + i);
    return key;
}

unsigned paua_position_team(const paua_position *position, paua_side side)
{
    return 1u << side | 1u << teams_partner((paua_teams)position->teams, (int)side);
}

int paua_position_score(const paua_position *position, paua_side side)
{
    return teams_score(position, (int)side);
}

/* Whether all marbles are on the board and no cell has two. */
static bool marbles_fit(const paua_board *board, const paua_position *position)
{
    paua_set seen = ~board->shape.all;
    bool apart = true;
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++) {
        apart = apart && !(seen & position->marbles[side]);
        seen |= position->marbles[side];
    }
    apart = apart && !(seen & position->neutral);
    seen |= position->neutral;
    return apart && !(seen & position->fixed) && !(position->central & ~position->neutral) &&
           bits_count(position->central) + (position->crowned != 0) <= 1;
}

/* Whether the number of players, the turn and the teams agree, and players beyond that number have
 * neither marbles nor ejections. */
static bool players_fit(const paua_position *position)
{
    int players = position->players;
    if (players < PAUA_SIDES || players > PAUA_PLAYERS_MAX || position->to_move >= players ||
        position->out >> players || position->crowned > players ||
        position->teams >= PAUA_TEAMS_COUNT ||
        (position->teams && teams_players((paua_teams)position->teams) != players))
        return false;
    for (int side = players; side < PAUA_PLAYERS_MAX; side++)
        if (position->marbles[side] || position->ejected[side])
            return false;
    bool all_out = position->out == (1u << players) - 1;
    return players == PAUA_SIDES ? position->out == 0 : !all_out;
}

/* Whether each player's ejections and the marbles that the others still have are at most
 * PAUA_CELLS_MAX together. An ejection moves one marble from one count to the other, so no game
 * breaks the bound. */
static bool losses_fit(const paua_position *position)
{
    for (int side = 0; side < position->players; side++) {
        int left = 0;
        for (int other = 0; other < position->players; other++)
            left += other == side ? 0 : bits_count(position->marbles[other]);
        if (position->ejected[side] + left > PAUA_CELLS_MAX)
            return false;
    }
    return true;
}

/* All invariants but those of the turn and the key. */
static bool contents_fit(const paua_board *board, const paua_position *position)
{
    return players_fit(position) && marbles_fit(board, position) && losses_fit(position) &&
           position->ply > 0 && position->reserved == 0;
}

paua_status paua_position_complete(const paua_board *board, paua_position *position)
{
    if (!contents_fit(board, position))
        return PAUA_ERROR_BAD_POSITION;
    kernel_special_for(board)->give_turn(board, position, position->to_move);
    position->key = paua_position_key(board, position);
    return PAUA_OK;
}

paua_status paua_position_setup(const paua_board *board, paua_set black, paua_set white,
                                paua_side to_move, paua_position *out)
{
    paua_position position = {
        .marbles = {black, white}, .players = PAUA_SIDES, .ply = 1, .to_move = (uint8_t)to_move};
    paua_status status = paua_position_complete(board, &position);
    if (status == PAUA_OK)
        *out = position;
    return status;
}

paua_status paua_position_leave(const paua_board *board, paua_position *position, paua_side side)
{
    if (position->players == PAUA_SIDES || (unsigned)side >= position->players ||
        position->out >> side & 1)
        return PAUA_ERROR_BAD_ARGUMENT;
    unsigned out = position->out | 1u << side;
    if (out == (1u << position->players) - 1)
        return PAUA_ERROR_BAD_ARGUMENT;
    position->out = (uint8_t)out;
    kernel_special_for(board)->give_turn(board, position, position->to_move);
    position->key = paua_position_key(board, position);
    return PAUA_OK;
}

paua_status paua_position_check(const paua_board *board, const paua_position *position)
{
    paua_position copy = *position;
    if (paua_position_complete(board, &copy) != PAUA_OK)
        return PAUA_ERROR_BAD_POSITION;
    bool good = copy.to_move == position->to_move && copy.key == position->key;
    return good ? PAUA_OK : PAUA_ERROR_BAD_POSITION;
}

bool paua_position_same(const paua_position *a, const paua_position *b)
{
    bool same = a->to_move == b->to_move && a->players == b->players && a->out == b->out &&
                a->teams == b->teams && a->crowned == b->crowned && a->neutral == b->neutral &&
                a->central == b->central && a->fixed == b->fixed;
    for (int side = 0; same && side < PAUA_PLAYERS_MAX; side++)
        same = a->marbles[side] == b->marbles[side] && a->ejected[side] == b->ejected[side];
    return same;
}

void paua_position_make(const paua_board *board, paua_position *position, paua_move move,
                        paua_undo *undo)
{
    assert(paua_move_legal(board, position, move));
    const struct kernel *kernel = kernel_for(board, position);
    kernel->make(board, position, move, undo);
    undo->special = kernel->special;
}

void paua_position_unmake(const paua_board *board, paua_position *position, paua_move move,
                          const paua_undo *undo)
{
    /* the ejected marble that unmake puts back may be the only one that makes the position
     * special */
    const struct kernel *kernel =
        undo->special ? kernel_special_for(board) : kernel_for(board, position);
    kernel->unmake(board, position, move, undo);
}
