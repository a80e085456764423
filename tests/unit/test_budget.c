#include "unit.h"

#include "search/budget.h"

static void a_share_leaves_enough(void **state)
{
    (void)state;
    assert_int_equal(budget_share(60000, 0), 2000);
    assert_int_equal(budget_share(60000, 4000), 5000);
    /* what is added after the move cannot be spent on it */
    assert_int_equal(budget_share(1000, 60000), 950);
    for (int64_t left = -10; left < 200; left++) {
        assert_true(budget_share(left, 0) >= 1);
        assert_true(budget_share(left, 1000) <= (left > 51 ? left - 50 : 1));
    }
}

/* Whoever always spends his share has time for any number of moves. */
static void a_clock_never_runs_out(void **state)
{
    int64_t left = 5000;

    (void)state;
    for (int i = 0; i < 300; i++) {
        int64_t share = budget_share(left, 0);
        if (left > 51)
            assert_true(share <= left - 50);
        left -= left > 51 ? share : 0;
    }
    assert_true(left >= 50);
}

static void turns_have_their_own_time(void **state)
{
    paua_rules rules = {.win = 6};

    (void)state;
    assert_int_equal(budget_turn(&rules, 0), 0); /* no clock */
    rules.turn_ms = 5000;
    assert_int_equal(budget_turn(&rules, 0), 4950);
    rules.turn_ms = 100;
    assert_int_equal(budget_turn(&rules, 0), 80);
    rules.turn_ms = 1;
    assert_int_equal(budget_turn(&rules, 0), 1);
    rules.game_ms = 60000;
    assert_int_equal(budget_turn(&rules, 60000), 1);
    rules.turn_ms = 5000;
    assert_int_equal(budget_turn(&rules, 60000), 2000);
    rules.gain_ms = 100000;
    assert_int_equal(budget_turn(&rules, 60000), 4950);
    rules.turn_ms = 0;
    rules.gain_ms = 0;
    assert_int_equal(budget_turn(&rules, 3000), 100);
    assert_int_equal(budget_turn(&rules, 0), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_share_leaves_enough),
        cmocka_unit_test(a_clock_never_runs_out),
        cmocka_unit_test(turns_have_their_own_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
