/* strangers.h - how much an account has lately written, above all to people who have never written
 * to it, and how much it has reported. What went to a stranger is read from the boxes of both
 * sides, so that neither can make it less alone; the sums from the writer's box. Reads as in
 * messages.h.
 */
#ifndef STORE_STRANGERS_H
#define STORE_STRANGERS_H

#include "store/core/batch.h"

/* From one account to another. */
typedef struct store_writing {
    const char *writer, *reader; /* ids of accounts */
    int64_t since_ms, until_ms;  /* since 1970; what is older does not count, nor what a wrong date
                                    has put into the future */
    int64_t recent_ms;           /* the same for messages to anybody */
} store_writing;

typedef struct store_writing_counts {
    bool known;     /* the reader has written to the writer: nothing else counts */
    int64_t one;    /* messages to the reader */
    int64_t all;    /* messages to all strangers that are in the writer's box */
    int64_t recent; /* messages to anybody that are in the writer's box, strangers or not */
} store_writing_counts;

typedef struct store_writing_limits {
    int one, all, recent; /* as in store_writing_counts */
} store_writing_limits;

/* Counts no more than `recent_max` recent ones. */
paua_status store_writing_count(store *self, const store_writing *writing, int recent_max,
                                store_writing_counts *out);

/* Stores nothing, but conflicts where as many messages as a limit says went to anybody or, where
 * the reader is a stranger, to it or to all strangers. */
bool batch_expect_writing(store_batch *batch, const store_writing *writing,
                          const store_writing_limits *most);

/* The reports of an account in a time, and how many are too many. */
typedef struct store_reporting {
    const char *reporter;       /* an account */
    int64_t since_ms, until_ms; /* since 1970; what is older does not count, nor what a wrong date
                                    has put into the future */
    int most;
} store_reporting;

/* Whether there are fewer than `most`. */
paua_status store_reports_are_few(store *self, const store_reporting *reporting, bool *out);

/* Stores nothing, but conflicts where there are not fewer. */
bool batch_expect_few_reports(store_batch *batch, const store_reporting *reporting);

#endif /* STORE_STRANGERS_H */
