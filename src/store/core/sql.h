/* sql.h - prepared statements of a database. Their text is SQL that SQLite and PostgreSQL share;
 * ?1, ?2 and so on are its parameters.
 *
 * A connection belongs to one thread at a time. A statement is known by the address of its text,
 * which must last as long as the connection: it is prepared when it first runs.
 */
#ifndef STORE_SQL_H
#define STORE_SQL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <paua/status.h>

struct sql;     /* a connection */
struct sql_row; /* a row of a result, during the callback for it */

typedef struct sql_value {
    enum sql_type { SQL_INTEGER, SQL_REAL, SQL_TEXT, SQL_BLOB } type;
    int64_t integer;
    double real;
    const void *data; /* of a text or blob: borrowed */
    size_t size;      /* of the data, in bytes */
} sql_value;

static inline sql_value sql_integer(int64_t integer)
{
    return (sql_value){.type = SQL_INTEGER, .integer = integer};
}

static inline sql_value sql_real(double real)
{
    return (sql_value){.type = SQL_REAL, .real = real};
}

static inline sql_value sql_text_size(const char *text, size_t size)
{
    return (sql_value){.type = SQL_TEXT, .data = text, .size = size};
}

static inline sql_value sql_text(const char *text)
{
    return sql_text_size(text, strlen(text));
}

static inline sql_value sql_blob(const void *data, size_t size)
{
    return (sql_value){.type = SQL_BLOB, .data = data, .size = size};
}

/* For LIMIT, where only OFFSET is meant: SQLite has none without a LIMIT, PostgreSQL no negative
 * limit. No account has as many rows. */
#define SQL_UNLIMITED "1000000"

/* Runs a statement and calls `each` (NULL: nothing) for every row of its result, until it returns
 * false. The callback may run another statement. Returns PAUA_OK, PAUA_ERROR_CONFLICT (a constraint
 * does not allow it), or PAUA_ERROR_IO, PAUA_ERROR_CORRUPT or PAUA_ERROR_NO_MEMORY. */
paua_status sql_run(struct sql *sql, const char *statement, const sql_value *values, int count,
                    bool (*each)(const struct sql_row *row, void *context), void *context);

/* The same for a statement that returns the rows that it has changed: PAUA_ERROR_CONFLICT where
 * there are none. */
paua_status sql_change(struct sql *sql, const char *statement, const sql_value *values, int count);

/* The same for a statement that returns one number: *number stays as it is where it returns no row.
 */
paua_status sql_number(struct sql *sql, const char *statement, const sql_value *values, int count,
                       int64_t *number);

/* Why the last call failed that returned neither PAUA_OK nor PAUA_ERROR_CONFLICT; or what was
 * set. */
const char *sql_failure(const struct sql *sql);
void sql_set_failure(struct sql *sql, const char *why);

/* The slot of the server that writes (watch.h). */
int sql_slot(const struct sql *sql);
/* The value of a pending game of this server (change_feed.h); 0: one server has all that are
 * pending, whatever their values, which may come from a database with slots. */
int sql_own_pending(const struct sql *sql);

/* Column i of a row, from 0. NULL is 0 or "". Texts are valid during the callback. */
int64_t sql_row_integer(const struct sql_row *row, int i);
double sql_row_real(const struct sql_row *row, int i);
const char *sql_row_text(const struct sql_row *row, int i);
const char *sql_row_text_size(const struct sql_row *row, int i, size_t *size); /* without NUL */
/* False: not a blob of this size; `to` is unchanged. */
bool sql_row_blob(const struct sql_row *row, int i, void *to, size_t size);

#endif /* STORE_SQL_H */
