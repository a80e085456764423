/* reporting.h - how much an account has reported lately. Reads as in messages.h. */
#ifndef STORE_REPORTING_H
#define STORE_REPORTING_H

#include "store/core/batch.h"

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

#endif /* STORE_REPORTING_H */
