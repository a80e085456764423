/* sqlite_maintenance.h - maintenance.h for an SQLite file. */
#ifndef STORE_SQLITE_MAINTENANCE_H
#define STORE_SQLITE_MAINTENANCE_H

#include <sqlite3.h>

#include "store/core/store.h"

paua_status sqlite_each_game(sqlite3 *reader, bool (*each)(const char *id, void *context),
                             void *context);
/* The structure of the file. */
paua_status sqlite_check_structure(sqlite3 *reader,
                                   bool (*each)(const char *problem, void *context), void *context,
                                   bool *more);
paua_status sqlite_copy(sqlite3 *reader, const char *path, char message[STORE_MESSAGE_MAX]);

#endif
