/* rows.h - a store as rows of tables: all of it is read, or a new one is filled. What can be made
 * again (indexes, the version) is no row. Nothing else may use a store that is being filled; one
 * that is read may have a server. */
#ifndef STORE_ROWS_H
#define STORE_ROWS_H

#include "store/core/sql.h"
#include "store/core/store.h"

#define STORE_COLUMNS_MAX 16

typedef struct store_table {
    const char *name;
    const char *columns; /* "game, number, ..." */
    const char *types;   /* a letter for each: i(nteger), r(eal), t(ext), b(lob) */
    const char *order;   /* how its rows are sorted */
} store_table;

/* All tables. */
const store_table *store_tables(int *count);

/* Calls `each` for every row, table by table, as all of them were at one moment, until it returns
 * false. The values have the types of the table. Returns PAUA_OK, or what store_open_reading()
 * returns, with a message. A store of an earlier version is PAUA_UNSUPPORTED. */
paua_status store_read_rows(const char *place,
                            bool (*each)(const store_table *table, const sql_value *values,
                                         void *context),
                            void *context, char message[STORE_MESSAGE_MAX]);

/* A new store that is being filled, in one transaction. */
typedef struct store_filling store_filling;

/* Makes the store. Returns PAUA_OK, or what store_open() returns, with a message. */
paua_status store_filling_new(const char *place, store_filling **out,
                              char message[STORE_MESSAGE_MAX]);

/* Adds a row; `values` are of the types of the table. Returns PAUA_OK, PAUA_CONFLICT (there is such
 * a row), or a failure. */
paua_status store_filling_add(store_filling *self, const store_table *table,
                              const sql_value *values);

/* Ends it. `keep`: everything is stored, or nothing. Returns PAUA_OK or a failure with a message.
 * NULL is allowed. */
paua_status store_filling_end(store_filling *self, bool keep, char message[STORE_MESSAGE_MAX]);

#endif /* STORE_ROWS_H */
