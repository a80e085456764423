/* sqlite.h - the backend of SQLite files. */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include "store/core/backend.h"

extern const store_backend store_sqlite;

#endif /* STORE_SQLITE_H */
