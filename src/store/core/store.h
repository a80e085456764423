/* store.h - games on disk, as texts and numbers; what they mean is up to the caller.
 *
 * A game is a row that is written once (its setup) and a log of events, numbered from 1 without
 * gaps. Writes are queued: the store's own thread takes all that wait, writes them in one
 * transaction, and calls back for each after the commit. A write that is reported as PAUA_OK is on
 * disk and survives the end of the process and a power failure. A store may be used by any number
 * of threads.
 *
 * The store keeps the *running time*: the milliseconds that it has been open in all, from 1 on. It
 * is what the clocks of games run on: it stands still while no server runs, and a change of the
 * date does not touch it. Several servers on one store have one running time (watch.h).
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <paua/status.h>

typedef struct store store;

#define STORE_MESSAGE_MAX 512 /* bytes of an error line, with its NUL */

/* Where store_listed() shows a game. */
typedef enum store_listing { STORE_NOT_LISTED, STORE_SEEK, STORE_LIVE } store_listing;

typedef struct store_state {
    const char *result;
    const char *reason;
    bool pending;   /* store_pending() lists the game after a restart */
    bool elsewhere; /* of a game that was read: at another server (watch.h) */
    store_listing listing;
    int64_t closes_ms;   /* from when on store_expired() lists the game, since 1970; 0: never */
    int64_t deadline_ms; /* running time that store_deadlines() lists; 0: none */
} store_state;

typedef struct store_game {
    const char *id;
    int64_t number;     /* from 101 on; see store_create() */
    int64_t created_ms; /* since 1970 */
    int64_t clock_ms;   /* the running time then; 0: created before running time was kept */
    const char *setup;
    int64_t events; /* number of the newest event; 0 when created */
    store_state state;
} store_game;

typedef struct store_event {
    int64_t number;   /* one more than the game's newest */
    int64_t at_ms;    /* since 1970 */
    int64_t clock_ms; /* running time; 0: stored before it was kept */
    int64_t spent_ms; /* time that was charged for a move */
    const char *type;
    const char *text;
} store_event;

/* Reports how a write ended: PAUA_OK; PAUA_CONFLICT (the id is taken, there is no such game, or the
 * number is not its next one); PAUA_IO (not stored, such as with a full disk). Called once, on the
 * store's thread. It may queue further writes but must not wait for them. */
typedef void (*store_done)(paua_status status, void *context);

/* Opens "sqlite:FILE" and creates the file if there is none. A file that is damaged, read-only, not
 * a store, of a newer version, or open in another server is refused and not changed. Returns
 * PAUA_OK, PAUA_BAD_ARGUMENT (`place` is not sqlite:FILE, or the store is of a version before the
 * oldest that can be read), PAUA_IO, PAUA_CORRUPT, PAUA_UNSUPPORTED,
 * PAUA_CONFLICT (in use) or PAUA_NO_MEMORY, with a message. */
paua_status store_open(const char *place, store **out, char message[STORE_MESSAGE_MAX]);

/* The same for a server, beside others where the database allows that, as PostgreSQL does: watch.h.
 * One that upkeep is working on, or one with servers of an earlier version, is in use. */
paua_status store_open_shared(const char *place, store **out, char message[STORE_MESSAGE_MAX]);

/* Opens a store that is there to read it, also beside a server; nothing may be written to it.
 * Returns what store_open() returns, or PAUA_NOT_FOUND. */
paua_status store_open_reading(const char *place, store **out, char message[STORE_MESSAGE_MAX]);

/* Completes the queued writes, then closes. NULL is allowed. */
void store_close(store *self);

/* Queue a write. Everything is copied. PAUA_NO_MEMORY: nothing is queued, and `done` is not called.
 *
 * A new game gets the next number that no game has had, or its own if that is larger. */
paua_status store_create(store *self, const store_game *game, store_done done, void *context);
paua_status store_append(store *self, const char *id, const store_event *event,
                         const store_state *state, store_done done, void *context);

/* Queues the removal of a game that has closed without a result, with its events. PAUA_CONFLICT:
 * there is no such game. */
paua_status store_remove(store *self, const char *id, store_done done, void *context);

/* Reads a game and its events in order, as they are at one moment. Texts are valid during the
 * callback only. A callback that returns false ends the reading with PAUA_CONFLICT. What was read
 * counts if PAUA_OK is returned: only then it has passed the game's checksums. Returns PAUA_OK,
 * PAUA_NOT_FOUND, PAUA_CONFLICT, or PAUA_IO and PAUA_CORRUPT with a message. */
typedef struct store_reader {
    bool (*game)(const store_game *game, void *context);
    bool (*event)(const store_event *event, void *context);
} store_reader;
paua_status store_load(store *self, const char *id, const store_reader *reader, void *context,
                       char message[STORE_MESSAGE_MAX]);

/* The same for the game's row and the events after number `after`. No checksum is compared. */
paua_status store_load_after(store *self, const char *id, int64_t after, const store_reader *reader,
                             void *context, char message[STORE_MESSAGE_MAX]);
/* Calls `found` for the id of the game with this number. PAUA_OK, also where there is none. */
paua_status store_find_number(store *self, int64_t number,
                              bool (*found)(const char *id, void *context), void *context);
/* The number of a game's newest event; -1: there is no such game. */
paua_status store_newest(store *self, const char *id, int64_t *out);

/* Calls `each` for the id of every pending game, oldest first, until it returns false: of those at
 * this server. */
paua_status store_pending(store *self, bool (*each)(const char *id, void *context), void *context);

/* The same for the id of every game that has a result, oldest first. */
paua_status store_finished(store *self, bool (*each)(const char *id, void *context), void *context);

/* Calls `each` for the ids of at most `most` listed games, newest first, until it returns false:
 * all those that are STORE_SEEK, and those that are STORE_LIVE with an event since then. */
paua_status store_listed(store *self, int64_t since_ms, int most,
                         bool (*each)(const char *id, void *context), void *context);

/* Calls `each` for the ids of at most `most` games whose closes_ms is not after now_ms and that
 * have not closed yet, until it returns false. */
paua_status store_expired(store *self, int64_t now_ms, int most,
                          bool (*each)(const char *id, void *context), void *context);

/* The same for games that have closed without a result: those that store_remove() may remove. */
paua_status store_unplayed(store *self, int64_t now_ms, int most,
                           bool (*each)(const char *id, void *context), void *context);

/* Calls `each` for the id and the deadline of every game that has one, until it returns false. */
paua_status store_deadlines(store *self,
                            bool (*each)(const char *id, int64_t deadline_ms, void *context),
                            void *context);

/* The running time. A write saves it, and so does store_close(): after the end of the process it
 * continues from what was saved last. */
int64_t store_running_ms(const store *self);
/* Saves the running time soon, also where nothing is written. */
void store_touch(store *self);

/* PAUA_OK if the store can be read, the last write was stored, and nobody has removed or replaced
 * the file. If not, something is written soon, so that a later check says how it is then. */
paua_status store_check(store *self);

/* How many bytes of the store are in use; what was removed is not. -1: it cannot be read. */
int64_t store_bytes(store *self);
/* Lets every write fail with PAUA_IO that would make the store larger than this. Once, before the
 * first write. */
void store_set_limit(store *self, int64_t bytes);

typedef struct store_counts {
    uint64_t writes, commits;
    uint64_t failures; /* writes that ended with PAUA_IO */
} store_counts;
store_counts store_count(store *self);

/* Copies why the last write that ended with PAUA_IO failed; empty if none did. */
void store_failure(store *self, char message[STORE_MESSAGE_MAX]);

#endif /* STORE_STORE_H */
