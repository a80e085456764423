/* key.h - Zobrist keys of positions (Zobrist, "A New Hashing Method with Application for Game
 * Playing", 1970), kept up to date by make and computed afresh by paua_position_key().
 *
 * A marble's number is its cell's (board/shape.h), rotated for White; so one table of differences
 * per move serves both sides. */
#ifndef RULES_KEY_H
#define RULES_KEY_H

#include "base/bits.h"

#define KEY_WHITE_TO_MOVE UINT64_C(0x8b4f3d6a1c97e25b)

/* Odd, so that the rotated numbers stay independent of the plain ones. */
static inline uint64_t key_of_side(uint64_t cells_key, int side)
{
    return bits_rotate(cells_key, side * 23);
}

/* What a side's count of ejections adds. */
static inline uint64_t key_of_ejected(int side, int ejected)
{
    return (uint64_t)ejected * (side ? UINT64_C(0xd6e8feb86659fd93) : UINT64_C(0xa0761d6478bd642f));
}

#endif
