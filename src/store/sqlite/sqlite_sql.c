/* sqlite_sql.c - prepares and runs statements on a connection to SQLite. */
#include "store/sqlite/sqlite_sql.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "store/sqlite/sqlite_file.h"
#include "store/sqlite/sqlite_reads.h"

struct sqlite_row {
    struct sql_row base;
    sqlite3_stmt *statement;
};

static sqlite3_stmt *statement_of(const struct sql_row *row)
{
    return ((const struct sqlite_row *)row)->statement;
}

/* Finds a statement, and prepares it when it is new. Returns an SQLite code. */
static int find_statement(struct sqlite_sql *sql, const char *text, sqlite3_stmt **out)
{
    for (int i = 0; i < sql->count; i++) {
        if (sql->statements[i].text == text) {
            *out = sql->statements[i].prepared;
            return SQLITE_OK;
        }
    }
    assert(sql->count < SQLITE_SQL_STATEMENTS);
    if (sql->count == SQLITE_SQL_STATEMENTS) /* builds for users have no assert() */
        return SQLITE_MISUSE;
    int code = sqlite3_prepare_v3(sql->connection, text, -1, SQLITE_PREPARE_PERSISTENT, out, NULL);
    if (code != SQLITE_OK)
        return code;
    sql->statements[sql->count].text = text;
    sql->statements[sql->count++].prepared = *out;
    return SQLITE_OK;
}

/* Binds the values, which last until the statement is reset. Returns an SQLite code. */
static int bind_values(sqlite3_stmt *statement, const sql_value *values, int count)
{
    int code = SQLITE_OK;

    for (int i = 0; i < count && code == SQLITE_OK; i++) {
        const sql_value *value = &values[i];

        switch (value->type) {
        case SQL_INTEGER:
            code = sqlite3_bind_int64(statement, i + 1, value->integer);
            break;
        case SQL_REAL:
            code = sqlite3_bind_double(statement, i + 1, value->real);
            break;
        case SQL_TEXT:
            code = sqlite3_bind_text64(statement, i + 1, value->data, value->size, SQLITE_STATIC,
                                       SQLITE_UTF8);
            break;
        case SQL_BLOB:
            /* a blob without an address would be NULL */
            code = value->size ? sqlite3_bind_blob64(statement, i + 1, value->data, value->size,
                                                     SQLITE_STATIC)
                               : sqlite3_bind_zeroblob(statement, i + 1, 0);
            break;
        }
    }
    return code;
}

/* Translates an SQLite code. Of a failure, which a conflict is not, it stores the reason. */
static paua_status note_failure(struct sqlite_sql *sql, int code)
{
    paua_status status = sqlite_translate(code);

    if (status == PAUA_OK || status == PAUA_ERROR_CONFLICT)
        return status;
    int read_errno = sqlite_reads_failure();
    snprintf(sql->base.failure, sizeof sql->base.failure, "%s%s",
             read_errno ? "cannot be read: " : "",
             read_errno ? strerror(read_errno) : sqlite3_errmsg(sql->connection));
    return status;
}

/* Runs a statement with its values. */
static paua_status run_statement(struct sqlite_sql *sql, const char *statement,
                                 const sql_value *values, int count,
                                 bool (*each)(const struct sql_row *row, void *context),
                                 void *context)
{
    struct sqlite_row row = {.base.driver = sql->base.driver};
    int code = find_statement(sql, statement, &row.statement);
    if (code != SQLITE_OK)
        return note_failure(sql, code);
    code = bind_values(row.statement, values, count);
    if (code == SQLITE_OK) {
        while ((code = sqlite3_step(row.statement)) == SQLITE_ROW) {
            if (each && !each(&row.base, context))
                break;
        }
    }
    /* Of a column that could not be read only the connection knows. */
    if (code == SQLITE_ROW && sqlite3_errcode(sql->connection) == SQLITE_NOMEM)
        code = SQLITE_NOMEM;
    paua_status status = note_failure(sql, code);
    sqlite3_reset(row.statement);
    sqlite3_clear_bindings(row.statement);
    return status;
}

/* sql_run() */
static paua_status sqlite_run(struct sql *base, const char *statement, const sql_value *values,
                              int count, bool (*each)(const struct sql_row *row, void *context),
                              void *context)
{
    struct sqlite_sql *sql = (struct sqlite_sql *)base;

    struct timed_reads *outer = sqlite_reads_begin(sql->timed);
    paua_status status = run_statement(sql, statement, values, count, each, context);
    sqlite_reads_end(outer);
    return status;
}

static int64_t row_integer(const struct sql_row *row, int i)
{
    return sqlite3_column_int64(statement_of(row), i);
}

static double row_real(const struct sql_row *row, int i)
{
    return sqlite3_column_double(statement_of(row), i);
}

static const char *row_text(const struct sql_row *row, int i, size_t *size)
{
    const unsigned char *text = sqlite3_column_text(statement_of(row), i);

    *size = (size_t)sqlite3_column_bytes(statement_of(row), i);
    return (const char *)text;
}

static const void *row_blob(const struct sql_row *row, int i, size_t *size)
{
    const void *data = sqlite3_column_blob(statement_of(row), i);

    *size = (size_t)sqlite3_column_bytes(statement_of(row), i);
    return data;
}

void sqlite_sql_init(struct sqlite_sql *sql, sqlite3 *connection)
{
    static const struct sql_driver driver = {.run = sqlite_run,
                                             .integer = row_integer,
                                             .real = row_real,
                                             .text = row_text,
                                             .blob = row_blob};

    *sql = (struct sqlite_sql){.base.driver = &driver, .connection = connection};
}

void sqlite_sql_set_deadline(struct sqlite_sql *sql, int deadline_ms)
{
    if (!sql->timed)
        sql->timed = timed_reads_new(); /* without memory there is no deadline */
    if (sql->timed)
        timed_reads_set_deadline(sql->timed, deadline_ms);
}

bool sqlite_sql_hangs(const struct sqlite_sql *sql)
{
    return sql->timed && timed_reads_hang(sql->timed);
}

bool sqlite_sql_clear(struct sqlite_sql *sql)
{
    if (!timed_reads_free(sql->timed))
        return false;
    sql->timed = NULL;
    for (int i = 0; i < sql->count; i++)
        sqlite3_finalize(sql->statements[i].prepared);
    sql->count = 0;
    return true;
}
