/* Time management: the plan and the hard limit by clock, increment and time per turn. */
#include "unit.h"

#include "search/budget.h"

static paua_limits clock_limits(int64_t left_ms, int64_t gain_ms)
{
    paua_limits limits = {.size = sizeof(paua_limits)};
    budget_clock(&limits, left_ms, gain_ms);
    return limits;
}

static void a_plan_leaves_enough(void **state)
{
    (void)state;
    assert_int_equal(clock_limits(60000, 0).plan_ms, 2000);
    assert_int_equal(clock_limits(60000, 0).time_ms, 8000);
    assert_int_equal(clock_limits(60000, 4000).plan_ms, 5000);
    assert_int_equal(clock_limits(60000, 4000).time_ms, 12000);
    /* the increment after the move cannot be spent on it */
    assert_int_equal(clock_limits(1000, 60000).plan_ms, 950);
    assert_int_equal(clock_limits(1000, 60000).time_ms, 950);
    for (int64_t left = -10; left < 200; left++) {
        const paua_limits without = clock_limits(left, 0), with = clock_limits(left, 1000);
        assert_true(without.plan_ms >= 1 && without.time_ms >= without.plan_ms);
        assert_true(with.time_ms >= with.plan_ms);
        assert_true(with.time_ms <= (left > 51 ? left - 50 : 1));
    }
}

/* A player who always spends the hard limit has time for any number of moves. */
static void a_clock_never_runs_out(void **state)
{
    int64_t left = 5000;

    (void)state;
    for (int i = 0; i < 300; i++) {
        int64_t most = clock_limits(left, 0).time_ms;
        if (left > 51)
            assert_true(most <= left - 50);
        left -= left > 51 ? most : 0;
    }
    assert_true(left >= 50);
}

static void what_was_allowed_before_is_kept(void **state)
{
    paua_limits limits = {.size = sizeof(paua_limits), .time_ms = 700, .depth = 3};

    (void)state;
    budget_clock(&limits, 60000, 0);
    assert_int_equal(limits.time_ms, 700);
    assert_int_equal(limits.depth, 3);
}

static void assert_turn(const paua_rules *rules, int64_t left_ms, int64_t plan_ms, int64_t most_ms)
{
    paua_limits limits = {.size = sizeof(paua_limits)};
    budget_turn(&limits, rules, left_ms);
    assert_int_equal(limits.plan_ms, plan_ms);
    assert_int_equal(limits.time_ms, most_ms);
}

static void turns_have_their_own_time(void **state)
{
    paua_rules rules = {.win = 6};

    (void)state;
    assert_turn(&rules, 0, 0, 0); /* no clock */
    rules.turn_ms = 5000;
    assert_turn(&rules, 0, 0, 4950);
    rules.turn_ms = 100;
    assert_turn(&rules, 0, 0, 80);
    rules.turn_ms = 1;
    assert_turn(&rules, 0, 0, 1);
    rules.game_ms = 60000;
    assert_turn(&rules, 60000, 2000, 1);
    rules.turn_ms = 5000;
    assert_turn(&rules, 60000, 2000, 4950);
    rules.gain_ms = 100000;
    assert_turn(&rules, 60000, 59950, 4950);
    rules.turn_ms = 0;
    rules.gain_ms = 0;
    assert_turn(&rules, 3000, 100, 400);
    assert_turn(&rules, 0, 1, 1);
}

/* What is left of a delay is lost, so most of it is used, and all of it but the reserve may be. */
static void a_delay_is_used(void **state)
{
    paua_rules rules = {.win = 6, .turn_ms = 5000, .delay_ms = 2000};

    (void)state;
    assert_turn(&rules, 0, 0, 6950);
    rules.turn_ms = 0;
    assert_turn(&rules, 0, 0, 0); /* a delay of nothing */
    rules.game_ms = 60000;
    assert_turn(&rules, 58000, 3500, 12000);
    assert_turn(&rules, 1000, 1600, 1600);
    assert_turn(&rules, 0, 1566, 1566);
    rules.delay_ms = 100;
    assert_turn(&rules, 0, 50, 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plan_leaves_enough),
        cmocka_unit_test(a_clock_never_runs_out),
        cmocka_unit_test(what_was_allowed_before_is_kept),
        cmocka_unit_test(turns_have_their_own_time),
        cmocka_unit_test(a_delay_is_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
