/* The arithmetic of clocks: what a turn may take, what it costs, when a flag falls. */
#define _GNU_SOURCE /* CLOCK_BOOTTIME */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "service/core/date_watch.h"
#include "service/games/model/game_clock.h"

/* A game whose clocks run since 1000. */
static struct game_clock clock_begin(const paua_rules *rules)
{
    struct game_clock clock;

    game_clock_reset(&clock, rules, PAUA_BLACK);
    game_clock_next_turn(&clock, PAUA_BLACK, 1000);
    game_clock_run(&clock, true, 1000);
    return clock;
}

/* One turn under some rules: how long it may take, and what is left after one that took so long. */
static void test_one_turn(void **state)
{
    static const struct {
        paua_rules rules;
        int64_t took, lag, limit, spent, left;
    } turns[] = {
        /* rules (ms)                                      took  lag  limit  spent  left */
        {{.game_ms = 60000}, 0, 0, 60000, 0, 60000},
        {{.game_ms = 60000}, 1500, 0, 60000, 1500, 58500},
        {{.game_ms = 60000}, 1500, 200, 60000, 1300, 58700},
        {{.game_ms = 60000}, 1500, 9000, 60000, 1000, 59000},
        {{.game_ms = 60000}, 100, 300, 60000, 0, 60000},
        {{.game_ms = 60000}, 60000, 0, 60000, 60000, 0},
        {{.game_ms = 60000, .gain_ms = 2000}, 500, 0, 60000, 500, 61500},
        {{.game_ms = 60000, .gain_ms = 2000}, 3000, 0, 60000, 3000, 59000},
        {{.game_ms = 60000, .gain_ms = 2000, .cap_ms = 60000}, 500, 0, 60000, 500, 60000},
        {{.game_ms = 60000, .gain_ms = 2000, .cap_ms = 61000}, 500, 0, 60000, 500, 61000},
        {{.game_ms = 60000, .gain_ms = 2000, .cap_ms = 61000}, 1500, 0, 60000, 1500, 60500},
        {{.game_ms = 60000, .gain_ms = 2000, .cap_ms = 50000}, 500, 0, 60000, 500, 59500},
        {{.game_ms = 60000, .delay_ms = 5000}, 4999, 0, 65000, 4999, 60000},
        {{.game_ms = 60000, .delay_ms = 5000}, 5001, 0, 65000, 5001, 59999},
        {{.game_ms = 60000, .delay_ms = 5000}, 65000, 0, 65000, 65000, 0},
        {{.game_ms = 60000, .delay_ms = 5000, .gain_ms = 7}, 6000, 0, 65000, 6000, 59007},
        {{.turn_ms = 5000}, 4000, 0, 5000, 4000, 0},
        {{.turn_ms = 5000, .delay_ms = 1000}, 4000, 0, 6000, 4000, 0},
        {{.turn_ms = 5000, .game_ms = 60000}, 4000, 0, 5000, 4000, 56000},
        {{.turn_ms = 5000, .game_ms = 3000}, 2000, 0, 3000, 2000, 1000},
        {{.turn_ms = 3 * 86400000u}, 86400000, 0, 3 * 86400000ll, 86400000, 0},
        {{.plies = 10}, 100000, 0, CLOCK_NEVER, 100000, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++) {
        struct game_clock clock = clock_begin(&turns[i].rules);
        int64_t limit = game_clock_limit(&clock, &turns[i].rules);
        int64_t flag = game_clock_flag(&clock, &turns[i].rules);

        assert_int_equal(limit, turns[i].limit);
        assert_int_equal(flag,
                         limit == CLOCK_NEVER ? CLOCK_NEVER : 1000 + limit + CLOCK_LAG_MAX_MS + 1);
        int64_t spent = game_clock_spent(&clock, 1000 + turns[i].took, turns[i].lag);
        assert_int_equal(spent, turns[i].spent);
        game_clock_charge(&clock, &turns[i].rules, spent);
        assert_int_equal(clock.left_ms[PAUA_BLACK], turns[i].left);
        assert_int_equal(clock.left_ms[PAUA_WHITE], turns[i].rules.game_ms);
    }
}

/* How long one may be gone, and how long a first move may take. */
static void test_absence(void **state)
{
    static const struct {
        paua_rules rules;
        int64_t claim, first;
    } games[] = {
        {{.game_ms = 60000}, 10000, 300000},
        {{.game_ms = 600000, .gain_ms = 5000}, 30000, 300000},
        {{.game_ms = 7200000}, 60000, 360000},
        {{.game_ms = 72000000}, 60000, 3600000},
        {{.game_ms = 86400000}, 0, 0},
        {{.turn_ms = 3000}, 10000, 300000},
        {{.turn_ms = 600000}, 60000, 1200000},
        {{.turn_ms = 3 * 86400000u}, 0, 0},
        {{.plies = 10}, 0, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        assert_int_equal(game_clock_claim(&games[i].rules), games[i].claim);
        assert_int_equal(game_clock_first_move(&games[i].rules), games[i].first);
    }
}

/* A first move is awaited from when that begins, whatever else happens, until it comes. */
static void test_first_move(void **state)
{
    const paua_rules rules = {.game_ms = 600000};
    struct game_clock clock;

    (void)state;
    game_clock_reset(&clock, &rules, PAUA_BLACK);
    assert_int_equal(game_clock_flag(&clock, &rules), CLOCK_NEVER);
    game_clock_await_first(&clock, true, 2000);
    game_clock_await_first(&clock, true, 9000);
    assert_int_equal(game_clock_flag(&clock, &rules), 302000);
    assert_int_equal(game_clock_first_left(&clock, &rules, 102000), 200000);
    assert_int_equal(game_clock_first_left(&clock, &rules, 400000), 0);
    assert_int_equal(game_clock_used(&clock, 400000), 0);
    game_clock_await_first(&clock, false, 9000);
    assert_int_equal(game_clock_flag(&clock, &rules), CLOCK_NEVER);
}

/* A move whose charged time is within the limit comes before the flag falls, and after the flag has
 * fallen none is. */
static void test_flag_and_lag(void **state)
{
    const paua_rules rules = {.game_ms = 10000, .delay_ms = 500};
    struct game_clock clock = clock_begin(&rules);
    int64_t limit = game_clock_limit(&clock, &rules), flag = game_clock_flag(&clock, &rules);

    (void)state;
    assert_true(game_clock_spent(&clock, flag - 1, CLOCK_LAG_MAX_MS) <= limit);
    assert_true(game_clock_spent(&clock, flag, 10000) > limit);
}

/* What a turn took before a pause counts; the pause does not. */
static void test_pause(void **state)
{
    const paua_rules rules = {.game_ms = 10000, .turn_ms = 4000};
    struct game_clock clock = clock_begin(&rules);

    (void)state;
    game_clock_run(&clock, false, 2500);
    assert_int_equal(game_clock_used(&clock, 90000), 1500);
    assert_int_equal(game_clock_flag(&clock, &rules), CLOCK_NEVER);
    game_clock_run(&clock, true, 100000);
    assert_int_equal(game_clock_used(&clock, 100200), 1700);
    assert_int_equal(game_clock_flag(&clock, &rules), 100000 + 2500 + CLOCK_LAG_MAX_MS + 1);
    assert_int_equal(game_clock_left(&clock, &rules, 0, 100200), 8300);
    assert_int_equal(game_clock_left(&clock, &rules, 1, 100200), 10000);
    assert_int_equal(game_clock_left(&clock, &rules, 0, 900000), 0);
    game_clock_next_turn(&clock, PAUA_WHITE, 100300);
    assert_int_equal(game_clock_used(&clock, 100400), 100);
}

/* A program leaves itself time for the rest of the game, and for being late. */
static void test_budget(void **state)
{
    static const struct {
        paua_rules rules;
        int64_t budget;
    } cases[] = {
        {{.plies = 10}, CLOCK_NEVER},
        {{.turn_ms = 1000}, 750},
        {{.game_ms = 60000}, 2000},
        {{.game_ms = 60000, .gain_ms = 1000}, 2750},
        {{.game_ms = 60000, .delay_ms = 500}, 2500},
        {{.game_ms = 100, .gain_ms = 2000}, 75},
        {{.game_ms = 600000, .turn_ms = 1000}, 750},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct game_clock clock = clock_begin(&cases[i].rules);

        assert_int_equal(game_clock_budget(&clock, &cases[i].rules), cases[i].budget);
    }
}

/* The running time never goes back, but a clock that did would not give time away. */
static void test_time_that_goes_back(void **state)
{
    const paua_rules rules = {.game_ms = 10000};
    struct game_clock clock = clock_begin(&rules);

    (void)state;
    assert_int_equal(game_clock_used(&clock, 500), 0);
    assert_int_equal(game_clock_spent(&clock, 500, 100), 0);
}

/* The machine's clocks: since it was started, and without the time that it slept. The linker leads
 * the calls here (--wrap). */
static int64_t boot_ms, asleep_ms;

/* NOLINTBEGIN(bugprone-reserved-identifier): the name that --wrap asks for */
int __wrap_clock_gettime(clockid_t clock, struct timespec *now);

int __wrap_clock_gettime(clockid_t clock, struct timespec *now)
{
    int64_t ms = clock == CLOCK_BOOTTIME ? boot_ms : boot_ms - asleep_ms;

    *now = (struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    return 0;
}
/* NOLINTEND(bugprone-reserved-identifier) */

/* Lets time pass; returns the date, which goes along. */
static int64_t pass(int64_t date, int64_t ms)
{
    boot_ms += ms;
    return date + ms;
}

/* Begins where the server before was not in doubt. */
static int64_t begin_date(struct date_watch *watch, int64_t date, int64_t last)
{
    return date_watch_begin(watch, date, &(struct date_record){.last_ms = last});
}

/* A date that is corrected by little is trusted at once; of one that was set and the one before it
 * the earlier one counts for an hour, and each new change begins an hour of its own. */
static void test_date_that_is_set(void **state)
{
    const int64_t begin = INT64_C(1700000000000), minute = 60000, year = INT64_C(31536000000);
    struct date_watch watch;
    int64_t date = begin;

    (void)state;
    boot_ms = 5000;
    assert_int_equal(begin_date(&watch, date, 0), 0);
    assert_int_equal(date_watch_due(&watch), date);
    for (int i = 0; i < 100; i++) {
        date = pass(date, minute) + (i % 2 ? 1000 : -1000) * 60;
        assert_int_equal(date_watch_jump(&watch, date), 0);
        assert_int_equal(date_watch_due(&watch), date);
    }

    /* A year ahead: the date before it goes on. */
    date = pass(date, minute) + year;
    assert_int_equal(date_watch_jump(&watch, date), year);
    assert_false(date_watch_trusts(&watch));
    date = pass(date, DATE_REST_MS / 2);
    assert_int_equal(date_watch_jump(&watch, date), 0);
    assert_int_equal(date_watch_due(&watch), date - year);
    assert_int_equal(date_watch_latest(&watch), date);

    /* A year behind: the new one is the earlier. */
    date -= 2 * year;
    assert_int_equal(date_watch_jump(&watch, date), -2 * year);
    assert_int_equal(date_watch_due(&watch), date);
    assert_int_equal(date_watch_latest(&watch), date + year);
    date = pass(date, DATE_REST_MS - 1);
    assert_int_equal(date_watch_jump(&watch, date), 0);
    assert_false(date_watch_trusts(&watch));

    /* Corrected within the hour: as before. */
    date += year;
    assert_int_equal(date_watch_jump(&watch, date), year);
    assert_true(date_watch_trusts(&watch));
    assert_int_equal(date_watch_due(&watch), date);

    /* For an hour and more: it is meant so. */
    date += year;
    assert_int_equal(date_watch_jump(&watch, date), year);
    date = pass(date, DATE_REST_MS);
    assert_int_equal(date_watch_jump(&watch, date), 0);
    assert_true(date_watch_trusts(&watch));
    assert_int_equal(date_watch_due(&watch), date);
}

/* A server may have been down for some hours. Days, or a date before it was stopped, are doubted. */
static void test_date_at_the_start(void **state)
{
    const int64_t last = INT64_C(1700000000000), hour = 3600000, day = 24 * hour;
    struct date_watch watch;

    (void)state;
    boot_ms = 5000;
    assert_int_equal(begin_date(&watch, last + 20 * hour, last), 0);
    assert_int_equal(date_watch_due(&watch), last + 20 * hour);
    assert_int_equal(begin_date(&watch, last - hour / 2, last), 0);
    assert_true(date_watch_trusts(&watch));

    assert_int_equal(begin_date(&watch, last + 100 * day, last), 100 * day);
    assert_int_equal(date_watch_due(&watch), last);
    boot_ms += DATE_REST_MS;
    assert_int_equal(date_watch_jump(&watch, last + 100 * day + DATE_REST_MS), 0);
    assert_int_equal(date_watch_due(&watch), last + 100 * day + DATE_REST_MS);

    /* A clock without a battery, and then the network's time. */
    assert_int_equal(begin_date(&watch, 1000, last), 1000 - last);
    assert_int_equal(date_watch_due(&watch), 1000);
    boot_ms += 30000;
    assert_int_equal(date_watch_jump(&watch, last + 5 * hour), last + 5 * hour - 31000);
    assert_true(date_watch_trusts(&watch));
    assert_int_equal(date_watch_due(&watch), last + 5 * hour);
}

/* Runs a server for `ms`, `down` after the one before; returns the date at its end. */
static int64_t run_server(struct date_watch *watch, struct date_record *record, int64_t date,
                          int64_t down, int64_t ms)
{
    date_watch_begin(watch, date + down, record);
    date = pass(date + down, ms);
    date_watch_jump(watch, date);
    *record = date_watch_record(watch);
    return date;
}

/* A server that never runs for an hour in one go believes the date after an hour in all. One that
 * is down for days does, too, but always leaves NTP its time. */
static void test_date_of_short_runs(void **state)
{
    static const int64_t downs[] = {60000, INT64_C(48) * 3600000};
    const int64_t last = INT64_C(1700000000000), run = DATE_REST_MS / 4, day = INT64_C(86400000);
    struct date_watch watch;

    (void)state;
    for (size_t i = 0; i < sizeof downs / sizeof downs[0]; i++) {
        struct date_record record = {.last_ms = last};
        int64_t date = last + 2 * day;

        boot_ms = 5000;
        for (int runs = 0; runs < 3; runs++) {
            date = run_server(&watch, &record, date, downs[i], run);
            assert_false(date_watch_trusts(&watch));
            assert_int_equal(record.rested_ms, (runs + 1) * run);
        }
        date = run_server(&watch, &record, date, downs[i], run);
        assert_true(date_watch_trusts(&watch));
        assert_int_equal(record.last_ms, date);
        assert_int_equal(record.doubted_ms, 0);
    }

    /* Another date than the doubted one begins anew. */
    struct date_record record = {last, last + 10 * day, DATE_REST_MS - 1};
    run_server(&watch, &record, last + 5 * day, 0, DATE_REST_MS - 1);
    assert_false(date_watch_trusts(&watch));
    record = (struct date_record){last, last + 10 * day, DATE_REST_MS - 1};
    run_server(&watch, &record, last + 90 * day, 0, DATE_SET_MS - 1);
    assert_false(date_watch_trusts(&watch));
}

/* A machine that sleeps every night is not one whose date is set every day: else no game would ever
 * be closed on it. */
static void test_a_machine_that_sleeps(void **state)
{
    const int64_t night = INT64_C(8) * 60 * 60 * 1000, begin = INT64_C(1700000000000);
    struct date_watch watch;

    (void)state;
    boot_ms = 5000;
    asleep_ms = 0;
    begin_date(&watch, begin, 0);
    boot_ms += night;
    asleep_ms += night;
    assert_int_equal(date_watch_jump(&watch, begin + night), 0);
    assert_true(date_watch_trusts(&watch));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_turn),
        cmocka_unit_test(test_absence),
        cmocka_unit_test(test_first_move),
        cmocka_unit_test(test_flag_and_lag),
        cmocka_unit_test(test_pause),
        cmocka_unit_test(test_budget),
        cmocka_unit_test(test_time_that_goes_back),
        cmocka_unit_test(test_date_that_is_set),
        cmocka_unit_test(test_date_at_the_start),
        cmocka_unit_test(test_date_of_short_runs),
        cmocka_unit_test(test_a_machine_that_sleeps),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
