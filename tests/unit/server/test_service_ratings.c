/* Ratings as arithmetic: Glicko-2 against its paper, the pairwise rule, categories. */
#include <math.h>

#include "unit.h"

#include "base/random.h"
#include "service/ratings/rating_category.h"
#include "service/ratings/ratings.h"

#define assert_near(a, b, within) assert_true(fabs((a) - (b)) <= (within))

/* A number from 0 up to, but not including, `most`. */
static double random_up_to(uint64_t *random, double most)
{
    return most * (double)(random_next(random) >> 11) / 9007199254740992.0;
}

/* "Example calculation" of the paper: steps 1 to 8 with its three opponents. */
static void the_example_of_the_paper(void **state)
{
    static const struct glicko player = {1500, 200, 0.06};
    static const struct glicko_result results[] = {
        {{1400, 30, 0.06}, 1, 1}, {{1550, 100, 0.06}, 0, 1}, {{1700, 300, 0.06}, 0, 1}};
    struct glicko after = glicko_update(player, results, 3, 1);

    (void)state;
    assert_near((after.rating - 1500) / GLICKO_SCALE, -0.2069, 0.00005);
    assert_near(after.deviation / GLICKO_SCALE, 0.8722, 0.00005);
    assert_near(after.volatility, 0.05999, 0.00001);
    /* The paper has 1464.06 and 151.52, from figures that are rounded. */
    assert_near(after.rating, 1464.06, 0.015);
    assert_near(after.deviation, 151.52, 0.005);
}

static void deviation_grows_with_time(void **state)
{
    static const struct glicko settled = {1600, 60, 0.06};
    static const struct glicko unsure = {1600, 345, 0.1};
    struct glicko year = glicko_age(settled, 365 / 5.0);

    (void)state;
    assert_near(year.deviation, sqrt(60 * 60 + 73 * pow(0.06 * GLICKO_SCALE, 2)), 1e-9);
    assert_true(year.rating == settled.rating && year.volatility == settled.volatility);
    assert_near(glicko_age(settled, 0).deviation, 60, 1e-9);
    assert_near(glicko_age(settled, -9).deviation, 60, 1e-9);
    assert_true(glicko_age(unsure, 1e6).deviation == GLICKO_DEVIATION);
    /* A game after a long time says more than one at once. */
    const struct glicko_result won = {settled, 1, 1};
    assert_true(glicko_update(settled, &won, 1, 73).rating >
                glicko_update(settled, &won, 1, 0).rating + 10);
}

static void better_results_are_worth_more(void **state)
{
    static const struct glicko player = {1500, 120, 0.06};
    double before = 0;

    (void)state;
    for (double rating = 700; rating <= 2300; rating += 50) {
        const struct glicko opponent = {rating, 80, 0.06};
        double after[3];

        for (int half = 0; half < 3; half++) {
            const struct glicko_result result = {opponent, half / 2.0, 1};

            after[half] = glicko_update(player, &result, 1, 0).rating;
        }
        assert_true(after[0] < 1500 && after[0] < after[1] && after[1] < after[2] &&
                    after[2] > 1500);
        assert_true(after[2] > before); /* the stronger the opponent, the more */
        before = after[2];
    }
}

/* Players of whom each is a team, with these ratings. */
static void players_alone(struct rated_player *players, int count, struct glicko as)
{
    for (int side = 0; side < count; side++)
        players[side] = (struct rated_player){as, 0, 1u << side};
}

static void equals_draw_for_nothing(void **state)
{
    static const struct glicko all[] = {{1500, 350, 0.06}, {1888, 61, 0.05}};

    (void)state;
    for (int count = 2; count <= PAUA_PLAYERS_MAX; count++) {
        for (int i = 0; i < 2; i++) {
            struct rated_player players[PAUA_PLAYERS_MAX];
            struct glicko after[PAUA_PLAYERS_MAX];

            players_alone(players, count, all[i]);
            rate_game(players, count, (1u << count) - 1, after);
            for (int side = 0; side < count; side++) {
                assert_near(after[side].rating, all[i].rating, 1e-9);
                assert_true(after[side].deviation < all[i].deviation);
            }
        }
    }
}

/* Among equals the winner gets what the others lose, all together, and they lose alike. */
static void equals_share_a_loss(void **state)
{
    static const struct glicko as = {1700, 50, 0.06};

    (void)state;
    for (int count = 2; count <= PAUA_PLAYERS_MAX; count++) {
        struct rated_player players[PAUA_PLAYERS_MAX];
        struct glicko after[PAUA_PLAYERS_MAX];
        double sum = 0;

        players_alone(players, count, as);
        rate_game(players, count, 1u << 1, after);
        for (int side = 0; side < count; side++)
            sum += after[side].rating - as.rating;
        assert_true(after[1].rating > 1705);
        assert_true(after[0].rating < 1700);
        for (int side = 2; side < count; side++)
            assert_near(after[side].rating, after[0].rating, 1e-9);
        assert_near(sum, 0, 0.5); /* the winner's deviation shrinks by a little more */
    }
}

