/* stamp.c - draws a marble once for all cells and kinds. As the kinds share its pixels, one colour
 * stands for another only where it is near in every kind. */
#include "draw/stamp.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw/palette.h"
#include "draw/raster.h"

enum {
    CLEAR = 255,    /* a pixel outside the marble */
    COLOURS = 198,  /* in the palette at most, of all kinds together */
    NEAR_SHADE = 4, /* levels of 255 */
    STROKE = 2,     /* width of the edge, in units */
};

/* A stamp that is being drawn. */
struct stamp_maker {
    struct stamp *stamp;
    int kinds[DRAW_KINDS], kind_count;
    int colours[STAMP_COLOURS][DRAW_KINDS]; /* by place and index of kind */
    int count, most;                        /* places */
    /* places + 1 by parts of fill and stroke, and shade; 0: not known yet */
    uint8_t known[INDEXED_SHARES + 1][INDEXED_SHARES + 1][STAMP_SHADES];
};

int stamp_shade(const struct draw_tint *tint, int shade)
{
    float at = ((float)shade + 0.5f) * 2 / STAMP_SHADES;
    int base = raster_colour(tint->base);
    return at < 1 ? raster_mix(raster_colour(tint->light), base, at)
                  : raster_mix(base, raster_colour(tint->dark), at - 1);
}

int stamp_shade_at(float x, float y, float radius)
{
    float dx = x + 0.28f * radius, dy = y + 0.4f * radius;
    int shade = (int)(sqrtf(dx * dx + dy * dy) * (STAMP_SHADES / 1.56f) / radius);
    return shade < STAMP_SHADES ? shade : STAMP_SHADES - 1;
}

/* The squared distance of colours in the kind where they differ most. */
static int largest_distance(const struct stamp_maker *maker, const int *one, const int *other)
{
    int largest = 0;
    for (int i = 0; i < maker->kind_count; i++) {
        int apart = indexed_distance(one[i], other[i]);
        largest = apart > largest ? apart : largest;
    }
    return largest;
}

/* The place of colours, one for each kind: the nearest place, or a new one if that is more than
 * `near` levels away and there is room. */
static uint8_t place_of(struct stamp_maker *maker, const int colours[DRAW_KINDS], int near)
{
    int nearest = 0, distance = INT_MAX;
    for (int i = 0; i < maker->count; i++) {
        int apart = largest_distance(maker, colours, maker->colours[i]);
        if (apart < distance) {
            nearest = i;
            distance = apart;
        }
    }
    if (distance <= near * near || maker->count == maker->most)
        return (uint8_t)nearest;
    memcpy(maker->colours[maker->count], colours, sizeof maker->colours[0]);
    return (uint8_t)maker->count++;
}

/* The place, in the order of colours, of a pixel that is covered by `fill` steps of the marble and
 * by `stroke` steps of its edge. */
static uint8_t place_at_edge(struct stamp_maker *maker, int fill, int stroke, int shade)
{
    uint8_t *known = &maker->known[fill][stroke][shade];
    int colours[DRAW_KINDS] = {0};
    int near = maker->count < maker->most / 2 ? 6 : maker->count < maker->most * 3 / 4 ? 10 : 14;
    if (*known)
        return (uint8_t)(*known - 1);
    for (int i = 0; i < maker->kind_count; i++) {
        const struct draw_tint *tint = &draw_tints[maker->kinds[i]];
        int below =
            raster_mix(PALETTE_HEX(PLATE), stamp_shade(tint, shade), (float)fill / INDEXED_SHARES);
        colours[i] = raster_mix(below, raster_colour(tint->edge), (float)stroke / INDEXED_SHARES);
    }
    uint8_t place = place_of(maker, colours, near);
    *known = (uint8_t)(place + 1);
    return place;
}

