/* test_players.c - three to six players: who is pushed, who scores, who is passed over, who plays
 * with whom (R11, R15, R19). */
#include "full_board.h"

#define ROW_E(row)      "5/6/7/8/" row "/8/7/6/5"
#define ROWS_EI(e, top) top "/6/7/8/" e "/8/7/6/5"

static void rows_of_several_colours_are_pushed(void **state)
{
    (void)state;
    check_plays(full, ROW_E("bbbwr4") " b 0-0-0", "e1e2", ROW_E("1bbbwr3") " w 0-0-0 1 2");
    check_plays(full, ROW_E("bbbrw4") " b 0-0-0", "e1e2", ROW_E("1bbbrw3") " w 0-0-0 1 2");
    check_no_move(full, ROW_E("bbwr5") " b 0-0-0", "e1e2");
    check_no_move(full, ROW_E("bbbwrw3") " b 0-0-0", "e1e2");
    check_no_move(full, ROW_E("bbbwrb3") " b 0-0-0", "e1e2");
    check_no_move(full, ROW_E("bwbb5") " b 0-0-0", "e1e2");
    check_plays(full, ROW_E("3byppp1") " p 0-0-0-0-0-0 4 9", "e8e7",
                ROW_E("2byppp2") " b 0-0-0-0-0-0 5 10");
}

static void ejections_score_for_who_pushes(void **state)
{
    (void)state;
    check_plays(full, ROW_E("4bbbwr") " b 0-2-1 9 1", "e5e6", ROW_E("5bbbw") " w 1-2-1 0 2");
    check_plays(full, ROW_E("4bbbrw") " b 0-2-1 9 1", "e5e6", ROW_E("5bbbr") " r 1-2-1 0 2");
    check_plays(full, ROWS_EI("bwrrr4", "b4") " r 0-0-0 3 3", "e5e4",
                ROWS_EI("wrrr5", "b4") " b 0-0-1 0 4");
    check_plays(full, ROWS_EI("wbggg4", "rrrrr") " g 0-0-0-0 3 3", "e5e4",
                ROWS_EI("bggg5", "rrrrr") " b 0-0-0-1 0 4");
}

static void who_cannot_move_is_passed_over(void **state)
{
    (void)state;
    /* White has no marble; and loses the last one by this move */
    check_plays(full, ROW_E("b3r4") " b 0-0-0", "e1e2", ROW_E("1b2r4") " r 0-0-0 1 2");
    check_plays(full, ROWS_EI("6bbw", "r4") " b 0-0-0", "e7e8",
                ROWS_EI("7bb", "r4") " r 1-0-0 0 2");
    /* White's a1 is shut in */
    check_plays(full, "5/6/7/8/9/8/7/rb4/w1b2 b 0-0-0", "a3a2",
                "5/6/7/8/9/8/7/rb4/wb3 r 0-0-0 1 2");
    check_plays(full, "r4/6/7/8/9/8/7/bb4/w1b2 b 0-0-0", "a3a2",
                "r4/6/7/8/9/8/7/bb4/wb3 r 0-0-0 1 2");
    /* nobody else can move: the same player again */
    check_plays(full, ROW_E("b8") " b 0-0-0-0", "e1e2", ROW_E("1b7") " b 0-0-0-0 1 2");
    /* the last of three is passed over, and Black follows */
    check_plays(full, ROW_E("b7w") " w 0-0-0", "e9e8", ROW_E("b6w1") " b 0-0-0 1 2");
    /* reading does the same */
    paua_position position = position_of(full, ROW_E("b7r") " w 0-0-0");
    assert_int_equal(position.to_move, PAUA_RED);
    position = position_of(full, ROW_E("b3g3r") " b 0x-0-0x-0");
    assert_int_equal(position.to_move, PAUA_GREEN);
}

