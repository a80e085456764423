/* indexed.c - the palette of a picture. Smoothed edges need far more colours than 256, nearly all
 * of which differ from another one by less than is seen; so a new colour is added only if none is
 * near. What is near depends on how much room is left. */
#include "draw/indexed.h"

#include <limits.h>

static int square_of(int number)
{
    return number * number;
}

int indexed_distance(int one, int other)
{
    return square_of((one >> 16) - (other >> 16)) +
           square_of((one >> 8 & 255) - (other >> 8 & 255)) +
           square_of((one & 255) - (other & 255));
}

static int find_nearest(const struct indexed_palette *palette, int colour, int *distance)
{
    int nearest = 0;
    *distance = INT_MAX;
    for (int i = 0; i < palette->count; i++) {
        int apart = indexed_distance(indexed_colour(palette, (uint8_t)i), colour);
        if (apart < *distance) {
            nearest = i;
            *distance = apart;
        }
    }
    return nearest;
}

uint8_t indexed_add(struct indexed_palette *palette, int colour)
{
    for (int i = 0; i < 3; i++)
        palette->colours[palette->count][i] = (uint8_t)(colour >> (16 - 8 * i));
    return (uint8_t)palette->count++;
}

/* The number of the nearest colour, or of a new one if that is farther than this (squared). */
static uint8_t number_of(struct indexed_palette *palette, int colour, int near)
{
    int distance, number = find_nearest(palette, colour, &distance);
    if (distance <= near || palette->count == INDEXED_COLOURS)
        return (uint8_t)number;
    return indexed_add(palette, colour);
}

uint8_t indexed_exact(struct indexed_palette *palette, int colour)
{
    return number_of(palette, colour, 0);
}

int indexed_colour(const struct indexed_palette *palette, uint8_t number)
{
    const uint8_t *colour = palette->colours[number];
    return colour[0] << 16 | colour[1] << 8 | colour[2];
}

/* The squared distance up to which a colour stands for another one: 4 to 12 levels of 255. */
static int near_now(const struct indexed_palette *palette)
{
    return square_of(palette->count < INDEXED_COLOURS / 2       ? 4
                     : palette->count < INDEXED_COLOURS / 4 * 3 ? 8
                                                                : 12);
}

uint8_t indexed_mix(struct indexed_palette *palette, uint8_t below, int colour, int share)
{
    int from = indexed_colour(palette, below), mixed = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        int one = from >> shift & 255, other = colour >> shift & 255;
        int sum = one * (INDEXED_SHARES - share) + other * share;
        mixed |= (sum + INDEXED_SHARES / 2) / INDEXED_SHARES << shift;
    }
    unsigned slot = (unsigned)mixed * 2654435761u >> (32 - INDEXED_CACHE_BITS);
    if (palette->cache[slot].colour != mixed + 1) {
        palette->cache[slot].number = number_of(palette, mixed, near_now(palette));
        palette->cache[slot].colour = mixed + 1;
    }
    return palette->cache[slot].number;
}
