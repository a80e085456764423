#include <math.h>

#include <paua/lab/rating.h>

#include "unit.h"

#include "base/random.h"

#define assert_near(a, b, within) assert_true(fabs((a) - (b)) <= (within))

static void scores_and_leads_go_together(void **state)
{
    (void)state;
    assert_near(paua_score_of_elo(0), 0.5, 1e-12);
    assert_near(paua_score_of_elo(400), 10.0 / 11, 1e-12);
    assert_near(paua_elo_of_score(0.75), 190.848501888, 1e-6);
    for (double elo = -900; elo <= 900; elo += 37)
        assert_near(paua_elo_of_score(paua_score_of_elo(elo)), elo, 1e-6);
    assert_true(isinf(paua_elo_of_score(1)) && paua_elo_of_score(1) > 0);
    assert_true(isinf(paua_elo_of_score(0)) && paua_elo_of_score(0) < 0);
}

static void a_tally_is_counted(void **state)
{
    const paua_tally tally = {.wins = 6, .draws = 3, .losses = 1};
    const paua_tally nothing = {0};

    (void)state;
    assert_int_equal(paua_tally_games(&tally), 10);
    assert_near(paua_tally_score(&tally), 0.75, 1e-12);
    assert_near(paua_tally_score(&nothing), 0.5, 1e-12);
}

/* With many pairs it is the mean +- 1.96 standard errors, whose figures were worked out by hand. */
static void an_interval_is_the_usual_one(void **state)
{
    /* scores 0, 1/4, ... 1 of a pair: mean (400 + 2 * 800 + 3 * 500 + 4 * 200) / 4 / 2000 = 0.5375; mean of the squares
     * (400 + 4 * 800 + 9 * 500 + 16 * 200) / 16 / 2000 = 0.353125; variance 0.06421875, error 0.0056665 */
    const paua_tally tally = {
        .wins = 1200, .draws = 1900, .losses = 900, .pairs = {100, 400, 800, 500, 200}};
    paua_elo elo = paua_tally_elo(&tally);

    (void)state;
    assert_near(paua_tally_score(&tally), 0.5375, 1e-12);
    assert_near(elo.elo, paua_elo_of_score(0.5375), 1e-9);
    assert_near(elo.low, paua_elo_of_score(0.5375 - 1.96 * 0.0056665), 0.1);
    assert_near(elo.high, paua_elo_of_score(0.5375 + 1.96 * 0.0056665), 0.1);
}

/* Nothing but wins: the least mean is that under which n wins in a row have the likelihood e^-1.92. */
static void an_interval_has_an_end_at_infinity(void **state)
{
    const paua_tally won = {.wins = 120, .pairs = {0, 0, 0, 0, 60}};
    const paua_tally lost = {.losses = 120, .pairs = {60, 0, 0, 0, 0}};
    const paua_tally nothing = {0};
    paua_elo elo = paua_tally_elo(&won);

    (void)state;
    assert_true(isinf(elo.elo) && isinf(elo.high) && elo.high > 0);
    assert_near(elo.low, paua_elo_of_score(exp(-1.9207 / 60)), 3);
    elo = paua_tally_elo(&lost);
    assert_true(isinf(elo.elo) && isinf(elo.low) && elo.low < 0);
    assert_near(elo.high, -paua_elo_of_score(exp(-1.9207 / 60)), 3);
    elo = paua_tally_elo(&nothing);
    assert_true(elo.elo == 0 && isinf(elo.low) && isinf(elo.high));
}

static void single_games_serve_while_there_is_no_pair(void **state)
{
    const paua_tally tally = {.wins = 1000, .draws = 1000, .losses = 500};
    paua_elo elo = paua_tally_elo(&tally);

    (void)state;
    /* mean 0.6, variance 0.4 + 0.1 - 0.36 = 0.14, error 0.0074833 */
    assert_near(elo.elo, paua_elo_of_score(0.6), 1e-9);
    assert_near(elo.low, paua_elo_of_score(0.6 - 1.96 * 0.0074833), 0.2);
    assert_near(elo.high, paua_elo_of_score(0.6 + 1.96 * 0.0074833), 0.2);
}

