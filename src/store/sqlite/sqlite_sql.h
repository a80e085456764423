/* sqlite_sql.h - a connection to SQLite that runs the statements of sql.h. */
#ifndef STORE_SQLITE_SQL_H
#define STORE_SQLITE_SQL_H

#include <sqlite3.h>

#include "store/core/sql_driver.h"

#define SQLITE_SQL_STATEMENTS 96 /* that a connection can prepare */

struct sqlite_sql {
    struct sql base;
    sqlite3 *connection; /* borrowed */
    int count;
    struct {
        const char *text; /* its address is the key */
        sqlite3_stmt *prepared;
    } statements[SQLITE_SQL_STATEMENTS];
};

/* For statements on this connection. */
void sqlite_sql_init(struct sqlite_sql *sql, sqlite3 *connection);
/* Finalizes what was prepared. */
void sqlite_sql_clear(struct sqlite_sql *sql);

#endif /* STORE_SQLITE_SQL_H */
