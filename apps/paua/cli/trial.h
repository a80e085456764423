/* trial.h - the game is tested before it is solved. */
#ifndef PAUA_CLI_TRIAL_H
#define PAUA_CLI_TRIAL_H

#include "cli/watch.h"

#define TRIAL_POSITIONS 4000 /* a tenth of a second */

#define ROW_TRIAL(positions)                                                                       \
    {                                                                                              \
        "trial", 0, OPTION_NUMBER, &(positions), 0, 1000000000000, "N",                            \
            "test the game in N positions first (4000)"                                            \
    }

/* Tests the game of watch->solve in so many positions. Returns 0, or an exit code after an error line. */
int trial_run(struct watch *watch, long long positions);

#endif
