/* interrupt_watcher.h - stops a search or a solve on Ctrl-C. */
#ifndef PAUA_CLI_INTERRUPT_WATCHER_H
#define PAUA_CLI_INTERRUPT_WATCHER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

/* A thread that waits for an interrupt while the calling thread works. */
struct interrupt_watcher {
    void (*stop)(void *work);
    void *work; /* borrowed */
    atomic_bool done;
    pthread_t thread;
};

/* Until interrupt_watcher_end(), an interrupt makes the thread call stop(work) repeatedly, so that
 * work that begins later is stopped too. The watcher must not move in memory. False: no thread
 * could be started. */
bool interrupt_watcher_begin(struct interrupt_watcher *watcher, void (*stop)(void *work),
                             void *work);
void interrupt_watcher_end(struct interrupt_watcher *watcher);

/* The `stop` for a paua_engine and for a paua_solve. */
void engine_stop_work(void *engine);
void solve_stop_work(void *solve);

#endif