/* One game bounds nothing. */
static void one_game_is_no_interval(void **state)
{
    static const paua_tally tallies[] = {{.wins = 1}, {.draws = 1}, {.losses = 1}};

    (void)state;
    for (int i = 0; i < 3; i++) {
        paua_elo elo = paua_tally_elo(&tallies[i]);
        assert_true(elo.elo == paua_elo_of_score(paua_tally_score(&tallies[i])));
        assert_true(isinf(elo.low) && elo.low < 0 && isinf(elo.high) && elo.high > 0);
    }
}

static void the_other_side_sees_the_opposite(void **state)
{
    const paua_sprt sprt = {-5, 5, 0.05, 0.05};
    uint64_t random = 7;

    (void)state;
    for (int i = 0; i < 200; i++) {
        paua_tally one = {0}, other = {0};
        for (int j = 0; j < PAUA_PAIR_SCORES; j++)
            one.pairs[j] = other.pairs[4 - j] = random_below(&random, i < 100 ? 4 : 400);
        one.wins = other.losses = 2 * one.pairs[4] + one.pairs[3];
        one.losses = other.wins = 2 * one.pairs[0] + one.pairs[1];
        paua_elo a = paua_tally_elo(&one), b = paua_tally_elo(&other);
        assert_true(a.low <= a.elo && a.elo <= a.high);
        if (isfinite(a.low))
            assert_near(a.low, -b.high, 1e-3);
        if (isfinite(a.high))
            assert_near(a.high, -b.low, 1e-3);
        assert_near(paua_sprt_llr(&sprt, &one), -paua_sprt_llr(&sprt, &other), 1e-6);
    }
}

/* For small differences the ratio is N (m1 - m0) (2 m - m0 - m1) / 2 / variance (the normal approximation). */
static void a_ratio_is_near_the_normal_one(void **state)
{
    const paua_sprt sprt = {0, 5, 0.05, 0.05};
    const paua_tally tally = {.pairs = {1000, 4000, 8000, 5000, 2000}};
    double m0 = paua_score_of_elo(0), m1 = paua_score_of_elo(5);
    double normal = 20000 * (m1 - m0) * (2 * 0.5375 - m0 - m1) / 2 / 0.06421875;

    (void)state;
    assert_near(paua_sprt_llr(&sprt, &tally), normal, 0.02 * normal);
    assert_near(paua_sprt_llr(&sprt, &(paua_tally){0}), 0, 1e-12);
}

static void bounds_are_walds(void **state)
{
    const paua_sprt sprt = {0, 5, 0.05, 0.05}, other = {0, 5, 0.01, 0.1};
    double low, high;

    (void)state;
    paua_sprt_bounds(&sprt, &low, &high);
    assert_near(low, -2.944439, 1e-6);
    assert_near(high, 2.944439, 1e-6);
    paua_sprt_bounds(&other, &low, &high);
    assert_near(low, log(0.1 / 0.99), 1e-12);
    assert_near(high, log(0.9 / 0.01), 1e-12);
}

/* Shares of pair scores whose mean is that of a lead of at most 70. */
static void shares_of(double elo, double shares[PAUA_PAIR_SCORES])
{
    static const double level[PAUA_PAIR_SCORES] = {0.1, 0.2, 0.4, 0.2, 0.1};
    double shift = 4 * (paua_score_of_elo(elo) - 0.5);

    /* what is taken from one score and given to the next one raises the mean by a quarter */
    for (int i = 0; i < PAUA_PAIR_SCORES; i++)
        shares[i] = level[i];
    for (int i = 0; i < PAUA_PAIR_SCORES - 1; i++) {
        shares[i] -= shift / 4;
        shares[i + 1] += shift / 4;
    }
}

static int draw_pair(const double shares[PAUA_PAIR_SCORES], uint64_t *random)
{
    double left = (double)(random_next(random) >> 11) / 9007199254740992.0;
    int i = 0;

    while (i < PAUA_PAIR_SCORES - 1 && left >= shares[i])
        left -= shares[i++];
    return i;
}

static void add_pair(paua_tally *tally, int points)
{
    tally->pairs[points]++;
    tally->wins += points / 2;
    tally->draws += points % 2;
    tally->losses += (4 - points) / 2;
}

/* How many of 500 tests accept the second hypothesis when the lead is `elo`. */
static int accepted(double elo, uint64_t seed)
{
    const paua_sprt sprt = {0, 40, 0.05, 0.05};
    double shares[PAUA_PAIR_SCORES];
    int count = 0;

    shares_of(elo, shares);
    for (int i = 0; i < 500; i++) {
        paua_tally tally = {0};
        paua_sprt_state decided = PAUA_SPRT_OPEN;
        while (decided == PAUA_SPRT_OPEN) {
            add_pair(&tally, draw_pair(shares, &seed));
            decided = paua_sprt_decide(&sprt, &tally);
        }
        count += decided == PAUA_SPRT_ELO1;
    }
    return count;
}

