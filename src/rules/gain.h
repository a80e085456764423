/* gain.h - what a turn adds to a player's time (R15): `gain` and `cap` of rules.h, for clocks of
 * the server, of matches and of the terminal. */
#ifndef RULES_GAIN_H
#define RULES_GAIN_H

#include <stdint.h>

/* A player's time after a gain, which brings it up to the cap (0: there is none) and takes nothing
 * from what is above it. */
static inline int64_t gain_add(int64_t left_ms, int64_t gain_ms, int64_t cap_ms)
{
    const int64_t most_ms = cap_ms > left_ms ? cap_ms : left_ms;

    return cap_ms && left_ms + gain_ms > most_ms ? most_ms : left_ms + gain_ms;
}

#endif
