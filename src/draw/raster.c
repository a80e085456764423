/* raster.c - the pen that paints drawings as pixels. Every shape is a signed distance: a pixel's
 * share of it follows from how far the pixel's centre is from the edge, which smooths all edges
 * alike. Pixels that are nearer to an outside pixel than that one is to the edge are skipped. */
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

/* The edges of a shape that come near a row of pixels; a circle has none. */
struct raster_edges {
    struct raster_point from[CORNERS_MAX], to[CORNERS_MAX];
    int count;
    float left, right; /* beyond these nothing is painted */
};

/* Collects the edges of a shape that come nearer than `reach` to the line at height `y`. */
static void collect_edges(const struct raster_shape *shape, float y, float reach,
                          struct raster_edges *edges)
{
    *edges = (struct raster_edges){.left = INFINITY, .right = -INFINITY};
    for (int i = shape->open; i < shape->count; i++) {
        struct raster_point a = shape->points[(i + shape->count - 1) % shape->count];
        struct raster_point b = shape->points[i];
        if (fminf(a.y, b.y) > y + reach || fmaxf(a.y, b.y) < y - reach)
            continue;
        edges->from[edges->count] = a;
        edges->to[edges->count++] = b;
        edges->left = fminf(edges->left, fminf(a.x, b.x) - reach);
        edges->right = fmaxf(edges->right, fmaxf(a.x, b.x) + reach);
    }
}

/* The distance of a point from the edge of a shape, negative inside. */
static float shape_distance(const struct raster_shape *shape, const struct raster_edges *edges,
                            struct raster_point p)
{
    if (shape->count == 1)
        return sqrtf(square_of(p.x - shape->points[0].x) + square_of(p.y - shape->points[0].y)) -
               shape->radius;
    float nearest = INFINITY;
    bool inside = false;
    for (int i = 0; i < edges->count; i++) {
        struct raster_point a = edges->from[i], b = edges->to[i];
        float apart = squared_distance(p, a, b);
        nearest = apart < nearest ? apart : nearest;
        inside = !shape->open && crosses_edge(p, a, b) ? !inside : inside;
    }
    nearest = sqrtf(nearest);
    return shape->open ? nearest - shape->radius : inside ? -nearest : nearest;
}

int raster_mix(int from, int to, float share)
{
    int mixed = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        float a = (float)(from >> shift & 255), b = (float)(to >> shift & 255);
        mixed |= (int)(a + (b - a) * share + 0.5f) << shift;
    }
    return mixed;
}

static void blend_pixel(const struct draw_raster *raster, uint8_t *pixel, int colour, float share)
{
    int parts = (int)(share * INDEXED_SHARES + 0.5f);
    if (parts > 0)
        *pixel = indexed_mix(raster->palette, *pixel, colour, parts);
}

/* How far a point is from the next dash of a circle, negative inside: dashes of 13, gaps of 9. */
static float dash_distance(const struct raster_shape *shape, struct raster_point p)
{
    float turn = atan2f(p.y - shape->points[0].y, p.x - shape->points[0].x) + 3.1415927f;
    return fabsf(fmodf(turn * shape->radius, 22) - 11) - 6.5f;
}

float raster_coverage(float pixels)
{
    return pixels <= -0.5f ? 1 : pixels >= 0.5f ? 0 : 0.5f - pixels;
}

/* The share of a pixel that lies inside an edge at this distance. */
static float coverage_of(const struct draw_raster *raster, float distance)
{
    return raster_coverage(distance * raster->scale);
}

static struct raster_point centre_of_pixel(const struct draw_raster *raster, int x, int y)
{
    return (struct raster_point){((float)x + 0.5f) / raster->scale + raster->low.x,
                                 ((float)y + 0.5f) / raster->scale + raster->low.y};
}

static bool is_marble(const struct raster_style *style, const struct raster_shape *shape)
{
    return style->round && shape->count == 1;
}

