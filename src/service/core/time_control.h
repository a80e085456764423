/* time_control.h - classifies the time control of rules (R15). */
#ifndef SERVICE_TIME_CONTROL_H
#define SERVICE_TIME_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

#include <paua/rules.h>

#define CLOCK_DAY_MS ((int64_t)24 * 60 * 60 * 1000)

/* The time for a turn of a correspondence game that was created without a clock. */
#define CLOCK_CORRESPONDENCE_TURN (21 * CLOCK_DAY_MS)

/* Whether the rules have a clock. */
bool rules_have_clock(const paua_rules *rules);

/* Whether this is a correspondence game: a turn may take a day or more, or the whole game if turns
 * have no limit. */
bool rules_are_correspondence(const paua_rules *rules);

#endif
