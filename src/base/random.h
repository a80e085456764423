/* random.h - reproducible pseudo-random numbers: splitmix64 (Steele, Lea, Flood, "Fast Splittable
 * Pseudorandom Number Generators", OOPSLA 2014). Not for secrets. */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stdint.h>

/* The next number of the sequence that *state, any number at first, stands for. */
static inline uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* A number 0 .. bound-1; bound is 1 .. 2^32. */
static inline uint32_t random_below(uint64_t *state, uint64_t bound)
{
    return (uint32_t)((random_next(state) >> 32) * bound >> 32);
}

#endif