/* The number of the colour that fills a shape at a point. */
static uint8_t fill_number(const struct raster_style *style, const struct raster_shape *shape,
                           struct raster_point p)
{
    struct raster_point centre = shape->points[0];
    return style->numbers[is_marble(style, shape)
                              ? stamp_shade_at(p.x - centre.x, p.y - centre.y, shape->radius)
                              : 0];
}

/* Paints one pixel at the edge of a shape: the fill, then the stroke. */
static void paint_edge(const struct draw_raster *raster, const struct raster_shape *shape,
                       struct raster_point p, float distance, uint8_t *pixel)
{
    const struct raster_style *style = &raster->style;
    float share = coverage_of(raster, distance);
    if (style->fill != NONE && share > 0) {
        int fill = indexed_colour(raster->palette, fill_number(style, shape, p));
        blend_pixel(raster, pixel, fill, share * style->opacity);
    }
    if (style->stroke == NONE)
        return;
    share = coverage_of(raster, fabsf(distance) - style->width / 2);
    if (style->dashed && share > 0)
        share *= coverage_of(raster, dash_distance(shape, p));
    blend_pixel(raster, pixel, style->stroke, share);
}

/* Paints pixels x .. end - 1 of a row, which lie inside a shape. */
static void paint_inside(const struct draw_raster *raster, const struct raster_shape *shape, int x,
                         int end, int y)
{
    const struct raster_style *style = &raster->style;
    uint8_t *row = raster->pixels + (size_t)raster->width * (size_t)y;
    if (style->fill == NONE)
        return;
    if (style->opacity >= 1 && !is_marble(style, shape)) {
        memset(row + x, style->numbers[0], (size_t)(end - x));
        return;
    }
    for (; x < end; x++) {
        if (style->opacity < 1)
            blend_pixel(raster, row + x, style->fill, style->opacity);
        else
            row[x] = fill_number(style, shape, centre_of_pixel(raster, x, y));
    }
}

/* Narrows pixels *left .. *right - 1 of a row to those between two places. */
static void clip_row(const struct draw_raster *raster, float low, float high, int *left, int *right)
{
    int first = (int)((low - raster->low.x) * raster->scale - 0.5f);
    int end = (int)((high - raster->low.x) * raster->scale + 1.5f);
    *left = first > *left ? first : *left;
    *right = end < *right ? end : *right;
}

/* Narrows a row to the pixels of a shape that come nearer than `reach` to it, and collects its
 * edges there. */
static void clip_to_shape(const struct draw_raster *raster, const struct raster_shape *shape,
                          float reach, int y, struct raster_edges *edges, int *left, int *right)
{
    float height = centre_of_pixel(raster, 0, y).y, radius = shape->radius + reach;
    if (shape->count == 1) {
        struct raster_point centre = shape->points[0];
        float chord = sqrtf(fmaxf(0, square_of(radius) - square_of(height - centre.y)));
        clip_row(raster, centre.x - chord, centre.x + chord, left, right);
        return;
    }
    collect_edges(shape, height, radius, edges);
    if (edges->count)
        clip_row(raster, edges->left, edges->right, left, right);
    else
        *right = *left;
}

/* Paints pixels x .. end - 1 of a row, which lie inside a stroke. */
static void paint_stroke(const struct draw_raster *raster, int x, int end, int y)
{
    uint8_t *row = raster->pixels + (size_t)raster->width * (size_t)y;
    memset(row + x, raster->style.stroke_number, (size_t)(end - x));
}

/* The end of a run from pixel x on of which this many more are known to be alike. */
static int end_of_run(int x, float more, int right)
{
    return more < (float)(right - x - 1) ? x + 1 + (int)more : right;
}

/* Paints pixels left .. right - 1 of a row. The distance from an edge changes by at most one from
 * pixel to pixel, so that many are known to be outside, inside or in the stroke at once. */
