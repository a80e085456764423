/* archive.h - texts that are kept for good, and counts under keys, in the file of a store. What
 * they mean is up to the caller. Counts are of two sources: the texts, and the games that were
 * played in the store (games.h).
 *
 * Texts come back in the order in which they were added. Each has an identity, its hash, and one
 * that is there already is not added again. Counts with the same key and choice are summed. A
 * transaction, from archive_begin() to archive_commit(), is on disk as a whole or not at all.
 *
 * An archive is used by one thread. It may be open for reading while another process writes to the
 * store; and for joining: then both write, and long transactions keep the other one waiting.
 */
#ifndef STORE_ARCHIVE_H
#define STORE_ARCHIVE_H

#include "store/core/backend.h"

typedef struct archive archive;

#define ARCHIVE_IDENTITY_BYTES 16

typedef struct archive_count {
    uint64_t key;
    uint32_t choice;
    uint32_t times;
    uint32_t parts[3]; /* of these times, as far as the caller knows more about them */
} archive_count;

enum archive_mode {
    ARCHIVE_READ,
    ARCHIVE_WRITE, /* the file is created if there is none, and locked as store_open() does */
    ARCHIVE_JOIN,  /* writes to a file that somebody else has locked */
};

enum archive_source { ARCHIVE_TEXTS, ARCHIVE_PLAYED, ARCHIVE_SOURCES };

/* Opens the archive of a store with a backend: archive_open() (open.h). */
paua_status archive_open_with(const store_backend *backend, const char *where,
                              enum archive_mode mode, archive **out,
                              char message[STORE_MESSAGE_MAX]);

/* Whether somebody else writes to the file, too: it was opened for joining. */
bool archive_joined(const archive *self);

/* Calls give up after this time, as those of store_watch() do; 0: never. */
void archive_set_deadline(archive *self, int deadline_ms);

/* Rolls back what was not committed. Removes a file that archive_open() created if nothing was
 * committed to it. NULL is allowed. */
void archive_close(archive *self);

/* The identity of a text: BLAKE2b of 16 bytes. */
void archive_identify(const char *text, size_t length, uint8_t identity[ARCHIVE_IDENTITY_BYTES]);

/* These need an archive that is open for writing. They return PAUA_OK, PAUA_ERROR_IO (such as a
 * full disk), PAUA_ERROR_CORRUPT or PAUA_ERROR_NO_MEMORY; a failure rolls back the whole
 * transaction. */
paua_status archive_begin(archive *self);
paua_status archive_commit(archive *self);
void archive_rollback(archive *self);
/* *known: the text was there already. */
paua_status archive_add(archive *self, const char *text, size_t length, bool *known);
paua_status archive_add_count(archive *self, enum archive_source source,
                              const archive_count *count);
/* This game that was played is among the counts from now on. PAUA_ERROR_CONFLICT: it is already. */
paua_status archive_set_counted(archive *self, const char *id);
/* Deletes all counts and sets the mark of those to come. */
paua_status archive_clear_counts(archive *self, uint64_t mark);

/* The mark of the counts; 0 before the first one is set. */
paua_status archive_mark(archive *self, uint64_t *mark);

/* Calls `each` for every text, oldest first, or every count of a key, by choice, until it returns
 * false. */
paua_status archive_texts(archive *self,
                          bool (*each)(const char *text, size_t length, void *context),
                          void *context);
paua_status archive_counts(archive *self, enum archive_source source, uint64_t key,
                           bool (*each)(const archive_count *count, void *context), void *context);

/* Calls `each` for the id of at most `max` games that have a result and are not among the counts,
 * oldest first, until it returns false. */
paua_status archive_uncounted(archive *self, int max, bool (*each)(const char *id, void *context),
                              void *context);

/* Why the last call that failed did so. */
const char *archive_failure(const archive *self);

#endif /* STORE_ARCHIVE_H */
