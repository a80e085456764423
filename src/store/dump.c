/* dump.c - reads and writes all rows, by statements that are made from the list of tables. */
#define _GNU_SOURCE
#include "store/dump.h"

#include <stdio.h>
#include <stdlib.h>

#include "store/core/backend.h"
#include "store/core/sql_driver.h"
#include "store/open.h"

enum { STATEMENT_BYTES = 400 };

/* Each table's statement; a connection knows it by its address. */
struct table_statements {
    char of[STORE_TABLES][STATEMENT_BYTES];
};

static void write_select(const store_table *table, char statement[STATEMENT_BYTES])
{
    snprintf(statement, STATEMENT_BYTES, "SELECT %s FROM %s ORDER BY %s", table->columns,
             table->name, table->order);
}

static void write_insert(const store_table *table, char statement[STATEMENT_BYTES])
{
    int at = snprintf(statement, STATEMENT_BYTES, "INSERT INTO %s (%s) VALUES (?1", table->name,
                      table->columns);

    for (size_t i = 2; i <= strlen(table->types); i++)
        at += snprintf(statement + at, STATEMENT_BYTES - (size_t)at, ", ?%zu", i);
    snprintf(statement + at, STATEMENT_BYTES - (size_t)at, ")");
}

/* ---- reading ---- */

struct dump_query {
    const store_table *table;
    bool (*each)(const store_table *table, const sql_value *values, void *context);
    void *context;
    bool more;
};

static sql_value read_value(const struct sql_row *row, int i, char type)
{
    size_t size = 0;
    const void *data;

    switch (type) {
    case 'i':
        return sql_integer(sql_row_integer(row, i));
    case 'r':
        return sql_real(sql_row_real(row, i));
    case 't':
        data = sql_row_text_size(row, i, &size);
        return sql_text_size(data, size);
    default:
        data = row->driver->blob(row, i, &size);
        return sql_blob(data, size);
    }
}

static bool on_row(const struct sql_row *row, void *context)
{
    struct dump_query *query = context;
    sql_value values[STORE_COLUMNS_MAX];

    for (int i = 0; query->table->types[i]; i++)
        values[i] = read_value(row, i, query->table->types[i]);
    query->more = query->each(query->table, values, query->context);
    return query->more;
}

static paua_status read_tables(struct sql *sql, struct table_statements *statements,
                               struct dump_query *query)
{
    paua_status status = PAUA_OK;

    for (int i = 0; status == PAUA_OK && query->more && i < STORE_TABLES; i++) {
        query->table = &store_tables[i];
        write_select(query->table, statements->of[i]);
        status = sql_run(sql, statements->of[i], NULL, 0, on_row, query);
    }
    return status;
}

/* Opens a store that has all tables as they are now. */
static paua_status open_current(const store_backend *backend, const char *where, void **database,
                                char message[STORE_MESSAGE_MAX])
{
    paua_status status = backend->open(where, STORE_MODE_READ, database, message);

    if (status != PAUA_OK)
        return status;
    if (!*database)
        return store_refuse(message, PAUA_ERROR_NOT_FOUND, "%.300s: the store is empty", where);
    if (!backend->is_current || backend->is_current(*database))
        return PAUA_OK;
    store_refuse(message, PAUA_ERROR_UNSUPPORTED,
                 "%.200s is a store of an earlier version: 'paua store migrate' or a server brings "
                 "it up to date",
                 backend->name(*database));
    backend->close(*database, false);
    return PAUA_ERROR_UNSUPPORTED;
}

