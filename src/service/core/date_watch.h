/* date_watch.h - by which date something is due, though the computer's date may be wrong: a clock
 * without a battery starts in 1970, and a person may type a wrong year. Not thread-safe.
 *
 * The date before a jump runs on beside the new one for an hour: NTP sets a wrong date right within
 * minutes. Until then only that is due which is due by both: so a jump ends nothing. After it, or
 * when the date is as before, there is one again. The store keeps how much of the hour is over, so
 * that it also passes for a server that never runs an hour in one go.
 */
#ifndef SERVICE_DATE_WATCH_H
#define SERVICE_DATE_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#define DATE_JUMP_MS (60 * 60 * 1000)      /* the smallest jump: clocks drift less by themselves */
#define DATE_REST_MS (60 * 60 * 1000)      /* how long the date before counts, too */
#define DATE_SET_MS  (10 * 60 * 1000)      /* within which NTP has set a wrong date right */
#define DATE_DOWN_MS (24 * 60 * 60 * 1000) /* how long a server may have been down */

struct date_watch {
    int64_t offset_ms;         /* of the date from clock_boot_ms() */
    int64_t since_ms;          /* clock_boot_ms() of the last jump */
    int64_t trusted_offset_ms; /* of the date before it; without a jump the same as offset_ms */
    int64_t ahead_ms;          /* how far the date may be ahead of that one and be the same */
};

/* What the store keeps for the next start. */
struct date_record {
    int64_t last_ms;    /* a date of when a server ran that was not in doubt; 0: not known */
    int64_t doubted_ms; /* the one beside it that was; 0: none */
    int64_t rested_ms;  /* for how long it was by then */
};

/* Begins with a date in milliseconds since 1970, and with what the server that ran before has kept.
 * Returns the jump since then, 0: none; a server may have been down for a day. */
int64_t date_watch_begin(struct date_watch *watch, int64_t date_ms,
                         const struct date_record *before);

/* What to keep now. */
struct date_record date_watch_record(const struct date_watch *watch);

/* Looks at the date. Returns the jump since the last call, 0: none. */
int64_t date_watch_jump(struct date_watch *watch, int64_t date_ms);

/* The date by which something is due: the earlier one. */
int64_t date_watch_due(const struct date_watch *watch);
/* The later one. */
int64_t date_watch_latest(const struct date_watch *watch);

/* Whether the date is not in doubt. */
bool date_watch_trusts(const struct date_watch *watch);

#endif /* SERVICE_DATE_WATCH_H */