/* 5 % of 500 are 25; three standard deviations more are 40, and about as much less as the last step overshoots. */
static void a_test_errs_as_seldom_as_it_says(void **state)
{
    int wrong0, wrong1, between;

    (void)state;
    wrong0 = accepted(0, 1);
    wrong1 = 500 - accepted(40, 2);
    between = accepted(20, 3);
    print_message("of 500 tests %d and %d are wrong, %d accept between\n", wrong0, wrong1, between);
    assert_in_range(wrong0, 5, 40);
    assert_in_range(wrong1, 5, 40);
    assert_in_range(between, 200, 300);
}

static int covered(double elo, int pairs, uint64_t seed)
{
    double shares[PAUA_PAIR_SCORES];
    int count = 0;

    shares_of(elo, shares);
    for (int i = 0; i < 2000; i++) {
        paua_tally tally = {0};
        paua_elo found;
        for (int j = 0; j < pairs; j++)
            add_pair(&tally, draw_pair(shares, &seed));
        found = paua_tally_elo(&tally);
        count += found.low <= elo && elo <= found.high;
    }
    return count;
}

/* Of 2000 intervals 1900 should hold the truth; with few pairs some less do. */
static void intervals_hold_the_truth(void **state)
{
    int few, many, ahead;

    (void)state;
    few = covered(0, 20, 4);
    many = covered(0, 200, 5);
    ahead = covered(60, 100, 6);
    print_message("of 2000 intervals %d, %d and %d hold the truth\n", few, many, ahead);
    assert_in_range(few, 1840, 1940);
    assert_in_range(many, 1870, 1930);
    assert_in_range(ahead, 1860, 1940);
}

/* Results of i against j, and of j against i. */
static void set_tally(paua_tally *tallies, int count, int i, int j, paua_tally tally)
{
    paua_tally other = {.wins = tally.losses, .draws = tally.draws, .losses = tally.wins};

    for (int k = 0; k < PAUA_PAIR_SCORES; k++)
        other.pairs[k] = tally.pairs[PAUA_PAIR_SCORES - 1 - k];
    tallies[i * count + j] = tally;
    tallies[j * count + i] = other;
}

/* Strengths of 9, 3 and 1 score 3/4, 3/4 and 9/10 against each other. */
static void ratings_are_the_most_likely(void **state)
{
    paua_tally tallies[9] = {{0}};
    paua_elo elo[3];
    bool added = true;

    (void)state;
    set_tally(tallies, 3, 0, 1, (paua_tally){.wins = 70, .draws = 10, .losses = 20});
    set_tally(tallies, 3, 1, 2, (paua_tally){.wins = 60, .draws = 30, .losses = 10});
    set_tally(tallies, 3, 0, 2, (paua_tally){.wins = 90, .losses = 10});
    assert_int_equal(paua_ratings_fit(3, tallies, elo, &added), PAUA_OK);
    assert_false(added);
    assert_true(elo[0].elo == 0 && elo[0].low == 0 && elo[0].high == 0);
    assert_near(elo[1].elo, -400 * log10(3), 1e-6);
    assert_near(elo[2].elo, -400 * log10(9), 1e-6);
    for (int i = 1; i < 3; i++)
        assert_true(elo[i].low < elo[i].elo && elo[i].elo < elo[i].high);
}

static void two_have_the_lead_of_a_match(void **state)
{
    const paua_tally tally = {
        .wins = 1200, .draws = 1900, .losses = 900, .pairs = {100, 400, 800, 500, 200}};
    paua_tally tallies[4] = {{0}};
    paua_elo match = paua_tally_elo(&tally), elo[2];
    bool added;

    (void)state;
    set_tally(tallies, 2, 1, 0, tally);
    assert_int_equal(paua_ratings_fit(2, tallies, elo, &added), PAUA_OK);
    assert_near(elo[1].elo, match.elo, 1e-6);
    assert_near(elo[1].low, match.low, 0.2);
    assert_near(elo[1].high, match.high, 0.2);
}