paua_status store_dump_rows(const char *place,
                            bool (*each)(const store_table *table, const sql_value *values,
                                         void *context),
                            void *context, char message[STORE_MESSAGE_MAX])
{
    const char *where = NULL;
    const store_backend *backend = backend_find(place, &where, message);
    if (!backend)
        return PAUA_ERROR_BAD_ARGUMENT;

    void *database = NULL;
    paua_status status = open_current(backend, where, &database, message);
    if (status != PAUA_OK)
        return status;

    struct table_statements *statements = malloc(sizeof *statements);
    if (!statements) {
        backend->close(database, false);
        return store_refuse(message, PAUA_ERROR_NO_MEMORY, "%s",
                            paua_status_text(PAUA_ERROR_NO_MEMORY));
    }

    struct dump_query query = {.each = each, .context = context, .more = true};
    struct sql *sql = backend->reader(database);
    status = backend->begin_snapshot(database);
    if (status == PAUA_OK)
        status = read_tables(sql, statements, &query);
    if (status != PAUA_OK)
        store_refuse(message, status, "%.200s: %.250s", backend->name(database), sql_failure(sql));
    backend->end_snapshot(database);
    backend->close(database, false);
    free(statements);
    return status;
}

/* ---- restoring ---- */

struct store_restore {
    const store_backend *backend;
    void *database;
    struct sql *sql;
    struct table_statements insert, clear;
};

/* Writes why the store cannot be restored, if so. Returns `status`. */
static paua_status restore_refuse(const store_restore *self, paua_status status,
                                  char message[STORE_MESSAGE_MAX])
{
    if (status == PAUA_OK)
        return status;
    return store_refuse(message, status, "%.200s: %.250s", self->backend->name(self->database),
                        sql_failure(self->sql));
}

/* Begins the transaction, and removes what is in a store that was just made. */
static paua_status begin_restore(store_restore *self)
{
    paua_status status = self->backend->begin(self->database);

    for (int i = 0; status == PAUA_OK && i < STORE_TABLES; i++) {
        write_insert(&store_tables[i], self->insert.of[i]);
        snprintf(self->clear.of[i], STATEMENT_BYTES, "DELETE FROM %s", store_tables[i].name);
        status = sql_run(self->sql, self->clear.of[i], NULL, 0, NULL, NULL);
    }
    return status;
}

paua_status store_restore_new(const char *place, store_restore **out,
                              char message[STORE_MESSAGE_MAX])
{
    const char *where = NULL;
    const store_backend *backend = backend_find(place, &where, message);
    if (!backend)
        return PAUA_ERROR_BAD_ARGUMENT;
    store_restore *self = calloc(1, sizeof *self);
    if (!self)
        return store_refuse(message, PAUA_ERROR_NO_MEMORY, "%s",
                            paua_status_text(PAUA_ERROR_NO_MEMORY));

    self->backend = backend;
    paua_status status = backend->open(where, STORE_MODE_WRITE, &self->database, message);
    if (status != PAUA_OK) {
        free(self);
        return status;
    }
    self->sql = backend->writer(self->database);
    status = restore_refuse(self, begin_restore(self), message);
    if (status == PAUA_OK) {
        *out = self;
    } else {
        char unused[STORE_MESSAGE_MAX];

        store_restore_end(self, false, unused);
    }
    return status;
}

paua_status store_restore_add(store_restore *self, const store_table *table,
                              const sql_value *values)
{
    const ptrdiff_t i = table - store_tables;

    return sql_run(self->sql, self->insert.of[i], values, (int)strlen(table->types), NULL, NULL);
}

paua_status store_restore_end(store_restore *self, bool keep, char message[STORE_MESSAGE_MAX])
{
    paua_status status = PAUA_OK;

    if (!self)
        return PAUA_OK;
    if (keep && self->backend->continue_keys)
        status = sql_run(self->sql, self->backend->continue_keys, NULL, 0, NULL, NULL);
    if (keep && status == PAUA_OK)
        status = backend_commit(self->backend, self->database);
    restore_refuse(self, status, message);
    if (!keep || status != PAUA_OK)
        self->backend->rollback(self->database);
    self->backend->close(self->database, !keep || status != PAUA_OK);
    free(self);
    return status;
}
