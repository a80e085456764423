/* read.h - reading whole layers of a table, to verify or to load it. */
#ifndef TABLE_READ_H
#define TABLE_READ_H

#include <paua/table.h>

/* Decompresses the i-th layer (the top one is 0) into `slots` values. PAUA_OK, PAUA_ERROR_CORRUPT,
 * PAUA_ERROR_IO or PAUA_ERROR_NO_MEMORY. */
paua_status table_read_layer(const paua_table *table, int i, uint8_t *values, uint64_t slots);

/* The k-th overflow value of the i-th layer (format.h); false if there are fewer. */
struct table_overflow {
    uint64_t slot;
    int value;
};

bool table_read_overflow(const paua_table *table, int i, uint64_t k,
                         struct table_overflow *overflow);

#endif
