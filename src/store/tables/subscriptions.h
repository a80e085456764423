/* subscriptions.h - which games accounts follow, on disk. As accounts.h. */
#ifndef STORE_SUBSCRIPTIONS_H
#define STORE_SUBSCRIPTIONS_H

#include "store/core/batch.h"

/* Follows a game (twice is no conflict); unfollows one (or none: no conflict), or all but the
 * `most` that were followed last. */
bool batch_add_subscription(store_batch *batch, const char *account, const char *game,
                            int64_t since_ms);
bool batch_remove_subscription(store_batch *batch, const char *account, const char *game);
bool batch_trim_subscriptions(store_batch *batch, const char *account, int most);
/* Removes the rows of games that were removed, which store_subscriptions() leaves out. */
bool batch_remove_stale_subscriptions(store_batch *batch);

/* Ids of the games that an account follows, those since last first. */
paua_status store_subscriptions(store *self, const char *account,
                                bool (*each)(const char *game, int64_t since_ms, void *context),
                                void *context);

/* The accounts that follow a game. */
paua_status store_followers(store *self, const char *game,
                            bool (*each)(const char *account, void *context), void *context);

#endif /* STORE_SUBSCRIPTIONS_H */
