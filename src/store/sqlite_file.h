/* sqlite_file.h - a store's SQLite file, for all that keep something in it.
 *
 * Write-ahead log, synchronous=FULL: a commit returns when the disk has it. Who writes holds the file
 * with flock() while it is open, so that two never do; others may read it meanwhile.
 */
#ifndef STORE_SQLITE_FILE_H
#define STORE_SQLITE_FILE_H

#include <sqlite3.h>

#include "store/store.h"

#define SQLITE_FILE_ARCHIVE 2 /* the version since which a store has an archive */

struct sqlite_file {
    int descriptor; /* holds the flock */
    bool created;   /* by sqlite_file_open() */
    sqlite3 *connection;
};

/* Opens or creates the file, checks all of it, and brings it to this version. On failure *file must be
 * closed, too. Returns what store_open() does, with a message. */
paua_status sqlite_file_open(const char *path, struct sqlite_file *file,
                             char message[STORE_MESSAGE_MAX]);
void sqlite_file_close(struct sqlite_file *file);

/* Opens a file for reading alone, unchecked but for its header, beside whoever writes it. *out is NULL in
 * an empty file, else to be closed, also on failure. *version is the file's. PAUA_NOT_FOUND: no file. */
paua_status sqlite_file_read(const char *path, sqlite3 **out, int *version,
                             char message[STORE_MESSAGE_MAX]);

/* One more connection to a file that is open. */
bool sqlite_connect(const char *path, int flags, sqlite3 **out);

/* What SQLite says, as one of ours. */
paua_status sqlite_translate(int code);

/* "PATH: WHY" as the message; the status comes back. */
paua_status sqlite_refuse(char message[STORE_MESSAGE_MAX], paua_status status, const char *path,
                          const char *why);
/* The same with what the connection says; NULL: there was no memory for one. */
paua_status sqlite_complain(sqlite3 *connection, const char *path, char message[STORE_MESSAGE_MAX]);

/* A column's text, "" for none. */
const char *sqlite_column(sqlite3_stmt *statement, int i);

#endif
