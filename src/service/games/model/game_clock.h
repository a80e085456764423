/* game_clock.h - the clocks of a game (R15), as plain arithmetic on the running time (store.h).
 *
 * A turn takes the time from its beginning to its end, except while the clocks are stopped (a
 * pause). The delay is free; the rest is charged to the time for the game, which gains its
 * increment after each turn. A turn may take the time for one turn plus the delay, and at most the
 * game time that is left plus the delay. A gain never raises the time for the game above the cap.
 */
#ifndef SERVICE_GAME_CLOCK_H
#define SERVICE_GAME_CLOCK_H

#include <paua/rules.h>

#include "service/core/time_control.h"

/* At most this much of a move's time on the network is given back. A flag falls this much later,
 * because a move on its way may be in time. */
#define CLOCK_LAG_MAX_MS 500

#define CLOCK_NEVER INT64_MAX /* no limit */

struct game_clock {
    int64_t left_ms[PAUA_PLAYERS_MAX]; /* for the game, at the beginning of the turn */
    int turn;                          /* the side to move */
    int64_t used_ms;                   /* by this turn, before the clocks were last started */
    int64_t since_ms;                  /* the running time of their last start, stop or turn */
    bool runs;
    /* The clocks stand in the first round, and the side to move has yet to make its first move;
     * `since_ms` is when it began to be awaited. */
    bool awaits_first;
};

/* The clocks of a new game, stopped. */
void game_clock_reset(struct game_clock *clock, const paua_rules *rules, int turn);
/* Starts or stops the clocks at `at_ms`. */
void game_clock_run(struct game_clock *clock, bool runs, int64_t at_ms);
/* Says after each event whether the first move of the side to move is awaited. */
void game_clock_await_first(struct game_clock *clock, bool awaits, int64_t at_ms);
/* Another turn begins. */
void game_clock_next_turn(struct game_clock *clock, int turn, int64_t at_ms);

/* The time this turn has taken. */
int64_t game_clock_used(const struct game_clock *clock, int64_t at_ms);
/* The time this turn may take, or CLOCK_NEVER. */
int64_t game_clock_limit(const struct game_clock *clock, const paua_rules *rules);
/* The time to charge for a move that arrives now after `lag_ms` on the network. */
int64_t game_clock_spent(const struct game_clock *clock, int64_t at_ms, int64_t lag_ms);
/* The running time at which the flag falls, the first at which no move is in time; while a first
 * move is awaited, when that has not come. Or CLOCK_NEVER. */
int64_t game_clock_flag(const struct game_clock *clock, const paua_rules *rules);
/* The time that `side` has left for the game; not below 0. */
int64_t game_clock_left(const struct game_clock *clock, const paua_rules *rules, int side,
                        int64_t at_ms);
/* How long a program should think about this turn, or CLOCK_NEVER: as long as it likes. */
int64_t game_clock_budget(const struct game_clock *clock, const paua_rules *rules);

/* After how long the others may claim the game of a disconnected player; 0: never, because that
 * would be over an hour, or there is no clock. */
int64_t game_clock_claim(const paua_rules *rules);

/* How long the first move of a player may take; 0: there is no limit. */
int64_t game_clock_first_move(const paua_rules *rules);
/* What is left of that time. */
int64_t game_clock_first_left(const struct game_clock *clock, const paua_rules *rules,
                              int64_t at_ms);

/* How long into a turn the player of a correspondence game is reminded of it. */
int64_t game_clock_remind(const struct game_clock *clock, const paua_rules *rules);

/* Charges the turn, which ends by a move. */
void game_clock_charge(struct game_clock *clock, const paua_rules *rules, int64_t spent_ms);

#endif /* SERVICE_GAME_CLOCK_H */
