/* store_lines.h - the dump of a store: lines of JSON, one for each row.
 *
 *     {"paua_store": 1, "tables": {"game": ["key", "id", ...], ...}}
 *     ["game", 1, "5NYceiAB", ...]
 *     ...
 *     {"rows": 5176, "sha256": "..."}
 *
 * The first line names the columns of all tables. Integers and reals are exact; bytes are in
 * hexadecimal digits. The last line has the number of rows, and the SHA-256 of all lines before it.
 */
#ifndef SERVICE_STORE_LINES_H
#define SERVICE_STORE_LINES_H

#include <stdio.h>

#include <jansson.h>

#include "base/sha256.h"
#include "store/core/sql.h"
#include "store/core/store.h"
#include "store/tables/rows.h"

#define STORE_LINE_MAX ((size_t)16 << 20) /* bytes of a line */

struct store_lines {
    long long rows;
    struct sha256 sum;
    bool begun, ended; /* whether the first and the last line were read */
};

/* ---- writing: each returns a line without its line feed; free() it. NULL: out of memory, or a
 * text that is not UTF-8 ---- */

char *store_lines_begin(struct store_lines *lines);
char *store_lines_row(struct store_lines *lines, const store_table *table, const sql_value *values);
char *store_lines_end(struct store_lines *lines);

/* ---- reading ---- */

/* A parsed line. */
struct store_row {
    const store_table *table; /* NULL: the first or the last line */
    sql_value values[STORE_COLUMNS_MAX];
    json_t *json; /* owned: it has the texts; json_decref() */
    char *bytes;  /* owned: blobs; free() */
};

/* Reads the next line, without its line feed. False: `why` says why this is not a complete dump of
 * this version. The caller frees what `out` owns, also on failure. */
bool store_lines_read(struct store_lines *lines, const char *line, size_t size,
                      struct store_row *out, char why[STORE_MESSAGE_MAX]);

#endif /* SERVICE_STORE_LINES_H */
