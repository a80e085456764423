/* print.h - what `paua complexity` prints. */
#ifndef PAUA_COMPLEXITY_PRINT_H
#define PAUA_COMPLEXITY_PRINT_H

#include <jansson.h>

#include "complexity/count.h"
#include "complexity/measure.h"

/* All that is known of a layout. */
struct complexity_row {
    const paua_layout *layout;
    int cells, symmetries, win;
    int marbles; /* of the first player */
    struct position_count count;
    const struct complexity_figures *played, *people; /* or NULL */
    bool of_files; /* people are those whose games were read, if they are people */
};

/* Fills in what is computed. Returns PAUA_OK or PAUA_ERROR_NO_MEMORY. */
paua_status complexity_row_fill(const paua_layout *layout, struct complexity_row *row);

/* One layout: everything. */
void complexity_print_layout(const struct complexity_row *row);

/* Many: a line each, below a head. */
void complexity_print_head(void);
void complexity_print_line(const struct complexity_row *row);

json_t *complexity_row_json(const struct complexity_row *row);

#endif
