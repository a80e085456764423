/* marks.c - places marbles, the marks on them, arrows and labels on a sheet. */
#include "draw/sheet.h"

#include <stdlib.h>
#include <string.h>

enum {
    LABEL = 44, /* height of a label of one letter */
    SHAFT = 7,  /* half the width of an arrow's shaft */
    HEAD = 22,  /* half the width of its head */
    HEAD_LENGTH = 36,
    BLOCK_TIP = 40, /* of a fixed marble: from the centre to a corner */
    BLOCK_RISE = 35,
    CORNERS_MAX = 12,
};

/* Marks for a marble of radius DRAW_MARBLE. The numbers are even, because marbles beside the board
 * are half as large. */
static const struct marble_mark {
    int count;
    struct draw_point corners[CORNERS_MAX];
} marks[DRAW_KINDS] = {
    [PAUA_RED] = {3, {{0, -16}, {14, 10}, {-14, 10}}},
    [PAUA_GREEN] = {12,
                    {{-4, -14},
                     {4, -14},
                     {4, -4},
                     {14, -4},
                     {14, 4},
                     {4, 4},
                     {4, 14},
                     {-4, 14},
                     {-4, 4},
                     {-14, 4},
                     {-14, -4},
                     {-4, -4}}},
    [PAUA_YELLOW] = {4, {{-10, -10}, {10, -10}, {10, 10}, {-10, 10}}},
    [PAUA_PURPLE] = {4, {{-16, -4}, {16, -4}, {16, 4}, {-16, 4}}},
    [DRAW_CENTRAL] = {10,
                      {{0, -18},
                       {4, -6},
                       {18, -6},
                       {8, 4},
                       {12, 16},
                       {0, 8},
                       {-12, 16},
                       {-8, 4},
                       {-18, -6},
                       {-4, -6}}},
};

/* A shape around a centre, its corners divided by `divisor`. */
static void put_outline(const struct pen *pen, const struct draw_point *corners, int count,
                        struct draw_point centre, int divisor)
{
    struct draw_point moved[CORNERS_MAX];
    for (int i = 0; i < count; i++)
        moved[i] = (struct draw_point){centre.x + corners[i].x / divisor,
                                       centre.y + corners[i].y / divisor};
    pen->kind->outline(pen, moved, count);
}

/* Fixed marbles: six-sided blocks seen from above. */
static void put_blocks(const struct pen *pen, const struct spots *spots)
{
    static const struct draw_point corners[6] = {
        {BLOCK_TIP, 0},  {BLOCK_TIP / 2, BLOCK_RISE},   {-BLOCK_TIP / 2, BLOCK_RISE},
        {-BLOCK_TIP, 0}, {-BLOCK_TIP / 2, -BLOCK_RISE}, {BLOCK_TIP / 2, -BLOCK_RISE},
    };
    static const struct draw_point top[6] = {{28, 0},  {14, 24},   {-14, 24},
                                             {-28, 0}, {-14, -24}, {14, -24}};
    pen->kind->begin(pen, (enum draw_look)DRAW_FIXED);
    for (int i = 0; i < spots->count; i++)
        put_outline(pen, corners, 6, spots->at[i], 1);
    pen->kind->end(pen, (enum draw_look)DRAW_FIXED);
    pen->kind->begin(pen, LOOK_BLOCK_TOP);
    for (int i = 0; i < spots->count; i++)
        put_outline(pen, top, 6, spots->at[i], 1);
    pen->kind->end(pen, LOOK_BLOCK_TOP);
}

void draw_marbles(const struct pen *pen, int kind, const struct spots *spots, int radius)
{
    if (!spots->count)
        return;
    if (kind == DRAW_FIXED) {
        put_blocks(pen, spots);
        return;
    }
    pen->kind->begin(pen, (enum draw_look)kind);
    for (int i = 0; i < spots->count; i++)
        pen->kind->circle(pen, spots->at[i], radius);
    pen->kind->end(pen, (enum draw_look)kind);
}

void draw_marks(const struct pen *pen, int kind, const struct spots *spots, int radius)
{
    enum draw_look look = draw_tints[kind].deep ? LOOK_MARK_LIGHT : LOOK_MARK_DARK;
    if (!spots->count || !marks[kind].count)
        return;
    pen->kind->begin(pen, look);
    for (int i = 0; i < spots->count; i++)
        put_outline(pen, marks[kind].corners, marks[kind].count, spots->at[i],
                    radius == DRAW_MARBLE ? 1 : 2);
    pen->kind->end(pen, look);
}

/* One step on the sheet, in thousandths of DRAW_PITCH. */
static struct draw_point direction_step(const struct draw_sheet *sheet, paua_direction direction)
{
    static const struct draw_point steps[PAUA_DIRECTION_COUNT] = {
        {1000, 0}, {500, -866}, {-500, -866}, {-1000, 0}, {-500, 866}, {500, 866}};
    return (struct draw_point){sheet->sign * steps[direction].x, sheet->sign * steps[direction].y};
}

