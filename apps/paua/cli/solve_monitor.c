/* solve_monitor.c - progress lines of a solve, with an estimate of the time left. */
#include "cli/solve_monitor.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"

/* ", 12 min left", or nothing while there is no estimate. */
static void put_left(char text[32], struct time_estimate *estimate, double all)
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
    put_left(left, estimate, now->all);
    if (now->all > 0)
        snprintf(all, sizeof all, "; %.0f %% of all%s", 100 * now->all, left);
    progress_show(progress, "layer %d-%d: %s%s, %.0f %%%s", now->own, now->opp, now->phase,
                  remoteness, 100 * now->done, all);
}

/* Says once, and not only at the end, that an interrupt would cost more than it seems. */
static void warn_once(struct solve_monitor *watch, int error)
{
    if (!error || watch->warned)
        return;
    watch->warned = true;
    progress_clear(&watch->progress);
    complain_with(EXIT_DONE, "%s: %s; the solve continues without a new checkpoint",
                  watch->checkpoint, strerror(error));
}

void solve_monitor_update(const paua_solve_progress *now, void *context)
{
    struct solve_monitor *watch = context;

    if (interrupt_seen())
        paua_solve_stop(watch->solve);
    warn_once(watch, now->checkpoint_error);
    solve_monitor_show(&watch->progress, &watch->estimate, now);
}