/* Everybody's expected points are those he has. */
static void expected_points_are_those_made(void **state)
{
    enum { COUNT = 12 };
    paua_tally tallies[COUNT * COUNT] = {{0}};
    paua_elo elo[COUNT];
    uint64_t random = 9;
    bool added;

    (void)state;
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < i; j++)
            if (random_below(&random, 3))
                set_tally(tallies, COUNT, i, j,
                          (paua_tally){.wins = random_below(&random, 30),
                                       .draws = 1 + random_below(&random, 9),
                                       .losses = random_below(&random, 60)});
    assert_int_equal(paua_ratings_fit(COUNT, tallies, elo, &added), PAUA_OK);
    assert_false(added);
    for (int i = 0; i < COUNT; i++) {
        double gap = 0;
        for (int j = 0; j < COUNT; j++) {
            const paua_tally *tally = &tallies[i * COUNT + j];
            gap += (double)paua_tally_games(tally) *
                   (paua_tally_score(tally) - paua_score_of_elo(elo[i].elo - elo[j].elo));
        }
        assert_near(gap, 0, 1e-6);
    }
}

static void who_has_won_all_is_given_a_draw(void **state)
{
    paua_tally tallies[9] = {{0}};
    paua_elo elo[3];
    bool added = false;

    (void)state;
    set_tally(tallies, 3, 0, 1, (paua_tally){.wins = 10});
    set_tally(tallies, 3, 1, 2, (paua_tally){.wins = 5, .losses = 5});
    assert_int_equal(paua_ratings_fit(3, tallies, elo, &added), PAUA_OK);
    assert_true(added);
    assert_near(elo[1].elo, -paua_elo_of_score(10.5 / 11), 1e-6);
    assert_near(elo[2].elo, elo[1].elo, 1e-6);
    /* somebody whom nobody has met */
    memset(tallies, 0, sizeof tallies);
    set_tally(tallies, 3, 0, 1, (paua_tally){.wins = 10, .losses = 10});
    assert_int_equal(paua_ratings_fit(3, tallies, elo, &added), PAUA_OK);
    assert_false(added);
    assert_near(elo[1].elo, 0, 1e-6);
    assert_true(isinf(elo[2].low) && isinf(elo[2].high));
    assert_int_equal(paua_ratings_fit(1, tallies, elo, &added), PAUA_ERROR_BAD_ARGUMENT);
}

/* Four players of known strength; of 3 * 400 intervals 1140 should hold the truth. */
static void rating_intervals_hold_the_truth(void **state)
{
    static const double truth[4] = {0, 40, -30, 20};
    uint64_t random = 12;
    int held = 0;

    (void)state;
    for (int i = 0; i < 400; i++) {
        paua_tally tallies[16] = {{0}};
        paua_elo elo[4];
        bool added;
        for (int a = 0; a < 4; a++)
            for (int b = 0; b < a; b++) {
                paua_tally tally = {0};
                double shares[PAUA_PAIR_SCORES];
                shares_of(truth[a] - truth[b], shares);
                for (int pair = 0; pair < 60; pair++)
                    add_pair(&tally, draw_pair(shares, &random));
                set_tally(tallies, 4, a, b, tally);
            }
        assert_int_equal(paua_ratings_fit(4, tallies, elo, &added), PAUA_OK);
        for (int a = 1; a < 4; a++)
            held += elo[a].low <= truth[a] && truth[a] <= elo[a].high;
    }
    print_message("of 1200 intervals %d hold the truth\n", held);
    assert_in_range(held, 1110, 1175);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_and_leads_go_together),
        cmocka_unit_test(a_tally_is_counted),
        cmocka_unit_test(an_interval_is_the_usual_one),
        cmocka_unit_test(an_interval_has_an_end_at_infinity),
        cmocka_unit_test(one_game_is_no_interval),
        cmocka_unit_test(single_games_serve_while_there_is_no_pair),
        cmocka_unit_test(the_other_side_sees_the_opposite),
        cmocka_unit_test(a_ratio_is_near_the_normal_one),
        cmocka_unit_test(bounds_are_walds),
        cmocka_unit_test(a_test_errs_as_seldom_as_it_says),
        cmocka_unit_test(intervals_hold_the_truth),
        cmocka_unit_test(ratings_are_the_most_likely),
        cmocka_unit_test(two_have_the_lead_of_a_match),
        cmocka_unit_test(expected_points_are_those_made),
        cmocka_unit_test(who_has_won_all_is_given_a_draw),
        cmocka_unit_test(rating_intervals_hold_the_truth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
