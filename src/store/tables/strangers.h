/* strangers.h - how much an account has lately sent, above all to people who have never written to
 * it: messages, challenges, and reports. Reads as in messages.h.
 */
#ifndef STORE_STRANGERS_H
#define STORE_STRANGERS_H

#include "store/core/batch.h"

/* ---- messages ---- */

/* From one account to another. Counts sendings (sendings.h), which stay when messages are
 * removed. */
typedef struct store_writing {
    const char *writer, *reader; /* ids of accounts */
    int64_t since_ms, until_ms;  /* since 1970; what is older does not count, nor what a wrong date
                                    has put into the future */
    int64_t recent_ms;           /* the same for messages to anybody */
} store_writing;

typedef struct store_writing_counts {
    bool known;     /* the reader has written to the writer: nothing else counts */
    int64_t one;    /* messages to the reader */
    int64_t all;    /* messages to all strangers */
    int64_t recent; /* messages to anybody, strangers or not */
} store_writing_counts;

typedef struct store_writing_limits {
    int one, all, recent; /* as in store_writing_counts */
} store_writing_limits;

paua_status store_writing_count(store *self, const store_writing *writing,
                                store_writing_counts *out);

/* Stores nothing, but conflicts where as many messages as a limit says went to anybody or, where
 * the reader is a stranger, to it or to all strangers. */
bool batch_expect_writing(store_batch *batch, const store_writing *writing,
                          const store_writing_limits *most);

/* ---- challenges ---- */

/* From one account to another: a game that is not over, in which a seat of the setup waits for an
 * account that has not taken it (service/games/model/seats.h). Whoever challenges has a seat of the
 * game as well. */
typedef struct store_challenge {
    const char *sender, *target; /* ids of accounts */
    int64_t since_ms, recent_ms; /* since when those to strangers, and to the target, count */
    int64_t until_ms;
} store_challenge;

typedef struct store_challenge_counts {
    int64_t waiting;   /* of the sender, for the target */
    int64_t one;       /* of the sender, not accepted, for the target, also ended ones */
    int64_t strangers; /* of the sender, not accepted, for all who have never written to him */
    int64_t known;     /* not 0: the target has written to the sender */
} store_challenge_counts;

typedef struct store_challenge_limits {
    int waiting, one, strangers; /* as in store_challenge_counts */
} store_challenge_limits;

paua_status store_challenge_count(store *self, const store_challenge *challenge,
                                  store_challenge_counts *out);

/* Stores nothing, but conflicts where there are as many as a limit says: to the target or, if it is
 * a stranger, to strangers. */
bool batch_expect_challenges(store_batch *batch, const store_challenge *challenge,
                             const store_challenge_limits *most);

/* ---- reports ---- */

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
