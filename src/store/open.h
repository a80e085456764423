/* open.h - opening a store: "sqlite:FILE", or "postgresql://..." where this paua has it. */
#ifndef STORE_OPEN_H
#define STORE_OPEN_H

#include "store/core/migration.h"
#include "store/tables/archive.h"

/* Opens "sqlite:FILE" and creates the file if there is none. A file that is damaged, read-only, not
 * a store, of a newer version, or open in another server is refused and not changed. Returns
 * PAUA_OK, PAUA_ERROR_BAD_ARGUMENT (`place` is not sqlite:FILE, or the store is of a version before
 * the oldest that can be read), PAUA_ERROR_IO, PAUA_ERROR_CORRUPT, PAUA_ERROR_UNSUPPORTED,
 * PAUA_ERROR_CONFLICT (in use) or PAUA_ERROR_NO_MEMORY, with a message. */
paua_status store_open(const char *place, store **out, char message[STORE_MESSAGE_MAX]);

/* The same for a server, beside others where the database allows that, as PostgreSQL does:
 * change_feed.h. One in maintenance, or one with servers of an earlier version, is in use. */
paua_status store_open_shared(const char *place, store **out, char message[STORE_MESSAGE_MAX]);

/* Opens a store that is there to read it, also beside a server; nothing may be written to it.
 * Returns what store_open() returns, or PAUA_ERROR_NOT_FOUND. */
paua_status store_open_reading(const char *place, store **out, char message[STORE_MESSAGE_MAX]);

/* Opens the archive of a store. Returns what store_open() returns; for reading and joining also
 * PAUA_ERROR_NOT_FOUND (there is no store). */
paua_status archive_open(const char *place, enum archive_mode mode, archive **out,
                         char message[STORE_MESSAGE_MAX]);

/* Takes the tables to another version, in one transaction: on failure, or if the process ends, the
 * store stays as it was. It also does where rows would be lost without `lose`. The store must not
 * be open. PAUA_OK, what store_open() returns, PAUA_ERROR_NOT_FOUND, or PAUA_ERROR_BAD_ARGUMENT
 * (there is no way to this version), with a message. */
paua_status store_migrate(const char *place, store_migration *wanted,
                          char message[STORE_MESSAGE_MAX]);

/* Finds the backend by the scheme of "SCHEME:WHERE". NULL: there is none, with a message. */
const store_backend *backend_find(const char *place, const char **where,
                                  char message[STORE_MESSAGE_MAX]);

#endif /* STORE_OPEN_H */
