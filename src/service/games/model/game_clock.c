/* game_clock.c - the arithmetic of clocks: a time for the game with an increment (Fischer), a time
 * for each turn, and a simple delay (US Chess). */
#include "service/games/model/game_clock.h"

#include "rules/gain.h"

#define HOUR_MS       3600000
#define REMIND_MAX_MS (7 * CLOCK_DAY_MS)
#define REMIND_SHARE  3 /* of the time of a turn */
#define CLAIM_MIN_MS  10000
#define CLAIM_MAX_MS  60000

/* How long a player is waited for, before the bounds of claims and first moves: 1/20 of the time
 * for a game; where only turns are limited, two of them. */
#define CLAIM_GAME_SHARE 20
#define CLAIM_TURNS      2

#define FIRST_MOVE_MIN_MS 300000 /* people look around first */

static int64_t clock_min(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t clock_not_negative(int64_t ms)
{
    return ms > 0 ? ms : 0;
}

void game_clock_reset(struct game_clock *clock, const paua_rules *rules, int turn)
{
    *clock = (struct game_clock){.turn = turn};
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        clock->left_ms[side] = rules->game_ms;
}

void game_clock_run(struct game_clock *clock, bool runs, int64_t at_ms)
{
    if (clock->runs == runs)
        return;
    clock->used_ms = game_clock_used(clock, at_ms);
    clock->since_ms = at_ms;
    clock->runs = runs;
}

void game_clock_await_first(struct game_clock *clock, bool awaits, int64_t at_ms)
{
    if (awaits && !clock->awaits_first)
        clock->since_ms = at_ms;
    clock->awaits_first = awaits;
}

void game_clock_next_turn(struct game_clock *clock, int turn, int64_t at_ms)
{
    clock->turn = turn;
    clock->used_ms = 0;
    clock->since_ms = at_ms;
}

int64_t game_clock_used(const struct game_clock *clock, int64_t at_ms)
{
    return clock->used_ms + (clock->runs ? clock_not_negative(at_ms - clock->since_ms) : 0);
}

int64_t game_clock_limit(const struct game_clock *clock, const paua_rules *rules)
{
    int64_t limit = CLOCK_NEVER;

    if (rules->turn_ms)
        limit = rules->turn_ms;
    if (rules->game_ms)
        limit = clock_min(limit, clock->left_ms[clock->turn]);
    return limit == CLOCK_NEVER ? limit : limit + rules->delay_ms;
}

int64_t game_clock_spent(const struct game_clock *clock, int64_t at_ms, int64_t lag_ms)
{
    return clock_not_negative(game_clock_used(clock, at_ms) - clock_min(lag_ms, CLOCK_LAG_MAX_MS));
}

int64_t game_clock_flag(const struct game_clock *clock, const paua_rules *rules)
{
    int64_t limit = game_clock_limit(clock, rules);

    if (clock->awaits_first)
        return clock->since_ms + game_clock_first_move(rules);
    if (!clock->runs || limit == CLOCK_NEVER)
        return CLOCK_NEVER;
    return clock->since_ms + clock_not_negative(limit - clock->used_ms) + CLOCK_LAG_MAX_MS + 1;
}

/* How much of the time for the game a turn costs. */
static int64_t turn_cost(const paua_rules *rules, int64_t spent_ms)
{
    return clock_not_negative(spent_ms - rules->delay_ms);
}

int64_t game_clock_left(const struct game_clock *clock, const paua_rules *rules, int side,
                        int64_t at_ms)
{
    int64_t left = clock->left_ms[side];

    if (side == clock->turn)
        left -= turn_cost(rules, game_clock_used(clock, at_ms));
    return clock_not_negative(left);
}

/* A thirtieth of the time that is left, 3/4 of the gain and the delay, but at most 3/4 of the
 * limit. */
int64_t game_clock_budget(const struct game_clock *clock, const paua_rules *rules)
{
    int64_t limit = game_clock_limit(clock, rules), budget = CLOCK_NEVER;

    if (limit == CLOCK_NEVER)
        return CLOCK_NEVER;
    if (rules->game_ms)
        budget =
            clock->left_ms[clock->turn] / 30 + INT64_C(3) * rules->gain_ms / 4 + rules->delay_ms;
    return clock_min(budget, limit * 3 / 4);
}

void game_clock_charge(struct game_clock *clock, const paua_rules *rules, int64_t spent_ms)
{
    int64_t *left_ms = &clock->left_ms[clock->turn];

    if (rules->game_ms)
        *left_ms = gain_add(*left_ms - turn_cost(rules, spent_ms), rules->gain_ms, rules->cap_ms);
}

/* How long a player is waited for, without bounds; 0: over an hour, or there is no clock, so that
 * nobody has to be there. */
static int64_t patience_ms(const paua_rules *rules)
{
    int64_t wait =
        rules->game_ms ? rules->game_ms / CLAIM_GAME_SHARE : (int64_t)rules->turn_ms * CLAIM_TURNS;

    return wait > HOUR_MS ? 0 : wait;
}

int64_t game_clock_claim(const paua_rules *rules)
{
    const int64_t wait = patience_ms(rules);

    if (wait == 0)
        return 0;
    return wait < CLAIM_MIN_MS ? CLAIM_MIN_MS : clock_min(wait, CLAIM_MAX_MS);
}

int64_t game_clock_first_move(const paua_rules *rules)
{
    const int64_t wait = patience_ms(rules);

    return wait > 0 && wait < FIRST_MOVE_MIN_MS ? FIRST_MOVE_MIN_MS : wait;
}

int64_t game_clock_first_left(const struct game_clock *clock, const paua_rules *rules,
                              int64_t at_ms)
{
    return clock_not_negative(clock->since_ms + game_clock_first_move(rules) - at_ms);
}

int64_t game_clock_remind(const struct game_clock *clock, const paua_rules *rules)
{
    return clock_min(game_clock_limit(clock, rules) / REMIND_SHARE, REMIND_MAX_MS);
}
