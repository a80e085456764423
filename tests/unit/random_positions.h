/* random_positions.h - positions of every kind for tests: boards, players, teams, neutral and fixed
 * marbles. */
#ifndef RANDOM_POSITIONS_H
#define RANDOM_POSITIONS_H

#include "unit.h"

/* xorshift: the same positions everywhere. */
static inline uint64_t random_bits(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static inline int random_below(uint64_t *state, int limit)
{
    return (int)((random_bits(state) >> 11) % (uint64_t)limit);
}

/* Boards from one cell to 61, mirror images among them. */
static const int random_boards[][3] = {
    {5, 5, 5}, {5, 5, 5}, {5, 5, 5}, {5, 5, 5}, {3, 3, 3},  {4, 4, 4},  {2, 2, 2}, {2, 2, 3},
    {2, 3, 2}, {3, 2, 2}, {2, 3, 4}, {2, 4, 3}, {5, 4, 6},  {5, 6, 4},  {1, 1, 1}, {1, 1, 5},
    {7, 1, 1}, {1, 7, 1}, {1, 2, 9}, {1, 9, 2}, {1, 1, 61}, {1, 30, 2}, {9, 3, 4}, {13, 3, 1},
};

/* Fills in marbles, scores and the rest; players 0: any number. The key is right. */
static inline paua_position random_position(uint64_t *state, const paua_board *board, int players)
{
    paua_position position;

    do {
        int density = 1 + random_below(state, 10), odd = random_below(state, 3);
        memset(&position, 0, sizeof position);
        position.players = (uint8_t)(players ? players : 2 + random_below(state, 5));
        for (paua_set left = paua_board_all(board); left; left &= left - 1) {
            paua_set cell = left & -left;
            int kind = random_below(state, 10 * position.players);
            if (random_below(state, 10) >= density)
                continue;
            if (odd == 0 && kind < 2)
                *(kind ? &position.fixed : &position.neutral) |= cell;
            else
                position.marbles[kind % position.players] |= cell;
        }
        if (position.neutral && random_below(state, 2))
            position.central = position.neutral & -position.neutral;
        for (int side = 0; side < position.players; side++)
            position.ejected[side] = (uint8_t)random_below(state, 6);
        position.to_move = (uint8_t)random_below(state, position.players);
        if (position.players == 4)
            position.teams = (uint8_t)random_below(state, PAUA_TEAMS_14_25_36);
        if (position.players == 6 && random_below(state, 2))
            position.teams = PAUA_TEAMS_14_25_36;
        if (position.players > 2 && random_below(state, 4) == 0)
            position.out = (uint8_t)(1u << random_below(state, position.players));
        position.ply = (uint16_t)(1 + random_below(state, 300));
        position.quiet = (uint16_t)random_below(state, 300);
    } while (paua_position_complete(board, &position) != PAUA_OK);
    return position;
}

#endif