static void paint_row(const struct draw_raster *raster, const struct raster_shape *shape, int left,
                      int right, int y)
{
    const struct raster_style *style = &raster->style;
    float half_stroke = style->stroke == NONE ? 0 : style->width / 2;
    float reach = half_stroke * raster->scale + 0.5f;
    struct raster_edges edges;
    clip_to_shape(raster, shape, reach / raster->scale, y, &edges, &left, &right);
    for (int x = left, next; x < right; x = next) {
        struct raster_point p = centre_of_pixel(raster, x, y);
        float distance = shape_distance(shape, &edges, p);
        float beyond = fabsf(distance) * raster->scale - reach;
        float covered = (half_stroke - fabsf(distance)) * raster->scale - 0.5f;
        if (covered >= 0 && !style->dashed) {
            next = end_of_run(x, covered, right);
            paint_stroke(raster, x, next, y);
        } else if (beyond < 0) {
            next = x + 1;
            paint_edge(raster, shape, p, distance,
                       raster->pixels + (size_t)raster->width * (size_t)y + (size_t)x);
        } else {
            next = end_of_run(x, beyond, right);
            if (distance < 0)
                paint_inside(raster, shape, x, next, y);
        }
    }
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
    float low_x = (least.x - around - raster->low.x) * raster->scale;
    float high_x = (most.x + around - raster->low.x) * raster->scale;
    float low_y = (least.y - around - raster->low.y) * raster->scale;
    float high_y = (most.y + around - raster->low.y) * raster->scale;
    int left = pixel_within(low_x, raster->width), right = pixel_within(high_x, raster->width);
    int top = pixel_within(low_y, raster->height), below = pixel_within(high_y, raster->height);
    for (int y = top; y < below; y++)
        paint_row(raster, shape, left, right, y);
}

int raster_colour(const char *text)
{
    return (int)strtol(text, NULL, 16);
}

/* Notes the numbers of the colours that fill the shapes of a group. */
static void number_fill(struct draw_raster *raster)
{
    struct raster_style *style = &raster->style;
    const struct stamp *stamp = &raster->stamp;
    if (style->fill == NONE)
        return;
    if (!style->round) {
        style->numbers[0] = indexed_exact(raster->palette, style->fill);
        return;
    }
    for (int i = 0; i < STAMP_SHADES; i++) {
        int shade = stamp_shade(&draw_tints[raster->look], i);
        style->numbers[i] = raster->aligned
                                ? (uint8_t)(stamp->bases[raster->look] + stamp->shades[i])
                                : indexed_exact(raster->palette, shade);
    }
}

static void set_style(struct draw_raster *raster, enum draw_look look)
{
    assert(look < LOOK_FRAME); /* what follows is in figures */
    raster->look = look;
    raster->first.radius = 0;
    raster->style = styles[look];
    if ((int)look < DRAW_KINDS)
        raster->style = (struct raster_style){.fill = raster_colour(draw_tints[look].base),
                                              .stroke = raster_colour(draw_tints[look].edge),
                                              .width = 2,
                                              .opacity = 1,
                                              .round = (int)look != DRAW_FIXED};
    if (raster->style.stroke != NONE)
        raster->style.stroke_number = indexed_exact(raster->palette, raster->style.stroke);
    number_fill(raster);
}

static void pixels_begin(const struct pen *pen, enum draw_look look)
{
    set_style(pen->raster, look);
}

/* Copies the group's first circle: what it was painted on is the same around every cell. */
static void copy_first(const struct draw_raster *raster, int x, int y)
{
    const struct raster_copy *first = &raster->first;
    float reach = (float)first->radius + raster->style.width / 2;
    int half = (int)ceilf(reach * raster->scale) + 1;
    for (int row = -half; row < half; row++)
        memcpy(raster->pixels + (ptrdiff_t)(y + row) * raster->width + x - half,
               raster->pixels + (ptrdiff_t)(first->y + row) * raster->width + first->x - half,
               (size_t)half * 2);
}

