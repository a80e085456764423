/* key.h - Zobrist keys of positions (Zobrist, "A New Hashing Method with Application for Game
 * Playing", 1970), kept up to date by make and computed afresh by paua_position_key().
 *
 * A marble's number is its cell's (board/shape.h), rotated by 23 bits for each kind from Black's on: White's,
 * those of players three to six, neutral, central, fixed. So one table of differences per move serves
 * all, and no two kinds are rotated alike. */
#ifndef RULES_KEY_H
#define RULES_KEY_H

#include "base/bits.h"

#define KEY_WHITE_TO_MOVE UINT64_C(0x8b4f3d6a1c97e25b)

/* What a player's turn adds; nothing for Black. */
static inline uint64_t key_of_turn(int side)
{
    return (uint64_t)side * KEY_WHITE_TO_MOVE;
}

static inline uint64_t key_of_kind(uint64_t cells_key, int kind)
{
    return bits_rotate(cells_key, kind * 23 & 63);
}

/* The same for Black and White, without the mask that clang does not see through. */
static inline uint64_t key_of_side(uint64_t cells_key, int side)
{
    return bits_rotate(cells_key, side * 23);
}

/* What a side's count of ejections adds. */
static inline uint64_t key_of_ejected(int side, int ejected)
{
    static const uint64_t factors[] = {
        UINT64_C(0xa0761d6478bd642f), UINT64_C(0xd6e8feb86659fd93), UINT64_C(0xe7037ed1a0b428db),
        UINT64_C(0x8ebc6af09c88c6e3), UINT64_C(0x589965cc75374cc3), UINT64_C(0x1d8e4e27c47d124f),
    };
    return (uint64_t)ejected * factors[side];
}

/* What the departure of players adds, and the ejection of the central marble; nothing without. */
static inline uint64_t key_of_out(unsigned out)
{
    return out * UINT64_C(0xc2b2ae3d27d4eb4f);
}

static inline uint64_t key_of_crowned(unsigned crowned)
{
    return crowned * UINT64_C(0x9fb21c651e98df25);
}

/* What never changes in a game: how many play and in which teams; nothing for two. */
static inline uint64_t key_of_table(unsigned players, unsigned teams)
{
    return (players - 2) * UINT64_C(0x2545f4914f6cdd1d) ^ teams * UINT64_C(0x94d049bb133111eb);
}

#endif
