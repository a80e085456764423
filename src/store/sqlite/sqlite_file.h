/* sqlite_file.h - opening a store's SQLite file, for everything that is kept in it.
 *
 * The file has a write-ahead log and synchronous=FULL: a commit returns when it is on disk. Whoever
 * writes locks the file with flock() while it is open, so that no two processes write; others may
 * read it meanwhile.
 */
#ifndef STORE_SQLITE_FILE_H
#define STORE_SQLITE_FILE_H

#include <sys/stat.h>

#include <sqlite3.h>

#include "store/core/migration.h"
#include "store/core/store.h"

/* A log of this many pages is written back to the file. */
#define SQLITE_FILE_LOG_PAGES 1000
/* More than this takes too long to check before a server answers. */
#define SQLITE_FILE_LARGE_BYTES (64 << 20)

struct sqlite_file {
    int descriptor;     /* has the lock; -1: not open */
    int log_descriptor; /* the same for the log: whoever makes a new file must not take it */
    bool created;       /* by sqlite_file_open() */
    char *path;         /* owned */
    struct stat about, log_about; /* of both when they were opened */
    sqlite3 *connection;
};

/* One that is not open. */
#define SQLITE_FILE_CLOSED                                                                         \
    (struct sqlite_file)                                                                           \
    {                                                                                              \
        .descriptor = -1, .log_descriptor = -1                                                     \
    }

/* Why writes would be lost: somebody has removed or replaced the file or its log. NULL: neither. */
const char *sqlite_file_displaced(const struct sqlite_file *file);

/* Opens or creates the file, checks its structure, and migrates it to the current version. *file
 * must be closed after a failure, too. `later`: the structure of a large file is not checked, and
 * *later says so: the caller does it (sqlite_scan_begin()); or NULL. Returns what store_open()
 * returns, with a message. */
paua_status sqlite_file_open(const char *path, struct sqlite_file *file, bool *later,
                             char message[STORE_MESSAGE_MAX]);

/* Checks the structure of the whole file, which takes seconds for a gigabyte. False: `found`
 * says what is wrong, or why it could not be read. */
bool sqlite_structure_whole(sqlite3 *connection, char *found, size_t cap);
void sqlite_file_close(struct sqlite_file *file);

/* Takes a file that nobody uses to another version: store_migrate(). */
paua_status sqlite_file_migrate(const char *path, store_migration *wanted,
                                char message[STORE_MESSAGE_MAX]);

/* Lets the file grow to this size and no further. */
void sqlite_file_limit(struct sqlite_file *file, int64_t bytes);

/* Opens a file for reading only, while another process may write it; only its header is checked.
 * *out is NULL for an empty file, else it must be closed, also after a failure. *version is that of
 * the file. PAUA_ERROR_NOT_FOUND: no such file. */
paua_status sqlite_file_read(const char *path, sqlite3 **out, int *version,
                             char message[STORE_MESSAGE_MAX]);

/* Opens a file that another process, or this one, has open for writing, to write to it as well; it
 * must be of the current version. *out must be closed, also after a failure.
 * PAUA_ERROR_UNSUPPORTED: of another version. */
paua_status sqlite_file_join(const char *path, sqlite3 **out, char message[STORE_MESSAGE_MAX]);

/* Opens one more connection to a file that is open. */
bool sqlite_connect(const char *path, int flags, sqlite3 **out);

/* The paua_status for a result code of SQLite. PAUA_ERROR_CORRUPT only where no read has failed
 * since sqlite_reads_forget(). */
paua_status sqlite_translate(int code);

/* Writes the message "PATH: WHY". Returns `status`. */
paua_status sqlite_refuse(char message[STORE_MESSAGE_MAX], paua_status status, const char *path,
                          const char *why);
/* The same with the last error of the connection; NULL: out of memory. */
paua_status sqlite_complain(sqlite3 *connection, const char *path, char message[STORE_MESSAGE_MAX]);

/* The text of column i of the current row; "" for NULL. */
const char *sqlite_column(sqlite3_stmt *statement, int i);

#endif
