/* postgres_schema.h - the tables of a store in a PostgreSQL database: all in its schema "paua",
 * with a version of their own. */
#ifndef STORE_POSTGRES_SCHEMA_H
#define STORE_POSTGRES_SCHEMA_H

#include "store/core/migration.h"
#include "store/postgres/postgres_sql.h"

extern const struct migration postgres_fair_play;  /* from version 5 to 6 */
extern const struct migration postgres_sending;    /* from version 6 to 7 */
extern const struct migration postgres_mail_topic; /* from version 7 to 8 */
extern const struct migration postgres_mail_item;  /* from version 8 to 9 */
/* The steps after version 5 (postgres_steps.c). Tests link others in their place. */
extern const struct migration_steps postgres_steps;

/* The tables of version 5, the oldest one that is read, and the steps after it. */
extern const struct schema postgres_schema;

/* The version that the database has; 0: it has no store. PAUA_ERROR_BAD_ARGUMENT: it is too old. */
paua_status postgres_schema_version(struct postgres_sql *sql, int *version);

/* Makes the tables, or takes them to the current version, in one transaction; nobody else does so
 * at the same time. *created: it has made the schema "paua", too, which may be dropped again; false
 * where that was there, with other tables perhaps. PAUA_ERROR_UNSUPPORTED: they are of a newer
 * version. */
paua_status postgres_schema_migrate(struct postgres_sql *sql, bool *created);

/* Takes the tables to another version: store_migrate(). Where rows would be lost and
 * wanted->lose is false, it changes nothing and returns PAUA_OK. PAUA_ERROR_NOT_FOUND: there is no
 * store; PAUA_ERROR_UNSUPPORTED: it is of a newer version. On failure sql_failure() says why. */
paua_status postgres_schema_migrate_to(struct postgres_sql *sql, store_migration *wanted);

/* PAUA_ERROR_UNSUPPORTED unless the version is the current one; PAUA_ERROR_NOT_FOUND: there is no
 * store. */
paua_status postgres_schema_expect(struct postgres_sql *sql);

/* Drops the schema "paua" with everything in it: only where postgres_schema_migrate() has made it.
 * A failure is not reported. */
void postgres_schema_drop(struct postgres_sql *sql);

#endif /* STORE_POSTGRES_SCHEMA_H */
