/* sql.c - what all databases have in common: it leads each call to the driver of the connection. */
#include "store/core/sql_driver.h"

#include <stdio.h>

paua_status sql_run(struct sql *sql, const char *statement, const sql_value *values, int count,
                    bool (*each)(const struct sql_row *row, void *context), void *context)
{
    return sql->driver->run(sql, statement, values, count, each, context);
}

/* The statement has changed a row. */
static bool on_changed(const struct sql_row *row, void *context)
{
    (void)row;
    *(bool *)context = true;
    return true;
}

paua_status sql_change(struct sql *sql, const char *statement, const sql_value *values, int count)
{
    bool changed = false;
    paua_status status = sql_run(sql, statement, values, count, on_changed, &changed);

    return status == PAUA_OK && !changed ? PAUA_ERROR_CONFLICT : status;
}

/* The first column of the first row. */
static bool on_number(const struct sql_row *row, void *context)
{
    *(int64_t *)context = sql_row_integer(row, 0);
    return false;
}

paua_status sql_number(struct sql *sql, const char *statement, const sql_value *values, int count,
                       int64_t *number)
{
    return sql_run(sql, statement, values, count, on_number, number);
}

const char *sql_failure(const struct sql *sql)
{
    return sql->failure;
}

void sql_set_failure(struct sql *sql, const char *why)
{
    snprintf(sql->failure, sizeof sql->failure, "%s", why);
}

int64_t sql_row_integer(const struct sql_row *row, int i)
{
    return row->driver->integer(row, i);
}

double sql_row_real(const struct sql_row *row, int i)
{
    return row->driver->real(row, i);
}

const char *sql_row_text(const struct sql_row *row, int i)
{
    size_t size;

    return sql_row_text_size(row, i, &size);
}

const char *sql_row_text_size(const struct sql_row *row, int i, size_t *size)
{
    const char *text = row->driver->text(row, i, size);

    if (text)
        return text;
    *size = 0;
    return "";
}

bool sql_row_blob(const struct sql_row *row, int i, void *to, size_t size)
{
    size_t found = 0;
    const char *data = row->driver->blob(row, i, &found);

    if (!data || found != size)
        return false;
    for (size_t byte = 0; byte < size; byte++)
        ((char *)to)[byte] = data[byte];
    return true;
}

int sql_slot(const struct sql *sql)
{
    return atomic_load(&sql->slot);
}

int sql_own_pending(const struct sql *sql)
{
    return sql->driver->has_slots ? 1 + sql_slot(sql) : 0;
}
