/* subscription.h - the thread behind store_subscribe() (change_feed.h), for store.c. */
#ifndef STORE_SUBSCRIPTION_H
#define STORE_SUBSCRIPTION_H

#include "store/core/backend.h"
#include "store/core/change_feed.h"

struct feed_subscription;

/* NULL: out of memory, or of what else a thread needs. */
struct feed_subscription *subscription_start(store *of, const store_backend *backend,
                                             void *database, const store_feed_listener *listener,
                                             void *context);
void subscription_stop(struct feed_subscription *self); /* NULL is allowed */

#endif /* STORE_SUBSCRIPTION_H */
