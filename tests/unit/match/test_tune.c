/* Tuning by SPSA: the arithmetic climbs a made-up hill, the same setup gives the same values, checkpoints are whole. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "folder.h"

#include <math.h>

#include "base/random.h"
#include "match/tune.h"

#define SAVE "a.tune"

/* ---- the arithmetic ---- */

enum { HILL = 3 };

static const struct spsa_range hill_ranges[HILL] = {
    {0, 200, 10, 0.002}, {-500, 500, 50, 0.002}, {0, 12, 0.6, 0.004}};
static const double hill_top[HILL] = {150, -120, 8};

/* Elo lost by how far values are from the top, in units of their steps. */
static double elo_below_top(const int *values)
{
    double sum = 0;
    for (int i = 0; i < HILL; i++) {
        double far = (values[i] - hill_top[i]) / hill_ranges[i].c_end;
        sum += 2 * far * far;
    }
    return sum;
}

/* Wins minus losses of so many games between the two sides of the trials; a third is drawn. */
static int play_on_hill(const struct spsa_trial *trials, int games, uint64_t *seed)
{
    int plus[HILL], minus[HILL], difference = 0;
    for (int i = 0; i < HILL; i++) {
        plus[i] = trials[i].plus;
        minus[i] = trials[i].minus;
    }
    double elo = elo_below_top(minus) - elo_below_top(plus);
    double score = 1 / (1 + pow(10, -elo / 400));
    for (int i = 0; i < games; i++) {
        if (random_below(seed, 3) == 0)
            continue;
        difference += random_below(seed, 1000000) < 1e6 * score ? 1 : -1;
    }
    return difference;
}

/* From far below, with noise of single games, all values come near the top and stay in their ranges. */
static void spsa_climbs(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        const struct spsa_schedule schedule = {5000, seed};
        double values[HILL] = {60, 300, 2};
        uint64_t chance = seed;
        for (int64_t k = 1; k <= schedule.iterations; k++) {
            struct spsa_trial trials[HILL];
            spsa_draw(&schedule, k, hill_ranges, values, HILL, trials);
            spsa_move(&schedule, k, hill_ranges, trials, play_on_hill(trials, 16, &chance), HILL,
                      values);
        }
        for (int i = 0; i < HILL; i++)
            if (fabs(values[i] - hill_top[i]) > 2 * hill_ranges[i].c_end)
                fail_msg("seed %d, value %d: %.2f, expected about %.0f", (int)seed, i, values[i],
                         hill_top[i]);
    }
}

/* The steps of spsa.h, in numbers computed by hand. */
static void steps_follow_the_schedule(void **state)
{
    static const struct spsa_range range = {0, 100000, 10, 0.002};
    const struct spsa_schedule schedule = {1000, 1};
    const struct {
        int64_t number;
        double c, move;
    } wanted[] = {
        /* 10 * 1000^0.101; 0.2 * (1100 / 101)^0.602 / c */
        {1, 20.0909, 0.2 * 4.2099 / 20.0909},
        {1000, 10, 0.02},
    };
    (void)state;
    for (size_t i = 0; i < LENGTH(wanted); i++) {
        double value = 5000;
        struct spsa_trial trial;
        spsa_draw(&schedule, wanted[i].number, &range, &value, 1, &trial);
        assert_true(abs(trial.sign) == 1);
        assert_true(fabs(trial.plus - 5000 - trial.sign * wanted[i].c) < 1);
        assert_true(fabs(trial.minus - 5000 + trial.sign * wanted[i].c) < 1);
        spsa_move(&schedule, wanted[i].number, &range, &trial, 3, 1, &value);
        assert_true(fabs(value - 5000 - trial.sign * 3 * wanted[i].move) < 1e-3 * wanted[i].c);
    }
}

/* A value between whole numbers is rounded both ways, as often as its fraction says; a step of a half makes a difference
 * of one; nothing leaves its range. */