static void pixels_circle(const struct pen *pen, struct draw_point centre, int radius)
{
    struct draw_raster *raster = pen->raster;
    struct raster_point at = {(float)centre.x, (float)centre.y};
    int x = (int)lroundf((at.x - raster->low.x) * raster->scale);
    int y = (int)lroundf((at.y - raster->low.y) * raster->scale);
    if (raster->aligned && raster->style.round && radius == DRAW_MARBLE) {
        stamp_put(&raster->stamp, (int)raster->look, x, y, raster->pixels, raster->width);
        return;
    }
    if (raster->first.radius == radius) {
        copy_first(raster, x, y);
        return;
    }
    if (raster->aligned)
        at = (struct raster_point){(float)x / raster->scale + raster->low.x,
                                   (float)y / raster->scale + raster->low.y};
    if (raster->aligned && raster->look == LOOK_HOLE)
        raster->first = (struct raster_copy){x, y, radius};
    paint_shape(raster, &(struct raster_shape){.points = &at, .count = 1, .radius = (float)radius});
}

static void pixels_outline(const struct pen *pen, const struct draw_point *corners, int count)
{
    struct raster_point points[CORNERS_MAX] = {{0}};
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

/* Chooses the scale and the size of a picture whose longer side is `size`. From ALIGNED pixels
 * between neighbours on, a whole number lies between them: then marbles of a kind are the same
 * pixels, which are drawn once (stamp.h). The room that this leaves is around the drawing. */
static void raster_fit(struct draw_raster *raster, const struct draw_sheet *sheet, int size)
{
    enum { ALIGNED = 40 };
    int width = sheet->high.x - sheet->low.x, height = sheet->high.y - sheet->low.y;
    float full = (float)size / (float)(width > height ? width : height);
    raster->width = pixels_of(width, full);
    raster->height = pixels_of(height, full);
    raster->aligned = full * DRAW_PITCH >= ALIGNED;
    raster->scale = raster->aligned ? floorf(full * DRAW_PITCH) / DRAW_PITCH : full;
    float larger = full / raster->scale - 1;
    raster->low = (struct raster_point){(float)sheet->low.x - (float)width * larger / 2,
                                        (float)sheet->low.y - (float)height * larger / 2};
}

/* Makes white pixels, and a palette with the plain colours of a position, which are exact as they
 * come first. False: out of memory. */
static bool raster_begin(struct draw_raster *raster, const paua_position *position)
{
    size_t count = (size_t)raster->width * (size_t)raster->height;
    unsigned kinds = draw_kinds(position);
    raster->palette = calloc(1, sizeof *raster->palette);
    raster->pixels = malloc(count);
    if (!raster->palette || !raster->pixels)
        return false;
    memset(raster->pixels, indexed_exact(raster->palette, PALETTE_HEX(PAPER)), count);
    if (raster->aligned && !stamp_begin(&raster->stamp, kinds, raster->scale, raster->palette))
        return false;
    for (int look = 0; look < LOOK_FRAME; look++) {
        if (look < DRAW_KINDS && !(kinds >> look & 1))
            continue;
        set_style(raster, (enum draw_look)look);
    }
    return true;
}

paua_status paua_draw_png(const paua_board *board, const paua_position *position,
                          const paua_drawing *how, int size, unsigned char **png, size_t *length)
{
    struct draw_raster raster = {.scale = 1};
    const struct pen pen = {.kind = &draw_pixels, .raster = &raster};
    if (!OPTIONS_SIZED(how))
        return PAUA_ERROR_BAD_ARGUMENT;
    assert(size >= PAUA_PNG_MIN && size <= PAUA_PNG_MAX);
    struct draw_sheet sheet = draw_sheet_begin(board, position, how, &pen);
    raster_fit(&raster, &sheet, size);
    paua_status status = PAUA_ERROR_NO_MEMORY;
    if (raster_begin(&raster, position)) {
        draw_sheet_fill(&sheet);
        status = raster_encode(&raster, png, length);
    }
    free(raster.stamp.pixels);
    free(raster.pixels);
    free(raster.palette);
    return status;
}
