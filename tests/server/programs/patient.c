/* patient.c - paua_patient is a paua whose store may take its time: on a busy machine a commit may
 * miss the deadline of a server though the database is well. For tests of other things than that
 * deadline. Linked with --wrap=store_watch. */
#include "store/core/store.h"

enum { PATIENCE_MS = 20000 };

paua_status __real_store_watch(store *self, int deadline_ms, store_watcher watcher, void *context);
paua_status __wrap_store_watch(store *self, int deadline_ms, store_watcher watcher, void *context);

paua_status __wrap_store_watch(store *self, int deadline_ms, store_watcher watcher, void *context)
{
    (void)deadline_ms;
    return __real_store_watch(self, PATIENCE_MS, watcher, context);
}
