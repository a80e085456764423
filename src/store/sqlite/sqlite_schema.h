/* sqlite_schema.h - the tables of a store's file and their versions (PRAGMA user_version). */
#ifndef STORE_SQLITE_SCHEMA_H
#define STORE_SQLITE_SCHEMA_H

#include <stdbool.h>

#include <sqlite3.h>

#include "store/core/migration.h"

#define SQLITE_SCHEMA_APPLICATION 0x50617561 /* "Paua" */

/* The steps to versions 17 to 20. */
extern const struct migration sqlite_fair_play, sqlite_sending, sqlite_mail_topic, sqlite_mail_item;
/* The steps after version 16 (sqlite_steps.c). Tests link others in their place. */
extern const struct migration_steps sqlite_steps;

extern const struct schema sqlite_schema;

/* Takes a file from one version to another, in a transaction. On failure it may be open still, and
 * the connection has the error. */
paua_status sqlite_schema_migrate(sqlite3 *connection, int from, int to);

/* Shows the tables of an older store as if it had all that the current version has, to this
 * connection alone. False: see the connection's error. */
bool sqlite_schema_preview(sqlite3 *reader, int version);

#endif