static void nobody_can_move_is_a_draw(void **state)
{
    const paua_rules rules = {.win = 6, .stuck_loses = true};
    paua_board *row = board_of(3, 1, 1);

    (void)state;
    check_ends(row, &rules, "3x1x1:bwr r 0-0-0", PAUA_RESULT_DRAW, PAUA_REASON_STUCK);
    check_ends(row, &rules, "3x1x1:bw1 r 0-0-0", PAUA_RESULT_ONGOING, PAUA_REASON_NONE);
    check_ends(row, &rules, "3x1x1:3 r 0-0-0", PAUA_RESULT_DRAW, PAUA_REASON_STUCK);
    paua_position position = position_of(row, "3x1x1:bwr r 0-0x-0");
    assert_int_equal(position.to_move, PAUA_RED); /* the first from there who has not left */
    position = position_of(row, "3x1x1:bwr w 0-0x-0");
    assert_int_equal(position.to_move, PAUA_RED);
    assert_int_equal(paua_moves_count(row, &position), 0);
    paua_board_free(row);
}

/* R19: black and red against white and green, as in the four-player standard layout. */
#define TEAMS " br-wg"

static void lines_may_hold_the_partners_marbles(void **state)
{
    (void)state;
    check_plays(full, ROW_E("br7") " b 0-0-0-0 0 1" TEAMS, "e1e2",
                ROW_E("1br6") " r 0-0-0-0 1 2" TEAMS);
    check_plays(full, ROW_E("brbww4") " b 0-0-0-0 0 1" TEAMS, "e1e2",
                ROW_E("1brbww3") " w 0-0-0-0 1 2" TEAMS);
    check_plays(full, ROW_E("6brg") " b 0-0-0-0 0 1" TEAMS, "e7e8",
                ROW_E("7br") " r 1-0-0-0 0 2" TEAMS);
    /* the trailing marble must be one's own */
    check_no_move(full, ROW_E("rb7") " b 0-0-0-0 0 1" TEAMS, "e1e2");
    check_no_move(full, ROW_E("rbbww4") " b 0-0-0-0 0 1" TEAMS, "e1e2");
    check_plays(full, ROW_E("rb7") " b 0-0-0-0 0 1" TEAMS, "e2e3",
                ROW_E("r1b6") " r 0-0-0-0 1 2" TEAMS);
    /* a friend is never pushed, and a line has three marbles at most */
    check_no_move(full, ROW_E("bbwr5") " b 0-0-0-0 0 1" TEAMS, "e1e2");
    check_no_move(full, ROW_E("bbbr5") " b 0-0-0-0 0 1" TEAMS, "e1e2");
    check_no_move(full, ROW_E("6bbr") " b 0-0-0-0 0 1" TEAMS, "e7e8");
    /* a broadside line is all one's own */
    check_no_move(full, ROW_E("br7") " b 0-0-0-0 0 1" TEAMS, "e1e2f2");
    check_no_move(full, ROW_E("brb6") " b 0-0-0-0 0 1" TEAMS, "e1e3f2");
    check_plays(full, ROW_E("bb6r") " b 0-0-0-0 0 1" TEAMS, "e1e2f2",
                "5/6/7/bb6/8r/8/7/6/5 r 0-0-0-0 1 2" TEAMS);
    /* without teams the same marbles are enemies */
    check_no_move(full, ROW_E("br7") " b 0-0-0-0", "e1e2");
    check_plays(full, ROW_E("6bbr") " b 0-0-0-0", "e7e8", ROW_E("7bb") " b 1-0-0-0 0 2");
}

static void a_player_may_live_by_his_partners_marbles(void **state)
{
    (void)state;
    /* White's a1 has but its partner before it, who has room */
    check_plays(full, "b4/6/7/8/9/8/7/bb4/wg3 b 0-0-0-0 0 1" TEAMS, "i5i6",
                "1b3/6/7/8/9/8/7/bb4/wg3 w 0-0-0-0 1 2" TEAMS);
    check_plays(full, "b4/6/7/8/9/8/7/bb4/wg3 b 0-0-0-0", "i5i6",
                "1b3/6/7/8/9/8/7/bb4/wg3 g 0-0-0-0 1 2");
}

