/* fnv.h - 64-bit FNV-1a hashes (Fowler, Noll, Vo): for tables, and to recognise a setup. No secret
 * and no protection: who wants two keys with one hash finds them. */
#ifndef BASE_FNV_H
#define BASE_FNV_H

#include <stddef.h>
#include <stdint.h>

#define FNV_OFFSET_BASIS 0xcbf29ce484222325u

/* Mixes bytes into the hash so far. */
static inline uint64_t fnv1a_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *at = bytes;

    for (size_t i = 0; i < count; i++)
        hash = (hash ^ at[i]) * 0x100000001b3u;
    return hash;
}

/* Mixes a text with its NUL into the hash so far. */
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
