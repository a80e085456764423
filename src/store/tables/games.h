/* games.h - games on disk, as texts and numbers; what they mean is up to the caller.
 *
 * A game is a row that is written once (its setup) and a log of events, numbered from 1 without
 * gaps. Its row also has what the game is now, which each event brings up to date.
 */
#ifndef STORE_GAMES_H
#define STORE_GAMES_H

#include "store/core/batch.h"

typedef struct store_state {
    const char *result;
    const char *reason;
    bool pending;   /* store_pending() lists the game after a restart */
    bool elsewhere; /* of a game that was read: at another server (change_feed.h) */
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
    int64_t spent_ms; /* time that was charged for a move; of a message: which key it has, or 0 */
    const char *type;
    const char *text;
} store_event;

/* Add a new game; an event, with what the game is after it; the removal of a game that has closed
 * without a result. Conflicts: as store_create(), store_append(), store_remove(). *number (NULL:
 * not wanted) becomes that of the game before `done` is called. */
bool batch_create_game(store_batch *batch, const store_game *game, int64_t *number);
bool batch_append_event(store_batch *batch, const char *game, const store_event *event,
                        const store_state *state);

/* No game gets a number up to this one any more, whether or not a game has it. */
bool batch_skip_numbers(store_batch *batch, int64_t number);

/* Queue a batch of one. Everything is copied. PAUA_ERROR_NO_MEMORY: nothing is queued, and `done`
 * is not called.
 *
 * A new game gets the next number that no game has had, or its own if that is larger. */
paua_status store_create(store *self, const store_game *game, store_done done, void *context);
paua_status store_append(store *self, const char *id, const store_event *event,
                         const store_state *state, store_done done, void *context);

/* Queues the removal of a game that has closed without a result, with its events.
 * PAUA_ERROR_CONFLICT: there is no such game. */
paua_status store_remove(store *self, const char *id, store_done done, void *context);

/* Reads a game and its events in order, as they are at one moment. Texts are valid during the
 * callback only. A callback that returns false ends the reading with PAUA_ERROR_CONFLICT. What was
 * read counts if PAUA_OK is returned: only then it has passed the game's checksums. Returns
 * PAUA_OK, PAUA_ERROR_NOT_FOUND, PAUA_ERROR_CONFLICT, or PAUA_ERROR_IO and PAUA_ERROR_CORRUPT
 * with a message. */
typedef struct store_reader {
    bool (*game)(const store_game *game, void *context);
    bool (*event)(const store_event *event, void *context);
} store_reader;
paua_status store_load(store *self, const char *id, const store_reader *reader, void *context,
                       char message[STORE_MESSAGE_MAX]);

/* The same for the game's row and the events after number `after`. No checksum is compared. */
paua_status store_load_after(store *self, const char *id, int64_t after, const store_reader *reader,
                             void *context, char message[STORE_MESSAGE_MAX]);
/* Calls `found` with the id of the game with this number. PAUA_ERROR_NOT_FOUND: there is none. */
paua_status store_find_number(store *self, int64_t number,
                              void (*found)(const char *id, void *context), void *context);
/* The highest number that any game has been given, also one that was removed; 0: not known. */
paua_status store_last_number(store *self, int64_t *out);
/* The number of a game's newest event; -1: there is no such game. */
paua_status store_newest(store *self, const char *id, int64_t *out);

/* Calls `each` for the id of every pending game, oldest first, until it returns false: of those at
 * this server. */
paua_status store_pending(store *self, bool (*each)(const char *id, void *context), void *context);

/* The same for the id of every game that has a result, oldest first. */
paua_status store_finished(store *self, bool (*each)(const char *id, void *context), void *context);

/* Calls `each` for the ids of at most `most` games that are STORE_SEEK, newest first, until it
 * returns false. */
paua_status store_seeks(store *self, int most, bool (*each)(const char *id, void *context),
                        void *context);

/* The same for games that are STORE_LIVE with an event since then; that with the newest event is
 * first. */
paua_status store_live(store *self, int64_t since_ms, int most,
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

#endif /* STORE_GAMES_H */
