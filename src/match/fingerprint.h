/* fingerprint.h - numbers that tell things apart: FNV-1a (Fowler, Noll, Vo), 64 bits. */
#ifndef MATCH_FINGERPRINT_H
#define MATCH_FINGERPRINT_H

#include <stdint.h>

#define FINGERPRINT_BEGIN 0xcbf29ce484222325u

/* Mixes a text with its NUL, or a number, into the fingerprint so far. */
static inline uint64_t fingerprint_text(uint64_t fingerprint, const char *text)
{
    do
        fingerprint = (fingerprint ^ (unsigned char)*text) * 0x100000001b3u;
    while (*text++);
    return fingerprint;
}

static inline uint64_t fingerprint_number(uint64_t fingerprint, uint64_t number)
{
    for (int i = 0; i < 8; i++)
        fingerprint = (fingerprint ^ (number >> 8 * i & 255)) * 0x100000001b3u;
    return fingerprint;
}

#endif
