/* upkeep.h - a store looked at as a whole: what `paua store` does. The store is one that
 * store_open_reading() has opened; of a damaged one, what can be read is read. A server
 * may be using it meanwhile.
 */
#ifndef STORE_UPKEEP_H
#define STORE_UPKEEP_H

#include "store/core/store.h"

/* Calls `each` for the id of every game, until it returns false: those whose rows can be read, by
 * age, then those of which only the index has the id. PAUA_OK, PAUA_IO or PAUA_NO_MEMORY. */
paua_status store_games(store *self, bool (*each)(const char *id, void *context), void *context);

/* Calls `each` for what is wrong with the rest of the store, a line each, until it returns false:
 * the structure of the file, events without a game, imported games that have changed. PAUA_OK (also
 * where much is wrong), or PAUA_IO. */
paua_status store_faults(store *self, bool (*each)(const char *fault, void *context),
                         void *context);

/* Calls `each` for every imported game that is as it was (archive.h), until it returns false. */
paua_status store_texts(store *self, bool (*each)(const char *text, size_t length, void *context),
                        void *context);

/* Copies the store, as it is at one moment, to a file that is empty. What is damaged is copied as
 * it is. PAUA_OK, or a failure with a message. */
paua_status store_copy(store *self, const char *path, char message[STORE_MESSAGE_MAX]);

/* A way to another version of the store's tables, such as an earlier paua knows. */
typedef struct store_migration {
    int to;
    bool lose;    /* also where rows are lost for which that version has no place */
    int from;     /* set to the version that was found, */
    int64_t lost; /* and to the number of such rows, */
    void (*each)(const char *what, int64_t rows, void *context); /* called for each kind of them */
    void *context;
} store_migration;

/* Goes this way, in one transaction: on failure, and where the process ends, the store stays as it
 * was. So it does where rows would be lost and `lose` does not say so. The store must not be open.
 * PAUA_OK, what store_open() returns, PAUA_NOT_FOUND, or PAUA_BAD_ARGUMENT (there is no way to this
 * version), with a message. */
paua_status store_migrate(const char *place, store_migration *wanted,
                          char message[STORE_MESSAGE_MAX]);

/* Lets the running time of a new store continue from here, while no write is queued. */
void store_continue(store *self, int64_t running_ms);

#endif /* STORE_UPKEEP_H */
