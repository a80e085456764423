/* backend.h - what a database must do for store.c. To add one: implement store_backend and list it
 * in store.c.
 *
 * Writing calls come from one thread, reading calls from another at the same time; no two calls of
 * a kind overlap. Calls return what store.h says. PAUA_IO and PAUA_CORRUPT from a writing call end
 * the whole transaction.
 */
#ifndef STORE_BACKEND_H
#define STORE_BACKEND_H

#include "store/store.h"

/* A list of games; what each has, and the meaning of `bound`, is said at the call of store.h. */
typedef enum store_list {
    STORE_LIST_PENDING,
    STORE_LIST_FINISHED,
    STORE_LIST_LISTED,
    STORE_LIST_EXPIRED
} store_list;

typedef struct store_backend {
    const char *scheme; /* "sqlite" of "sqlite:FILE" */
    paua_status (*open)(const char *where, void **out, char message[STORE_MESSAGE_MAX]);
    paua_status (*open_reading)(const char *where, void **out, char message[STORE_MESSAGE_MAX]);
    void (*close)(void *database);

    paua_status (*begin)(void *database);
    paua_status (*create)(void *database, const store_game *game);
    paua_status (*append)(void *database, const char *id, const store_event *event,
                          const store_state *state);
    paua_status (*save_running)(void *database, int64_t running_ms);
    paua_status (*commit)(void *database);
    void (*rollback)(void *database);
    const char *(*failure)(void *database); /* why the last writing call failed */

    paua_status (*load)(void *database, const char *id, const store_reader *reader, void *context);
    paua_status (*list)(void *database, store_list which, int64_t bound, int most,
                        bool (*each)(const char *id, void *context), void *context);
    paua_status (*deadlines)(void *database,
                             bool (*each)(const char *id, int64_t deadline_ms, void *context),
                             void *context);
    paua_status (*running)(void *database, int64_t *running_ms);
    paua_status (*check)(void *database);
} store_backend;

extern const store_backend store_sqlite;

#endif /* STORE_BACKEND_H */
