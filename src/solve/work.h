/* work.h - one loop shared out among threads. */
#ifndef SOLVE_WORK_H
#define SOLVE_WORK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Does the items from .. to-1; false ends the whole work. Runs on several threads at once. */
typedef bool work_part(uint32_t from, uint32_t to, void *context);

/* Called now and then on the calling thread with the share that is done, 0 .. 1. */
typedef void work_progress(double done, void *context);

struct work {
    uint32_t from, items; /* what is to be done: from .. items-1 */
    int threads;
    work_part *part;
    work_progress *progress; /* may be NULL */
    void *context;
    const atomic_bool *stop; /* borrowed; set: the work ends early */
};

/* Does the items, each once and in order of their beginning, so that all before the returned number have been done
 * and none from it on: work->items, or less when a part said false or the work was stopped. A thread that
 * cannot be started is done without. */
uint32_t work_run(const struct work *work);

#endif