/* Who has left a drawn game has lost it. */
static void leavers_lose_to_a_draw(void **state)
{
    struct rated_player players[3];
    struct glicko after[3];

    (void)state;
    players_alone(players, 3, glicko_newcomer());
    rate_game(players, 3, 1u << 0 | 1u << 2, after);
    assert_near(after[0].rating, after[2].rating, 1e-9);
    assert_true(after[0].rating > 1500 && after[1].rating < 1500);
}

static void teams_share_the_result(void **state)
{
    static const struct glicko strong = {1900, 80, 0.06}, weak = {1300, 80, 0.06};
    struct rated_player players[4] = {{strong, 0, 5}, {strong, 0, 10}, {weak, 0, 5}, {weak, 0, 10}};
    struct glicko after[4], other[4];

    (void)state;
    rate_game(players, 4, 5, after);
    assert_true(after[0].rating > 1900 && after[2].rating > 1300);
    assert_true(after[1].rating < 1900 && after[3].rating < 1300);
    /* A partner is nobody's opponent. */
    players[2].before.rating = 2500;
    rate_game(players, 4, 5, other);
    assert_true(other[0].rating == after[0].rating);
    assert_true(other[1].rating > after[1].rating);
}

/* What a position and a result say about who came out best. */
static void who_came_out_best(void **state)
{
    paua_board *board = board_of(5, 5, 5);
    paua_position position = position_of(board, "standard-4");

    (void)state;
    assert_int_equal(rate_game_best(&position, PAUA_RESULT_RED_WINS), 4);
    assert_int_equal(rate_game_best(&position, PAUA_RESULT_DRAW), 15);
    assert_int_equal(paua_position_leave(board, &position, PAUA_WHITE), PAUA_OK);
    assert_int_equal(rate_game_best(&position, PAUA_RESULT_DRAW), 13);
    position.teams = PAUA_TEAMS_13_24;
    assert_int_equal(rate_game_best(&position, PAUA_RESULT_DRAW), 15);
    assert_int_equal(rate_game_best(&position, PAUA_RESULT_RED_WINS), 5);
    assert_int_equal(rate_game_best(&position, PAUA_RESULT_WHITE_WINS), 10);
    paua_board_free(board);
}

/* Thousands of random games of all kinds: every figure stays within its limits, who came out best
 * alone loses nothing, and who lost gains nothing. */
static void random_games_stay_in_bounds(void **state)
{
    enum { PEOPLE = 40, GAMES = SANITIZED ? 4000 : 40000 };
    struct glicko people[PEOPLE];
    uint64_t random = 25;

    (void)state;
    for (int i = 0; i < PEOPLE; i++)
        people[i] = glicko_newcomer();
    for (int game = 0; game < GAMES; game++) {
        int count = 2 + (int)random_up_to(&random, 5), first = (int)random_up_to(&random, PEOPLE);
        bool teams = count % 2 == 0 && count > 2 && random_up_to(&random, 2) < 1;
        struct rated_player players[PAUA_PLAYERS_MAX];
        struct glicko after[PAUA_PLAYERS_MAX];
        unsigned best = 0;

        for (int side = 0; side < count; side++) {
            unsigned partner = teams ? 1u << (side + count / 2) % count : 0;

            players[side] =
                (struct rated_player){people[(first + side * 7) % PEOPLE],
                                      random_up_to(&random, 1) * game / 100, 1u << side | partner};
        }
        /* The strong ones in the list win nearly always: ratings go to their limits. */
        best = random_up_to(&random, 10) < 1 ? (1u << count) - 1 : players[0].team;
        rate_game(players, count, best, after);
        for (int side = 0; side < count; side++) {
            const struct glicko *before = &players[side].before, *now = &after[side];

            assert_true(now->rating >= GLICKO_RATING_MIN && now->rating <= GLICKO_RATING_MAX);
            assert_true(now->deviation >= GLICKO_DEVIATION_MIN &&
                        now->deviation <= GLICKO_DEVIATION);
            assert_true(now->volatility > 0 && now->volatility <= GLICKO_VOLATILITY_MAX);
            if (best == players[side].team)
                assert_true(now->rating >= before->rating);
            if (!(best >> side & 1))
                assert_true(now->rating <= before->rating);
            people[(first + side * 7) % PEOPLE] = *now;
        }
    }
}

/* The extremes of what a store can hold. */
static void extremes_are_finite(void **state)
{
    static const double ratings[] = {GLICKO_RATING_MIN, 1500, GLICKO_RATING_MAX};
    static const double deviations[] = {GLICKO_DEVIATION_MIN, GLICKO_DEVIATION};
    static const double volatilities[] = {1e-9, 0.06, GLICKO_VOLATILITY_MAX};

    (void)state;
    for (int i = 0; i < 3 * 3 * 2 * 2 * 3 * 3; i++) {
        struct glicko player = {ratings[i % 3], deviations[i / 9 % 2], volatilities[i / 36 % 3]};
        struct glicko_result result = {
            {ratings[i / 3 % 3], deviations[i / 18 % 2], 0.06}, i / 108 / 2.0, 0.2};

        for (int game = 0; game < 50; game++)
            player = glicko_update(player, &result, 1, game % 3 * 1000.0);
        assert_true(isfinite(player.rating) && isfinite(player.deviation) &&
                    isfinite(player.volatility) && player.volatility > 0);
    }
}

