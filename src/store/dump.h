/* dump.h - a store as rows of tables: all of it is read, or a new one is restored from rows.
 * Nothing else may use a store that is being restored; one that is read may have a server. */
#ifndef STORE_DUMP_H
#define STORE_DUMP_H

#include "store/core/sql.h"
#include "store/core/store.h"
#include "store/tables/rows.h"

/* Calls `each` for every row, table by table, as all of them were at one moment, until it returns
 * false. The values have the types of the table. Returns PAUA_OK, or what store_open_reading()
 * returns, with a message. A store of an earlier version is PAUA_ERROR_UNSUPPORTED. */
paua_status store_dump_rows(const char *place,
                            bool (*each)(const store_table *table, const sql_value *values,
                                         void *context),
                            void *context, char message[STORE_MESSAGE_MAX]);

/* A new store that is being restored, in one transaction. */
typedef struct store_restore store_restore;

/* Makes the store. Returns PAUA_OK, or what store_open() returns, with a message. */
paua_status store_restore_new(const char *place, store_restore **out,
                              char message[STORE_MESSAGE_MAX]);

/* Adds a row; `values` are of the types of the table. Returns PAUA_OK, PAUA_ERROR_CONFLICT (there
 * is such a row), or a failure. */
paua_status store_restore_add(store_restore *self, const store_table *table,
                              const sql_value *values);

/* Ends it. `keep`: everything is stored, or nothing. Returns PAUA_OK or a failure with a message.
 * NULL is allowed. */
paua_status store_restore_end(store_restore *self, bool keep, char message[STORE_MESSAGE_MAX]);

#endif /* STORE_DUMP_H */
