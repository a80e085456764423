/* store.h - games on disk: texts and numbers; what they mean is the caller's business.
 *
 * A game is a row that is written once (its setup) plus a log of events, numbered from 1 without
 * gaps. Writes are queued: one thread takes all that wait, writes them in one transaction, and after the
 * commit tells each writer. What was told PAUA_OK is on disk and survives the end of the process and
 * of the machine's power. A store may be used by any number of threads.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <paua/status.h>

typedef struct store store;

#define STORE_MESSAGE_MAX 512 /* bytes of an error line, with its NUL */

typedef struct store_state {
    const char *result;
    const char *reason;
    bool pending; /* the game needs attention after a restart: store_pending() */
} store_state;

typedef struct store_game {
    const char *id;
    int64_t created_ms; /* since 1970 */
    const char *setup;
    int64_t events; /* number of the newest event; 0 when created */
    store_state state;
} store_game;

typedef struct store_event {
    int64_t number; /* one more than the game's newest */
    int64_t at_ms;  /* since 1970 */
    const char *type;
    const char *text;
} store_event;

/* Tells how a write ended: PAUA_OK, PAUA_CONFLICT (the id is taken; no such game, or the number is not
 * its next one), or PAUA_IO (not stored: a full disk, say). Called once, always on the store's thread;
 * it may queue further writes but must not wait for them. */
typedef void (*store_done)(paua_status status, void *context);

/* Opens "sqlite:FILE", creating the file if there is none. A file that is damaged, read-only, not
 * a store, of a newer version, or open in another server is refused and stays as it was.
 * Returns PAUA_OK, PAUA_BAD_ARGUMENT (not a place), PAUA_IO, PAUA_CORRUPT, PAUA_UNSUPPORTED,
 * PAUA_CONFLICT (in use) or PAUA_NO_MEMORY, with a message. */
paua_status store_open(const char *place, store **out, char message[STORE_MESSAGE_MAX]);

/* Writes what is queued, then closes. NULL is allowed. */
void store_close(store *store);

/* Queue a write; everything is copied. PAUA_NO_MEMORY: nothing is queued, `done` is not called. */
paua_status store_create(store *store, const store_game *game, store_done done, void *context);
paua_status store_append(store *store, const char *id, const store_event *event,
                         const store_state *state, store_done done, void *context);

/* Reads a game and its events in their order, as they were at one moment. The callbacks' texts are
 * theirs only during the call; one that returns false ends the reading with PAUA_CONFLICT.
 * Returns PAUA_OK, PAUA_NOT_FOUND, PAUA_CONFLICT, PAUA_IO or PAUA_CORRUPT. */
typedef struct store_reader {
    bool (*game)(const store_game *game, void *context);
    bool (*event)(const store_event *event, void *context);
} store_reader;
paua_status store_load(store *store, const char *id, const store_reader *reader, void *context);

/* The ids of the games whose state is pending, oldest first. `each` returns false to stop. */
paua_status store_pending(store *store, bool (*each)(const char *id, void *context), void *context);

/* PAUA_OK when the store can be read. */
paua_status store_check(store *store);

typedef struct store_counts {
    uint64_t writes, commits, failures; /* failures: writes that ended as PAUA_IO */
} store_counts;
store_counts store_count(store *store);

/* Copies what went wrong in the last write that ended as PAUA_IO; empty if none did. */
void store_failure(store *store, char message[STORE_MESSAGE_MAX]);

#endif /* STORE_STORE_H */
