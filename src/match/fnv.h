/* fnv.h - 64-bit FNV-1a hashes (Fowler, Noll, Vo), to recognise a setup. */
#ifndef MATCH_FNV_H
#define MATCH_FNV_H

#include <stdint.h>

#define FNV_OFFSET_BASIS 0xcbf29ce484222325u

/* Mixes a text with its NUL, or a number, into the hash so far. */
static inline uint64_t fnv1a_text(uint64_t hash, const char *text)
{
    do
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    while (*text++);
    return hash;
}

/* Mixes a number into the hash, least significant byte first. */
static inline uint64_t fnv1a_number(uint64_t hash, uint64_t number)
{
    for (int i = 0; i < 8; i++)
        hash = (hash ^ (number >> 8 * i & 255)) * 0x100000001b3u;
    return hash;
}

#endif
