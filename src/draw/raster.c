/* raster.c - the pen that paints drawings as pixels. Every shape is a signed distance: a pixel's
 * share of it follows from how far the pixel's centre is from the edge, which smooths all edges
 * alike. */
#include "draw/raster.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/options.h"
#include "draw/palette.h"

enum { NONE = -1, CORNERS_MAX = 32 };

static const struct raster_style styles[DRAW_LOOKS] = {
    [LOOK_BLOCK_TOP] = {.fill = PALETTE_HEX(BLOCK),
                        .stroke = PALETTE_HEX(FIXED_EDGE),
                        .width = 2,
                        .opacity = 1},
    [LOOK_PLATE] = {.fill = PALETTE_HEX(PLATE),
                    .stroke = PALETTE_HEX(PLATE_EDGE),
                    .width = 8,
                    .opacity = 1},
    [LOOK_HOLE] = {.fill = PALETTE_HEX(HOLE),
                   .stroke = PALETTE_HEX(HOLE_EDGE),
                   .width = 2,
                   .opacity = 1},
    [LOOK_LEFT] = {.fill = NONE, .stroke = PALETTE_HEX(MOVE_FROM), .width = 6, .dashed = true},
    [LOOK_REACHED] = {.fill = NONE, .stroke = PALETTE_HEX(MOVE_TO), .width = 7},
    [LOOK_MARK_LIGHT] = {.fill = PALETTE_HEX(PAPER), .stroke = NONE, .opacity = 0.85f},
    [LOOK_MARK_DARK] = {.fill = PALETTE_HEX(INK), .stroke = NONE, .opacity = 0.75f},
    [LOOK_ARROW_EDGE] = {.fill = PALETTE_HEX(PAPER),
                         .stroke = PALETTE_HEX(PAPER),
                         .width = 9,
                         .opacity = 1},
    [LOOK_ARROW] = {.fill = PALETTE_HEX(ARROW), .stroke = NONE, .opacity = 1},
    [LOOK_NAMES] = {.fill = PALETTE_HEX(NAMES), .stroke = NONE, .width = 1, .opacity = 1},
    [LOOK_LABEL_LIGHT] = {.fill = PALETTE_HEX(PAPER), .stroke = NONE, .width = 1.6f, .opacity = 1},
    [LOOK_LABEL_DARK] = {.fill = PALETTE_HEX(INK), .stroke = NONE, .width = 1.6f, .opacity = 1},
    [LOOK_GONE] = {.fill = PALETTE_HEX(MOVE_FROM), .stroke = NONE, .opacity = 1},
    [LOOK_TURN] = {.fill = PALETTE_HEX(NAMES), .stroke = NONE, .opacity = 1},
};

struct raster_point {
    float x, y;
};

/* A circle (one point and its radius), a closed polygon, or an open line of some thickness. */
struct raster_shape {
    const struct raster_point *points;
    int count;
    float radius; /* of the circle; half the width of the line */
    bool open;
};

static float square_of(float number)
{
    return number * number;
}

static float squared_distance(struct raster_point p, struct raster_point a, struct raster_point b)
{
    float dx = b.x - a.x, dy = b.y - a.y, length = square_of(dx) + square_of(dy);
    float along = length > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length : 0;
    along = along < 0 ? 0 : along > 1 ? 1 : along;
    return square_of(p.x - a.x - along * dx) + square_of(p.y - a.y - along * dy);
}

/* Whether the ray to the right of a point crosses an edge: an odd number of them means inside. */
static bool crosses_edge(struct raster_point p, struct raster_point a, struct raster_point b)
{
    return (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x;
}

/* The distance of a point from the edge of a shape, negative inside. */
static float shape_distance(const struct raster_shape *shape, struct raster_point p)
{
    if (shape->count == 1)
        return sqrtf(square_of(p.x - shape->points[0].x) + square_of(p.y - shape->points[0].y)) -
               shape->radius;
    float nearest = INFINITY;
    bool inside = false;
    for (int i = shape->open; i < shape->count; i++) {
        struct raster_point a = shape->points[(i + shape->count - 1) % shape->count];
        struct raster_point b = shape->points[i];
        nearest = fminf(nearest, squared_distance(p, a, b));
        inside = !shape->open && crosses_edge(p, a, b) ? !inside : inside;
    }
    nearest = sqrtf(nearest);
    return shape->open ? nearest - shape->radius : inside ? -nearest : nearest;
}

/* A colour between two others. */
static int mix_colours(int from, int to, float share)
{
    int mixed = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        float a = (float)(from >> shift & 255), b = (float)(to >> shift & 255);
        mixed |= (int)(a + (b - a) * share + 0.5f) << shift;
    }
    return mixed;
}

