/* What the events of a game say of pauses and of time on the network that was given back. */
#include "unit.h"

#include "service/games/model/fair_play.h"

#define SEAT                                                                                       \
    "{\"invitation\":"                                                                             \
    "\"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\"}"
#define JOIN " 00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff Somebody"

static const char setup_text[] =
    "{\"board\":\"5x5x5\",\"layout\":\"standard\",\"start\":\"standard\","
    "\"rules\":\"classic,game=600,repetition=0\",\"seats\":[" SEAT "," SEAT "]}";
static const char *const shuttle[] = {"c3d3", "g5f5", "d3c3", "f5g5"};

struct fair_world {
    struct boards *boards;
    struct game *game;
    int64_t now_ms;
};

/* Adds an event that came after a time, for which some was charged. */
static void add(struct fair_world *w, const char *type, const char *text, int64_t after_ms,
                int64_t spent_ms)
{
    struct event event;

    w->now_ms += after_ms;
    assert_int_equal(
        event_parse(type, text, w->game->setup.board, paua_game_position(w->game->play), &event),
        PAUA_OK);
    event.clock_ms = w->now_ms;
    event.spent_ms = spent_ms;
    assert_int_equal(game_apply(w->game, &event), PAUA_OK);
}

/* A game in which both have made a move: from then on the clock runs. */
static int start(void **state)
{
    struct fair_world *w = calloc(1, sizeof *w);
    struct setup setup;

    w->boards = boards_new();
    w->now_ms = 1000;
    assert_int_equal(setup_restore(w->boards, setup_text, &setup), PAUA_OK);
    w->game = game_new("game0001", 1700000000000, w->now_ms, &setup);
    add(w, "join", "b" JOIN, 10, 0);
    add(w, "join", "w" JOIN, 10, 0);
    add(w, "move", shuttle[0], 4000, 0);
    add(w, "move", shuttle[1], 4000, 0);
    *state = w;
    return 0;
}

static int stop(void **state)
{
    struct fair_world *w = *state;

    game_free(w->game);
    boards_free(w->boards);
    free(w);
    return 0;
}

/* Each side has its own sum. What is left falls with it and rises with the time that was taken. */
static void test_lag(void **state)
{
    struct fair_world *w = *state;

    assert_int_equal(fair_play_lag(w->game, 0), 0);
    assert_int_equal(fair_play_lag_left(w->game, 0), LAG_GAME_MS);
    add(w, "move", shuttle[2], 3000, 2600);
    assert_int_equal(fair_play_lag(w->game, 0), 400);
    assert_int_equal(fair_play_lag_left(w->game, 0), LAG_GAME_MS + 300 - 400);
    add(w, "chat", "b hello", 70, 0);
    add(w, "move", shuttle[3], 30, 0); /* faster than the network */
    assert_int_equal(fair_play_lag(w->game, 1), 100);
    assert_int_equal(fair_play_lag_left(w->game, 1), LAG_GAME_MS + 10 - 100);
    assert_int_equal(fair_play_lag(w->game, 0), 400);
}

/* Who takes half a second and claims as much is charged for it once the limit is reached. */
static void test_lag_has_a_limit(void **state)
{
    struct fair_world *w = *state;
    int64_t given_ms = 0;

    for (int i = 2; i < 80; i++) {
        const int64_t left_ms = fair_play_lag_left(w->game, 0);
        const int64_t back_ms = left_ms < CLOCK_LAG_MAX_MS ? left_ms : CLOCK_LAG_MAX_MS;

        if (i % 2 == 0)
            given_ms += back_ms;
        add(w, "move", shuttle[i % 4], 500, i % 2 == 0 ? 500 - back_ms : 500);
    }
    assert_int_equal(given_ms, fair_play_lag(w->game, 0));
    assert_int_equal(given_ms, LAG_GAME_MS + 38 * 50); /* all but the last of 39 turns */
    assert_int_equal(fair_play_lag(w->game, 1), 0);
}

static void test_pauses(void **state)
{
    struct fair_world *w = *state;
    int64_t paused_ms;

    assert_int_equal(fair_play_pauses(w->game, w->now_ms, &paused_ms), 0);
    assert_int_equal(paused_ms, 0);
    add(w, "offer", "b pause 0", 1000, 0);
    assert_int_equal(fair_play_pauses(w->game, w->now_ms, &paused_ms), 0);
    add(w, "accept", "w pause 0", 1000, 0);
    assert_int_equal(fair_play_pauses(w->game, w->now_ms + 700, &paused_ms), 1);
    assert_int_equal(paused_ms, 700);
    add(w, "resume", "b", 5000, 0);
    add(w, "move", shuttle[2], 1000, 3000);
    add(w, "offer", "w pause 0", 1000, 0);
    add(w, "accept", "b pause 0", 1000, 0);
    add(w, "resume", "w", 20, 0);
    assert_int_equal(fair_play_pauses(w->game, w->now_ms + 9000, &paused_ms), 2);
    assert_int_equal(paused_ms, 5020);
    /* A pause is not time on the network: the turn has taken 1000 + 1000 and 1000 ms. */
    assert_int_equal(fair_play_lag(w->game, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_lag, start, stop),
        cmocka_unit_test_setup_teardown(test_lag_has_a_limit, start, stop),
        cmocka_unit_test_setup_teardown(test_pauses, start, stop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
