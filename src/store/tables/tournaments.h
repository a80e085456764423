/* tournaments.h - tournaments on disk. What their texts mean is up to the caller. Writes are
 * batches (batch.h): a tournament is stored together with the games that it begins.
 *
 * Reads may come from any thread. They return PAUA_OK, PAUA_ERROR_IO, PAUA_ERROR_CORRUPT or
 * PAUA_ERROR_NO_MEMORY, and what is said below. A row's texts are valid during the callback alone,
 * which must not read from the store. */
#ifndef STORE_TOURNAMENTS_H
#define STORE_TOURNAMENTS_H

#include "store/core/batch.h"

typedef struct store_tournament {
    const char *id;     /* 8 characters */
    int64_t revision;   /* 1 of a new one, then one more with each write */
    int64_t created_ms; /* since 1970 */
    bool unfinished;    /* open or running */
    const char *text;   /* JSON */
} store_tournament;

/* Adds a tournament (revision 1), or saves it. A conflict: the id is taken, or its revision is not
 * one more than the stored one. */
bool batch_set_tournament(store_batch *batch, const store_tournament *tournament);

typedef enum store_tournament_list {
    STORE_TOURNAMENTS_FINISHED,
    STORE_TOURNAMENTS_UNFINISHED /* open or running */
} store_tournament_list;

/* Calls `each` for a page of a list, newest first, until it returns false: the first `most`
 * tournaments created before `before_ms` (0: all), and all others of the same millisecond as the
 * last of them. *next_ms (NULL: not wanted) becomes the `before_ms` of the next page; 0: there is
 * none; it means nothing where `each` has returned false. PAUA_ERROR_CORRUPT: some are not what
 * their checksums say; they were left out, but are part of the page. */
paua_status store_tournaments(store *self, store_tournament_list list, int64_t before_ms, int most,
                              int64_t *next_ms,
                              bool (*each)(const store_tournament *one, void *context),
                              void *context);

typedef struct store_tournament_key {
    const char *id;
    int64_t revision;
} store_tournament_key;

/* The same page without the texts: none of them is read, and none is left out. `next_ms` is not
 * NULL. */
paua_status store_tournament_keys(store *self, store_tournament_list list, int64_t before_ms,
                                  int most, int64_t *next_ms,
                                  bool (*each)(const store_tournament_key *key, void *context),
                                  void *context);

/* One of them. PAUA_ERROR_NOT_FOUND: there is none. */
paua_status store_tournament_find(store *self, const char *id,
                                  void (*found)(const store_tournament *one, void *context),
                                  void *context);

/* Those in whose JSON the id of an account is a string, and perhaps a few others, oldest first.
 * PAUA_ERROR_CORRUPT: some are not what their checksums say, and were left out. */
paua_status store_account_tournaments(store *self, const char *account,
                                      bool (*each)(const store_tournament *one, void *context),
                                      void *context);

/* Calls `each` with a line for tournaments that are not what their checksums say. As
 * store_check_consistency() (maintenance.h), which does so. */
paua_status tournaments_check_consistency(store *self,
                                          bool (*each)(const char *problem, void *context),
                                          void *context);

#endif
