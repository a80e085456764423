/* indexed.h - a picture of at most 256 colours: its pixels are numbers of a palette, which grows
 * with the drawing. */
#ifndef DRAW_INDEXED_H
#define DRAW_INDEXED_H

#include <stdint.h>

enum {
    INDEXED_COLOURS = 256,
    INDEXED_SHARES = 8, /* steps from one colour to another */
    INDEXED_CACHE_BITS = 12
};

struct indexed_palette {
    uint8_t colours[INDEXED_COLOURS][3]; /* red, green and blue */
    int count;
    struct {
        int colour; /* RRGGBB + 1; 0: none */
        uint8_t number;
    } cache[1 << INDEXED_CACHE_BITS]; /* numbers found before */
};

/* The squared distance of two colours RRGGBB. */
int indexed_distance(int one, int other);

/* Adds a colour, for which there is room, even if it is there already; returns its number. */
uint8_t indexed_add(struct indexed_palette *palette, int colour);

/* The number of a colour RRGGBB that stands for itself as long as there is room. */
uint8_t indexed_exact(struct indexed_palette *palette, int colour);

/* The colour of a number. */
int indexed_colour(const struct indexed_palette *palette, uint8_t number);

/* The number of a colour near to the mixture of two: `share` of INDEXED_SHARES parts of `colour`.
 * The fuller the palette, the farther the colour may be. */
uint8_t indexed_mix(struct indexed_palette *palette, uint8_t below, int colour, int share);

#endif
