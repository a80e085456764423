#include "solve/work.h"

#include <pthread.h>

enum { THREADS_MAX = 256, PARTS = 512 };

struct shared {
    const struct work *work;
    uint32_t step;
    atomic_uint next;
    atomic_bool failed;
};

static bool ended(const struct shared *shared)
{
    return atomic_load_explicit(&shared->failed, memory_order_relaxed) ||
           atomic_load_explicit(shared->work->stop, memory_order_relaxed);
}

static void take_parts(struct shared *shared, bool report)
{
    const struct work *work = shared->work;
    while (!ended(shared)) {
        uint32_t from = atomic_fetch_add(&shared->next, shared->step);
        if (from >= work->items)
            return;
        uint32_t to = work->items - from > shared->step ? from + shared->step : work->items;
        if (!work->part(from, to, work->context))
            atomic_store(&shared->failed, true);
        if (report && work->progress)
            work->progress((double)to / work->items, work->context);
    }
}

static void *help(void *argument)
{
    take_parts(argument, false);
    return NULL;
}

uint32_t work_run(const struct work *work)
{
    uint32_t left = work->items - work->from, step = left / PARTS + 1;
    struct shared shared = {.work = work, .step = step, .next = work->from};
    pthread_t threads[THREADS_MAX];
    int started = 0;
    while (started + 1 < work->threads && (uint32_t)started < left / step &&
           pthread_create(&threads[started], NULL, help, &shared) == 0)
        started++;
    take_parts(&shared, true);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    uint32_t next = atomic_load(&shared.next);
    return next < work->items ? next : work->items;
}
