/* key.h - Zobrist keys of positions (Zobrist, "A New Hashing Method with Application for Game
 * Playing", 1970), updated incrementally by make and computed from scratch by paua_position_key().
 *
 * A marble's key is its cell's (board/shape.h), rotated by 23 bits times its kind: Black 0, White
 * 1, players three to six, then neutral, central and fixed marbles. So one table of differences per
 * move serves all kinds, and no two kinds share a rotation. */
#ifndef RULES_KEY_H
#define RULES_KEY_H

#include "base/bits.h"

#define KEY_WHITE_TO_MOVE UINT64_C(0x8b4f3d6a1c97e25b)

/* The part of the side to move; 0 for Black. */
static inline uint64_t key_of_turn(int side)
{
    return (uint64_t)side * KEY_WHITE_TO_MOVE;
}

/* The part of marbles of one kind, from the combined keys of their cells. */
static inline uint64_t key_of_kind(uint64_t cells_key, int kind)
{
    return bits_rotate(cells_key, kind * 23 & 63);
}

/* key_of_kind() for Black and White alone, without the mask that clang does not fold. */
static inline uint64_t key_of_side(uint64_t cells_key, int side)
{
    return bits_rotate(cells_key, side * 23);
}

/* The part of a side's number of ejections. */
static inline uint64_t key_of_ejected(int side, int ejected)
{
    static const uint64_t factors[] = {
        UINT64_C(0xa0761d6478bd642f), UINT64_C(0xd6e8feb86659fd93), UINT64_C(0xe7037ed1a0b428db),
        UINT64_C(0x8ebc6af09c88c6e3), UINT64_C(0x589965cc75374cc3), UINT64_C(0x1d8e4e27c47d124f),
    };
    return (uint64_t)ejected * factors[side];
}

/* The part of players who have left; 0 if nobody has. */
static inline uint64_t key_of_out(unsigned out)
{
    return out * UINT64_C(0xc2b2ae3d27d4eb4f);
}

/* The part of an ejected central marble; 0 if it is not ejected. */
static inline uint64_t key_of_crowned(unsigned crowned)
{
    return crowned * UINT64_C(0x9fb21c651e98df25);
}

/* The part that never changes in a game: the number of players and the teams; 0 for two players. */
static inline uint64_t key_of_table(unsigned players, unsigned teams)
{
    return (players - 2) * UINT64_C(0x2545f4914f6cdd1d) ^ teams * UINT64_C(0x94d049bb133111eb);
}

#endif
