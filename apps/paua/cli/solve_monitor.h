/* solve_monitor.h - shows the progress of a solve and of the self-check before it (`--trial`), and
 * stops both on Ctrl-C. */
#ifndef PAUA_CLI_SOLVE_MONITOR_H
#define PAUA_CLI_SOLVE_MONITOR_H

#include <paua/lab/solve.h>

#include "cli/common.h"

/* The start of a run, for the estimate of the time left; {0} before it. */
struct time_estimate {
    long long start_ms;
    double start_all; /* the part of the work done before */
};

struct solve_monitor {
    struct progress progress;
    struct time_estimate estimate;
    paua_solve *solve;
    const char *checkpoint; /* path, borrowed; NULL: there is none */
    bool warned;            /* it could not be written, and a warning was printed */
};

/* Shows the progress line with an estimate of the time left. */
void solve_monitor_show(struct progress *progress, struct time_estimate *estimate,
                        const paua_solve_progress *now);

/* A paua_solve_callback; its context is a struct solve_monitor. */
void solve_monitor_update(const paua_solve_progress *now, void *context);

#define SELF_CHECK_POSITIONS 4000 /* a tenth of a second */

#define ROW_SELF_CHECK(positions)                                                                  \
    {                                                                                              \
        "trial", 0, OPTION_NUMBER, &(positions), 0, 1000000000000, "N",                            \
            "test the game in N positions first (4000)"                                            \
    }

/* Checks the game of monitor->solve in `positions` random positions. Returns 0, or an exit code
 * after an error line. */
int solve_monitor_self_check(struct solve_monitor *monitor, long long positions);

#endif
