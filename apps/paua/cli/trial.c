#include "cli/trial.h"

#include <paua/notation.h>

#include "base/clock.h"

int trial_run(struct watch *watch, long long positions)
{
    char text[PAUA_POSITION_TEXT_MAX];
    paua_trial trial;
    paua_status status = paua_solve_try(watch->solve, (uint64_t)positions, (uint64_t)clock_now_ns(),
                                        watch_progress, watch, &trial);

    progress_clear(&watch->progress);
    if (status != PAUA_OK)
        return complain(EXIT_ENVIRONMENT, "interrupted");
    if (!trial.fault)
        return EXIT_DONE;
    paua_position_format(paua_solve_board(watch->solve), &trial.position, text, sizeof text);
    return complain(EXIT_NO, "trial: %s %s", text, trial.fault);
}
