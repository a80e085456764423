/* sqlite_maintenance.h - maintenance.h for an SQLite file, and the check of a large file that a
 * server already uses. */
#ifndef STORE_SQLITE_MAINTENANCE_H
#define STORE_SQLITE_MAINTENANCE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include <sqlite3.h>

#include "store/core/store.h"

paua_status sqlite_each_game(sqlite3 *reader, bool (*each)(const char *id, void *context),
                             void *context);
/* The structure of the file. */
paua_status sqlite_check_structure(sqlite3 *reader,
                                   bool (*each)(const char *problem, void *context), void *context,
                                   bool *more);
paua_status sqlite_copy(sqlite3 *reader, const char *path, char message[STORE_MESSAGE_MAX]);

/* Checks the structure of a large file in a thread of its own, while the file is used already.
 * Small files are checked before anything is written (sqlite_file.h). */
struct sqlite_scan {
    sqlite3 *connection; /* NULL: there is no thread */
    pthread_t thread;
    _Atomic bool ending, ended;
    _Atomic bool damaged; /* then `finding` is set */
    char finding[160];
};

/* Begins. False: out of memory. *scan is zeroed, and must not move until the end. */
bool sqlite_scan_begin(struct sqlite_scan *scan, const char *path);
/* Ends it, finished or not. */
void sqlite_scan_end(struct sqlite_scan *scan);

/* What is wrong with the file; NULL: nothing, as far as is known. From any thread. */
const char *sqlite_scan_finding(const struct sqlite_scan *scan);

#endif
