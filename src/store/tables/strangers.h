/* strangers.h - how much an account has written to people who have never written to it. What went
 * to one of them is read from the boxes of both sides, so that neither can make it less alone; the
 * sum from the writer's box. Reads as in messages.h.
 */
#ifndef STORE_STRANGERS_H
#define STORE_STRANGERS_H

#include "store/core/batch.h"

/* From one account to another. */
typedef struct store_writing {
    const char *writer, *reader; /* ids of accounts */
    int64_t since_ms, until_ms;  /* since 1970; what is older does not count, nor what a wrong date
                                    has put into the future */
} store_writing;

typedef struct store_writing_counts {
    bool known;  /* the reader has written to the writer: nothing else counts */
    int64_t one; /* messages to the reader */
    int64_t all; /* messages to all strangers that are in the writer's box */
} store_writing_counts;

paua_status store_writing_count(store *self, const store_writing *writing,
                                store_writing_counts *out);

/* Stores nothing, but conflicts where the reader is a stranger and `one_max` messages went to it,
 * or `all_max` to all strangers. */
bool batch_expect_writing(store_batch *batch, const store_writing *writing, int one_max,
                          int all_max);

#endif /* STORE_STRANGERS_H */
