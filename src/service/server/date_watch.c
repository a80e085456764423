/* date_watch.c - compares the date with CLOCK_BOOTTIME, which nobody can set and which also runs
 * while the computer sleeps. */
#include "service/server/date_watch.h"

#include "base/clock.h"

void date_watch_begin(struct date_watch *watch, int64_t date_ms)
{
    int64_t clock_ms = clock_boot_ms();

    *watch = (struct date_watch){.offset_ms = date_ms - clock_ms, .until_ms = clock_ms};
}

int64_t date_watch_jump(struct date_watch *watch, int64_t date_ms)
{
    int64_t clock_ms = clock_boot_ms(), jump = date_ms - clock_ms - watch->offset_ms;

    watch->offset_ms += jump;
    if (jump > -DATE_JUMP_MS && jump < DATE_JUMP_MS)
        return 0;
    watch->until_ms = clock_ms + DATE_REST_MS;
    return jump;
}

bool date_watch_counts(const struct date_watch *watch)
{
    return clock_boot_ms() >= watch->until_ms;
}
