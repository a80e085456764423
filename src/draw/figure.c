/* figure.c - computes the layout of a figure: sizes of panels, and their places in rows or sets.
 * figure_layers.c lays out graphs. */
#include "draw/figure.h"

#include <stdlib.h>

enum {
    IN_A_ROW = 6,
    EMPTY = 120, /* width of an empty set */
};

int figure_words_width(const char *text, int height)
{
    int letters = 0;
    while (text && draw_letter(&text))
        letters++;
    return letters * height * 60 / 100;
}

static int max_int(int a, int b)
{
    return a > b ? a : b;
}

/* The size of a panel: title, board and bands. */
static void measure_panel(const paua_board *board, const paua_panel *panel,
                          struct figure_frame *frame)
{
    int words = 0;
    *frame = (struct figure_frame){.width = figure_words_width(panel->title, FIGURE_TITLE)};
    if (panel->position) {
        struct draw_sheet sheet = draw_sheet_begin(board, panel->position, &panel->how, NULL);
        frame->width = max_int(frame->width, sheet.high.x - sheet.low.x);
        frame->height = sheet.high.y - sheet.low.y;
    }
    if (panel->title)
        frame->height += FIGURE_TITLE_ROOM;
    for (int i = 0; i < panel->band_count; i++)
        words = max_int(words, figure_words_width(panel->bands[i].text, FIGURE_BAND_TEXT) +
                                   FIGURE_BAND_TEXT);
    frame->width = max_int(frame->width, words * panel->band_count + 2 * FIGURE_INSET);
    if (panel->band_count)
        frame->height += FIGURE_BAND;
}

/* The greatest width and height of some panels. */
static struct figure_frame largest_frame(const struct paua_figure *figure, int first, int count)
{
    struct figure_frame most = {.width = 0};
    for (int i = first; i < first + count; i++) {
        most.width = max_int(most.width, figure->frames[i].width);
        most.height = max_int(most.height, figure->frames[i].height);
    }
    return most;
}

/* The number of columns for `count` fields, so that the whole is about one and a half times as wide
 * as it is high; up to IN_A_ROW fields are in one row. */
static int choose_columns(int count, struct figure_frame field)
{
    int columns = 1;
    if (count <= IN_A_ROW)
        return count;
    while (columns < count && 2LL * columns * (field.width + FIGURE_GAP) <
                                  3LL * ((count + columns - 1) / columns) * field.height)
        columns++;
    return columns;
}

/* Places panels in a grid, each in the middle of its column. Returns the lower right corner. */
static struct draw_point put_grid(struct paua_figure *figure, int first, int count, int columns,
                                  struct draw_point corner, struct figure_frame field)
{
    int rows = (count + columns - 1) / columns;
    for (int i = 0; i < count; i++) {
        struct figure_frame *frame = &figure->frames[first + i];
        frame->at.x =
            corner.x + i % columns * (field.width + FIGURE_GAP) + (field.width - frame->width) / 2;
        frame->at.y = corner.y + i / columns * (field.height + FIGURE_GAP);
    }
    if (!count)
        return (struct draw_point){corner.x + EMPTY, corner.y};
    if (columns > count)
        columns = count;
    return (struct draw_point){corner.x + columns * (field.width + FIGURE_GAP) - FIGURE_GAP,
                               corner.y + rows * (field.height + FIGURE_GAP) - FIGURE_GAP};
}

/* PAUA_ARRANGEMENT_ROWS: all panels in a grid. */
static void put_rows(struct paua_figure *figure)
{
    int count = figure->plan.panel_count;
    struct figure_frame field = largest_frame(figure, 0, count);
    struct draw_point corner = {FIGURE_MARGIN, FIGURE_MARGIN};
    struct draw_point end = put_grid(figure, 0, count, choose_columns(count, field), corner, field);
    figure->width = end.x + FIGURE_MARGIN;
    figure->height = end.y + FIGURE_MARGIN;
}

