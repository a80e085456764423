/* test_endings.c - each way in which a game ends, in games made by hand (R10 - R16). */
#include "full_board.h"

#define ROW_E(row) "5/6/7/8/" row "/8/7/6/5"

static paua_game *game_of(const char *start, paua_rules rules)
{
    paua_position position = position_of(full, start);
    paua_game *game = NULL;

    assert_int_equal(paua_game_new(full, &rules, &position, &game), PAUA_OK);
    return game;
}

/* Plays moves separated by blanks. */
static void play(paua_game *game, const char *moves)
{
    char text[16];
    int length;

    while (sscanf(moves, "%15s%n", text, &length) == 1) {
        paua_move move = move_of(full, paua_game_position(game), text);
        if (paua_game_play(game, move) != PAUA_OK)
            fail_msg("%s is not played", text);
        moves += length;
    }
}

static void check_goes_on(const paua_game *game)
{
    check_game_ends(game, PAUA_RESULT_ONGOING, PAUA_REASON_NONE);
}

/* Takes the last move back, after which the game has to go on, and frees the game. */
static void close_game(paua_game *game)
{
    assert_int_equal(paua_game_takeback(game), PAUA_OK);
    check_goes_on(game);
    paua_game_free(game);
}

static void ejections_of_any_opponents_win(void **state)
{
    paua_game *game =
        game_of("4r/5w/7/8/4bbbwr/8/7/6/5", (paua_rules){.win = 2, .quiet = 3, .plies = 9});

    (void)state;
    play(game, "e5e6 h9h8 i9i8");
    check_goes_on(game);
    play(game, "e6e7");
    check_game_ends(game, PAUA_RESULT_BLACK_WINS, PAUA_REASON_EJECTIONS);
    close_game(game);
}

static void the_central_marble_wins(void **state)
{
    paua_game *game = game_of("4w/6/7/8/crr5b/8/7/6/5 r 0-0-0", (paua_rules){.win = 1});
    (void)state;
    check_goes_on(game);
    play(game, "e3e2");
    check_game_ends(game, PAUA_RESULT_RED_WINS, PAUA_REASON_CENTRAL);
    close_game(game);
}

static void the_score_decides_at_the_limit(void **state)
{
    const paua_rules rules = {.win = 6, .plies = 4, .score_decides = true};
    paua_game *game = game_of("4w/6/7/8/6bbw/8/7/6/5", rules);

    (void)state;
    play(game, "e7e8 i9h9 e8f8 h9i9");
    check_game_ends(game, PAUA_RESULT_BLACK_WINS, PAUA_REASON_SCORE);
    close_game(game);
    game = game_of("4w/6/7/8/bb7/8/7/6/5", rules);
    play(game, "e1e2 i9h9 e2e1 h9i9");
    check_game_ends(game, PAUA_RESULT_DRAW, PAUA_REASON_SCORE);
    close_game(game);
    game = game_of("4w/6/7/8/6bbw/8/7/6/5", (paua_rules){.win = 6, .plies = 4});
    play(game, "e7e8 i9h9 e8f8 h9i9");
    check_game_ends(game, PAUA_RESULT_DRAW, PAUA_REASON_PLIES);
    close_game(game);
    check_ends(full, &rules, "standard-5 b 2-3-1-3-0 0 5", PAUA_RESULT_DRAW, PAUA_REASON_SCORE);
    check_ends(full, &rules, "standard-5 b 2-3-1-4-0 0 5", PAUA_RESULT_GREEN_WINS,
               PAUA_REASON_SCORE);
}

