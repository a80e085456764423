/* admission.h - whether accounts may begin a game together: none of them has blocked another. For
 * games that follow another one, with its players: a rematch, or the game of those who are left
 * when somebody declines. Limits of games: game_slots.h, quota.h.
 */
#ifndef SERVICE_ADMISSION_H
#define SERVICE_ADMISSION_H

#include "service/games/model/setup.h"
#include "store/core/batch.h"
#include "store/core/store.h"

/* Two accounts of which one has blocked the other. */
struct block_found {
    const struct seat *other; /* one of the two, not `own`; NULL: there are none */
    bool by_own;              /* `own` has blocked it */
};

/* Looks for them among the accounts with seats in the setup, which is borrowed. `own`: the account
 * that asks, or "". PAUA_OK, or why the store cannot be read. */
paua_status admission_find_block(store *db, const struct setup *setup, const char *own,
                                 struct block_found *out);

/* Lets the batch conflict if one of the accounts has blocked another meanwhile, also at another
 * server. */
void admission_expect_no_block(const struct setup *setup, store_batch *batch);

#endif /* SERVICE_ADMISSION_H */
