/* postgres_sql.h - a connection to PostgreSQL that runs the statements of sql.h. A connection that
 * is lost outside a transaction is made anew, and what was asked is asked again; a statement of a
 * transaction then fails with PAUA_ERROR_IO, and so do all further ones of it.
 *
 * A statement that the database does not read, or whose result does not come, before the deadline
 * is given up with PAUA_ERROR_IO. The
 * connection stays: the database will still do the statement, and nothing else before. Until then
 * all others fail at once. What it did in a transaction is rolled back before the next one.
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
    const char *place; /* "postgresql://...", borrowed; it may have a password */
    bool writes;
    /* Called for each new connection, NULL: nothing. It returns PAUA_OK, or PAUA_ERROR_IO or
     * PAUA_ERROR_CONFLICT with the failure set: then the connection is closed again. */
    paua_status (*on_connect)(struct postgres_sql *sql, void *context);
    void *context;
    PGconn *connection;      /* NULL: none */
    _Atomic int deadline_ms; /* of a statement, and of connecting; 0: none */
    _Atomic bool is_behind;  /* a statement was given up whose result has not come yet */
    bool in_transaction;     /* set and cleared by the backend */
    int64_t retry_ms;        /* no connection is tried before */
    int64_t written;     /* bytes of texts and blobs in statements so far; the backend resets it */
    int count, prepared; /* prepared statements, and how many have got a name */
    struct {
        const char *text; /* known by its address */
        int number;       /* of its name */
    } statements[POSTGRES_SQL_STATEMENTS];
};

/* Prepares for connections, without one. */
void postgres_sql_init(struct postgres_sql *sql, const char *place, bool writes);
/* Makes the connection, unless there is a good one. PAUA_OK, PAUA_ERROR_IO, PAUA_ERROR_UNSUPPORTED
 * (a server or a database that does not do), or what on_connect returns. */
paua_status postgres_sql_connect(struct postgres_sql *sql);
/* Closes the connection. */
void postgres_sql_close(struct postgres_sql *sql);

/* Takes in the result of a statement that was given up, where it has come. False: it has not, and
 * the connection can do nothing else. */
bool postgres_sql_catch_up(struct postgres_sql *sql);

/* Sends SQL unprepared, and waits for its last result; free it with PQclear(). NULL: the deadline
 * has passed, or the connection is lost. */
PGresult *postgres_sql_ask(struct postgres_sql *sql, const char *text);

/* Runs SQL of several statements without results, unprepared. */
paua_status postgres_sql_execute(struct postgres_sql *sql, const char *text);

#endif /* STORE_POSTGRES_SQL_H */
