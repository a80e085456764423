/* sqlite_upkeep.h - upkeep.h for an SQLite file. */
#ifndef STORE_SQLITE_UPKEEP_H
#define STORE_SQLITE_UPKEEP_H

#include <sqlite3.h>

#include "store/store.h"

paua_status sqlite_each_game(sqlite3 *reader, bool (*each)(const char *id, void *context),
                             void *context);
paua_status sqlite_each_fault(sqlite3 *reader, int version,
                              bool (*each)(const char *fault, void *context), void *context);
paua_status sqlite_each_text(sqlite3 *reader, int version,
                             bool (*each)(const char *text, size_t length, void *context),
                             void *context);
paua_status sqlite_copy(sqlite3 *reader, const char *path, char message[STORE_MESSAGE_MAX]);

#endif
