/* bits.h - words as sets of bits. */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include <stdint.h>

/* Population count: the number of bits set. */
static inline int bits_count(uint64_t word)
{
    return __builtin_popcountll(word);
}

/* Number of the lowest bit; word must not be 0. */
static inline int bits_first(uint64_t word)
{
    return __builtin_ctzll(word);
}

/* Takes the lowest bit out of *word, which must not be 0, and returns its number. */
static inline int bits_take(uint64_t *word)
{
    int first = bits_first(*word);
    *word &= *word - 1;
    return first;
}

/* Rotates all 64 bits to the left, by 0 .. 63. */
static inline uint64_t bits_rotate(uint64_t word, int by)
{
    return word << by | word >> ((64 - by) & 63);
}

#endif
