/* tables.h - the solved boards that an engine is given: --tables and the option TablePath. */
#ifndef PAUA_CLI_TABLES_H
#define PAUA_CLI_TABLES_H

#include <paua/search.h>

#define ROW_TABLES(path)                                                                           \
    {                                                                                              \
        "tables", 0, OPTION_TEXT, &(path), 0, 0, "PATH",                                           \
            "use these solved boards: files and folders, separated by ':'"                         \
    }

struct tables {
    paua_table **list; /* owned, and they */
    int count, room;
};

enum { TABLES_MESSAGE_MAX = PAUA_TABLE_MESSAGE_MAX };

/* Opens the tables of a path: files, and directories with all their tables, separated by ':';
 * none for NULL. Returns PAUA_OK, or the status of paua_table_open() with a message (*out
 * unchanged); PAUA_NOT_FOUND: a directory without tables. */
paua_status tables_open(const char *path, struct tables *out, char message[TABLES_MESSAGE_MAX]);

/* tables_open() for a command: returns 0, or an exit code after an error line. */
int tables_read(const char *path, struct tables *out);

/* Opens the one table that a command is about: returns 0, or an exit code after an error line. */
int tables_open_one(const char *path, paua_table **out);

/* The name of the first layout of a table's board, which may be turned there, or NULL. */
const char *tables_layout(const paua_table_info *info);

/* complain_with() for a position that a table does not hold. */
int tables_complain_foreign(const char *path, const paua_table_info *info);

/* complain_with() for a failed read of a table: PAUA_CORRUPT with this exit code, PAUA_IO (errno)
 * or PAUA_NO_MEMORY. */
int tables_complain_read(const char *path, paua_status status, int corrupt);

/* Whether a probe of an engine has failed, with a message that names the table. */
bool tables_failed(const struct tables *tables, char message[TABLES_MESSAGE_MAX]);

/* Lets an engine look into them; false without memory. */
bool tables_give(const struct tables *tables, paua_engine *engine);

void tables_close(struct tables *tables); /* no engine may have them any more */

#endif
