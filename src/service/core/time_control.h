/* time_control.h - what the time control of some rules (R15) amounts to. */
#ifndef SERVICE_TIME_CONTROL_H
#define SERVICE_TIME_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

#include <paua/rules.h>

#define CLOCK_DAY_MS    ((int64_t)24 * 60 * 60 * 1000)
#define CLOCK_SLOW_TURN (21 * CLOCK_DAY_MS) /* of a slow game that names no clock */

/* Whether the rules have a clock. */
bool rules_have_clock(const paua_rules *rules);

/* Whether the game is a slow one, by post: a turn may take days, or, where turns have no limit, the
 * game. */
bool rules_are_slow(const paua_rules *rules);

#endif
