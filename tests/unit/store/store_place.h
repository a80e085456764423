/* store_place.h - where a test keeps its store: in an SQLite file of its own, or in the PostgreSQL
 * database that PAUA_TEST_POSTGRES names (tests/server/postgres.py), which it empties before.
 */
#ifndef TEST_STORE_PLACE_H
#define TEST_STORE_PLACE_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>
#ifdef PAUA_POSTGRES
#include <libpq-fe.h>
#endif

#include "store/maintenance.h"
#include "store/open.h"

struct store_place {
    char folder[64], file[96], place[512];
};

static inline bool store_place_is_postgres(void)
{
    return getenv("PAUA_TEST_POSTGRES") != NULL;
}

/* Changes a store that is closed. */
static inline void store_place_change(const struct store_place *at, const char *sql)
{
#ifdef PAUA_POSTGRES
    if (store_place_is_postgres()) {
        PGconn *connection = PQconnectdb(at->place);
        PGresult *result =
            PQexec(connection, "SET search_path = paua; SET client_min_messages = warning");

        PQclear(result);
        result = PQexec(connection, sql);
        if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK)
            fail_msg("%s: %s", sql, PQerrorMessage(connection));
        PQclear(result);
        PQfinish(connection);
        return;
    }
#endif
    sqlite3 *connection = NULL;
    char *message = NULL;

    assert_int_equal(sqlite3_open(at->file, &connection), SQLITE_OK);
    if (sqlite3_exec(connection, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s: %s", sql, message);
    sqlite3_close(connection);
}

/* A place without a store. */
static inline void store_place_make(struct store_place *at)
{
    strcpy(at->folder, "/tmp/paua-store-XXXXXX");
    assert_non_null(mkdtemp(at->folder));
    snprintf(at->file, sizeof at->file, "%s/games.db", at->folder);
    if (store_place_is_postgres()) {
        snprintf(at->place, sizeof at->place, "%s", getenv("PAUA_TEST_POSTGRES"));
        store_place_change(at, "DROP SCHEMA IF EXISTS paua CASCADE");
    } else {
        snprintf(at->place, sizeof at->place, "sqlite:%s", at->file);
    }
}

/* Closes the store, if there is one, and opens it again. */
static inline void store_place_reopen(const struct store_place *at, store **opened)
{
    char message[STORE_MESSAGE_MAX] = "";

    store_close(*opened);
    *opened = NULL;
    if (store_open(at->place, opened, message) != PAUA_OK)
        fail_msg("%s", message);
}

/* The store is closed: no log, no lock file is left behind. */
static inline void store_place_remove(const struct store_place *at)
{
    unlink(at->file);
    assert_int_equal(rmdir(at->folder), 0);
}

#endif /* TEST_STORE_PLACE_H */
