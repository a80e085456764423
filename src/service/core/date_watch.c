/* date_watch.c - compares the date with CLOCK_BOOTTIME, which nobody can set and which also runs
 * while the computer sleeps. */
#include "service/core/date_watch.h"

#include "base/clock.h"

/* Whether a date that is ahead by so much of an older one continues it, but for what clocks drift
 * and for as long as nobody looked. */
static bool date_continues(int64_t ahead_ms, int64_t most_ms)
{
    return ahead_ms > -DATE_JUMP_MS && ahead_ms < most_ms;
}

/* Whether the date is the one before the jump. */
static bool is_as_before(const struct date_watch *watch)
{
    return date_continues(watch->offset_ms - watch->trusted_offset_ms, watch->ahead_ms);
}

static void trust_date(struct date_watch *watch)
{
    watch->trusted_offset_ms = watch->offset_ms;
    watch->ahead_ms = DATE_JUMP_MS;
}

/* How much of the rest is over at a start. A date far ahead of the one that was in doubt may be
 * another wrong one: NTP gets its time to set it right. */
static int64_t rest_before(int64_t date_ms, const struct date_record *before)
{
    const int64_t ahead_ms = date_ms - before->doubted_ms, most_ms = DATE_REST_MS - DATE_SET_MS;

    if (!before->doubted_ms || !date_continues(ahead_ms, INT64_MAX))
        return 0;
    return date_continues(ahead_ms, DATE_DOWN_MS) || before->rested_ms < most_ms ? before->rested_ms
                                                                                 : most_ms;
}

int64_t date_watch_begin(struct date_watch *watch, int64_t date_ms,
                         const struct date_record *before)
{
    int64_t clock_ms = clock_boot_ms();

    *watch = (struct date_watch){
        .offset_ms = date_ms - clock_ms,
        .since_ms = clock_ms,
        .trusted_offset_ms = (before->last_ms ? before->last_ms : date_ms) - clock_ms,
        .ahead_ms = DATE_DOWN_MS,
    };
    if (is_as_before(watch))
        trust_date(watch);
    else
        watch->since_ms -= rest_before(date_ms, before);
    return watch->offset_ms - watch->trusted_offset_ms;
}

struct date_record date_watch_record(const struct date_watch *watch)
{
    const int64_t clock_ms = clock_boot_ms();
    struct date_record record = {.last_ms = clock_ms + watch->trusted_offset_ms};

    if (!date_watch_trusts(watch)) {
        record.doubted_ms = clock_ms + watch->offset_ms;
        record.rested_ms = clock_ms - watch->since_ms;
    }
    return record;
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

int64_t date_watch_latest(const struct date_watch *watch)
{
    int64_t most_ms =
        watch->offset_ms > watch->trusted_offset_ms ? watch->offset_ms : watch->trusted_offset_ms;

    return clock_boot_ms() + most_ms;
}

bool date_watch_trusts(const struct date_watch *watch)
{
    return watch->offset_ms == watch->trusted_offset_ms;
}