/* A number divided by 1000, rounded. */
static int round_thousandth(int number)
{
    return (number + (number < 0 ? -500 : 500)) / 1000;
}

/* The point at this distance along a direction and this distance across it. */
static struct draw_point offset_point(struct draw_point from, struct draw_point step, int along,
                                      int across)
{
    return (struct draw_point){from.x + round_thousandth(step.x * along - step.y * across),
                               from.y + round_thousandth(step.y * along + step.x * across)};
}

/* The centre of a cell in the coordinates of the drawing. */
static struct draw_point centre_of(const struct draw_sheet *sheet, int cell)
{
    return draw_place(sheet, paua_board_row(sheet->board, cell),
                      paua_board_column(sheet->board, cell));
}

/* An arrow over a number of cells. */
static void put_arrow(const struct draw_sheet *sheet, struct draw_point tail,
                      struct draw_point step, int cells)
{
    int tip = cells * DRAW_PITCH, neck = tip - HEAD_LENGTH;
    const struct draw_point outline[] = {
        offset_point(tail, step, -SHAFT, -SHAFT), offset_point(tail, step, neck, -SHAFT),
        offset_point(tail, step, neck, -HEAD),    offset_point(tail, step, tip, 0),
        offset_point(tail, step, neck, HEAD),     offset_point(tail, step, neck, SHAFT),
        offset_point(tail, step, -SHAFT, SHAFT),
    };
    sheet->pen->kind->outline(sheet->pen, outline, sizeof outline / sizeof *outline);
}

/* A move as arrows. In-line: one from the trailing marble to the target of the front. Broadside: a
 * bar along the marbles and an arrow from each. */
static void put_move(const struct draw_sheet *sheet, paua_move move)
{
    struct draw_point tail = centre_of(sheet, paua_move_cell(move));
    struct draw_point step = direction_step(sheet, paua_move_direction(move));
    int count = paua_move_count(move);
    if (!paua_move_broadside(move)) {
        put_arrow(sheet, tail, step, count);
        return;
    }
    struct draw_point axis = direction_step(sheet, paua_move_axis(move));
    int length = (count - 1) * DRAW_PITCH;
    const struct draw_point bar[] = {
        offset_point(tail, axis, -SHAFT, -SHAFT), offset_point(tail, axis, length + SHAFT, -SHAFT),
        offset_point(tail, axis, length + SHAFT, SHAFT), offset_point(tail, axis, -SHAFT, SHAFT)};
    sheet->pen->kind->outline(sheet->pen, bar, 4);
    for (int i = 0; i < count; i++)
        put_arrow(sheet, offset_point(tail, axis, i * DRAW_PITCH, 0), step, 1);
}

/* All edges of a move are drawn first, so that they do not cut through its parts. */
void draw_arrows(const struct draw_sheet *sheet)
{
    static const enum draw_look looks[] = {LOOK_ARROW_EDGE, LOOK_ARROW};
    for (int arrow = 0; arrow < sheet->how->arrow_count; arrow++) {
        for (int i = 0; i < 2; i++) {
            sheet->pen->kind->begin(sheet->pen, looks[i]);
            put_move(sheet, sheet->how->arrows[arrow]);
            sheet->pen->kind->end(sheet->pen, looks[i]);
        }
    }
}

/* A label; the letters get smaller so that they fit into LABEL_ROOM. */
static void put_label(const struct draw_sheet *sheet, const paua_label *label)
{
    enum { LABEL_ROOM = 110 };
    const char *rest = label->text;
    int letters = 0;
    while (draw_letter(&rest))
        letters++;
    if (letters == 0)
        return;
    int height = LABEL_ROOM / letters < LABEL ? LABEL_ROOM / letters : LABEL;
    sheet->pen->kind->words(sheet->pen, centre_of(sheet, label->cell), height ? height : 1,
                            label->text);
}

void draw_labels(const struct draw_sheet *sheet)
{
    for (int light = 0; light < 2; light++) {
        bool begun = false;
        enum draw_look look = light ? LOOK_LABEL_LIGHT : LOOK_LABEL_DARK;
        for (int i = 0; i < sheet->how->label_count; i++) {
            int kind = draw_kind_at(sheet->position, sheet->how->labels[i].cell);
            if ((kind >= 0 && draw_tints[kind].deep) != light)
                continue;
            if (!begun)
                sheet->pen->kind->begin(sheet->pen, look);
            begun = true;
            put_label(sheet, &sheet->how->labels[i]);
        }
        if (begun)
            sheet->pen->kind->end(sheet->pen, look);
    }
}
