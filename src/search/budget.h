/* budget.h - how long to think about one move when a clock runs. */
#ifndef SEARCH_BUDGET_H
#define SEARCH_BUDGET_H

#include <stdint.h>

#include <paua/search.h>

/* Sets what to spend on this move with so much left on the clock and so much added after it: a
 * plan, and what it may take at most, each at least 1 ms. What the limits allow already is not made
 * more. */
void budget_clock(paua_limits *limits, int64_t left_ms, int64_t gain_ms);

/* The same under these rules (R15): within the time of a turn, and of the game, of which left_ms
 * are left. Nothing happens where no clock runs. */
void budget_turn(paua_limits *limits, const paua_rules *rules, int64_t left_ms);

#endif