static void blend_pixel(uint8_t *pixel, int colour, float share)
{
    int mixed = mix_colours(pixel[0] << 16 | pixel[1] << 8 | pixel[2], colour, share);
    for (int i = 0; i < 3; i++)
        pixel[i] = (uint8_t)(mixed >> (16 - 8 * i));
}

/* The colour of a marble at a point: the gradient of svg.c. */
static int marble_colour(const struct raster_style *style, const struct raster_shape *marble,
                         struct raster_point p)
{
    struct raster_point centre = marble->points[0];
    float r = marble->radius;
    float at = hypotf(p.x - centre.x + 0.28f * r, p.y - centre.y + 0.4f * r) / (1.56f * r);
    return at < 0.5f ? mix_colours(style->light, style->fill, 2 * at)
                     : mix_colours(style->fill, style->shadow, at < 1 ? 2 * at - 1 : 1);
}

/* How far a point is from the next dash of a circle, negative inside: dashes of 13, gaps of 9. */
static float dash_distance(const struct raster_shape *shape, struct raster_point p)
{
    float turn = atan2f(p.y - shape->points[0].y, p.x - shape->points[0].x) + 3.1415927f;
    return fabsf(fmodf(turn * shape->radius, 22) - 11) - 6.5f;
}

/* The share of a pixel that lies inside an edge at this distance. */
static float coverage_of(const struct draw_raster *raster, float distance)
{
    float pixels = distance * raster->scale;
    return pixels <= -0.5f ? 1 : pixels >= 0.5f ? 0 : 0.5f - pixels;
}

/* Paints one pixel of a shape: the fill, then the stroke over its edge. */
static void paint_pixel(const struct draw_raster *raster, const struct raster_shape *shape, int x,
                        int y)
{
    const struct raster_style *style = &raster->style;
    struct raster_point p = {((float)x + 0.5f) / raster->scale + (float)raster->low.x,
                             ((float)y + 0.5f) / raster->scale + (float)raster->low.y};
    uint8_t *pixel = raster->pixels + 3 * ((size_t)raster->width * (size_t)y + (size_t)x);
    float distance = shape_distance(shape, p), share = coverage_of(raster, distance);
    if (style->fill != NONE && share > 0)
        blend_pixel(
            pixel, style->round && shape->count == 1 ? marble_colour(style, shape, p) : style->fill,
            share * style->opacity);
    if (style->stroke == NONE)
        return;
    share = coverage_of(raster, fabsf(distance) - style->width / 2);
    if (style->dashed && share > 0)
        share *= coverage_of(raster, dash_distance(shape, p));
    if (share > 0)
        blend_pixel(pixel, style->stroke, share);
}

/* The number of a pixel within 0 .. most. */
static int pixel_within(float place, int most)
{
    return place <= 0 ? 0 : place >= (float)most ? most : (int)place;
}

/* Paints a shape in the style of its group. */
static void paint_shape(const struct draw_raster *raster, const struct raster_shape *shape)
{
    struct raster_point least = shape->points[0], most = least;
    for (int i = 1; i < shape->count; i++) {
        least.x = fminf(least.x, shape->points[i].x);
        least.y = fminf(least.y, shape->points[i].y);
        most.x = fmaxf(most.x, shape->points[i].x);
        most.y = fmaxf(most.y, shape->points[i].y);
    }
    float around = shape->radius + raster->style.width + 2 / raster->scale;
    float low_x = (least.x - around - (float)raster->low.x) * raster->scale;
    float high_x = (most.x + around - (float)raster->low.x) * raster->scale;
    float low_y = (least.y - around - (float)raster->low.y) * raster->scale;
    float high_y = (most.y + around - (float)raster->low.y) * raster->scale;
    int left = pixel_within(low_x, raster->width), right = pixel_within(high_x, raster->width);
    int top = pixel_within(low_y, raster->height), below = pixel_within(high_y, raster->height);
    for (int y = top; y < below; y++)
        for (int x = left; x < right; x++)
            paint_pixel(raster, shape, x, y);
}

/* A colour of a tint. */
static int colour_of(const char *text)
{
    return (int)strtol(text, NULL, 16);
}

