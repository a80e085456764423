/* families_svg.c - winning shapes as one SVG sheet: the winning ones in rows, then each near-miss in a row with the
 * exceptions that are listed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "families.h"

enum {
    ACROSS = 8,
    MARGIN = 16,
    CAPTION = 44,
    LETTERS = 12,
    PERCENT = 60 /* of a drawing's size */
};

/* All drawings are of one size. */
struct sheet {
    int width, height;
    int column, row;
};

static bool drawing_size(const char *svg, int *width, int *height)
{
    const char *at = svg ? strstr(svg, " width=\"") : NULL;

    if (!at || sscanf(at, " width=\"%d\" height=\"%d\"", width, height) != 2)
        return false;
    *width = *width * PERCENT / 100;
    *height = *height * PERCENT / 100;
    return true;
}

static void next_row(struct sheet *sheet)
{
    if (sheet->column)
        sheet->row++;
    sheet->column = 0;
}

/* One drawing, when `shown`; otherwise only its place is counted. */
static int put_drawing(const struct family_report *report, const struct family_entry *entry,
                       int exception, struct sheet *sheet, bool shown)
{
    const paua_shape *shape = &entry->shape;
    int x = MARGIN + sheet->column * (sheet->width + MARGIN);
    int y = MARGIN + sheet->row * (sheet->height + CAPTION);
    char cells[256];

    if (++sheet->column == ACROSS)
        next_row(sheet);
    if (!shown)
        return EXIT_DONE;
    char *svg = family_drawing(report, entry, exception, true, paua_draw_svg);
    if (!svg)
        return complain_memory();
    family_cells(report->oracle->board, shape->cells, cells, sizeof cells);
    printf("<g transform=\"translate(%d %d)\">\n<g transform=\"scale(0.%d)\">\n%s</g>\n", x, y,
           PERCENT, svg);
    free(svg);
    printf("<text x=\"%d\" y=\"%d\">", sheet->width / 2, sheet->height + LETTERS);
    if (exception >= 0) {
        printf("%s</text>\n</g>\n",
               paua_class_name((int)entry->exceptions[exception].verdict.class_));
        return EXIT_DONE;
    }
    printf("%s</text>\n<text x=\"%d\" y=\"%d\">", cells, sheet->width / 2,
           sheet->height + 2 * LETTERS);
    if (shape->exceptions)
        printf("%llu of %llu not in L</text>\n</g>\n", (unsigned long long)shape->exceptions,
               (unsigned long long)shape->family);
    else
        printf("%llu, all in L</text>\n</g>\n", (unsigned long long)shape->family);
    return EXIT_DONE;
}

static int put_all(const struct family_report *report, struct sheet *sheet, bool shown)
{
    int code = EXIT_DONE;

    sheet->column = sheet->row = 0;
    for (int i = 0; i < report->count && code == EXIT_DONE; i++) {
        const struct family_entry *entry = &report->entries[i];
        if (entry->listed)
            next_row(sheet);
        for (int k = -1; k < entry->listed && code == EXIT_DONE; k++)
            code = put_drawing(report, entry, k, sheet, shown);
    }
    next_row(sheet);
    return code;
}

int family_print_svg(const struct family_report *report)
{
    const struct family_entry empty = {.shape = {.cells = 0}};
    struct sheet sheet = {0};
    char *svg = family_drawing(report, &empty, -1, true, paua_draw_svg);
    bool sized = drawing_size(svg, &sheet.width, &sheet.height);

    free(svg);
    if (!sized)
        return complain_memory();
    put_all(report, &sheet, false);
    int width = MARGIN + ACROSS * (sheet.width + MARGIN);
    int height = MARGIN + sheet.row * (sheet.height + CAPTION);
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
           "viewBox=\"0 0 %d %d\">\n<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n"
           "<g font-family=\"Helvetica, Arial, sans-serif\" font-size=\"%d\" "
           "text-anchor=\"middle\" fill=\"#201a10\">\n",
           width, height, width, height, width, height, LETTERS);
    int code = put_all(report, &sheet, true);
    printf("</g>\n</svg>\n");
    return code;
}
