/* date_watch.h - notices that the computer's date was set while the server runs: a clock without a
 * battery begins in 1970, and a person may type a wrong year. Games are closed and removed by the
 * date, so nothing is for a day after that.
 */
#ifndef SERVICE_DATE_WATCH_H
#define SERVICE_DATE_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#define DATE_JUMP_MS (60 * 60 * 1000)      /* more than a clock is wrong by itself */
#define DATE_REST_MS (24 * 60 * 60 * 1000) /* so long nothing is done by the date */

struct date_watch {
    int64_t offset_ms; /* of the date from clock_boot_ms() */
    int64_t until_ms;  /* by clock_boot_ms(): when the date counts again */
};

/* Begins with a date, in ms since 1970. */
void date_watch_begin(struct date_watch *watch, int64_t date_ms);

/* Returns by how much the date was set since the last call, 0 if it was not. */
int64_t date_watch_jump(struct date_watch *watch, int64_t date_ms);

/* Whether the date counts now. */
bool date_watch_counts(const struct date_watch *watch);

#endif /* SERVICE_DATE_WATCH_H */
