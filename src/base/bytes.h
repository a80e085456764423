/* bytes.h - numbers in files: little-endian, whatever the machine is. */
#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include <stdint.h>

/* Writes the lowest `bytes` bytes of a number, least significant first. */
static inline void bytes_put(uint8_t *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

/* Reads what bytes_put() wrote; `bytes` is at most 8. */
static inline uint64_t bytes_get(const uint8_t *at, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)at[i] << 8 * i;
    return value;
}

#endif
