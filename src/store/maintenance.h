/* maintenance.h - a store looked at as a whole: what `paua store` does. The store is one that
 * store_open_reading() has opened (open.h); of a damaged one, what can be read is read. A server
 * may be using it meanwhile.
 */
#ifndef STORE_MAINTENANCE_H
#define STORE_MAINTENANCE_H

#include "store/core/store.h"

/* Calls `each` for the id of every game, until it returns false: those whose rows can be read, by
 * age, then those of which only the index has the id. PAUA_OK, PAUA_ERROR_IO or
 * PAUA_ERROR_NO_MEMORY. */
paua_status store_games(store *self, bool (*each)(const char *id, void *context), void *context);

/* The consistency check: calls `each` for what is wrong with the rest of the store, a line each,
 * until it returns false: the structure of the file, events without a game, imported games that
 * have changed. PAUA_OK (also where much is wrong), or PAUA_ERROR_IO. */
paua_status store_check_consistency(store *self, bool (*each)(const char *problem, void *context),
                                    void *context);

/* Calls `each` for every imported game that is as it was (archive.h), until it returns false. */
paua_status store_texts(store *self, bool (*each)(const char *text, size_t length, void *context),
                        void *context);

/* Copies the store, as it is at one moment, to a file that is empty. What is damaged is copied as
 * it is. PAUA_OK, or a failure with a message. */
paua_status store_copy(store *self, const char *path, char message[STORE_MESSAGE_MAX]);

#endif /* STORE_MAINTENANCE_H */
