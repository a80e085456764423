/* sqlite_sql.h - a connection to SQLite that runs the statements of sql.h. */
#ifndef STORE_SQLITE_SQL_H
#define STORE_SQLITE_SQL_H

#include <sqlite3.h>

#include "store/core/sql_driver.h"
#include "store/sqlite/sqlite_reads.h"

#define SQLITE_SQL_STATEMENTS 96 /* that a connection can prepare */

struct sqlite_sql {
    struct sql base;
    sqlite3 *connection;       /* borrowed */
    struct timed_reads *timed; /* owned; NULL: reads have no deadline */
    int count;
    struct {
        const char *text; /* its address is the key */
        sqlite3_stmt *prepared;
    } statements[SQLITE_SQL_STATEMENTS];
};

/* For statements on this connection. */
void sqlite_sql_init(struct sqlite_sql *sql, sqlite3 *connection);
/* From now on reads of a statement are given up after this time. Between two statements. */
void sqlite_sql_set_deadline(struct sqlite_sql *sql, int deadline_ms);
/* Whether one that was given up has not ended yet. From any thread. */
bool sqlite_sql_hangs(const struct sqlite_sql *sql);
/* Finalizes what was prepared. False: a read hangs; the connection cannot be closed. */
bool sqlite_sql_clear(struct sqlite_sql *sql);

#endif /* STORE_SQLITE_SQL_H */