static void values_are_rounded_by_chance(void **state)
{
    static const struct spsa_range range = {0, 7, 0.5, 0.002};
    const struct spsa_schedule schedule = {1, 1};
    double sum = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 4000; seed++) {
        const struct spsa_schedule own = {1, seed};
        const double value = 4.75;
        struct spsa_trial trial;
        spsa_draw(&own, 1, &range, &value, 1, &trial);
        assert_int_equal(trial.plus - trial.minus, trial.sign);
        sum += trial.plus + trial.minus;
    }
    assert_true(fabs(sum / 8000 - 4.75) < 0.05);
    for (int i = 0; i < 2; i++) {
        double value = i ? range.most : range.least;
        struct spsa_trial trial;
        spsa_draw(&schedule, 1, &range, &value, 1, &trial);
        assert_in_range(trial.plus, range.least, range.most);
        assert_in_range(trial.minus, range.least, range.most);
        for (int move = -1; move <= 1; move += 2) {
            spsa_move(&schedule, 1, &range, &trial, 100000 * move, 1, &value);
            assert_true(value >= range.least && value <= range.most);
        }
    }
}

/* ---- games ---- */

static paua_openings *openings;

static int begin_tests(void **state)
{
    return enter_folder(state) || paua_openings_parse("random:4", 1, &openings, NULL) != PAUA_OK;
}

static int end_tests(void **state)
{
    static const char *const names[] = {SAVE, SAVE ".part"};
    (void)state;
    paua_openings_free(openings);
    return leave_folder(names, LENGTH(names));
}

static const paua_tune_parameter tuned[] = {
    {"lmr_base", 30, 0.1}, {"rfp_margin", 0, 0.1}, {"lmp_depth", 0, 0}};

/* Short games: 5 iterations of 3 pairs. */
static paua_tune_setup short_setup(void)
{
    return (paua_tune_setup){.parameters = tuned,
                             .count = LENGTH(tuned),
                             .iterations = 5,
                             .pairs = 3,
                             .openings = openings,
                             .rules = "win=2,plies=60,limit=score",
                             .limits = {.nodes = SANITIZED ? 100 : 400},
                             .tt_mb = 1,
                             .concurrency = 1,
                             .seed = 7};
}

static paua_tune *tune_of(const paua_tune_setup *setup)
{
    paua_tune *tune = NULL;
    paua_error error = {.code = PAUA_OK};
    if (paua_tune_new(setup, &tune, &error) != PAUA_OK)
        fail_msg("%s", error.message);
    return tune;
}

static void assert_same_values(const paua_tune *a, const paua_tune *b)
{
    assert_int_equal(paua_tune_about(a).iteration, paua_tune_about(b).iteration);
    assert_int_equal(paua_tune_about(a).draws, paua_tune_about(b).draws);
    for (int i = 0; i < paua_tune_count(a); i++) {
        assert_string_equal(paua_tune_name(a, i), paua_tune_name(b, i));
        assert_memory_equal(&a->values[i], &b->values[i], sizeof(double));
    }
}

static void values_do_not_depend_on_concurrency(void **state)
{
    paua_tune_setup setup = short_setup();
    paua_tune *one = tune_of(&setup), *many;
    int moved = 0;
    (void)state;
    assert_int_equal(paua_tune_run(one, NULL, NULL, NULL, NULL), PAUA_OK);
    assert_int_equal(paua_tune_about(one).iteration, 5);
    assert_int_equal(paua_tune_about(one).games, 30);
    for (int i = 0; i < paua_tune_count(one); i++)
        moved += paua_tune_value(one, i) != paua_parameter_find(tuned[i].name)->value;
    assert_true(moved > 0);
    setup.concurrency = 3;
    many = tune_of(&setup);
    assert_int_equal(paua_tune_run(many, NULL, NULL, NULL, NULL), PAUA_OK);
    assert_same_values(one, many);
    paua_tune_free(many);
    setup.seed = 8;
    many = tune_of(&setup);
    assert_int_equal(paua_tune_run(many, NULL, NULL, NULL, NULL), PAUA_OK);
    assert_memory_not_equal(one->values, many->values, sizeof one->values);
    paua_tune_free(many);
    paua_tune_free(one);
}

