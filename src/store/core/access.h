/* access.h - an open store as the tables and the rooms above them use it: opening it with a
 * backend, and reading. Writes go through batches (change.h).
 */
#ifndef STORE_ACCESS_H
#define STORE_ACCESS_H

#include "store/core/backend.h"
#include "store/core/sql.h"
#include "store/core/store.h"

/* Opens a store with a backend; with a thread that writes unless it is only read. Returns what
 * store_open() returns (open.h). */
paua_status store_open_with(const store_backend *backend, const char *where, enum store_mode mode,
                            store **out, char message[STORE_MESSAGE_MAX]);

const store_backend *store_backend_of(const store *self);
void *store_database_of(const store *self);

/* Whether the store has a thread that writes. */
bool store_is_writable(const store *self);

/* Runs a query on the connection that reads; as sql_run(). `each` may not read from the store.
 * PAUA_ERROR_IO also where the store does not answer before its deadline (store_watch()). */
paua_status store_query(store *self, const char *statement, const sql_value *values, int count,
                        bool (*each)(const struct sql_row *row, void *context), void *context);

/* The connection that reads, for several queries that see the store as it is at one moment. It is
 * this thread's alone until store_end_snapshot(), also where the status is not PAUA_OK. *sql is
 * NULL where the store does not answer: then there is nothing to end. */
paua_status store_begin_snapshot(store *self, struct sql **sql);
void store_end_snapshot(store *self);

#endif /* STORE_ACCESS_H */