/* The pixel whose centre is here, in pixels from the centre of the marble. */
static uint8_t pixel_at(struct stamp_maker *maker, float x, float y, float scale)
{
    float radius = DRAW_MARBLE * scale, half = STROKE * scale / 2;
    float distance = sqrtf(x * x + y * y) - radius;
    int fill = (int)(raster_coverage(distance) * INDEXED_SHARES + 0.5f);
    int stroke = (int)(raster_coverage(fabsf(distance) - half) * INDEXED_SHARES + 0.5f);
    int shade = stamp_shade_at(x, y, radius);
    if (!fill && !stroke)
        return CLEAR;
    return !stroke ? maker->stamp->shades[shade] : place_at_edge(maker, fill, stroke, shade);
}

/* Gives places to what is seen most: the edge and the shades. */
static void place_plain_colours(struct stamp_maker *maker)
{
    int colours[DRAW_KINDS] = {0};
    for (int i = 0; i < maker->kind_count; i++)
        colours[i] = raster_colour(draw_tints[maker->kinds[i]].edge);
    place_of(maker, colours, 0);
    for (int shade = 0; shade < STAMP_SHADES; shade++) {
        for (int i = 0; i < maker->kind_count; i++)
            colours[i] = stamp_shade(&draw_tints[maker->kinds[i]], shade);
        maker->stamp->shades[shade] = place_of(maker, colours, NEAR_SHADE);
    }
}

/* Adds the colours of all kinds to the palette. */
static void add_to_palette(const struct stamp_maker *maker, struct indexed_palette *palette)
{
    for (int i = 0; i < maker->kind_count; i++) {
        maker->stamp->bases[maker->kinds[i]] = (uint8_t)palette->count;
        for (int place = 0; place < maker->count; place++)
            indexed_add(palette, maker->colours[place][i]);
    }
    maker->stamp->bases[DRAW_CENTRAL] = maker->stamp->bases[DRAW_NEUTRAL];
}

bool stamp_begin(struct stamp *stamp, unsigned kinds, float scale, struct indexed_palette *palette)
{
    int half = (int)ceilf((DRAW_MARBLE + STROKE / 2.0f) * scale) + 1;
    struct stamp_maker *maker = calloc(1, sizeof *maker);
    stamp->width = stamp->height = 2 * half;
    stamp->pixels = malloc((size_t)stamp->width * (size_t)stamp->height);
    if (!maker || !stamp->pixels) {
        free(maker);
        return false;
    }
    maker->stamp = stamp;
    for (int kind = 0; kind < DRAW_CENTRAL; kind++)
        if (kinds >> kind & 1)
            maker->kinds[maker->kind_count++] = kind;
    stamp->kind_count = maker->kind_count;
    maker->most = COLOURS / maker->kind_count;
    maker->most = maker->most < STAMP_COLOURS ? maker->most : STAMP_COLOURS;
    place_plain_colours(maker);
    uint8_t *pixel = stamp->pixels;
    for (int y = -half; y < half; y++)
        for (int x = -half; x < half; x++)
            *pixel++ = pixel_at(maker, (float)x + 0.5f, (float)y + 0.5f, scale);
    assert(palette->count + maker->count * maker->kind_count <= INDEXED_COLOURS);
    add_to_palette(maker, palette);
    free(maker);
    return true;
}

void stamp_put(const struct stamp *stamp, int kind, int x, int y, uint8_t *pixels, int width)
{
    uint8_t base = stamp->bases[kind];
    uint8_t *corner = pixels + (ptrdiff_t)(y - stamp->height / 2) * width + (x - stamp->width / 2);
    for (int row = 0; row < stamp->height; row++) {
        const uint8_t *from = stamp->pixels + (ptrdiff_t)row * stamp->width;
        uint8_t *to = corner + (ptrdiff_t)row * width;
        for (int i = 0; i < stamp->width; i++)
            to[i] = from[i] == CLEAR ? to[i] : (uint8_t)(base + from[i]);
    }
}
