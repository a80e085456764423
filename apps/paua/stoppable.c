#define _POSIX_C_SOURCE 200809L

#include "stoppable.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "common.h"

enum { LOOK_MS = 5 };

struct stoppable {
    void (*work)(void *context);
    void *context;
    atomic_bool done;
};

static void *run(void *context)
{
    struct stoppable *stoppable = context;

    stoppable->work(stoppable->context);
    atomic_store(&stoppable->done, true);
    return NULL;
}

bool stoppable_run(paua_engine *engine, void (*work)(void *context), void *context)
{
    const struct timespec pause = {.tv_nsec = LOOK_MS * 1000000L};
    struct stoppable stoppable = {.work = work, .context = context};
    pthread_t thread;

    if (pthread_create(&thread, NULL, run, &stoppable) != 0)
        return false;
    while (!atomic_load(&stoppable.done)) {
        nanosleep(&pause, NULL);
        if (interrupted())
            paua_engine_stop(engine);
    }
    pthread_join(thread, NULL);
    paua_engine_resume(engine);
    return true;
}
