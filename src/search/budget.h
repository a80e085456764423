/* budget.h - time management: how long to think about one move when a clock runs. */
#ifndef SEARCH_BUDGET_H
#define SEARCH_BUDGET_H

#include <stdint.h>

#include <paua/search.h>

/* Sets limits->plan_ms and limits->time_ms from the time left on the clock and the increment after
 * each move; both are at least 1 ms. A shorter time_ms that is already set stays. */
void budget_clock(paua_limits *limits, int64_t left_ms, int64_t gain_ms);

/* The same by the rules of a game (R15): within the time of one turn, and of the game, of which
 * left_ms are left. A delay counts as time that this turn has and every later one brings. Does
 * nothing where no clock runs. */
void budget_turn(paua_limits *limits, const paua_rules *rules, int64_t left_ms);

#endif
