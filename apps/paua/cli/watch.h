/* watch.h - the progress of a solve, and Ctrl-C. */
#ifndef PAUA_CLI_WATCH_H
#define PAUA_CLI_WATCH_H

#include <paua/solve.h>

#include "cli/common.h"

/* When a run began, to tell how long the rest will take; {0} before it begins. */
struct estimate {
    long long start_ms;
    double start_all; /* what was done already */
};

struct watch {
    struct progress progress;
    struct estimate estimate;
    paua_solve *solve;
};

void watch_show(struct progress *progress, struct estimate *estimate,
                const paua_solve_progress *now);

/* A paua_solve_callback; its context is a struct watch. */
void watch_progress(const paua_solve_progress *now, void *context);

#endif
