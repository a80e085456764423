/* print.h - numbers that tell things apart: FNV-1a (Fowler, Noll, Vo), 64 bits. */
#ifndef MATCH_PRINT_H
#define MATCH_PRINT_H

#include <stdint.h>

#define PRINT_BEGIN 0xcbf29ce484222325u

/* Mixes a text with its NUL, or a number, into the print so far. */
static inline uint64_t print_text(uint64_t print, const char *text)
{
    do
        print = (print ^ (unsigned char)*text) * 0x100000001b3u;
    while (*text++);
    return print;
}

static inline uint64_t print_number(uint64_t print, uint64_t number)
{
    for (int i = 0; i < 8; i++)
        print = (print ^ (number >> 8 * i & 255)) * 0x100000001b3u;
    return print;
}

#endif
