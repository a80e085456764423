/* watching.h - the thread of watch.h, for store.c. */
#ifndef STORE_WATCHING_H
#define STORE_WATCHING_H

#include "store/core/backend.h"
#include "store/core/watch.h"

struct watching;

/* NULL: out of memory, or of what else a thread needs. */
struct watching *watching_start(store *of, const store_backend *backend, void *database,
                                const store_watcher *watcher, void *context);
void watching_stop(struct watching *self); /* NULL is allowed */

#endif /* STORE_WATCHING_H */