static void teams_score_together(void **state)
{
    const paua_rules rules = {.win = 6, .plies = 10, .score_decides = true};
    paua_position position = position_of(full, "standard-4 b 3-1-2-4 0 1 br-wg");

    (void)state;
    assert_int_equal(position.teams, PAUA_TEAMS_13_24);
    assert_int_equal(paua_position_team(&position, PAUA_RED), 5);
    assert_int_equal(paua_position_team(&position, PAUA_GREEN), 10);
    assert_int_equal(paua_position_score(&position, PAUA_RED), 5);
    assert_int_equal(paua_position_score(&position, PAUA_WHITE), 5);
    check_ends(full, &rules, "standard-4 b 3-1-2-4 0 1 br-wg", PAUA_RESULT_ONGOING,
               PAUA_REASON_NONE);
    check_ends(full, &rules, "standard-4 b 3-1-3-4 0 1 br-wg", PAUA_RESULT_BLACK_WINS,
               PAUA_REASON_EJECTIONS);
    check_ends(full, &rules, "standard-4 b 3-2-2-4 0 1 br-wg", PAUA_RESULT_WHITE_WINS,
               PAUA_REASON_EJECTIONS);
    check_ends(full, &rules, "bowl-4 b 3-1-3-4 0 1 bg-wr", PAUA_RESULT_BLACK_WINS,
               PAUA_REASON_EJECTIONS);
    check_ends(full, &rules, "bowl-4 b 3-3-3-2 0 1 bg-wr", PAUA_RESULT_WHITE_WINS,
               PAUA_REASON_EJECTIONS);
    check_ends(full, &rules, "bowl-6 b 0-0-5-5-5-1 0 1 bg-wy-rp", PAUA_RESULT_RED_WINS,
               PAUA_REASON_EJECTIONS);
    check_ends(full, &rules, "bowl-6 b 0-0-5-5-5-1 0 1", PAUA_RESULT_ONGOING, PAUA_REASON_NONE);
    check_ends(full, &rules, "bowl-6 b 0-0-5-5-5-0 0 11 bg-wy-rp", PAUA_RESULT_DRAW,
               PAUA_REASON_SCORE);
    check_ends(full, &rules, "bowl-6 b 0-0-4-5-1-2 0 11 bg-wy-rp", PAUA_RESULT_RED_WINS,
               PAUA_REASON_EJECTIONS);
    check_ends(full, &rules, "bowl-6 b 0-0-2-5-1-2 0 11 bg-wy-rp", PAUA_RESULT_BLACK_WINS,
               PAUA_REASON_SCORE);
}

static void who_has_left_is_passed_over(void **state)
{
    paua_position position = position_of(full, "standard-3"), before;

    (void)state;
    assert_int_equal(paua_position_leave(full, &position, PAUA_WHITE), PAUA_OK);
    assert_int_equal(position.to_move, PAUA_BLACK);
    assert_int_equal(position.out, 2);
    assert_int_equal(paua_position_check(full, &position), PAUA_OK);
    assert_int_equal(paua_position_leave(full, &position, PAUA_BLACK), PAUA_OK);
    assert_int_equal(position.to_move, PAUA_RED);
    before = position;
    assert_int_equal(paua_position_leave(full, &position, PAUA_BLACK), PAUA_ERROR_BAD_ARGUMENT);
    assert_int_equal(paua_position_leave(full, &position, PAUA_GREEN), PAUA_ERROR_BAD_ARGUMENT);
    assert_int_equal(paua_position_leave(full, &position, (paua_side)-1), PAUA_ERROR_BAD_ARGUMENT);
    assert_int_equal(paua_position_leave(full, &position, PAUA_RED), PAUA_ERROR_BAD_ARGUMENT);
    assert_memory_equal(&position, &before, sizeof before);
    position = position_of(full, "standard");
    assert_int_equal(paua_position_leave(full, &position, PAUA_BLACK), PAUA_ERROR_BAD_ARGUMENT);
    /* his marbles stay, to be pushed and to score */
    check_plays(full, ROW_E("4bbbrw") " b 0-2-1x 9 1", "e5e6", ROW_E("5bbbr") " b 1-2-1x 0 2");
    check_plays(full, ROW_E("w3bbbwr") " b 0-2-1x 9 1", "e5e6", ROW_E("w4bbbw") " w 1-2-1x 0 2");
}

