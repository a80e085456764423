/* marks.c - marbles, marks on them, arrows and labels. */
#include "draw/sheet.h"

#include <stdlib.h>
#include <string.h>

enum {
    LABEL = 44, /* height of a label of one letter */
    SHAFT = 7,  /* half the breadth of an arrow and of its head */
    HEAD = 22,
    HEAD_LENGTH = 36,
    BLOCK_TIP = 40, /* of a fixed marble: from its centre to a corner */
    BLOCK_RISE = 35,
    CORNERS_MAX = 12,
};

/* Marks for a marble of DRAW_MARBLE; the numbers are even, beside the board marbles are half as big. */
static const struct mark {
    int count;
    struct place corners[CORNERS_MAX];
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

static void put_outline(const struct pen *pen, const struct place *corners, int count,
                        struct place centre, int divisor)
{
    struct place moved[CORNERS_MAX];

    for (int i = 0; i < count; i++)
        moved[i] =
            (struct place){centre.x + corners[i].x / divisor, centre.y + corners[i].y / divisor};
    pen->kind->outline(pen, moved, count);
}

/* A six-sided block, seen from above. */
static void put_blocks(const struct pen *pen, const struct spots *spots)
{
    static const struct place corners[6] = {
        {BLOCK_TIP, 0},  {BLOCK_TIP / 2, BLOCK_RISE},   {-BLOCK_TIP / 2, BLOCK_RISE},
        {-BLOCK_TIP, 0}, {-BLOCK_TIP / 2, -BLOCK_RISE}, {BLOCK_TIP / 2, -BLOCK_RISE},
    };
    static const struct place top[6] = {{28, 0},  {14, 24},   {-14, 24},
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
static struct place step_of(const struct sheet *sheet, paua_direction direction)
{
    static const struct place steps[PAUA_DIRECTIONS] = {{1000, 0},  {500, -866}, {-500, -866},
                                                        {-1000, 0}, {-500, 866}, {500, 866}};
    return (struct place){sheet->sign * steps[direction].x, sheet->sign * steps[direction].y};
}

static int thousandth(int number)
{
    return (number + (number < 0 ? -500 : 500)) / 1000;
}

/* So far along a direction from a place, and so far across it. */
static struct place beside(struct place from, struct place step, int along, int across)
{
    return (struct place){from.x + thousandth(step.x * along - step.y * across),
                          from.y + thousandth(step.y * along + step.x * across)};
}

static struct place centre_of(const struct sheet *sheet, int cell)
{
    return draw_place(sheet, paua_board_row(sheet->board, cell),
                      paua_board_column(sheet->board, cell));
}

static void put_arrow(const struct sheet *sheet, struct place tail, struct place step, int cells)
{
    int tip = cells * DRAW_PITCH, neck = tip - HEAD_LENGTH;
    const struct place outline[] = {
        beside(tail, step, -SHAFT, -SHAFT), beside(tail, step, neck, -SHAFT),
        beside(tail, step, neck, -HEAD),    beside(tail, step, tip, 0),
        beside(tail, step, neck, HEAD),     beside(tail, step, neck, SHAFT),
        beside(tail, step, -SHAFT, SHAFT),
    };
    sheet->pen->kind->outline(sheet->pen, outline, sizeof outline / sizeof *outline);
}

/* In-line: from the trailing marble to where the front goes. Broadside: a bar along the marbles and an arrow
 * from each. */
static void put_move(const struct sheet *sheet, paua_move move)
{
    struct place tail = centre_of(sheet, paua_move_cell(move));
    struct place step = step_of(sheet, paua_move_direction(move));
    int count = paua_move_count(move);

    if (!paua_move_broadside(move)) {
        put_arrow(sheet, tail, step, count);
        return;
    }
    struct place axis = step_of(sheet, paua_move_axis(move));
    int length = (count - 1) * DRAW_PITCH;
    const struct place bar[] = {
        beside(tail, axis, -SHAFT, -SHAFT), beside(tail, axis, length + SHAFT, -SHAFT),
        beside(tail, axis, length + SHAFT, SHAFT), beside(tail, axis, -SHAFT, SHAFT)};
    sheet->pen->kind->outline(sheet->pen, bar, 4);
    for (int i = 0; i < count; i++)
        put_arrow(sheet, beside(tail, axis, i * DRAW_PITCH, 0), step, 1);
}

/* The edge of a move first, so that its parts do not cut each other. */
void draw_arrows(const struct sheet *sheet)
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

/* Long labels get small letters: a cell has room for LABEL_ROOM / height of them. */
static void put_label(const struct sheet *sheet, const paua_label *label)
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

void draw_labels(const struct sheet *sheet)
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
