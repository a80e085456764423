/* tables.h - the tablebases of an engine: --tables and the option TablePath. */
#ifndef PAUA_CLI_TABLES_H
#define PAUA_CLI_TABLES_H

#include <paua/search.h>

#define ROW_TABLES(path)                                                                           \
    {                                                                                              \
        "tables", 0, OPTION_TEXT, &(path), 0, 0, "PATH",                                           \
            "use these solved boards: files and folders, separated by ':'"                         \
    }

struct tables {
    paua_table **list; /* owned, with the tables */
    int count, room;
};

/* Opens the tables of a path: files, and folders with all their tables, separated by ':'; NULL:
 * none. Returns PAUA_OK, or with *error filled the status of paua_table_open(), or
 * PAUA_ERROR_NOT_FOUND for a folder without tables; then *out is unchanged. */
paua_status tables_open(const char *path, struct tables *out, paua_error *error);

/* tables_open() for a command: returns 0, or an exit code after an error line. */
int tables_read(const char *path, struct tables *out);

/* Opens the table of a command: returns 0, or an exit code after an error line. */
int tables_open_one(const char *path, paua_table **out);

/* The name of the first layout for a table's board, perhaps rotated; NULL: there is none. */
const char *tables_layout(const paua_table_info *info);

/* complain_with() for a position that a table does not contain. */
int tables_complain_foreign(const char *path, const paua_table_info *info);

/* complain_with() for a failed read of a table: PAUA_ERROR_CORRUPT (exit code `corrupt`),
 * PAUA_ERROR_IO (errno) or PAUA_ERROR_NO_MEMORY. */
int tables_complain_read(const char *path, paua_status status, int corrupt);

/* Whether a probe has failed; the error names the table. */
bool tables_failed(const struct tables *tables, paua_error *error);

/* Makes an engine use the tables. False: out of memory. */
bool tables_attach(const struct tables *tables, paua_engine *engine);

/* Closes the tables; no engine may use them any more. */
void tables_close(struct tables *tables);

#endif
