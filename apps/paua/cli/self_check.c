/* self_check.c - runs the solver's self-check for a command and reports a position that fails. */
#include "cli/self_check.h"

#include <paua/notation.h>

#include "base/clock.h"

int self_check_run(struct solve_monitor *monitor, long long positions)
{
    char text[PAUA_POSITION_TEXT_MAX];
    paua_self_check check;
    paua_status status =
        paua_solve_self_check(monitor->solve, (uint64_t)positions, (uint64_t)clock_now_ns(),
                              solve_monitor_update, monitor, &check);

    progress_clear(&monitor->progress);
    if (status != PAUA_OK)
        return complain_with(EXIT_ENVIRONMENT, "interrupted during the self-check");
    if (!check.fault)
        return EXIT_DONE;
    paua_position_format(paua_solve_board(monitor->solve), &check.position, text, sizeof text);
    return complain_with(EXIT_NO, "self-check: %s %s", text, check.fault);
}
