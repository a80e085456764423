/* store.h - an open store. What is in it: games.h, accounts.h and their neighbours in tables/, as
 * texts and numbers; what they mean is up to the caller. Opening: open.h.
 *
 * Writes are queued: the store's own thread takes all that wait, writes them in one transaction,
 * and calls back for each after the commit. A write that is reported as PAUA_OK is on disk and
 * survives the end of the process and a power failure. A store may be used by any number of
 * threads.
 *
 * The store keeps the *running time*: the milliseconds that it has been open in all, from 1 on. It
 * is what the clocks of games run on: it stands still while no server runs, and a change of the
 * date does not touch it. Several servers on one store have one running time (change_feed.h).
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <paua/status.h>

typedef struct store store;

#define STORE_MESSAGE_MAX 512 /* bytes of an error line, with its NUL */

/* Which list a game is in: that of store_seeks() or of store_live() (games.h). */
typedef enum store_listing { STORE_NOT_LISTED, STORE_SEEK, STORE_LIVE } store_listing;

/* Reports how a write ended: PAUA_OK; PAUA_ERROR_CONFLICT (the id is taken, there is no such game,
 * or the number is not its next one); PAUA_ERROR_IO (not stored, such as with a full disk). Called
 * once, on the store's thread. It may queue further writes but must not wait for them. */
typedef void (*store_done)(paua_status status, void *context);

/* Completes the queued writes; nothing may be queued any more. NULL is allowed. */
void store_drain(store *self);
/* The same, then closes. NULL is allowed. */
void store_close(store *self);

/* The running time. A write saves it, and so does store_close(): after the end of the process it
 * continues from what was saved last. */
int64_t store_running_ms(const store *self);
/* Lets the running time of a new store continue from here, while no write is queued. */
void store_continue(store *self, int64_t running_ms);
/* The running time of another server, or of an event that it has stored: this one's is not behind
 * it from now on. */
void store_advance_running(store *self, int64_t running_ms);
/* Saves the running time soon, also where nothing is written. */
void store_touch(store *self);

/* PAUA_OK if the store can be read, the last write was stored, and nobody has removed or replaced
 * the file. If not, a write is tried soon, for the next check. */
paua_status store_check(store *self);

/* Bytes of the store in use, without what was removed. -1: it cannot be read. */
int64_t store_bytes(store *self);
/* Lets every write fail with PAUA_ERROR_IO that would make the store larger than this. Once, before
 * the first write. */
void store_set_limit(store *self, int64_t bytes);

/* Called on a thread of the store about ten times a second while it does not answer, and once when
 * it does again. */
typedef void (*store_watcher)(bool hangs, void *context);

/* Gives calls to the store a deadline; before, they wait for as long as the database takes. Once,
 * before requests are served. Whatever has not been written by then fails with PAUA_ERROR_IO; a
 * commit that was begun is waited for until its outcome is known. Returns PAUA_OK or
 * PAUA_ERROR_NO_MEMORY. */
paua_status store_watch(store *self, int deadline_ms, store_watcher watcher, void *context);
int store_deadline_ms(const store *self); /* 0: none */
/* Whether the store can be read: asks it something. */
bool store_answers(store *self);
/* Whether calls to the store hang, as of a moment ago. */
bool store_hangs(store *self);
/* Whether a transaction hangs now: what is queued behind it will fail. Whoever keeps a queue of his
 * own that waits for a write should refuse what is in it. */
bool store_write_hangs(store *self);

typedef struct store_counts {
    uint64_t writes, commits;
    uint64_t failures; /* writes that ended with PAUA_ERROR_IO */
} store_counts;
store_counts store_count(store *self);

/* Copies the reason of the last PAUA_ERROR_IO of a write; empty: there was none. */
void store_failure(store *self, char message[STORE_MESSAGE_MAX]);

#endif /* STORE_STORE_H */
