/* subscription.h - the change feed between servers with the same store, for store.c: a committed
 * change as a line of text, and the thread behind store_subscribe() (change_feed.h). */
#ifndef STORE_SUBSCRIPTION_H
#define STORE_SUBSCRIPTION_H

#include "store/core/backend.h"
#include "store/core/change_feed.h"

#define CLUSTER_CHANGE_LINE_MAX 128 /* bytes, with its NUL */

/* Writes the line. False: its id does not fit one. */
bool cluster_change_write(const store_cluster_change *change, char line[CLUSTER_CHANGE_LINE_MAX]);

/* Reads such a line. False: it is malformed. The id is kept in `id`. */
bool cluster_change_read(const char *line, char id[CLUSTER_CHANGE_LINE_MAX],
                         store_cluster_change *out);

struct feed_subscription;

/* NULL: out of memory, or of what else a thread needs. */
struct feed_subscription *subscription_start(store *of, const store_backend *backend,
                                             void *database, const store_feed_listener *listener,
                                             void *context);
void subscription_stop(struct feed_subscription *self); /* NULL is allowed */

#endif /* STORE_SUBSCRIPTION_H */
