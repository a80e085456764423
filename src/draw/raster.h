/* raster.h - a drawing as pixels. */
#ifndef DRAW_RASTER_H
#define DRAW_RASTER_H

#include "draw/indexed.h"
#include "draw/sheet.h"
#include "draw/stamp.h"

/* How the shapes of a group are painted: colours RRGGBB, or -1 for none. */
struct raster_style {
    int fill, stroke;
    float width;                   /* of the stroke, or of a letter's strokes in their unit */
    float opacity;                 /* of the fill, 0 .. 1 */
    bool dashed;                   /* the stroke of a circle */
    bool round;                    /* a marble: the fill runs from light to dark */
    uint8_t stroke_number;         /* in the palette */
    uint8_t numbers[STAMP_SHADES]; /* in the palette: the fill, or the shades of a marble */
};

struct raster_point {
    float x, y;
};

/* A circle that has been painted: the corner of pixels at its centre. Radius 0: none. */
struct raster_copy {
    int x, y, radius;
};

struct draw_raster {
    struct raster_point low;         /* the drawing's corner at the first pixel */
    float scale;                     /* pixels for a unit of the drawing */
    bool aligned;                    /* neighbouring cells are a whole number of pixels apart */
    int width, height;               /* pixels */
    uint8_t *pixels;                 /* owned: rows from the top, numbers of colours */
    struct indexed_palette *palette; /* owned */
    struct stamp stamp;              /* where aligned; its pixels are owned */
    enum draw_look look;             /* of the group that is being drawn */
    struct raster_style style;       /* of this look */
    struct raster_copy first;        /* the group's first flat circle */
};

/* A colour RRGGBB of a tint. */
int raster_colour(const char *text);

/* A colour between two others, at `share` of the way. */
int raster_mix(int from, int to, float share);

/* The share of a pixel that lies inside an edge which is this many pixels beyond its centre. */
float raster_coverage(float pixels);

/* The strokes of a character: blanks separate strokes; a stroke is a list of points, x as 0 .. 4
 * and y as a letter: d on the baseline, i the height of small letters, l that of capital ones. */
const char *raster_strokes(unsigned letter);

/* Pixels as PNG with a palette. PAUA_OK or PAUA_ERROR_NO_MEMORY; free(*png). */
paua_status raster_encode(const struct draw_raster *raster, unsigned char **png, size_t *length);

#endif
