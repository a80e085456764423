/* game_clock.h - the clocks of a game (R15), as plain arithmetic on the running time (store.h).
 *
 * A turn takes the time from its beginning to its end, without what passes while the clocks stand
 * (a pause). The delay is free; what a turn takes beyond it is charged to the time for the game,
 * which gains its increment after each turn. A turn may take the time for one turn and the delay,
 * and at most what is left of the game's time and the delay. A gain does not bring the time
 * for the game over the cap, if there is one.
 */
#ifndef SERVICE_GAME_CLOCK_H
#define SERVICE_GAME_CLOCK_H

#include <paua/rules.h>

#include "service/core/time_control.h"

/* Of each move at most this much of its way over the network is given back. A flag falls so much
 * later, because a move that is on its way may be in time. */
#define CLOCK_LAG_MAX_MS 500
#define CLOCK_NEVER      INT64_MAX

struct game_clock {
    int64_t left_ms[PAUA_PLAYERS_MAX]; /* for the game, at the beginning of the turn */
    int turn;                          /* the side to move */
    int64_t used_ms;                   /* of the turn, before the clocks ran last */
    int64_t since_ms;                  /* the running time since when they run */
    bool runs;
};

/* The clocks of a new game, which stand. */
void game_clock_reset(struct game_clock *clock, const paua_rules *rules, int turn);
/* Lets the clocks run or stand from `at_ms` on. */
void game_clock_run(struct game_clock *clock, bool runs, int64_t at_ms);
/* Another turn begins. */
void game_clock_next_turn(struct game_clock *clock, int turn, int64_t at_ms);

/* What this turn has taken. */
int64_t game_clock_used(const struct game_clock *clock, int64_t at_ms);
/* What this turn may take, or CLOCK_NEVER. */
int64_t game_clock_limit(const struct game_clock *clock, const paua_rules *rules);
/* What a move that arrives now has spent, if `lag_ms` of it went by on its way. */
int64_t game_clock_spent(const struct game_clock *clock, int64_t at_ms, int64_t lag_ms);
/* The running time from which on no move of this turn can be in time, or CLOCK_NEVER. */
int64_t game_clock_flag(const struct game_clock *clock, const paua_rules *rules);
/* What `side` has left for the game; not below 0. */
int64_t game_clock_left(const struct game_clock *clock, const paua_rules *rules, int side,
                        int64_t at_ms);
/* How long a program should think about this turn, or CLOCK_NEVER: as long as it likes. */
int64_t game_clock_budget(const struct game_clock *clock, const paua_rules *rules);

/* After how long the others may claim the game of a player who has gone, by these rules; 0: they
 * may not, because turns take days or there is no clock. */
int64_t game_clock_claim(const paua_rules *rules);

/* After which part of the turn a player of a slow game is reminded of it. */
int64_t game_clock_remind(const struct game_clock *clock, const paua_rules *rules);

/* Charges the turn, which ends by a move. */
void game_clock_charge(struct game_clock *clock, const paua_rules *rules, int64_t spent_ms);

#endif /* SERVICE_GAME_CLOCK_H */