/* Plies are counted up to 65535; a limit from there on has been reached then. */
static void the_largest_limits_are_reached(void **state)
{
    static const struct {
        paua_rules rules;
        paua_reason reason;
    } cases[] = {
        {{.win = 6, .plies = 65534}, PAUA_REASON_PLIES},
        {{.win = 6, .plies = 65535}, PAUA_REASON_PLIES},
        {{.win = 6, .plies = 65535, .score_decides = true}, PAUA_REASON_SCORE},
        {{.win = 6, .centre_turn = 40000}, PAUA_REASON_CENTRE},
        {{.win = 6, .line_turn = 65535}, PAUA_REASON_LINE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        paua_game *game = game_of("4w/6/7/8/6bbw/8/7/6/5 w 0-0 0 65534", cases[i].rules);
        check_goes_on(game);
        play(game, "i9h9");
        assert_int_equal(paua_game_outcome(game).reason, cases[i].reason);
        close_game(game);
    }
}

/* Who has left has lost, whatever he had; his team has not, as long as his partner plays. */
static void who_has_left_wins_nothing(void **state)
{
    const paua_rules score = {.win = 6, .plies = 4, .score_decides = true};
    const paua_rules centre = {.win = 6, .centre_turn = 1};

    (void)state;
    check_ends(full, &score, "standard-5 b 2-3-1-4x-0 0 5", PAUA_RESULT_WHITE_WINS,
               PAUA_REASON_SCORE);
    check_ends(full, &score, "standard-5 b 2-3-1-3x-0 0 5", PAUA_RESULT_WHITE_WINS,
               PAUA_REASON_SCORE);
    check_ends(full, &score, "standard-5 b 2-3x-1-3x-2 0 5", PAUA_RESULT_DRAW, PAUA_REASON_SCORE);
    check_ends(full, &score, "standard-4 b 2-3-1-2x 0 5 br-wg", PAUA_RESULT_WHITE_WINS,
               PAUA_REASON_SCORE);
    check_ends(full, &score, "bowl-6 b 0-2x-1-1-3x-0 0 7 bg-wy-rp", PAUA_RESULT_DRAW,
               PAUA_REASON_SCORE);
    check_ends(full, &centre, ROW_E("b1r1w4") " b 0-0-0 3 4", PAUA_RESULT_WHITE_WINS,
               PAUA_REASON_CENTRE);
    check_ends(full, &centre, ROW_E("b1r1w4") " b 0-0x-0 3 4", PAUA_RESULT_RED_WINS,
               PAUA_REASON_CENTRE);
}

static void hiding_from_the_centre_loses(void **state)
{
    const paua_rules rules = {.win = 6, .centre_turn = 2, .plies = 4, .score_decides = true};
    paua_game *game = game_of(ROW_E("b7w"), rules);

    (void)state;
    play(game, "e1e2 e9e8 e2e3");
    check_goes_on(game);
    play(game, "e8f8");
    check_game_ends(game, PAUA_RESULT_BLACK_WINS, PAUA_REASON_CENTRE);
    close_game(game);
    game = game_of(ROW_E("b7w"), rules);
    play(game, "e1e2 e9e8 e2e3 e8e7");
    check_game_ends(game, PAUA_RESULT_DRAW, PAUA_REASON_CENTRE);
    close_game(game);
    /* an ejection lifts it, one of nobody's marble does not */
    game = game_of(ROW_E("b5wwb"), rules);
    play(game, "e1e2 e7e8 e2e3");
    check_goes_on(game);
    play(game, "e8e7");
    check_game_ends(game, PAUA_RESULT_WHITE_WINS, PAUA_REASON_SCORE);
    close_game(game);
    game = game_of(ROW_E("b5wwn"), rules);
    play(game, "e1e2 e7e8 e2e3 e8e7");
    check_game_ends(game, PAUA_RESULT_BLACK_WINS, PAUA_REASON_CENTRE);
    close_game(game);
}

/* Two marbles of Black on the line but far out, two of White next to the middle but two rows off. */
static void the_line_is_a_row(void **state)
{
    const char *const position = "5/6/4w1w/8/1b6b/8/7/6/5 b 0-0 4 5";
    const paua_rules line = {.win = 6, .line_turn = 2}, centre = {.win = 6, .centre_turn = 2};
    const paua_rules both = {.win = 6, .centre_turn = 2, .line_turn = 1};
    paua_board *small = board_of(2, 2, 3);

    (void)state;
    check_ends(full, &line, position, PAUA_RESULT_BLACK_WINS, PAUA_REASON_LINE);
    check_ends(full, &centre, position, PAUA_RESULT_WHITE_WINS, PAUA_REASON_CENTRE);
    check_ends(full, &both, position, PAUA_RESULT_WHITE_WINS, PAUA_REASON_CENTRE);
    check_ends(full, &both, "5/6/4w1w/8/1b6b/8/7/6/5 b 0-0 2 3", PAUA_RESULT_BLACK_WINS,
               PAUA_REASON_LINE);
    check_ends(full, &line, "5/6/4w1w/8/1b6b/8/7/6/5 w 0-0 3 4", PAUA_RESULT_ONGOING,
               PAUA_REASON_NONE);
    check_ends(full, &line, "5/6/4w1w/8/1b6b/8/7/6/5 b 0-1 4 5", PAUA_RESULT_ONGOING,
               PAUA_REASON_NONE);
    /* a marble beyond the line is away from it again; means count, not sums */
    check_ends(full, &line, "5/6/7/b7/9/w7/7/6/5 b 0-0 4 5", PAUA_RESULT_DRAW, PAUA_REASON_LINE);
    check_ends(full, &line, "5/6/7/bbb5/9/8/w6/6/5 b 0-0 4 5", PAUA_RESULT_BLACK_WINS,
               PAUA_REASON_LINE);
    /* with more players the line is the centre */
    check_ends(full, &line, ROW_E("b1r1w4") " b 0-0-0 6 7", PAUA_RESULT_WHITE_WINS,
               PAUA_REASON_CENTRE);
    /* between rows: four of them on 2x2x3 */
    check_ends(small, &line, "2/b2/2w/2 b 0-0 4 5", PAUA_RESULT_DRAW, PAUA_REASON_LINE);
    check_ends(small, &line, "1b/1w1/2w/2 b 0-0 4 5", PAUA_RESULT_WHITE_WINS, PAUA_REASON_LINE);
    paua_board_free(small);
}

/* Looked at after a round: who did nothing loses to who did something, and two of a kind draw. */
static void passive_play_loses(void **state)
{
    const paua_rules rules = {.win = 6, .passive = 2};
    paua_game *game = game_of("standard", rules);

    (void)state;
    play(game, "a1b2 i5h5 b2a1 g6f6 a1b2");
    check_goes_on(game);
    play(game, "g7f7");
    check_game_ends(game, PAUA_RESULT_WHITE_WINS, PAUA_REASON_PASSIVE);
    close_game(game);
    game = game_of("standard w", rules);
    play(game, "i5h5 a1b2 h5i5 c3d3 i5h5 c4d4");
    check_game_ends(game, PAUA_RESULT_BLACK_WINS, PAUA_REASON_PASSIVE);
    close_game(game);
    game = game_of("standard", rules);
    play(game, "a1b2 i5h5 b2a1 h5i5 a1b2 i5h5");
    check_game_ends(game, PAUA_RESULT_DRAW, PAUA_REASON_PASSIVE);
    close_game(game);
    game = game_of("standard-3", rules);
    play(game, "h4g3 b6b5 d1d2 g3h4 b5b6 d2d1 h4g3 b6b5 d1d2");
    check_goes_on(game);
    paua_game_free(game);
}

/* Means are compared as fractions: 8/3, 5/2, 8/3 and so on, in half cells twice that. */
static void means_are_compared_exactly(void **state)
{
    const paua_rules rules = {.win = 6, .centre_turn = 1};

    (void)state;
    /* distances of e1 .. e9 to the centre: 4 3 2 1 0 1 2 3 4 */
    check_ends(full, &rules, ROW_E("bb4www") " b 0-0 2 3", PAUA_RESULT_WHITE_WINS,
               PAUA_REASON_CENTRE);
    check_ends(full, &rules, ROW_E("b1b3w1w") " b 0-0 2 3", PAUA_RESULT_DRAW, PAUA_REASON_CENTRE);
    check_ends(full, &rules, ROW_E("1b2w1w1w") " b 0-0 2 3", PAUA_RESULT_WHITE_WINS,
               PAUA_REASON_CENTRE);
    check_ends(full, &rules, ROW_E("2b1w1w1w") " b 0-0 2 3", PAUA_RESULT_DRAW, PAUA_REASON_CENTRE);
    check_ends(full, &rules, ROW_E("9") " b 0-0 2 3", PAUA_RESULT_DRAW, PAUA_REASON_STUCK);
    check_ends(full, &rules, ROW_E("b8") " b 0-0 2 3", PAUA_RESULT_BLACK_WINS, PAUA_REASON_CENTRE);
    /* teams: black and red 2 + 2 of 2, white and green 4 + 1 + 1 of 3: an equal mean */
    check_ends(full, &rules, ROW_E("w1bg1gr2") " b 0-0-0-0 4 5 br-wg", PAUA_RESULT_DRAW,
               PAUA_REASON_CENTRE);
    check_ends(full, &rules, ROW_E("1wbg1gr2") " b 0-0-0-0 4 5 br-wg", PAUA_RESULT_WHITE_WINS,
               PAUA_REASON_CENTRE);
    check_ends(full, &rules, ROW_E("w1bg1gr2") " b 0-0-0-0 4 5", PAUA_RESULT_GREEN_WINS,
               PAUA_REASON_CENTRE);
}

static void the_last_player_left_wins(void **state)
{
    paua_game *game = game_of("standard-3", (paua_rules){.win = 6});
    paua_reason reason;
    int move;

    (void)state;
    play(game, "i5h4");
    assert_int_equal(paua_game_forfeit(game, PAUA_RED), PAUA_OK);
    assert_int_equal(paua_game_forfeit(game, PAUA_RED), PAUA_ERROR_CONFLICT);
    assert_int_equal(paua_game_resign(game, PAUA_GREEN), PAUA_ERROR_BAD_ARGUMENT);
    check_goes_on(game);
    assert_int_equal(paua_game_position(game)->to_move, PAUA_WHITE);
    play(game, "f9f8");
    assert_int_equal(paua_game_position(game)->to_move, PAUA_BLACK);
    assert_int_equal(paua_game_resign(game, PAUA_BLACK), PAUA_OK);
    check_game_ends(game, PAUA_RESULT_WHITE_WINS, PAUA_REASON_RESIGNATION);
    assert_int_equal(paua_game_departures(game), 2);
    assert_int_equal(paua_game_departure(game, 0, &move, &reason), PAUA_RED);
    assert_int_equal(move, 1);
    assert_int_equal(reason, PAUA_REASON_TIME);
    assert_int_equal(paua_game_departure(game, 1, &move, &reason), PAUA_BLACK);
    assert_int_equal(move, 2);
    assert_int_equal(reason, PAUA_REASON_RESIGNATION);
    assert_int_equal(paua_game_resign(game, PAUA_WHITE), PAUA_ERROR_CONFLICT);
    assert_int_equal(paua_game_takeback(game), PAUA_OK);
    assert_int_equal(paua_game_departures(game), 1);
    assert_int_equal(paua_game_position(game)->to_move, PAUA_WHITE);
    assert_int_equal(paua_game_takeback(game), PAUA_OK);
    assert_int_equal(paua_game_departures(game), 0);
    assert_memory_equal(paua_game_position(game), paua_game_start(game), sizeof(paua_position));
    assert_int_equal(paua_game_resign(game, PAUA_WHITE), PAUA_OK);
    assert_int_equal(paua_game_forfeit(game, PAUA_RED), PAUA_OK);
    check_game_ends(game, PAUA_RESULT_BLACK_WINS, PAUA_REASON_TIME);
    assert_int_equal(paua_game_takeback(game), PAUA_ERROR_NOT_FOUND); /* nobody has moved */
    paua_game_free(game);
}

static void the_last_team_left_wins(void **state)
{
    paua_game *game = game_of("standard-4 b 0-0-0-0 0 1 br-wg", (paua_rules){.win = 6});

    (void)state;
    assert_int_equal(paua_game_resign(game, PAUA_BLACK), PAUA_OK);
    check_goes_on(game);
    assert_int_equal(paua_game_resign(game, PAUA_GREEN), PAUA_OK);
    check_goes_on(game);
    assert_int_equal(paua_game_forfeit(game, PAUA_RED), PAUA_OK);
    check_game_ends(game, PAUA_RESULT_WHITE_WINS, PAUA_REASON_TIME);
    paua_game_free(game);
}

static void time_ends_a_game_for_two(void **state)
{
    paua_game *game = game_of("standard", (paua_rules){.win = 6, .turn_ms = 5000});

    (void)state;
    assert_int_equal(paua_game_forfeit(game, PAUA_WHITE), PAUA_OK);
    check_game_ends(game, PAUA_RESULT_BLACK_WINS, PAUA_REASON_TIME);
    assert_int_equal(paua_game_departures(game), 0);
    assert_int_equal(paua_game_forfeit(game, PAUA_BLACK), PAUA_ERROR_CONFLICT);
    paua_game_free(game);
}

/* R16: who would come back has to do something else; nothing ends. */
static void ko_forbids_what_has_been(void **state)
{
    paua_game *game = game_of("4w/6/7/8/9/8/7/6/b4", (paua_rules){.win = 6, .ko = true});
    static paua_move_list all, allowed;

    (void)state;
    play(game, "a1b1 i9h9 b1a1");
    check_goes_on(game);
    paua_move back = move_of(full, paua_game_position(game), "h9i9");
    paua_moves_generate(full, paua_game_position(game), &all);
    paua_game_generate(game, &allowed);
    assert_int_equal(allowed.count, all.count - 1);
    for (int i = 0; i < allowed.count; i++)
        assert_int_not_equal(allowed.moves[i], back);
    assert_int_equal(paua_game_play(game, back), PAUA_ERROR_ILLEGAL_MOVE);
    assert_int_equal(paua_game_moves(game), 3);
    play(game, "h9g9");
    check_goes_on(game);
    /* with another score it is another position */
    paua_game_free(game);
    game = game_of("4w/6/7/8/6bbw/8/7/6/b4", (paua_rules){.win = 6, .ko = true});
    play(game, "a1b1 i9h9 e7e8 h9i9 b1a1");
    check_goes_on(game);
    paua_game_free(game);
}

/* A game after these moves, before each of which it goes on. */
static paua_game *game_after(const paua_board *board, const paua_rules *rules,
                             const paua_position *start, const char *const moves[], size_t count)
{
    paua_game *game = NULL;

    assert_int_equal(paua_game_new(board, rules, start, &game), PAUA_OK);
    for (size_t i = 0; i < count; i++) {
        check_goes_on(game);
        paua_move move = move_of(board, paua_game_position(game), moves[i]);
        assert_int_equal(paua_game_play(game, move), PAUA_OK);
    }
    return game;
}

/* Both sides shut in with one cell to go to: soon White could only go back. */
static void ko_may_leave_nothing(void **state)
{
    static const char *const moves[] = {"a1a2", "a4a5", "a2a1"};
    paua_board *row = board_of(5, 1, 1);
    paua_position start = position_of(row, "5x1x1:b1xw1 b");

    (void)state;
    for (int loses = 0; loses < 2; loses++) {
        const paua_rules rules = {.win = 1, .ko = true, .stuck_loses = loses};
        static paua_move_list list;
        paua_game *game = game_after(row, &rules, &start, moves, LENGTH(moves));
        check_game_ends(game, loses ? PAUA_RESULT_BLACK_WINS : PAUA_RESULT_DRAW, PAUA_REASON_STUCK);
        assert_int_equal(paua_moves_count(row, paua_game_position(game)), 1);
        paua_game_generate(game, &list);
        assert_int_equal(list.count, 0);
        close_game(game);
    }
    paua_board_free(row);
}

/* The line by where marbles stand, and by how much nearer they have come: Black comes from farther
 * away. */
static void progress_counts_from_the_start(void **state)
{
    static const struct {
        const char *black;
        bool progress;
        paua_result result;
    } games[] = {
        {"a1b1", false, PAUA_RESULT_WHITE_WINS},
        {"a1b1", true, PAUA_RESULT_BLACK_WINS},
        {"a1a2", false, PAUA_RESULT_WHITE_WINS},
        {"a1a2", true, PAUA_RESULT_DRAW},
    };
    paua_position start = position_of(full, "5/6/7/w7/9/8/7/6/b4 b");

    (void)state;
    for (size_t i = 0; i < LENGTH(games); i++) {
        const paua_rules rules = {.win = 6, .line_turn = 1, .line_progress = games[i].progress};
        const char *const moves[] = {games[i].black, "f2f3"};
        paua_game *game = game_after(full, &rules, &start, moves, LENGTH(moves));

        check_game_ends(game, games[i].result, PAUA_REASON_LINE);
        close_game(game);
    }
}

/* The marbles repeat, but one player fewer is there; with as many it is a repetition, for three as for two. */
static void repetitions_among_three(void **state)
{
    const paua_rules rules = {.win = 6, .repetition = 2};
    paua_game *game = game_of("4w/6/7/8/r8/8/7/6/b4", rules);

    (void)state;
    play(game, "a1b1 i9h9 e1e2 b1a1 h9i9");
    check_goes_on(game);
    play(game, "e2e1");
    check_game_ends(game, PAUA_RESULT_DRAW, PAUA_REASON_REPETITION);
    close_game(game);
    game = game_of("4w/6/7/8/r8/8/7/6/b4", rules);
    play(game, "a1b1 i9h9 e1e2");
    assert_int_equal(paua_game_resign(game, PAUA_RED), PAUA_OK);
    play(game, "b1a1 h9i9 a1b1 i9h9");
    check_game_ends(game, PAUA_RESULT_DRAW, PAUA_REASON_REPETITION);
    close_game(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ejections_of_any_opponents_win),
        cmocka_unit_test(the_central_marble_wins),
        cmocka_unit_test(the_score_decides_at_the_limit),
        cmocka_unit_test(the_largest_limits_are_reached),
        cmocka_unit_test(who_has_left_wins_nothing),
        cmocka_unit_test(hiding_from_the_centre_loses),
        cmocka_unit_test(passive_play_loses),
        cmocka_unit_test(the_line_is_a_row),
        cmocka_unit_test(progress_counts_from_the_start),
        cmocka_unit_test(means_are_compared_exactly),
        cmocka_unit_test(the_last_player_left_wins),
        cmocka_unit_test(the_last_team_left_wins),
        cmocka_unit_test(time_ends_a_game_for_two),
        cmocka_unit_test(ko_forbids_what_has_been),
        cmocka_unit_test(ko_may_leave_nothing),
        cmocka_unit_test(repetitions_among_three),
    };

    return cmocka_run_group_tests_name("endings", tests, set_up, tear_down);
}
