/* test_game.c - games: repetition, ko, departures, take-back, agreed ends. */
#include "full_board.h"

static paua_game *game_of(const char *start, paua_rules rules)
{
    paua_position position = position_of(full, start);
    paua_game *game = NULL;

    assert_int_equal(paua_game_new(full, &rules, &position, &game), PAUA_OK);
    assert_non_null(game);
    return game;
}

static void play(paua_game *game, const char *text)
{
    paua_move move = move_of(full, paua_game_position(game), text);

    assert_int_equal(paua_game_play(game, move), PAUA_OK);
}

static void check_outcome(const paua_game *game, paua_result result, paua_reason reason)
{
    paua_outcome outcome = paua_game_outcome(game);

    if (outcome.result != result || outcome.reason != reason)
        fail_msg("%s %s after %d moves", paua_result_text(outcome.result),
                 paua_reason_name(outcome.reason), paua_game_moves(game));
}

static void check_goes_on(const paua_game *game)
{
    check_outcome(game, PAUA_RESULT_ONGOING, PAUA_REASON_NONE);
}

/* Both sides move a marble to and fro; four moves lead back to where it began. */
static const char *const dance[] = {"a1b1", "i9h9", "b1a1", "h9i9"};
#define DANCERS "4w/6/7/8/9/8/7/6/b4"

static void games_remember_what_was_played(void **state)
{
    const paua_rules rules = {.win = 5, .repetition = 3, .quiet = 40, .plies = 300};
    paua_game *game = game_of("belgian-daisy", rules);
    const char *const moves[] = {"a1b2", "a4b5", "b1c2"};
    paua_position start = *paua_game_start(game), before[LENGTH(moves)];

    (void)state;
    assert_ptr_equal(paua_game_board(game), full);
    assert_memory_equal(paua_game_rules(game), &rules, sizeof rules);
    assert_int_equal(paua_game_moves(game), 0);
    for (size_t i = 0; i < LENGTH(moves); i++) {
        before[i] = *paua_game_position(game);
        play(game, moves[i]);
    }
    assert_int_equal(paua_game_moves(game), LENGTH(moves));
    for (size_t i = 0; i < LENGTH(moves); i++) {
        assert_int_equal(paua_game_move(game, (int)i), move_of(full, &before[i], moves[i]));
        assert_int_equal(paua_game_keys(game)[i], before[i].key);
    }
    assert_true(paua_position_same(&start, paua_game_start(game)));
    for (size_t i = LENGTH(moves); i-- > 0;) {
        assert_int_equal(paua_game_takeback(game), PAUA_OK);
        assert_memory_equal(paua_game_position(game), &before[i], sizeof before[i]);
        assert_int_equal(paua_game_moves(game), i);
    }
    assert_int_equal(paua_game_takeback(game), PAUA_ERROR_NOT_FOUND);
    check_goes_on(game);
    paua_game_free(game);
    paua_game_free(NULL);
}

static void wrong_beginnings_are_refused(void **state)
{
    paua_position good = position_of(full, "standard"), bad = good;
    paua_rules rules = {.win = 6}, none = {.win = 0};
    paua_game *game = NULL;

    (void)state;
    bad.key ^= 1;
    assert_int_equal(paua_game_new(full, &none, &good, &game), PAUA_ERROR_BAD_ARGUMENT);
    assert_int_equal(paua_game_new(full, &rules, &bad, &game), PAUA_ERROR_BAD_POSITION);
    assert_null(game);
}

static void illegal_moves_change_nothing(void **state)
{
    paua_game *game = game_of("standard", (paua_rules){.win = 6});
    paua_position before = *paua_game_position(game);
    paua_move legal = move_of(full, &before, "a1b2");

    (void)state;
    assert_int_equal(paua_game_play(game, PAUA_NO_MOVE), PAUA_ERROR_ILLEGAL_MOVE);
    assert_int_equal(paua_game_play(game, (paua_move)(legal | 1 << 12)), PAUA_ERROR_ILLEGAL_MOVE);
    assert_int_equal(paua_game_play(game, 0xffff), PAUA_ERROR_ILLEGAL_MOVE);
    assert_memory_equal(paua_game_position(game), &before, sizeof before);
    assert_int_equal(paua_game_moves(game), 0);
    assert_int_equal(paua_game_play(game, legal), PAUA_OK);
    assert_int_equal(paua_game_play(game, legal), PAUA_ERROR_ILLEGAL_MOVE); /* White is to move */
    assert_int_equal(paua_game_moves(game), 1);
    paua_game_free(game);
}

