/* date_watch.h - detects that the computer's date was set while the server runs: a clock without a
 * battery starts in 1970, and a person may type a wrong year. Games are closed and removed by the
 * date, so both pause for a day after such a jump.
 */
#ifndef SERVICE_DATE_WATCH_H
#define SERVICE_DATE_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#define DATE_JUMP_MS (60 * 60 * 1000)      /* the smallest jump: clocks drift less by themselves */
#define DATE_REST_MS (24 * 60 * 60 * 1000) /* how long nothing is done by the date */

struct date_watch {
    int64_t offset_ms; /* of the date from clock_boot_ms() */
    int64_t until_ms;  /* clock_boot_ms() from which on the date is trusted again */
};

/* Begins with a date in milliseconds since 1970. */
void date_watch_begin(struct date_watch *watch, int64_t date_ms);

/* The jump of the date since the last call, 0: none. */
int64_t date_watch_jump(struct date_watch *watch, int64_t date_ms);

/* Whether the date is trusted now. */
bool date_watch_counts(const struct date_watch *watch);

#endif /* SERVICE_DATE_WATCH_H */
