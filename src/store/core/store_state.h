/* store_state.h - the state of a store, for store.c and group_commit.c alone. */
#ifndef STORE_STORE_STATE_H
#define STORE_STORE_STATE_H

#include <pthread.h>
#include <stdatomic.h>

#include "store/core/backend.h"
#include "store/core/change.h"
#include "store/core/turn.h"

struct store {
    const store_backend *backend;
    void *database;
    bool has_writer;
    _Atomic int64_t running_ms;             /* the running time when clock_now_ms() was 0 */
    struct feed_subscription *subscription; /* NULL: none */
    pthread_t writer;
    const char *displaced; /* for the writer alone: the last finding of group_find_displaced() */
    int64_t placed_ms;
    struct turn reading;     /* one reader at a time */
    struct turn writing;     /* the thread that writes, during a transaction */
    _Atomic int deadline_ms; /* 0: none */
    _Atomic bool hangs;
    store_watcher watcher;
    void *watcher_context;
    pthread_t watch;
    bool has_watch;
    pthread_mutex_t ending; /* one thread at a time calls back */
    pthread_mutex_t mutex;  /* guards what follows */
    pthread_cond_t queued, watched;
    store_batch *first, **last;
    bool closing, touched, watch_ends;
    char failure[STORE_MESSAGE_MAX];
    _Atomic uint64_t writes, commits, failures;
    _Atomic bool failing; /* the last commit failed */
};

#endif
