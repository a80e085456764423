/* rows.h - the tables of a store with their columns, for whoever copies all rows. What can be made
 * again (indexes, the version) is not listed. */
#ifndef STORE_ROWS_H
#define STORE_ROWS_H

#define STORE_COLUMNS_MAX 16

typedef struct store_table {
    const char *name;
    const char *columns; /* "game, number, ..." */
    const char *types;   /* a letter for each: i(nteger), r(eal), t(ext), b(lob) */
    const char *order;   /* how its rows are sorted */
} store_table;

/* All tables. */
const store_table *store_tables(int *count);

#endif /* STORE_ROWS_H */