/* Ends the run after the iteration that *context counts down to. */
static bool stop_later(const paua_tune_progress *now, void *context)
{
    const int64_t *last = context;
    return now->iteration < *last;
}

static void resumed_is_undisturbed(void **state)
{
    const paua_tune_setup setup = short_setup();
    paua_tune *whole = tune_of(&setup);
    (void)state;
    assert_int_equal(paua_tune_run(whole, NULL, NULL, NULL, NULL), PAUA_OK);
    for (int64_t stop = 0; stop <= 5; stop += stop ? 2 : 1) {
        paua_tune *first = tune_of(&setup), *second = tune_of(&setup);
        assert_int_equal(paua_tune_run(first, SAVE, stop_later, &stop, NULL), PAUA_OK);
        /* one iteration more may be done at 0: a short one ends before anybody asks */
        assert_in_range(paua_tune_about(first).iteration, stop, stop ? stop : 1);
        assert_int_equal(paua_tune_resume(second, SAVE, NULL), PAUA_OK);
        assert_same_values(first, second);
        assert_int_equal(paua_tune_run(second, SAVE, NULL, NULL, NULL), PAUA_OK);
        assert_same_values(second, whole);
        paua_tune_free(first);
        paua_tune_free(second);
    }
    paua_tune_free(whole);
}

/* ---- what is refused ---- */

static void wrong_setups_are_refused(void **state)
{
    static const paua_tune_parameter unknown = {"lmr_bass", 0, 0}, far = {"lmr_base", 201, 0},
                                     back = {"lmr_base", -1, 0}, fast = {"lmr_base", 0, 1.5};
    static const paua_tune_parameter twice[] = {{"lmr_base", 0, 0}, {"lmr_base", 0, 0}};
    paua_tune_setup setups[12];
    (void)state;
    for (size_t i = 0; i < LENGTH(setups); i++)
        setups[i] = short_setup();
    setups[0].parameters = &unknown;
    setups[0].count = 1;
    setups[1].parameters = &far;
    setups[1].count = 1;
    setups[2].parameters = &back;
    setups[2].count = 1;
    setups[3].parameters = &fast;
    setups[3].count = 1;
    setups[4].parameters = twice;
    setups[4].count = 2;
    setups[5].iterations = 0;
    setups[6].pairs = 0;
    setups[7].limits = (paua_limits){.size = sizeof(paua_limits)};
    setups[8].tt_mb = 0;
    setups[9].concurrency = 0;
    setups[10].count = PAUA_TUNE_PARAMETERS_MAX + 1;
    setups[11].rules = NULL; /* and no limit of plies */
    for (size_t i = 0; i < LENGTH(setups); i++) {
        paua_tune *tune = NULL;
        paua_error error = {.code = PAUA_OK};
        paua_status status = paua_tune_new(&setups[i], &tune, &error);
        if (status != (i ? PAUA_ERROR_BAD_ARGUMENT : PAUA_ERROR_NOT_FOUND) || tune ||
            !error.message[0])
            fail_msg("setup %zu: %s: %s", i, paua_status_name(status), error.message);
    }
}

/* All parameters fit at once, in any values. */
static void all_parameters_fit(void **state)
{
    paua_tune_setup setup = short_setup();
    size_t length = 0;
    int count = 0;
    (void)state;
    setup.parameters = NULL;
    setup.count = 0;
    paua_tune *tune = tune_of(&setup);
    for (const paua_parameter *parameter; (parameter = paua_parameter_at(count)); count++)
        length += (size_t)snprintf(NULL, 0, "%s=%d,", parameter->name, parameter->most);
    assert_int_equal(paua_tune_count(tune), count);
    assert_true(length + 8 * (size_t)count < PAUA_PARAMETERS_TEXT_MAX);
    paua_tune_free(tune);
}

