/* raster.h - a drawing as pixels. */
#ifndef DRAW_RASTER_H
#define DRAW_RASTER_H

#include "draw/indexed.h"
#include "draw/sheet.h"

#define RASTER_SHADES 20 /* of a marble */

/* How the shapes of a group are painted: colours RRGGBB, or -1 for none. */
struct raster_style {
    int fill, stroke;
    float width;                    /* of the stroke, or of a letter's strokes in their unit */
    float opacity;                  /* of the fill, 0 .. 1 */
    bool dashed;                    /* the stroke of a circle */
    bool round;                     /* a marble: the fill runs from light to dark */
    int light, shadow;              /* of a marble */
    uint8_t numbers[RASTER_SHADES]; /* in the palette: the fill, or the shades of a marble */
};

struct raster_point {
    float x, y;
};

struct draw_raster {
    struct raster_point low;         /* the drawing's corner at the first pixel */
    float scale;                     /* pixels for a unit of the drawing */
    bool aligned;                    /* neighbouring cells are a whole number of pixels apart */
    int width, height;               /* pixels */
    uint8_t *pixels;                 /* owned: rows from the top, numbers of colours */
    struct indexed_palette *palette; /* owned */
    struct raster_style style;       /* of the group that is being drawn */
};

/* The strokes of a character: blanks separate strokes; a stroke is a list of points, x as 0 .. 4
 * and y as a letter: d on the baseline, i the height of small letters, l that of capital ones. */
const char *raster_strokes(unsigned letter);

/* Pixels as PNG with a palette. PAUA_OK or PAUA_ERROR_NO_MEMORY; free(*png). */
paua_status raster_encode(const struct draw_raster *raster, unsigned char **png, size_t *length);

#endif