static void third_repetition_is_a_draw(void **state)
{
    paua_game *game = game_of(DANCERS, (paua_rules){.win = 6, .repetition = 3});

    (void)state;
    for (int i = 0; i < 8; i++) {
        check_goes_on(game);
        play(game, dance[i % 4]);
    }
    check_outcome(game, PAUA_RESULT_DRAW, PAUA_REASON_REPETITION);
    paua_move more = move_of(full, paua_game_position(game), dance[0]);
    assert_int_equal(paua_game_play(game, more), PAUA_ERROR_ILLEGAL_MOVE);
    assert_int_equal(paua_game_moves(game), 8);

    /* after a take-back the game is not over; another order of moves ends it again */
    assert_int_equal(paua_game_takeback(game), PAUA_OK);
    check_goes_on(game);
    play(game, "h9h8");
    check_goes_on(game);
    assert_int_equal(paua_game_takeback(game), PAUA_OK);
    play(game, dance[3]);
    check_outcome(game, PAUA_RESULT_DRAW, PAUA_REASON_REPETITION);
    paua_game_free(game);
}

static void repetition_counts_as_often_as_it_is_told(void **state)
{
    (void)state;
    for (int times = 2; times <= 5; times++) {
        paua_game *game = game_of(DANCERS, (paua_rules){.win = 6, .repetition = (uint8_t)times});
        for (int i = 0; i < 4 * (times - 1); i++) {
            check_goes_on(game);
            play(game, dance[i % 4]);
        }
        check_outcome(game, PAUA_RESULT_DRAW, PAUA_REASON_REPETITION);
        paua_game_free(game);
    }
    paua_game *game = game_of(DANCERS, (paua_rules){.win = 6});
    for (int i = 0; i < 60; i++)
        play(game, dance[i % 4]);
    check_goes_on(game);
    paua_game_free(game);
}

/* The same marbles with the other side to move, or with another score, are another position. */
static void other_sides_and_scores_are_no_repetition(void **state)
{
    /* Black comes back after three moves, White after two: the cells repeat, the side does not */
    const char *const shifted[] = {"a1a2", "i9h9", "a2b2", "h9i9", "b2a1"};
    paua_game *game = game_of(DANCERS, (paua_rules){.win = 6, .repetition = 2});

    (void)state;
    for (size_t i = 0; i < LENGTH(shifted); i++) {
        play(game, shifted[i]);
        check_goes_on(game);
    }
    assert_true(paua_game_position(game)->marbles[0] == paua_game_start(game)->marbles[0]);
    assert_true(paua_game_position(game)->marbles[1] == paua_game_start(game)->marbles[1]);
    paua_game_free(game);

    /* once a marble is off, what was before cannot be met again; what is after can */
    const char *const pushing[] = {"a1b1", "i9h9", "e7e8", "h9i9", "b1a1", "i9h9"};
    game = game_of("4w/6/7/8/6bbw/8/7/6/b4", (paua_rules){.win = 6, .repetition = 2});
    for (size_t i = 0; i < LENGTH(pushing); i++) {
        play(game, pushing[i]);
        check_goes_on(game);
    }
    play(game, "a1b1"); /* as it was just after the push */
    check_outcome(game, PAUA_RESULT_DRAW, PAUA_REASON_REPETITION);
    paua_game_free(game);
}

static void quiet_plies_and_all_plies_are_counted(void **state)
{
    paua_game *game = game_of(DANCERS, (paua_rules){.win = 6, .quiet = 5});

    (void)state;
    for (int i = 0; i < 5; i++) {
        check_goes_on(game);
        play(game, dance[i % 4]);
    }
    check_outcome(game, PAUA_RESULT_DRAW, PAUA_REASON_QUIET);
    assert_int_equal(paua_game_takeback(game), PAUA_OK);
    check_goes_on(game);
    paua_game_free(game);

    game = game_of(DANCERS, (paua_rules){.win = 6, .plies = 7});
    for (int i = 0; i < 7; i++) {
        check_goes_on(game);
        play(game, dance[i % 4]);
    }
    check_outcome(game, PAUA_RESULT_DRAW, PAUA_REASON_PLIES);
    paua_game_free(game);
}

