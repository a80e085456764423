/* solve_monitor.h - the progress of a solve, and Ctrl-C. */
#ifndef PAUA_CLI_SOLVE_MONITOR_H
#define PAUA_CLI_SOLVE_MONITOR_H

#include <paua/solve.h>

#include "cli/common.h"

/* When a run began, for the estimate of the time left; {0} before it begins. */
struct time_estimate {
    long long start_ms;
    double start_all; /* what was done already */
};

struct solve_monitor {
    struct progress progress;
    struct time_estimate estimate;
    paua_solve *solve;
    const char *checkpoint; /* borrowed; NULL: there is none */
    bool warned;            /* that it could not be written */
};

void solve_monitor_show(struct progress *progress, struct time_estimate *estimate,
                        const paua_solve_progress *now);

/* A paua_solve_callback; its context is a struct solve_monitor. */
void solve_monitor_update(const paua_solve_progress *now, void *context);

#endif
