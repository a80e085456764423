/* interrupt_watcher.c - a thread that polls the interrupt flag and stops the work of another. */
#define _POSIX_C_SOURCE 200809L

#include "cli/interrupt_watcher.h"

#include <time.h>

#include <paua/search.h>
#include <paua/solve.h>

#include "cli/common.h"

enum { LOOK_MS = 5 };

/* The thread: from an interrupt on it calls stop() every LOOK_MS milliseconds. */
static void *watch_interrupts(void *context)
{
    const struct timespec pause = {.tv_nsec = LOOK_MS * 1000000L};
    struct interrupt_watcher *stopper = context;

    while (!atomic_load(&stopper->done)) {
        if (interrupt_seen())
            stopper->stop(stopper->work);
        nanosleep(&pause, NULL);
    }
    return NULL;
}

bool interrupt_watcher_begin(struct interrupt_watcher *stopper, void (*stop)(void *work),
                             void *work)
{
    stopper->stop = stop;
    stopper->work = work;
    atomic_init(&stopper->done, false);
    return pthread_create(&stopper->thread, NULL, watch_interrupts, stopper) == 0;
}

void interrupt_watcher_end(struct interrupt_watcher *stopper)
{
    atomic_store(&stopper->done, true);
    pthread_join(stopper->thread, NULL);
}

void stop_engine(void *engine)
{
    paua_engine_stop(engine);
}

void stop_solve(void *solve)
{
    paua_solve_stop(solve);
}