/* Games of players whose strengths are known, won as Luce's axiom has it. The ratings find the
 * differences, for every number of players. */
static void ratings_find_the_strengths(void **state)
{
    enum { GAMES = SANITIZED ? 3000 : 12000 };
    uint64_t random = 2026;

    (void)state;
    for (int count = 2; count <= PAUA_PLAYERS_MAX; count++) {
        struct glicko people[PAUA_PLAYERS_MAX];
        double sums[PAUA_PLAYERS_MAX] = {0};

        for (int side = 0; side < count; side++)
            people[side] = glicko_newcomer();
        for (int game = 0; game < GAMES; game++) {
            struct rated_player players[PAUA_PLAYERS_MAX];
            double chances[PAUA_PLAYERS_MAX], all = 0;
            int winner = 0;

            /* Player i is 100 i points stronger than player 0. */
            for (int side = 0; side < count; side++) {
                players[side] = (struct rated_player){people[side], 0.01, 1u << side};
                chances[side] = pow(10, 100.0 * side / 400);
                all += chances[side];
            }
            for (double at = random_up_to(&random, all); at >= chances[winner]; winner++)
                at -= chances[winner];
            rate_game(players, count, 1u << winner, people);
            for (int side = 0; side < count && game >= GAMES / 2; side++)
                sums[side] += people[side].rating / (GAMES / 2);
        }
        for (int side = 1; side < count; side++)
            assert_near(sums[side] - sums[0], 100.0 * side, SANITIZED ? 60 : 40);
    }
}

static void clocks_have_speeds(void **state)
{
    static const struct {
        paua_rules rules;
        int64_t expected_ms;
        const char *category;
    } clocks[] = {
        {{.turn_ms = 5000}, 200000, "3-fast"},
        {{.game_ms = 60000}, 60000, "3-fast"},
        {{.game_ms = 479999}, 479999, "3-fast"},
        {{.game_ms = 480000}, 480000, "3-rapid"},
        {{.game_ms = 300000, .gain_ms = 5000}, 500000, "3-rapid"},
        {{.game_ms = 300000, .delay_ms = 5000}, 500000, "3-rapid"},
        {{.game_ms = 1200000, .gain_ms = 5000}, 1400000, "3-rapid"},
        {{.game_ms = 1800000}, 1800000, "3-slow"},
        {{.game_ms = 36000000, .turn_ms = 10000}, 400000, "3-fast"},
        {{.turn_ms = 2159999}, 86399960, "3-slow"},
        {{.turn_ms = 2160000}, 86400000, "3-mail"},
        {{.turn_ms = 4000000000u}, 160000000000, "3-mail"},
        {{.plies = 10}, 0, NULL},
    };
    char name[RATING_CATEGORY_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
        assert_int_equal(rating_expected_ms(&clocks[i].rules), clocks[i].expected_ms);
        assert_int_equal(rating_category_of(3, &clocks[i].rules, name), clocks[i].category != NULL);
        if (clocks[i].category)
            assert_string_equal(name, clocks[i].category);
    }
}

static void categories_have_names(void **state)
{
    static const char *const bad[] = {"",       "2",       "2-",      "1-fast",
                                      "7-fast", "2fast",   "2-fast ", "2-slower",
                                      "-fast",  "22-fast", "2-FAST",  "2-untimed"};
    char name[RATING_CATEGORY_SIZE];

    (void)state;
    for (int players = PAUA_SIDES; players <= PAUA_PLAYERS_MAX; players++) {
        for (int speed = 0; speed < RATING_SPEEDS; speed++) {
            snprintf(name, sizeof name, "%d-%s", players, rating_speed_name((rating_speed)speed));
            assert_true(rating_category_valid(name));
        }
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(rating_category_valid(bad[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_paper),
        cmocka_unit_test(deviation_grows_with_time),
        cmocka_unit_test(better_results_are_worth_more),
        cmocka_unit_test(equals_draw_for_nothing),
        cmocka_unit_test(equals_share_a_loss),
        cmocka_unit_test(leavers_lose_to_a_draw),
        cmocka_unit_test(teams_share_the_result),
        cmocka_unit_test(who_came_out_best),
        cmocka_unit_test(random_games_stay_in_bounds),
        cmocka_unit_test(extremes_are_finite),
        cmocka_unit_test(ratings_find_the_strengths),
        cmocka_unit_test(clocks_have_speeds),
        cmocka_unit_test(categories_have_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