static void pixels_begin(const struct pen *pen, enum draw_look look)
{
    assert(look < LOOK_FRAME); /* what follows is in figures */
    pen->raster->style = styles[look];
    if ((int)look >= DRAW_KINDS)
        return;
    const struct draw_tint *tint = &draw_tints[look];
    pen->raster->style = (struct raster_style){.fill = colour_of(tint->base),
                                               .stroke = colour_of(tint->edge),
                                               .width = 2,
                                               .opacity = 1,
                                               .round = true,
                                               .light = colour_of(tint->light),
                                               .shadow = colour_of(tint->dark)};
}

static void pixels_circle(const struct pen *pen, struct draw_point centre, int radius)
{
    const struct raster_point at = {(float)centre.x, (float)centre.y};
    paint_shape(pen->raster,
                &(struct raster_shape){.points = &at, .count = 1, .radius = (float)radius});
}

static void pixels_outline(const struct pen *pen, const struct draw_point *corners, int count)
{
    struct raster_point points[CORNERS_MAX];
    assert(count <= CORNERS_MAX);
    for (int i = 0; i < count; i++)
        points[i] = (struct raster_point){(float)corners[i].x, (float)corners[i].y};
    paint_shape(pen->raster, &(struct raster_shape){.points = points, .count = count});
}

/* Paints a character whose corner on the baseline is here; `unit` is that of its strokes. */
static void paint_letter(const struct draw_raster *raster, const char *strokes,
                         struct raster_point corner, float unit)
{
    struct raster_point points[CORNERS_MAX];
    while (*strokes) {
        int count = 0;
        do {
            assert(count < CORNERS_MAX);
            points[count++] = (struct raster_point){corner.x + (float)(strokes[0] - '0') * unit,
                                                    corner.y - (float)(strokes[1] - 'd') * unit};
            strokes += 2;
        } while (*strokes && *strokes != ' ');
        paint_shape(raster, &(struct raster_shape){.points = points,
                                                   .count = count,
                                                   .radius = raster->style.width / 2 * unit,
                                                   .open = true});
        strokes += *strokes == ' ';
    }
}

/* A capital letter is 8 units high and 4 wide, with two more to the next one. */
static void pixels_words(const struct pen *pen, struct draw_point centre, int height,
                         const char *text)
{
    const char *at = text;
    float unit = 0.09f * (float)height;
    int count = 0;
    while (draw_letter(&at))
        count++;
    struct raster_point corner = {(float)centre.x - (float)(6 * count - 2) / 2 * unit,
                                  (float)centre.y + 0.36f * (float)height};
    for (unsigned letter; (letter = draw_letter(&text));) {
        paint_letter(pen->raster, raster_strokes(letter), corner, unit);
        corner.x += 6 * unit;
    }
}

static void pixels_end(const struct pen *pen, enum draw_look look)
{
    (void)pen;
    (void)look;
}

/* Drawings of positions have no lines: those are in figures. */
static const struct pen_kind draw_pixels = {.begin = pixels_begin,
                                            .circle = pixels_circle,
                                            .outline = pixels_outline,
                                            .words = pixels_words,
                                            .end = pixels_end};

/* The number of pixels for a length, at least one. */
static int pixels_of(int length, float scale)
{
    int pixels = (int)lroundf((float)length * scale);
    return pixels > 0 ? pixels : 1;
}

paua_status paua_draw_png(const paua_board *board, const paua_position *position,
                          const paua_drawing *how, int size, unsigned char **png, size_t *length)
{
    struct draw_raster raster = {.scale = 1};
    const struct pen pen = {.kind = &draw_pixels, .raster = &raster};
    if (!OPTIONS_SIZED(how))
        return PAUA_ERROR_BAD_ARGUMENT;
    struct draw_sheet sheet = draw_sheet_begin(board, position, how, &pen);
    int width = sheet.high.x - sheet.low.x, height = sheet.high.y - sheet.low.y;
    assert(size >= PAUA_PNG_MIN && size <= PAUA_PNG_MAX);
    raster.low = sheet.low;
    raster.scale = (float)size / (float)(width > height ? width : height);
    raster.width = pixels_of(width, raster.scale);
    raster.height = pixels_of(height, raster.scale);
    size_t bytes = 3 * (size_t)raster.width * (size_t)raster.height;
    raster.pixels = malloc(bytes);
    if (!raster.pixels)
        return PAUA_ERROR_NO_MEMORY;
    memset(raster.pixels, 255, bytes);
    draw_sheet_fill(&sheet);
    paua_status status = raster_encode(&raster, png, length);
    free(raster.pixels);
    return status;
}
