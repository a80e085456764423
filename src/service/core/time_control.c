/* time_control.c - recognizes games with a clock and correspondence games. */
#include "service/core/time_control.h"

bool rules_have_clock(const paua_rules *rules)
{
    return rules->turn_ms || rules->game_ms;
}

bool rules_are_correspondence(const paua_rules *rules)
{
    if (rules->turn_ms)
        return rules->turn_ms >= CLOCK_DAY_MS;
    return rules->game_ms >= CLOCK_DAY_MS;
}
