/* postgres_sql.h - a connection to PostgreSQL that runs the statements of sql.h. If it is lost
 * outside a transaction, a new one is made and the statement runs again; inside a transaction the
 * statement fails with PAUA_ERROR_IO, and so does the rest of the transaction.
 *
 * A statement that the database does not read, or whose result does not come, before its deadline
 * is given up with PAUA_ERROR_IO. The connection stays open but is "behind": the database still
 * works on the statement, and all further ones fail at once until its result has come. What it did
 * in a transaction is rolled back before the next one.
 */
#ifndef STORE_POSTGRES_SQL_H
#define STORE_POSTGRES_SQL_H

#include <stdatomic.h>

#include <libpq-fe.h>

#include "store/core/sql_driver.h"
#include "store/core/store.h"

#define POSTGRES_SQL_STATEMENTS 96 /* that a connection can prepare */

struct postgres_sql {
    struct sql base;
    const char *place; /* the address "postgresql://...", borrowed; it may have a password */
    bool writes;       /* false: its transactions are read-only */
    /* Called for each new connection, NULL: nothing. It returns PAUA_OK, or PAUA_ERROR_IO or
     * PAUA_ERROR_CONFLICT with the failure set: then the connection is closed again. */
    paua_status (*on_connect)(struct postgres_sql *sql, void *context);
    void *context;
    PGconn *connection;     /* NULL: none */
    _Atomic int timeout_ms; /* of a statement, and of connecting; 0: none */
    _Atomic bool is_behind; /* a statement was given up whose result has not come yet */
    bool in_transaction;    /* set and cleared by the backend */
    int64_t retry_ms;       /* no connection is tried before, by clock_now_ms() */
    int64_t written;        /* bytes of all parameters so far; the backend resets it */
    int count, prepared;    /* prepared statements, and how many have got a name */
    struct {
        const char *text; /* known by its address */
        int number;       /* of its name */
    } statements[POSTGRES_SQL_STATEMENTS];
};

/* Prepares for connections, without one. */
void postgres_sql_init(struct postgres_sql *sql, const char *place, bool writes);
/* Makes the connection, unless there is a good one. PAUA_OK, PAUA_ERROR_IO, PAUA_ERROR_UNSUPPORTED
 * (the server is too old, or the database is not in UTF-8), or what on_connect returns. */
paua_status postgres_sql_connect(struct postgres_sql *sql);
/* Closes the connection. */
void postgres_sql_close(struct postgres_sql *sql);

/* Receives and drops the result of a statement that was given up, if it has come. False: it has
 * not, and the connection is still behind. */
bool postgres_sql_catch_up(struct postgres_sql *sql);

/* Sends SQL unprepared, and waits for its last result; free it with PQclear(). NULL: the deadline
 * has passed, or the connection is lost. */
PGresult *postgres_sql_query(struct postgres_sql *sql, const char *text);

/* Runs one or more statements unprepared; rows that they return are dropped. */
paua_status postgres_sql_execute(struct postgres_sql *sql, const char *text);

#endif /* STORE_POSTGRES_SQL_H */
