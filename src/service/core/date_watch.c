/* date_watch.c - compares the date with CLOCK_BOOTTIME, which nobody can set and which also runs
 * while the computer sleeps. */
#include "service/core/date_watch.h"

#include "base/clock.h"

/* Whether the date is the one before the jump, but for what clocks drift. */
static bool is_as_before(const struct date_watch *watch)
{
    int64_t ahead_ms = watch->offset_ms - watch->trusted_offset_ms;

    return ahead_ms > -DATE_JUMP_MS && ahead_ms < watch->ahead_ms;
}

static void trust_date(struct date_watch *watch)
{
    watch->trusted_offset_ms = watch->offset_ms;
    watch->ahead_ms = DATE_JUMP_MS;
}

int64_t date_watch_begin(struct date_watch *watch, int64_t date_ms, int64_t last_ms)
{
    int64_t clock_ms = clock_boot_ms();

    *watch = (struct date_watch){
        .offset_ms = date_ms - clock_ms,
        .since_ms = clock_ms,
        .trusted_offset_ms = (last_ms ? last_ms : date_ms) - clock_ms,
        .ahead_ms = DATE_DOWN_MS,
    };
    if (is_as_before(watch))
        trust_date(watch);
    return watch->offset_ms - watch->trusted_offset_ms;
}

int64_t date_watch_jump(struct date_watch *watch, int64_t date_ms)
{
    int64_t clock_ms = clock_boot_ms(), jump_ms = date_ms - clock_ms - watch->offset_ms;
    bool jumped = jump_ms <= -DATE_JUMP_MS || jump_ms >= DATE_JUMP_MS;

    watch->offset_ms += jump_ms;
    if (jumped)
        watch->since_ms = clock_ms;
    if (is_as_before(watch) || clock_ms - watch->since_ms >= DATE_REST_MS)
        trust_date(watch);
    return jumped ? jump_ms : 0;
}

int64_t date_watch_due(const struct date_watch *watch)
{
    int64_t least_ms =
        watch->offset_ms < watch->trusted_offset_ms ? watch->offset_ms : watch->trusted_offset_ms;

    return clock_boot_ms() + least_ms;
}

bool date_watch_trusts(const struct date_watch *watch)
{
    return watch->offset_ms == watch->trusted_offset_ms;
}
