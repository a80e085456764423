/* figure.c - where the panels of a figure lie. */
#include "draw/figure.h"

#include <stdlib.h>

enum {
    IN_A_ROW = 6,
    EMPTY = 120, /* breadth of an empty set */
};

int figure_words_width(const char *text, int height)
{
    int letters = 0;

    while (text && draw_letter(&text))
        letters++;
    return letters * height * 60 / 100;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static void measure_panel(const paua_board *board, const paua_panel *panel, struct frame *frame)
{
    int words = 0;

    *frame = (struct frame){.width = figure_words_width(panel->title, FIGURE_TITLE)};
    if (panel->position) {
        struct sheet sheet = draw_sheet_begin(board, panel->position, &panel->how, NULL);
        frame->width = larger(frame->width, sheet.high.x - sheet.low.x);
        frame->height = sheet.high.y - sheet.low.y;
    }
    if (panel->title)
        frame->height += FIGURE_TITLE_ROOM;
    for (int i = 0; i < panel->band_count; i++)
        words = larger(words, figure_words_width(panel->bands[i].text, FIGURE_BAND_TEXT) +
                                  FIGURE_BAND_TEXT);
    frame->width = larger(frame->width, words * panel->band_count + 2 * FIGURE_INSET);
    if (panel->band_count)
        frame->height += FIGURE_BAND;
}

/* The largest of some panels. */
static struct frame largest(const struct paua_figure *figure, int first, int count)
{
    struct frame most = {.width = 0};

    for (int i = first; i < first + count; i++) {
        most.width = larger(most.width, figure->frames[i].width);
        most.height = larger(most.height, figure->frames[i].height);
    }
    return most;
}

/* How many of `count` fields stand side by side so that the whole is about half as broad again as it is high; few
 * stand in one row. */
static int across(int count, struct frame field)
{
    int columns = 1;

    if (count <= IN_A_ROW)
        return count;
    while (columns < count && 2LL * columns * (field.width + FIGURE_GAP) <
                                  3LL * ((count + columns - 1) / columns) * field.height)
        columns++;
    return columns;
}

/* Panels in rows of so many, each in the middle of its column. Returns the lower right corner. */
static struct place put_grid(struct paua_figure *figure, int first, int count, int columns,
                             struct place corner, struct frame field)
{
    int rows = (count + columns - 1) / columns;

    for (int i = 0; i < count; i++) {
        struct frame *frame = &figure->frames[first + i];
        frame->at.x =
            corner.x + i % columns * (field.width + FIGURE_GAP) + (field.width - frame->width) / 2;
        frame->at.y = corner.y + i / columns * (field.height + FIGURE_GAP);
    }
    if (!count)
        return (struct place){corner.x + EMPTY, corner.y};
    if (columns > count)
        columns = count;
    return (struct place){corner.x + columns * (field.width + FIGURE_GAP) - FIGURE_GAP,
                          corner.y + rows * (field.height + FIGURE_GAP) - FIGURE_GAP};
}

static void put_rows(struct paua_figure *figure)
{
    int count = figure->plan.panel_count;
    struct frame field = largest(figure, 0, count);
    struct place corner = {FIGURE_MARGIN, FIGURE_MARGIN};
    struct place end = put_grid(figure, 0, count, across(count, field), corner, field);

    figure->width = end.x + FIGURE_MARGIN;
    figure->height = end.y + FIGURE_MARGIN;
}

/* panel 0 = { left | right } */
static void put_sets(struct paua_figure *figure)
{
    int left = figure->plan.left, right = figure->plan.panel_count - 1 - left;
    struct frame *head = &figure->frames[0], field = largest(figure, 1, left + right);
    int columns = across(larger(1, larger(left, right)), field);
    struct place corner = {FIGURE_MARGIN + head->width, FIGURE_MARGIN}, end;

    columns = columns > 2 ? columns * 2 / 3 : 1; /* the two sets stand side by side */
    figure->equals = corner.x + FIGURE_GAP / 2;
    figure->open = figure->equals + FIGURE_SIGN + FIGURE_GAP / 2;
    corner.x = figure->open + FIGURE_SIGN;
    end = put_grid(figure, 1, left, columns, corner, field);
    figure->bar = end.x + FIGURE_GAP / 2;
    corner.x = figure->bar + FIGURE_GAP / 2;
    struct place other = put_grid(figure, 1 + left, right, columns, corner, field);
    figure->close = other.x;
    int bottom = larger(larger(end.y, other.y), FIGURE_MARGIN + head->height);
    figure->signs_top = FIGURE_MARGIN;
    figure->signs_bottom = bottom;
    head->at = (struct place){FIGURE_MARGIN, (FIGURE_MARGIN + bottom - head->height) / 2};
    figure->width = figure->close + FIGURE_SIGN + FIGURE_MARGIN;
    figure->height = bottom + FIGURE_MARGIN;
}

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

static bool arrange(struct paua_figure *figure)
{
    const paua_figure_plan *plan = &figure->plan;

    for (int i = 0; i < plan->panel_count; i++)
        measure_panel(plan->board, &plan->panels[i], &figure->frames[i]);
    switch (plan->arrangement) {
    case PAUA_ROWS:
        put_rows(figure);
        break;
    case PAUA_SETS:
        put_sets(figure);
        break;
    case PAUA_LAYERS:
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
        return PAUA_BAD_ARGUMENT;
    struct paua_figure *figure = calloc(1, sizeof *figure);
    if (!figure)
        return PAUA_NO_MEMORY;
    figure->plan = *plan;
    figure->frames = calloc((size_t)plan->panel_count, sizeof *figure->frames);
    figure->routes = calloc((size_t)plan->link_count + 1, sizeof *figure->routes);
    if (!figure->frames || !figure->routes || !arrange(figure)) {
        paua_figure_free(figure);
        return PAUA_NO_MEMORY;
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