static void keys_tell_positions_apart(void **state)
{
    static const char *const different[] = {
        ROW_E("bwrg5") " b 0-0-0-0 0 1",
        ROW_E("bwrg5") " b 0-0-0-0 0 1 br-wg",
        ROW_E("bwrg5") " b 0-0-0-0 0 1 bg-wr",
        ROW_E("bwrg5") " w 0-0-0-0 0 1",
        ROW_E("bwrg5") " r 0-0-0-0 0 1",
        ROW_E("bwrg5") " b 1-0-0-0 0 1",
        ROW_E("bwrg5") " b 0-1-0-0 0 1",
        ROW_E("bwrg5") " b 0-0-1-0 0 1",
        ROW_E("bwrg5") " b 0-0x-0-0 0 1",
        ROW_E("bwrg5") " b 0-0-0x-0 0 1",
        ROW_E("bwrg5") " b 0c-0-0-0 0 1",
        ROW_E("bwrg5") " b 0-0c-0-0 0 1",
        ROW_E("bwgr5") " b 0-0-0-0 0 1",
        ROW_E("bwrx5") " b 0-0-0-0 0 1",
        ROW_E("bwrn5") " b 0-0-0-0 0 1",
        ROW_E("bwrc5") " b 0-0-0-0 0 1",
        ROW_E("bwrg5") " b 0-0-0-0-0 0 1",
        ROW_E("bwrg5") " b 0-0-0-0-0-0 0 1",
        ROW_E("bwrg5") " b 0-0-0-0-0-0 0 1 bg-wy-rp",
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(different); i++)
        for (size_t k = 0; k < LENGTH(different); k++) {
            paua_position a = position_of(full, different[i]), b = position_of(full, different[k]);
            assert_int_equal(paua_position_same(&a, &b), i == k);
            if ((a.key == b.key) != (i == k))
                fail_msg("one key for %s and %s", different[i], different[k]);
        }
}

/* As many as ejected and left together would not have gone on the board. */
static void more_marbles_than_cells_are_refused(void **state)
{
    paua_position position = position_of(full, ROWS_EI("6bbw", "r4") " b 59-58-58");

    (void)state;
    assert_int_equal(paua_position_complete(full, &position), PAUA_OK);
    for (int side = 0; side < 3; side++) {
        paua_position more = position;
        more.ejected[side]++;
        assert_int_equal(paua_position_complete(full, &more), PAUA_ERROR_BAD_POSITION);
    }
    /* whoever ejects whatever, it stays so */
    check_plays(full, ROWS_EI("6bbw", "r4") " b 59-58-58", "e7e8",
                ROWS_EI("7bb", "r4") " r 60-58-58 0 2");
}

static paua_position sound; /* what the next one spoils */

static void check_refused(paua_position spoilt)
{
    paua_position before = spoilt;

    assert_int_equal(paua_position_complete(full, &spoilt), PAUA_ERROR_BAD_POSITION);
    assert_memory_equal(&spoilt, &before, sizeof before);
    assert_int_equal(paua_position_check(full, &spoilt), PAUA_ERROR_BAD_POSITION);
}

#define REFUSED(change)                                                                            \
    do {                                                                                           \
        paua_position spoilt = sound;                                                              \
        spoilt.change;                                                                             \
        check_refused(spoilt);                                                                     \
    } while (0)

