/* backend.h - what a database must do for store.c. To add one: implement store_backend and list it
 * in store.c.
 *
 * Writing calls come from one thread, reading calls from another at the same time; no two calls of
 * a kind overlap. Calls return what store.h says. PAUA_IO and PAUA_CORRUPT from a writing call end
 * the whole transaction.
 */
#ifndef STORE_BACKEND_H
#define STORE_BACKEND_H

#include "store/sql.h"
#include "store/store.h"

/* A list of games; what each has, and the meaning of `bound`, is said at the call of store.h. */
typedef enum store_list {
    STORE_LIST_PENDING,
    STORE_LIST_FINISHED,
    STORE_LIST_LISTED,
    STORE_LIST_EXPIRED,
    STORE_LIST_UNPLAYED
} store_list;

/* Checksums of a game (checksum.h), stored in its row. */
typedef struct store_sums {
    int64_t content, state;
} store_sums;

/* As store_reader. `sums` is NULL in a store of an earlier version, which has none. */
typedef struct backend_reader {
    bool (*game)(const store_game *game, const store_sums *sums, void *context);
    bool (*event)(const store_event *event, void *context);
} backend_reader;

typedef struct store_backend {
    const char *scheme; /* "sqlite" of "sqlite:FILE" */
    paua_status (*open)(const char *where, void **out, char message[STORE_MESSAGE_MAX]);
    paua_status (*open_reading)(const char *where, void **out, char message[STORE_MESSAGE_MAX]);
    void (*close)(void *database);

    /* Why what is written would be lost, or NULL. From any thread. */
    const char *(*displaced)(void *database);
    paua_status (*begin)(void *database);
    /* What follows, up to release_point(), can be undone without the rest of the transaction. No
     * two at a time. */
    paua_status (*save_point)(void *database);
    paua_status (*release_point)(void *database, bool keep);
    paua_status (*create)(void *database, const store_game *game, store_sums sums);
    /* The game's content becomes the exclusive or of what it was and sums.content. */
    paua_status (*append)(void *database, const char *id, const store_event *event,
                          const store_state *state, store_sums sums);
    paua_status (*remove)(void *database, const char *id);
    /* The connection of writing calls, for those that sql.h performs; and that of reading ones. */
    struct sql *(*writer)(void *database);
    struct sql *(*reader)(void *database);
    paua_status (*save_running)(void *database, int64_t running_ms);
    paua_status (*commit)(void *database);
    void (*rollback)(void *database);
    /* After a rollback: a commit that failed may be in the file all the same, and come back after a
     * crash. It does not any more, as far as the disk can still be written. */
    void (*erase)(void *database);
    const char *(*failure)(void *database); /* why the last writing call failed */

    paua_status (*load)(void *database, const char *id, const backend_reader *reader,
                        void *context);
    const char *(*read_failure)(void *database); /* why the last load or running() failed */
    paua_status (*list)(void *database, store_list which, int64_t bound, int most,
                        bool (*each)(const char *id, void *context), void *context);
    paua_status (*deadlines)(void *database,
                             bool (*each)(const char *id, int64_t deadline_ms, void *context),
                             void *context);
    paua_status (*running)(void *database, int64_t *running_ms);
    paua_status (*check)(void *database);
    paua_status (*bytes)(void *database, int64_t *bytes);
    void (*set_limit)(void *database, int64_t bytes); /* by the writing thread, or before it */

    /* For a database that is open for reading: upkeep.h. */
    paua_status (*games)(void *database, bool (*each)(const char *id, void *context),
                         void *context);
    paua_status (*faults)(void *database, bool (*each)(const char *fault, void *context),
                          void *context);
    paua_status (*texts)(void *database,
                         bool (*each)(const char *text, size_t length, void *context),
                         void *context);
    paua_status (*copy)(void *database, const char *path, char message[STORE_MESSAGE_MAX]);
    bool (*has_sums)(void *database);
} store_backend;

extern const store_backend store_sqlite;

#endif /* STORE_BACKEND_H */
