/* archive.h - texts kept for good in the file of a store, and counts under keys: what they mean is the
 * caller's business.
 *
 * Texts come back in the order in which they were added. Every text has an identity; one whose identity is
 * there already is not added again. Counts add up: what is told of the same key and choice becomes one.
 * Everything that is added between begin and commit is there afterwards, on the disk, or nothing of it.
 *
 * An archive is used by one thread. It may be open for reading beside whoever writes to the store.
 */
#ifndef STORE_ARCHIVE_H
#define STORE_ARCHIVE_H

#include "store/store.h"

typedef struct archive archive;

#define ARCHIVE_IDENTITY_BYTES 16

typedef struct archive_count {
    uint64_t key;
    uint32_t choice;
    uint32_t times;
    uint32_t parts[3]; /* how the times divide, as far as that is known */
} archive_count;

/* Opens the archive of "sqlite:FILE", for writing with the file created if there is none and held as
 * store_open() does. Returns what that returns; for reading also PAUA_NOT_FOUND (no such file). */
paua_status archive_open(const char *place, bool writing, archive **out,
                         char message[STORE_MESSAGE_MAX]);

/* What was not committed is not there. A file that archive_open() created and nothing was committed to is
 * removed again. NULL is allowed. */
void archive_close(archive *a);

/* These need an archive that was opened for writing. They return PAUA_OK, PAUA_IO (a full disk, say),
 * PAUA_CORRUPT or PAUA_NO_MEMORY; on failure everything since archive_begin() is taken back. */
paua_status archive_begin(archive *a);
paua_status archive_commit(archive *a);
void archive_rollback(archive *a);
paua_status archive_add(archive *a, const uint8_t identity[ARCHIVE_IDENTITY_BYTES],
                        const char *text, size_t length, bool *known);
paua_status archive_tally(archive *a, const archive_count *count);
/* Forgets all counts, and takes a new mark for those to come. */
paua_status archive_clear_counts(archive *a, uint64_t mark);

/* The mark of the counts; 0 before the first. */
paua_status archive_mark(archive *a, uint64_t *mark);

/* Every text, oldest first, or what is counted under a key, by choice. `each` returns false to stop. */
paua_status archive_texts(archive *a, bool (*each)(const char *text, size_t length, void *context),
                          void *context);
paua_status archive_counts(archive *a, uint64_t key,
                           bool (*each)(const archive_count *count, void *context), void *context);

/* What the last call that failed says of it. */
const char *archive_failure(const archive *a);

#endif /* STORE_ARCHIVE_H */
