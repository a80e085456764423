/* self_check.h - the solver's self-check of the game, before a solve (`--trial`). */
#ifndef PAUA_CLI_SELF_CHECK_H
#define PAUA_CLI_SELF_CHECK_H

#include "cli/solve_monitor.h"

#define SELF_CHECK_POSITIONS 4000 /* a tenth of a second */

#define ROW_SELF_CHECK(positions)                                                                  \
    {                                                                                              \
        "trial", 0, OPTION_NUMBER, &(positions), 0, 1000000000000, "N",                            \
            "test the game in N positions first (4000)"                                            \
    }

/* Checks the game of monitor->solve in `positions` random positions. Returns 0, or an exit code
 * after an error line. */
int self_check_run(struct solve_monitor *monitor, long long positions);

#endif
