/* date_watch.h - by which date something is due, though the computer's date may be wrong: a clock
 * without a battery starts in 1970, and a person may type a wrong year. Not thread-safe.
 *
 * The date before a jump runs on beside the new one for a day. Until then only that is due which is
 * due by both: so a jump ends nothing. After it, or when the date is as before, there is one again.
 */
#ifndef SERVICE_DATE_WATCH_H
#define SERVICE_DATE_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#define DATE_JUMP_MS (60 * 60 * 1000)      /* the smallest jump: clocks drift less by themselves */
#define DATE_REST_MS (24 * 60 * 60 * 1000) /* how long the date before counts, too */
#define DATE_DOWN_MS (24 * 60 * 60 * 1000) /* how long a server may have been down */

struct date_watch {
    int64_t offset_ms;         /* of the date from clock_boot_ms() */
    int64_t since_ms;          /* clock_boot_ms() of the last jump */
    int64_t trusted_offset_ms; /* of the date before it; without a jump the same as offset_ms */
    int64_t ahead_ms;          /* how far the date may be ahead of that one and be the same */
};

/* Begins with a date in milliseconds since 1970. `last_ms` is a date of when the server ran before,
 * 0: not known. Returns the jump since then, 0: none; a server may have been down for a day. */
int64_t date_watch_begin(struct date_watch *watch, int64_t date_ms, int64_t last_ms);

/* Looks at the date. Returns the jump since the last call, 0: none. */
int64_t date_watch_jump(struct date_watch *watch, int64_t date_ms);

/* The date by which something is due. */
int64_t date_watch_due(const struct date_watch *watch);

/* Whether the date is not in doubt. */
bool date_watch_trusts(const struct date_watch *watch);

#endif /* SERVICE_DATE_WATCH_H */