static void unsound_positions_are_refused(void **state)
{
    const paua_set e1 = PAUA_SET(cell_of(full, "e1")), e2 = PAUA_SET(cell_of(full, "e2"));

    (void)state;
    sound = position_of(full, ROW_E("bwrgnx3") " b 0-0-0-0 0 1 br-wg");
    assert_int_equal(paua_position_check(full, &sound), PAUA_OK);
    REFUSED(marbles[PAUA_RED] |= e1);
    REFUSED(neutral |= e2);
    REFUSED(fixed |= e1);
    REFUSED(fixed |= sound.neutral);
    REFUSED(central |= e1);
    REFUSED(marbles[PAUA_GREEN] |= PAUA_SET(63));
    REFUSED(neutral |= PAUA_SET(61));
    REFUSED(fixed |= PAUA_SET(62));
    REFUSED(marbles[PAUA_YELLOW] |= PAUA_SET(cell_of(full, "a1")));
    REFUSED(ejected[PAUA_PURPLE] = 1);
    REFUSED(players = 1);
    REFUSED(players = 3);
    REFUSED(players = 5); /* not in these teams */
    REFUSED(players = 7);
    REFUSED(teams = PAUA_TEAMS_14_25_36);
    REFUSED(teams = PAUA_TEAMS_COUNT);
    REFUSED(to_move = 4);
    REFUSED(out = 15);
    REFUSED(out = 16);
    REFUSED(crowned = 5);
    REFUSED(ply = 0);
    REFUSED(reserved = 1);
    sound = position_of(full, "standard");
    REFUSED(out = 1);
    REFUSED(teams = PAUA_TEAMS_13_24);
    sound.key ^= 1;
    assert_int_equal(paua_position_check(full, &sound), PAUA_ERROR_BAD_POSITION);
    /* sound but for the turn: who cannot move has it */
    sound = position_of(full, ROW_E("bw1r5") " b 0-0x-0");
    sound.to_move = PAUA_WHITE;
    sound.key = paua_position_key(full, &sound);
    assert_int_equal(paua_position_check(full, &sound), PAUA_ERROR_BAD_POSITION);
}

/* The counts are those of the model in tests/model, written down in docs/rules.md. */
static void counts_of_move_sequences(void **state)
{
    static const struct {
        const char *layout;
        uint64_t counts[3];
    } known[] = {
        {"standard", {44, 1936, 98912}},       {"standard-3", {40, 1587, 62440}},
        {"standard-4", {34, 1101, 36992}},     {"standard-5", {34, 1101, 36992}},
        {"standard-6", {36, 1172, 37693}},     {"bowl-2", {52, 2692, 149322}},
        {"bowl-3", {42, 1742, 71316}},         {"bowl-4", {26, 670, 17420}},
        {"bowl-5", {21, 432, 8829}},           {"bowl-6", {16, 263, 4326}},
        {"pillar", {44, 1936, 95832}},         {"third-colour", {44, 1936, 93692}},
        {"central-marble", {44, 1936, 96608}}, {"standard-2", {44, 1936, 98912}},
    };
    const paua_rules rules = paua_rules_solver(full);

    (void)state;
    for (size_t i = 0; i < LENGTH(known); i++) {
        paua_position start = position_of(full, known[i].layout);
        for (int depth = 1; depth <= 3; depth++) {
            uint64_t wanted = known[i].counts[depth - 1];
            if (paua_perft(full, &rules, &start, depth) != wanted)
                fail_msg("%s, depth %d: %llu", known[i].layout, depth,
                         (unsigned long long)paua_perft(full, &rules, &start, depth));
            assert_int_equal(paua_perft_make(full, &rules, &start, depth), wanted);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_several_colours_are_pushed),
        cmocka_unit_test(ejections_score_for_who_pushes),
        cmocka_unit_test(who_cannot_move_is_passed_over),
        cmocka_unit_test(nobody_can_move_is_a_draw),
        cmocka_unit_test(lines_may_hold_the_partners_marbles),
        cmocka_unit_test(a_player_may_live_by_his_partners_marbles),
        cmocka_unit_test(teams_score_together),
        cmocka_unit_test(who_has_left_is_passed_over),
        cmocka_unit_test(keys_tell_positions_apart),
        cmocka_unit_test(more_marbles_than_cells_are_refused),
        cmocka_unit_test(unsound_positions_are_refused),
        cmocka_unit_test(counts_of_move_sequences),
    };

    return cmocka_run_group_tests_name("players", tests, set_up, tear_down);
}