static void ejections_end_a_game(void **state)
{
    paua_game *game = game_of("4w/6/7/8/4bbbww/8/7/6/b4", (paua_rules){.win = 2});

    (void)state;
    play(game, "e5e6");
    check_goes_on(game);
    play(game, "i9h9");
    play(game, "e6e7");
    check_outcome(game, PAUA_RESULT_BLACK_WINS, PAUA_REASON_EJECTIONS);
    assert_int_equal(paua_game_resign(game, PAUA_WHITE), PAUA_ERROR_CONFLICT);
    assert_int_equal(paua_game_agree_draw(game), PAUA_ERROR_CONFLICT);
    assert_int_equal(paua_game_takeback(game), PAUA_OK);
    check_goes_on(game);
    assert_int_equal(paua_game_position(game)->ejected[PAUA_BLACK], 1);
    assert_int_equal(paua_game_position(game)->quiet, 1);
    paua_game_free(game);
}

static void stuck_sides_end_a_game(void **state)
{
    const char *const nearly = "5/6/7/8/9/8/7/w1w3/bw3 w";
    paua_game *game = game_of(nearly, (paua_rules){.win = 6, .stuck_loses = true});

    (void)state;
    play(game, "b3b2");
    check_outcome(game, PAUA_RESULT_WHITE_WINS, PAUA_REASON_STUCK);
    assert_int_equal(paua_game_takeback(game), PAUA_OK);
    check_goes_on(game);
    paua_game_free(game);
    game = game_of(nearly, (paua_rules){.win = 6});
    play(game, "b3b2");
    check_outcome(game, PAUA_RESULT_DRAW, PAUA_REASON_STUCK);
    paua_game_free(game);
}

static void players_end_a_game(void **state)
{
    paua_game *game = game_of("standard", (paua_rules){.win = 6});

    (void)state;
    play(game, "a1b2");
    assert_int_equal(paua_game_resign(game, PAUA_BLACK), PAUA_OK);
    check_outcome(game, PAUA_RESULT_WHITE_WINS, PAUA_REASON_RESIGNATION);
    assert_int_equal(paua_game_resign(game, PAUA_WHITE), PAUA_ERROR_CONFLICT);
    assert_int_equal(paua_game_agree_draw(game), PAUA_ERROR_CONFLICT);
    check_outcome(game, PAUA_RESULT_WHITE_WINS, PAUA_REASON_RESIGNATION);
    paua_move more = move_of(full, paua_game_position(game), "i9h8");
    assert_int_equal(paua_game_play(game, more), PAUA_ERROR_ILLEGAL_MOVE);

    /* the resignation goes with the move */
    assert_int_equal(paua_game_takeback(game), PAUA_OK);
    check_goes_on(game);
    assert_int_equal(paua_game_moves(game), 0);
    play(game, "a5b5");
    assert_int_equal(paua_game_agree_draw(game), PAUA_OK);
    check_outcome(game, PAUA_RESULT_DRAW, PAUA_REASON_AGREEMENT);
    assert_int_equal(paua_game_takeback(game), PAUA_OK);
    assert_int_equal(paua_game_resign(game, PAUA_WHITE), PAUA_OK);
    check_outcome(game, PAUA_RESULT_BLACK_WINS, PAUA_REASON_RESIGNATION);
    paua_game_free(game);
}

/* Long enough for every array to have grown several times. */
static void long_games_are_kept_whole(void **state)
{
    enum { MOVES = 3000 };
    paua_game *game = game_of(DANCERS, (paua_rules){.win = 6});

    (void)state;
    for (int i = 0; i < MOVES; i++)
        play(game, dance[i % 4]);
    assert_int_equal(paua_game_moves(game), MOVES);
    for (int i = 4; i < MOVES; i++) {
        assert_int_equal(paua_game_move(game, i), paua_game_move(game, i - 4));
        assert_int_equal(paua_game_keys(game)[i], paua_game_keys(game)[i - 4]);
    }
    for (int i = 0; i < MOVES; i++)
        assert_int_equal(paua_game_takeback(game), PAUA_OK);
    assert_memory_equal(paua_game_position(game), paua_game_start(game), sizeof(paua_position));
    paua_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_remember_what_was_played),
        cmocka_unit_test(wrong_beginnings_are_refused),
        cmocka_unit_test(illegal_moves_change_nothing),
        cmocka_unit_test(third_repetition_is_a_draw),
        cmocka_unit_test(repetition_counts_as_often_as_it_is_told),
        cmocka_unit_test(other_sides_and_scores_are_no_repetition),
        cmocka_unit_test(quiet_plies_and_all_plies_are_counted),
        cmocka_unit_test(ejections_end_a_game),
        cmocka_unit_test(stuck_sides_end_a_game),
        cmocka_unit_test(players_end_a_game),
        cmocka_unit_test(long_games_are_kept_whole),
    };

    return cmocka_run_group_tests_name("game", tests, set_up, tear_down);
}
