/* batch.h - writes that belong together: all of them are stored in one transaction, or none.
 *
 * A batch is built by one thread, by the batch_ calls of the tables (games.h, accounts.h and so
 * on), and handed to store_commit(). Everything is copied. Calls that add to a batch return false
 * where memory is out; the batch then fails as a whole: store_commit() returns PAUA_ERROR_NO_MEMORY
 * for it. A batch with a text that is not UTF-8 ends with PAUA_ERROR_CONFLICT.
 */
#ifndef STORE_BATCH_H
#define STORE_BATCH_H

#include "store/core/store.h"

typedef struct store_batch store_batch;

/* An empty batch. NULL: out of memory; all other calls accept that. */
store_batch *store_batch_new(void);
/* Frees a batch that is not to be committed. NULL is allowed. */
void store_batch_free(store_batch *batch);

/* Queues the batch and takes it over, also on failure. `done` reports, once, on the store's thread:
 * PAUA_OK, PAUA_ERROR_CONFLICT (nothing of it was stored), or PAUA_ERROR_IO. Returns PAUA_OK, or
 * PAUA_ERROR_NO_MEMORY: nothing is queued, and `done` is not called. */
paua_status store_commit(store *self, store_batch *batch, store_done done, void *context);

/* A durable wait: commits the batch and returns what `done` would report, once that is on disk. Not
 * on the store's thread. */
paua_status store_commit_durably(store *self, store_batch *batch);

#endif /* STORE_BATCH_H */
