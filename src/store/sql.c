/* sql.c - what all databases have in common. */
#include "store/sql.h"

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

    return status == PAUA_OK && !changed ? PAUA_CONFLICT : status;
}
