/* svg.c - winning shapes as one sheet of boards: the winning ones, then each near-miss, framed,
 * before the exceptions that are listed. */
#include <stdio.h>
#include <stdlib.h>

#include <paua/lab/figure.h>

#include "cli/common.h"
#include "families/families_output.h"

/* A board and its words. */
struct card {
    paua_position position;
    char title[256], numbers[64];
};

struct card_sheet {
    paua_panel *panels;
    struct card *cards;
    int count;
};

/* Adds the shape's board: cells as the title, the family below; near-misses are framed. */
static void add_shape(const struct family_report *report, const struct family_entry *entry,
                      struct card_sheet *sheet)
{
    const paua_shape *shape = &entry->shape;
    struct card *card = &sheet->cards[sheet->count];
    const bool wins = shape->exceptions == 0;

    family_position(report, entry, -1, &card->position);
    family_cells(report->oracle->board, shape->cells, card->title, sizeof card->title);
    if (wins)
        snprintf(card->numbers, sizeof card->numbers, "%llu, all in L",
                 (unsigned long long)shape->family);
    else
        snprintf(card->numbers, sizeof card->numbers, "%llu of %llu not in L",
                 (unsigned long long)shape->exceptions, (unsigned long long)shape->family);
    sheet->panels[sheet->count++] = (paua_panel){.position = &card->position,
                                                 .how = {.coordinates = true},
                                                 .title = card->title,
                                                 .bands = {{wins ? PAUA_BLACK : -1, card->numbers}},
                                                 .band_count = 1,
                                                 .framed = !wins};
}

/* Adds an exception, turned onto the cells of its shape, with its outcome class as the title. */
static void add_exception(const struct family_report *report, const struct family_entry *entry,
                          int exception, struct card_sheet *sheet)
{
    struct card *card = &sheet->cards[sheet->count];

    family_position(report, entry, exception, &card->position);
    sheet->panels[sheet->count++] = (paua_panel){
        .position = &card->position,
        .how = {.coordinates = true},
        .title = paua_class_name((int)entry->exceptions[exception].verdict.class_),
    };
}

/* Writes the sheet as SVG on stdout. Returns an exit code. */
static int print_sheet(const struct family_report *report, const struct card_sheet *sheet)
{
    const paua_figure_plan plan = {.board = report->oracle->board,
                                   .title = "Winning shapes, near-misses and their exceptions",
                                   .arrangement = PAUA_ARRANGEMENT_ROWS,
                                   .panels = sheet->panels,
                                   .panel_count = sheet->count};
    paua_figure *figure;
    paua_status status = paua_figure_new(&plan, &figure);

    if (status == PAUA_ERROR_BAD_ARGUMENT)
        return complain_with(EXIT_USAGE, "a sheet has at most %d boards, these are %d",
                             PAUA_FIGURE_PANELS_MAX, sheet->count);
    if (status != PAUA_OK)
        return complain_memory();
    size_t size = paua_figure_svg(figure, NULL, 0) + 1;
    char *text = malloc(size);
    if (text) {
        paua_figure_svg(figure, text, size);
        fputs(text, stdout);
    }
    free(text);
    paua_figure_free(figure);
    return text ? EXIT_DONE : complain_memory();
}

int family_print_svg(const struct family_report *report)
{
    size_t boards = 1;

    for (int i = 0; i < report->count; i++)
        boards += 1 + (size_t)report->entries[i].listed;
    struct card_sheet sheet = {.panels = calloc(boards, sizeof *sheet.panels),
                               .cards = calloc(boards, sizeof *sheet.cards)};
    const bool room = sheet.panels && sheet.cards;
    for (int i = 0; room && i < report->count; i++) {
        const struct family_entry *entry = &report->entries[i];
        add_shape(report, entry, &sheet);
        for (int k = 0; k < entry->listed; k++)
            add_exception(report, entry, k, &sheet);
    }
    if (room && !sheet.count)
        sheet.panels[sheet.count++] = (paua_panel){.title = "no shapes"};
    int code = room ? print_sheet(report, &sheet) : complain_memory();
    free(sheet.panels);
    free(sheet.cards);
    return code;
}
