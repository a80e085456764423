#include "search/budget.h"

enum {
    SHARE = 30,      /* plan for this many more moves */
    STRETCH = 4,     /* plans that a hard move may take */
    PART = 5,        /* but no more than one in so many of what is left */
    RESERVE_MS = 50, /* and lose none of them to a slow pipe or a busy machine */
};

static int64_t at_least_1(int64_t ms)
{
    return ms > 1 ? ms : 1;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static void allow(paua_limits *limits, int64_t most_ms)
{
    most_ms = at_least_1(most_ms);
    if (!limits->time_ms || most_ms < limits->time_ms)
        limits->time_ms = most_ms;
}

void budget_clock(paua_limits *limits, int64_t left_ms, int64_t gain_ms)
{
    int64_t most_ms = left_ms - RESERVE_MS;
    int64_t plan_ms = least(left_ms / SHARE + gain_ms * 3 / 4, most_ms);
    int64_t stretched_ms = least(least(STRETCH * plan_ms, left_ms / PART), most_ms);

    limits->plan_ms = at_least_1(plan_ms);
    allow(limits, stretched_ms > plan_ms ? stretched_ms : plan_ms);
}

void budget_turn(paua_limits *limits, const paua_rules *rules, int64_t left_ms)
{
    int64_t turn_ms = rules->turn_ms;

    if (turn_ms)
        allow(limits, turn_ms - least(turn_ms / 5, RESERVE_MS));
    if (rules->game_ms)
        budget_clock(limits, left_ms, rules->gain_ms);
}
