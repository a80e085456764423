/* interrupt_watcher.h - stops a search or a solve on Ctrl-C. */
#ifndef PAUA_CLI_INTERRUPT_WATCHER_H
#define PAUA_CLI_INTERRUPT_WATCHER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

/* A thread that waits for an interrupt while this one works. */
struct interrupt_watcher {
    void (*stop)(void *work);
    void *work; /* borrowed */
    atomic_bool done;
    pthread_t thread;
};

/* From now until interrupt_watcher_end(), an interrupt makes the thread call stop(work)
 * repeatedly, so that work that begins later ends as well. The watcher must not move. False: no
 * thread could be started. */
bool interrupt_watcher_begin(struct interrupt_watcher *stopper, void (*stop)(void *work),
                             void *work);
void interrupt_watcher_end(struct interrupt_watcher *stopper);

/* The `stop` of a paua_engine and of a paua_solve. */
void stop_engine(void *engine);
void stop_solve(void *solve);

#endif
