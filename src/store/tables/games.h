/* games.h - the tables of games, their events and the running time, on any database. */
#ifndef STORE_GAMES_H
#define STORE_GAMES_H

#include "store/core/change.h"
#include "store/core/sql.h"

/* Performs a change of games, in the current transaction. Returns what store_done reports, or
 * PAUA_CORRUPT or PAUA_NO_MEMORY. */
paua_status games_perform(struct sql *sql, const struct store_change *change);

/* As store_reader, with the checksums of the game. */
struct games_reader {
    bool (*game)(const store_game *game, const store_sums *sums, void *context);
    bool (*event)(const store_event *event, void *context);
};

/* Reads a game and its events, in a transaction that the caller has begun. `thorough`: look for it without the index, which may have lost it. PAUA_CONFLICT: the
 * reader stopped. */
paua_status games_load(struct sql *sql, const char *id, bool thorough,
                       const struct games_reader *reader, void *context);

/* The row and the events after a number, without checksums; store_newest(). */
paua_status games_load_after(struct sql *sql, const char *id, int64_t after,
                             const store_reader *reader, void *context);
paua_status games_newest(struct sql *sql, const char *id, int64_t *out);

/* store_find_number() */
paua_status games_find_number(struct sql *sql, int64_t number,
                              bool (*found)(const char *id, void *context), void *context);

/* A list of games; what each has, and the meaning of `bound`, is said at the call of store.h. */
typedef enum store_list {
    STORE_LIST_PENDING,
    STORE_LIST_FINISHED,
    STORE_LIST_LISTED,
    STORE_LIST_EXPIRED,
    STORE_LIST_UNPLAYED
} store_list;

/* A negative `most` is no limit. */
paua_status games_list(struct sql *sql, store_list which, int64_t bound, int most,
                       bool (*each)(const char *id, void *context), void *context);
paua_status games_deadlines(struct sql *sql,
                            bool (*each)(const char *id, int64_t deadline_ms, void *context),
                            void *context);

/* Whether games can be read. */
paua_status games_check(struct sql *sql);

#endif /* STORE_GAMES_H */
