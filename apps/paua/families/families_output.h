/* families_output.h - the winning shapes of a board, found and ready to be printed. */
#ifndef PAUA_FAMILIES_FAMILIES_OUTPUT_H
#define PAUA_FAMILIES_FAMILIES_OUTPUT_H

#include <paua/draw.h>
#include <paua/lab/families.h>

struct family_exception {
    paua_constellation at; /* turned so that Black stands on the shape's cells */
    paua_verdict verdict;
};

struct family_entry {
    paua_shape shape;
    const char *kind; /* "winning", "near-miss", or "shape" when it was asked for */
    struct family_exception *exceptions; /* owned; the first ones */
    int listed;
};

struct family_report {
    const paua_oracle *oracle;     /* borrowed */
    const paua_families *families; /* borrowed */
    struct family_entry *entries;  /* owned; winning ones first */
    int count, room;
    int winning;
    bool search; /* not one shape that was asked for */
    int cells;   /* what was searched */
};

/* Each prints all of it on stdout and returns an exit code. */
int family_print_text(const struct family_report *report);
int family_print_csv(const struct family_report *report);
int family_print_json(const struct family_report *report);
int family_print_svg(const struct family_report *report);

/* "b2 c2 c3": cells in the order of rows. */
void family_cells(const paua_board *board, paua_set cells, char *text, size_t cap);

/* An exception, or the shape alone when it is -1. */
paua_status family_position(const struct family_report *report, const struct family_entry *entry,
                            int exception, paua_position *position);

#endif
