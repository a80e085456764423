/* interrupt_watcher.c - a thread that polls the interrupt flag and stops the work of another
 * thread. */
#define _POSIX_C_SOURCE 200809L

#include "cli/interrupt_watcher.h"

#include <time.h>

#include <paua/lab/solve.h>
#include <paua/search.h>

#include "cli/common.h"

enum { POLL_MS = 5 };

/* The thread: after an interrupt it calls stop() every POLL_MS milliseconds. */
static void *watch_interrupts(void *context)
{
    const struct timespec pause = {.tv_nsec = POLL_MS * 1000000L};
    struct interrupt_watcher *watcher = context;

    while (!atomic_load(&watcher->done)) {
        if (interrupt_seen())
            watcher->stop(watcher->work);
        nanosleep(&pause, NULL);
    }
    return NULL;
}

bool interrupt_watcher_begin(struct interrupt_watcher *watcher, void (*stop)(void *work),
                             void *work)
{
    watcher->stop = stop;
    watcher->work = work;
    atomic_init(&watcher->done, false);
    return pthread_create(&watcher->thread, NULL, watch_interrupts, watcher) == 0;
}

void interrupt_watcher_end(struct interrupt_watcher *watcher)
{
    atomic_store(&watcher->done, true);
    pthread_join(watcher->thread, NULL);
}

void engine_stop_work(void *engine)
{
    paua_engine_stop(engine);
}

void solve_stop_work(void *solve)
{
    paua_solve_stop(solve);
}
