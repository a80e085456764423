/* challenges.h - challenges that wait for an answer: games that are not over, in which a seat of
 * the setup waits for an account that has not taken it (service/games/model/seats.h). Whoever
  * challenges has a seat of the game as well. Reads as in accounts.h.
 */
#ifndef STORE_CHALLENGES_H
#define STORE_CHALLENGES_H

#include "store/core/batch.h"

/* From one account to another. */
typedef struct store_challenge {
    const char *sender, *target; /* ids of accounts */
    int64_t since_ms;            /* since when those to strangers count */
} store_challenge;

typedef struct store_challenge_counts {
    int64_t waiting;   /* of the sender, for the target */
    int64_t strangers; /* of the sender, not accepted, for all who have never written to him */
    int64_t known;     /* not 0: the target has written to the sender */
} store_challenge_counts;

paua_status store_challenge_count(store *self, const store_challenge *challenge,
                                  store_challenge_counts *out);

/* Stores nothing, but conflicts where `waiting_max` challenges wait for the target, or, if it is a
 * stranger, where `strangers_max` have been sent to strangers. */
bool batch_expect_challenges(store_batch *batch, const store_challenge *challenge, int waiting_max,
                             int strangers_max);

#endif /* STORE_CHALLENGES_H */
