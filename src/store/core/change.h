/* change.h - the members of a batch (batch.h). Each table has changes of its own: structs that
 * begin with a store_change, with all that the write needs.
 */
#ifndef STORE_CHANGE_H
#define STORE_CHANGE_H

#include "store/core/batch.h"
#include "store/core/change_feed.h"
#include "store/core/sql.h"

struct store_change {
    const struct change_type *type;
    struct store_change *next;
};

struct change_type {
    size_t size;         /* of the struct */
    const size_t *texts; /* offsets of its texts */
    size_t text_count;
    /* Writes the change, in the current transaction. Returns what store_done reports, or
     * PAUA_ERROR_CORRUPT or PAUA_ERROR_NO_MEMORY. */
    paua_status (*perform)(struct sql *sql, const struct store_change *change);
    /* What other servers are notified of: store_announce() of the table (tables/rows.h). False:
     * nothing. NULL: never anything. Each change has an id and numbers of its own, hence a
     * function; where there are several kinds of it, a switch without `default` says it of each. */
    bool (*describe)(const struct store_change *change, store_cluster_change *out);
};

/* The type of the changes in `struct tag`, whose texts are at `offsets`. */
#define CHANGE_TYPE(tag, offsets, how, what)                                                       \
    {                                                                                              \
        .size = sizeof(struct tag), .texts = (offsets),                                            \
        .text_count = sizeof(offsets) / sizeof *(offsets), .perform = (how), .describe = (what)    \
    }

struct store_batch {
    struct store_batch *next; /* in the queue of the store */
    struct store_change *first, **last;
    bool failed;   /* out of memory: the batch is incomplete */
    bool not_utf8; /* a text is not UTF-8: the batch conflicts */
    paua_status status;
    store_done done;
    void *context;
    int64_t queued_ms; /* clock_now_ms() */
};

/* Copies a change, with its texts, to the end of the batch; a text that is NULL becomes "". False:
 * out of memory. */
bool batch_add(store_batch *batch, const struct store_change *change);

#endif /* STORE_CHANGE_H */