/* No byte can be changed, none removed and none added. */
static void damaged_checkpoints_are_refused(void **state)
{
    const paua_tune_setup setup = short_setup();
    paua_tune *tune = tune_of(&setup), *whole = tune_of(&setup);
    uint8_t bytes[TUNE_STATE_MAX + 1] = {0};
    paua_error error;
    (void)state;
    assert_int_equal(paua_tune_run(whole, SAVE, NULL, NULL, NULL), PAUA_OK);
    const size_t size = tune_state_put(whole, bytes);
    for (size_t i = 0; i < size; i++) {
        bytes[i] ^= 1;
        assert_int_equal(tune_state_get(tune, bytes, size, &error), PAUA_ERROR_CORRUPT);
        bytes[i] ^= 1;
        assert_int_equal(tune_state_get(tune, bytes, i, &error), PAUA_ERROR_CORRUPT);
    }
    assert_int_equal(tune_state_get(tune, bytes, size + 1, &error), PAUA_ERROR_CORRUPT);
    assert_int_equal(tune_state_get(tune, bytes, sizeof bytes, &error), PAUA_ERROR_CORRUPT);
    assert_int_equal(paua_tune_resume(tune, "none", &error), PAUA_ERROR_IO);
    assert_int_equal(paua_tune_about(tune).iteration, 0);
    assert_true(paua_tune_value(tune, 0) == paua_parameter_find("lmr_base")->value);
    assert_int_equal(tune_state_get(tune, bytes, size, &error), PAUA_OK);
    assert_same_values(tune, whole);
    paua_tune_free(tune);
    paua_tune_free(whole);
}

/* The first setting that differs is named; concurrency may differ. */
static void checkpoints_of_other_setups_are_refused(void **state)
{
    const paua_tune_setup setup = short_setup();
    paua_tune *tune = tune_of(&setup);
    paua_openings *others = NULL;
    uint8_t bytes[TUNE_STATE_MAX];
    const size_t size = tune_state_put(tune, bytes);
    assert_int_equal(paua_openings_parse("random:5", 1, &others, NULL), PAUA_OK);
    struct {
        paua_tune_setup setup;
        const char *message;
    } other[8];
    (void)state;
    for (size_t i = 0; i < LENGTH(other); i++)
        other[i].setup = setup;
    other[0].setup.iterations = 6;
    other[0].message = "made with 'iterations 5', expected 'iterations 6'";
    other[1].setup.pairs = 4;
    other[1].message = "made with 'pairs 3', expected 'pairs 4'";
    other[2].setup.limits.nodes++;
    other[2].message = SANITIZED ? "made with 'nodes 100', expected 'nodes 101'"
                                 : "made with 'nodes 400', expected 'nodes 401'";
    other[3].setup.rules = "win=2,plies=60";
    other[3].message =
        "made with 'rules win=2,plies=60,limit=score', expected 'rules win=2,plies=60'";
    other[4].setup.seed = 8;
    other[4].message = "made with 'seed 7', expected 'seed 8'";
    other[5].setup.count = 2;
    other[5].message = NULL; /* lmp_depth and the openings */
    other[6].setup.openings = others;
    other[6].message = NULL; /* a hash */
    other[7].setup.concurrency = 2;
    for (size_t i = 0; i < LENGTH(other); i++) {
        paua_tune *resumed = tune_of(&other[i].setup);
        paua_error error = {.code = PAUA_OK};
        assert_int_equal(tune_state_get(resumed, bytes, size, &error),
                         i == 7 ? PAUA_OK : PAUA_ERROR_CONFLICT);
        if (i < 5)
            assert_string_equal(error.message, other[i].message);
        paua_tune_free(resumed);
    }
    paua_tune_free(tune);
    paua_openings_free(others);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spsa_climbs),
        cmocka_unit_test(steps_follow_the_schedule),
        cmocka_unit_test(values_are_rounded_by_chance),
        cmocka_unit_test(values_do_not_depend_on_concurrency),
        cmocka_unit_test(resumed_is_undisturbed),
        cmocka_unit_test(wrong_setups_are_refused),
        cmocka_unit_test(all_parameters_fit),
        cmocka_unit_test(damaged_checkpoints_are_refused),
        cmocka_unit_test(checkpoints_of_other_setups_are_refused),
    };
    return cmocka_run_group_tests(tests, begin_tests, end_tests);
}
