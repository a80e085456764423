/* watch.h - the progress of a solve, and Ctrl-C. */
#ifndef PAUA_APP_WATCH_H
#define PAUA_APP_WATCH_H

#include <paua/solve.h>

#include "common.h"

struct watch {
    struct progress progress;
    paua_solve *solve;
};

void watch_show(struct progress *progress, const paua_solve_progress *now);

/* A paua_solve_callback; its context is a struct watch. */
void watch_progress(const paua_solve_progress *now, void *context);

#endif
