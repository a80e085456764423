/* formation.c - how a player's marbles stand together: groups, by flood fill, and hexagons. */
#include <paua/explain.h>

#include "base/bits.h"

/* The group of a marble: all marbles of the set that can be reached from one to the next. */
static paua_set group_of(const paua_board *board, paua_set marbles, int cell)
{
    paua_set group = PAUA_SET(cell), before = 0;
    while (group != before) {
        before = group;
        for (int d = 0; d < PAUA_DIRECTION_COUNT; d++)
            group |= paua_board_step(board, group, (paua_direction)d) & marbles;
    }
    return group;
}

void paua_formation_find(const paua_board *board, const paua_position *position, paua_side side,
                         paua_formation *out)
{
    const paua_set marbles = position->marbles[side];
    paua_formation formation = {.hexagons = paua_board_all(board)};
    for (paua_set left = marbles; left;) {
        paua_set group = group_of(board, marbles, bits_first(left));
        int size = bits_count(group);
        formation.groups++;
        formation.alone += size == 1;
        formation.largest = size > formation.largest ? size : formation.largest;
        left &= ~group;
    }
    for (int d = 0; d < PAUA_DIRECTION_COUNT; d++)
        formation.hexagons &= paua_board_step(board, marbles, (paua_direction)d);
    *out = formation;
}
