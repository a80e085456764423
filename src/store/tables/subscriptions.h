/* subscriptions.h - which games accounts follow, on disk. As accounts.h. */
#ifndef STORE_SUBSCRIPTIONS_H
#define STORE_SUBSCRIPTIONS_H

#include "store/core/store.h"

/* Ids of the games that an account follows, those since last first. A game may have been removed
 * meanwhile. */
paua_status store_subscriptions(store *self, const char *account,
                                bool (*each)(const char *game, int64_t since_ms, void *context),
                                void *context);

#endif /* STORE_SUBSCRIPTIONS_H */
