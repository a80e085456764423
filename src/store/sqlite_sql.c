/* sqlite_sql.c - prepares and runs statements on a connection to SQLite. */
#include "store/sqlite_sql.h"

#include <assert.h>
#include <string.h>

#include "store/sqlite_file.h"
#include "store/sqlite_reads.h"

struct sql_row {
    sqlite3_stmt *statement;
};

/* Finds a statement, and prepares it when it is new. Returns an SQLite code. */
static int find_statement(struct sql *sql, const char *text, sqlite3_stmt **out)
{
    for (int i = 0; i < sql->count; i++) {
        if (sql->statements[i].text == text) {
            *out = sql->statements[i].prepared;
            return SQLITE_OK;
        }
    }
    assert(sql->count < SQLITE_SQL_STATEMENTS);
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
            code = sqlite3_bind_text(statement, i + 1, value->data, -1, SQLITE_STATIC);
            break;
        case SQL_BLOB:
            code =
                sqlite3_bind_blob(statement, i + 1, value->data, (int)value->size, SQLITE_STATIC);
            break;
        }
    }
    return code;
}

paua_status sql_run(struct sql *sql, const char *statement, const sql_value *values, int count,
                    bool (*each)(const struct sql_row *row, void *context), void *context)
{
    struct sql_row row;

    sqlite_reads_forget();
    int code = find_statement(sql, statement, &row.statement);
    if (code != SQLITE_OK)
        return sqlite_translate(code);
    code = bind_values(row.statement, values, count);
    if (code == SQLITE_OK) {
        while ((code = sqlite3_step(row.statement)) == SQLITE_ROW) {
            if (each && !each(&row, context))
                break;
        }
    }
    paua_status status = sqlite_translate(code);
    sqlite3_reset(row.statement);
    sqlite3_clear_bindings(row.statement);
    return status;
}

int64_t sql_row_integer(const struct sql_row *row, int i)
{
    return sqlite3_column_int64(row->statement, i);
}

double sql_row_real(const struct sql_row *row, int i)
{
    return sqlite3_column_double(row->statement, i);
}

const char *sql_row_text(const struct sql_row *row, int i)
{
    return sqlite_column(row->statement, i);
}

bool sql_row_blob(const struct sql_row *row, int i, void *to, size_t size)
{
    const void *data = sqlite3_column_blob(row->statement, i);

    if (!data || (size_t)sqlite3_column_bytes(row->statement, i) != size)
        return false;
    memcpy(to, data, size);
    return true;
}

void sqlite_sql_clear(struct sql *sql)
{
    for (int i = 0; i < sql->count; i++)
        sqlite3_finalize(sql->statements[i].prepared);
    sql->count = 0;
}
