/* solve_monitor.c - shows progress lines of a solve, with an estimate of the time left, and reports
 * a position in which the self-check of the game fails. */
#include "cli/solve_monitor.h"

#include <stdio.h>
#include <string.h>

#include <paua/notation.h>

#include "base/clock.h"

/* Writes ", 12 min left", or "" while there is no estimate. */
static void format_time_left(char text[32], struct time_estimate *estimate, double all)
{
    double elapsed = (double)(clock_now_ms() - estimate->start_ms) / 1000;

    *text = '\0';
    if (!estimate->start_ms || all < estimate->start_all) {
        estimate->start_ms = clock_now_ms();
        estimate->start_all = all;
    } else if (all > estimate->start_all + 0.01) {
        double left = elapsed * (1 - all) / (all - estimate->start_all);
        if (left < 120)
            snprintf(text, 32, ", %.0f s left", left);
        else
            snprintf(text, 32, ", %.0f min left", left / 60);
    }
}

void solve_monitor_show(struct progress *progress, struct time_estimate *estimate,
                        const paua_solve_progress *now)
{
    char remoteness[32] = "", all[64] = "", left[32];

    if (!strcmp(now->phase, "remoteness"))
        snprintf(remoteness, sizeof remoteness, " %d", now->remoteness);
    format_time_left(left, estimate, now->all);
    if (now->all > 0)
        snprintf(all, sizeof all, "; %.0f %% of all%s", 100 * now->all, left);
    progress_show(progress, "layer %d-%d: %s%s, %.0f %%%s", now->own, now->opp, now->phase,
                  remoteness, 100 * now->done, all);
}

/* Warns once when a checkpoint cannot be written: an interrupt would lose the work after the last
 * one. */
static void warn_once(struct solve_monitor *monitor, int error)
{
    if (!error || monitor->warned)
        return;
    monitor->warned = true;
    progress_clear(&monitor->progress);
    complain_with(EXIT_DONE, "%s: %s; the solve continues without a new checkpoint",
                  monitor->checkpoint, strerror(error));
}

void solve_monitor_update(const paua_solve_progress *now, void *context)
{
    struct solve_monitor *monitor = context;

    if (interrupt_seen())
        paua_solve_stop(monitor->solve);
    warn_once(monitor, now->checkpoint_error);
    solve_monitor_show(&monitor->progress, &monitor->estimate, now);
}

int solve_monitor_self_check(struct solve_monitor *monitor, long long positions)
{
    paua_self_check check;
    paua_status status =
        paua_solve_self_check(monitor->solve, (uint64_t)positions, (uint64_t)clock_now_ns(),
                              solve_monitor_update, monitor, &check);

    progress_clear(&monitor->progress);
    if (status != PAUA_OK)
        return complain_with(EXIT_ENVIRONMENT, "interrupted during the self-check");
    if (!check.fault)
        return EXIT_DONE;
    char text[PAUA_POSITION_TEXT_MAX];
    paua_position_format(paua_solve_board(monitor->solve), &check.position, text, sizeof text);
    return complain_with(EXIT_NO, "self-check: %s %s", text, check.fault);
}
