#include "watch.h"

#include <string.h>

void watch_show(struct progress *progress, const paua_solve_progress *now)
{
    if (!strcmp(now->phase, "distance"))
        progress_show(progress, "layer %d-%d: distance %d, %.0f %%", now->own, now->opp,
                      now->distance, 100 * now->done);
    else
        progress_show(progress, "layer %d-%d: %s, %.0f %%", now->own, now->opp, now->phase,
                      100 * now->done);
}

void watch_progress(const paua_solve_progress *now, void *context)
{
    struct watch *watch = context;

    if (interrupted())
        paua_solve_stop(watch->solve);
    watch_show(&watch->progress, now);
}