/* PAUA_ARRANGEMENT_SETS: panel 0 = { left | right }. */
static void put_sets(struct paua_figure *figure)
{
    int left = figure->plan.left, right = figure->plan.panel_count - 1 - left;
    struct figure_frame *head = &figure->frames[0], field = largest_frame(figure, 1, left + right);
    int columns = choose_columns(max_int(1, max_int(left, right)), field);
    struct draw_point corner = {FIGURE_MARGIN + head->width, FIGURE_MARGIN}, end;
    columns = columns > 2 ? columns * 2 / 3 : 1; /* the two sets are side by side */
    figure->equals = corner.x + FIGURE_GAP / 2;
    figure->open = figure->equals + FIGURE_SIGN + FIGURE_GAP / 2;
    corner.x = figure->open + FIGURE_SIGN;
    end = put_grid(figure, 1, left, columns, corner, field);
    figure->bar = end.x + FIGURE_GAP / 2;
    corner.x = figure->bar + FIGURE_GAP / 2;
    struct draw_point other = put_grid(figure, 1 + left, right, columns, corner, field);
    figure->close = other.x;
    int bottom = max_int(max_int(end.y, other.y), FIGURE_MARGIN + head->height);
    figure->signs_top = FIGURE_MARGIN;
    figure->signs_bottom = bottom;
    head->at = (struct draw_point){FIGURE_MARGIN, (FIGURE_MARGIN + bottom - head->height) / 2};
    figure->width = figure->close + FIGURE_SIGN + FIGURE_MARGIN;
    figure->height = bottom + FIGURE_MARGIN;
}

/* Whether the numbers of a plan are in their ranges. */
static bool plan_fits(const paua_figure_plan *plan)
{
    if (plan->panel_count < 1 || plan->panel_count > PAUA_FIGURE_PANELS_MAX || plan->left < 0 ||
        plan->left >= plan->panel_count || plan->link_count < 0 ||
        plan->link_count > PAUA_FIGURE_LINKS_MAX)
        return false;
    for (int i = 0; i < plan->link_count; i++)
        if (plan->links[i].from < 0 || plan->links[i].from >= plan->panel_count ||
            plan->links[i].to < 0 || plan->links[i].to >= plan->panel_count)
            return false;
    return true;
}

/* Computes the layout and the size of the figure. False without memory. */
static bool arrange_panels(struct paua_figure *figure)
{
    const paua_figure_plan *plan = &figure->plan;
    for (int i = 0; i < plan->panel_count; i++)
        measure_panel(plan->board, &plan->panels[i], &figure->frames[i]);
    switch (plan->arrangement) {
    case PAUA_ARRANGEMENT_ROWS:
        put_rows(figure);
        break;
    case PAUA_ARRANGEMENT_SETS:
        put_sets(figure);
        break;
    case PAUA_ARRANGEMENT_LAYERS:
        if (!figure_layers(figure))
            return false;
        break;
    }
    if (plan->note) {
        int room = figure_words_width(plan->note, FIGURE_BAND_TEXT) + 2 * FIGURE_MARGIN;
        figure->height += FIGURE_NOTE_ROOM;
        if (room > figure->width) {
            figure->left = (figure->width - room) / 2;
            figure->width = room;
        }
    }
    return true;
}

paua_status paua_figure_new(const paua_figure_plan *plan, paua_figure **out)
{
    if (!plan_fits(plan))
        return PAUA_ERROR_BAD_ARGUMENT;
    struct paua_figure *figure = calloc(1, sizeof *figure);
    if (!figure)
        return PAUA_ERROR_NO_MEMORY;
    figure->plan = *plan;
    figure->frames = calloc((size_t)plan->panel_count, sizeof *figure->frames);
    figure->routes = calloc((size_t)plan->link_count + 1, sizeof *figure->routes);
    if (!figure->frames || !figure->routes || !arrange_panels(figure)) {
        paua_figure_free(figure);
        return PAUA_ERROR_NO_MEMORY;
    }
    *out = figure;
    return PAUA_OK;
}

void paua_figure_free(paua_figure *figure)
{
    if (!figure)
        return;
    free(figure->frames);
    free(figure->routes);
    free(figure);
}

int paua_figure_width(const paua_figure *figure)
{
    return figure->width;
}

int paua_figure_height(const paua_figure *figure)
{
    return figure->height;
}
