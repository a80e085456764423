/* budget.c - time management: a plan (soft limit) of an even share of the clock, and a hard limit
 * of a few plans. iterative_deepening.c decides how much of the plan a move takes. */
#include "search/budget.h"

enum {
    MOVES_LEFT = 30,   /* the plan leaves time for this many more moves */
    PLANS_MAX = 4,     /* the hard limit, in plans */
    CLOCK_SHARE = 5,   /* and at most this part of the time left */
    RESERVE_MS = 50,   /* kept back for a slow pipe or a busy machine */
    GAIN_PERCENT = 75, /* of the increment is planned for */
};

static int64_t at_least_1(int64_t ms)
{
    return ms > 1 ? ms : 1;
}

static int64_t min_ms(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Lowers the hard limit. */
static void limit_time(paua_limits *limits, int64_t most_ms)
{
    most_ms = at_least_1(most_ms);
    if (!limits->time_ms || most_ms < limits->time_ms)
        limits->time_ms = most_ms;
}

void budget_clock(paua_limits *limits, int64_t left_ms, int64_t gain_ms)
{
    int64_t most_ms = left_ms - RESERVE_MS;
    int64_t plan_ms = min_ms(left_ms / MOVES_LEFT + gain_ms * GAIN_PERCENT / 100, most_ms);
    int64_t stretched_ms = min_ms(min_ms(PLANS_MAX * plan_ms, left_ms / CLOCK_SHARE), most_ms);
    limits->plan_ms = at_least_1(plan_ms);
    limit_time(limits, stretched_ms > plan_ms ? stretched_ms : plan_ms);
}

void budget_turn(paua_limits *limits, const paua_rules *rules, int64_t left_ms)
{
    const int64_t delay_ms = rules->delay_ms, turn_ms = rules->turn_ms + delay_ms;
    if (rules->turn_ms)
        limit_time(limits, turn_ms - min_ms(turn_ms / 5, RESERVE_MS));
    if (rules->game_ms)
        budget_clock(limits, left_ms + delay_ms, rules->gain_ms + delay_ms);
}
