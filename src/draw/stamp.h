/* stamp.h - a marble in pixels, drawn once and put on every cell in the colours of its kind. */
#ifndef DRAW_STAMP_H
#define DRAW_STAMP_H

#include "draw/indexed.h"
#include "draw/sheet.h"

enum {
    STAMP_SHADES = 20, /* of a marble, from its highlight to its shadow */
    STAMP_COLOURS = 64 /* at most, of one kind */
};

/* The colours of a kind follow one another in the palette, in the same order for every kind. A
 * pixel is a place in this order, so that the pixels of two kinds differ by one number alone; the
 * differences of neighbouring pixels are equal. */
struct stamp {
    int width, height;            /* pixels; the centre of the marble is the corner in the middle */
    uint8_t *pixels;              /* owned; rows from the top */
    uint8_t shades[STAMP_SHADES]; /* their places */
    uint8_t bases[DRAW_KINDS];    /* in the palette: a kind's first colour */
    int kind_count;
};

/* The colour RRGGBB of a shade: the gradient of svg.c. */
int stamp_shade(const struct draw_tint *tint, int shade);

/* The shade at a point, from the centre, of a marble of this radius. */
int stamp_shade_at(float x, float y, float radius);

/* Draws a marble with `scale` pixels for a unit, standing on the plate, and adds the colours
 * of `kinds` (bits) to a palette with room for them. False: out of memory. */
bool stamp_begin(struct stamp *stamp, unsigned kinds, float scale, struct indexed_palette *palette);

/* Puts a marble on pixels of this width, its centre on the corner x, y. */
void stamp_put(const struct stamp *stamp, int kind, int x, int y, uint8_t *pixels, int width);

#endif
