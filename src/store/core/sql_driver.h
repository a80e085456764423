/* sql_driver.h - what a database does for sql.h. Its own connection and its own row begin with the
 * structures here. */
#ifndef STORE_SQL_DRIVER_H
#define STORE_SQL_DRIVER_H

#include <stdatomic.h>

#include "store/core/sql.h"

#define SQL_FAILURE_MAX 400 /* bytes of a reason, with its NUL */

/* The calls of sql.h that have the same names. A text or blob is borrowed, NULL for NULL; *size is
 * its size in bytes, without the NUL. */
struct sql_driver {
    bool has_slots; /* servers that share the database have one each */
    paua_status (*run)(struct sql *sql, const char *statement, const sql_value *values, int count,
                       bool (*each)(const struct sql_row *row, void *context), void *context);
    int64_t (*integer)(const struct sql_row *row, int i);
    double (*real)(const struct sql_row *row, int i);
    const char *(*text)(const struct sql_row *row, int i, size_t *size);
    const void *(*blob)(const struct sql_row *row, int i, size_t *size);
};

struct sql {
    const struct sql_driver *driver;
    char failure[SQL_FAILURE_MAX];
    _Atomic int slot; /* of the server: watch.h */
};

struct sql_row {
    const struct sql_driver *driver;
};

#endif /* STORE_SQL_DRIVER_H */
