/* budget.h - how long to think about one move when a clock runs. */
#ifndef SEARCH_BUDGET_H
#define SEARCH_BUDGET_H

#include <stdint.h>

#include <paua/rules.h>

/* What to spend on this move with so much left on the clock and so much added after it: at least 1 ms. */
int64_t budget_share(int64_t left_ms, int64_t gain_ms);

/* The same under these rules (R15): within the time of a turn and the share of the time of the game, of which
 * left_ms are left. 0: no clock runs. */
int64_t budget_turn(const paua_rules *rules, int64_t left_ms);

#endif
