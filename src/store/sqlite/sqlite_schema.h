/* sqlite_schema.h - the tables of a store's file and their versions (PRAGMA user_version). */
#ifndef STORE_SQLITE_SCHEMA_H
#define STORE_SQLITE_SCHEMA_H

#include <stdbool.h>

#include <sqlite3.h>

#include "store/core/upkeep.h"
#include "store/sqlite/sqlite_sql.h"

#define SQLITE_SCHEMA_APPLICATION 0x50617561 /* "Paua" */

/* The first versions that have an archive, counts of the games played in it, lists of games,
 * clocks, checksums of games, accounts, messages, conditional moves, vacations, reminders,
 * subscriptions, mail, tournaments, and numbers of games. */
#define SQLITE_SCHEMA_ARCHIVE       2
#define SQLITE_SCHEMA_PLAYED        3
#define SQLITE_SCHEMA_LISTS         4
#define SQLITE_SCHEMA_CLOCKS        5
#define SQLITE_SCHEMA_SUMS          6
#define SQLITE_SCHEMA_ACCOUNTS      7
#define SQLITE_SCHEMA_MESSAGES      9
#define SQLITE_SCHEMA_SLOW          10
#define SQLITE_SCHEMA_VACATION      11
#define SQLITE_SCHEMA_REMINDER      12
#define SQLITE_SCHEMA_SUBSCRIPTIONS 13
#define SQLITE_SCHEMA_MAIL          14
#define SQLITE_SCHEMA_TOURNAMENTS   15
#define SQLITE_SCHEMA_NUMBERS       16
#define SQLITE_SCHEMA_VERSION       16 /* the current one */

/* Says whether and how a file of the version `from` can be taken to another one: migration_plan().
 */
paua_status sqlite_schema_plan(struct sqlite_sql *sql, int from, store_migration *wanted);

/* Takes a file from one version to another, in a transaction. On failure it may be open still, and
 * the connection has the error. */
paua_status sqlite_schema_migrate(sqlite3 *connection, int from, int to);

/* Shows the tables of an older store as if it had all that the current version has, to this
 * connection alone. False: see the connection's error. */
bool sqlite_schema_complete(sqlite3 *reader, int version);

#endif
