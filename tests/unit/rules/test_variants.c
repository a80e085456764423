/* test_variants.c - fixed marbles, marbles of nobody, and the central one (R17, R18). */
#include "full_board.h"
#include "random_positions.h"

#define ROW_E(row) "5/6/7/8/" row "/8/7/6/5"

static void fixed_marbles_block_everything(void **state)
{
    (void)state;
    check_no_move(full, ROW_E("bx7"), "e1e2");
    check_no_move(full, ROW_E("bbx6"), "e1e2");
    check_no_move(full, ROW_E("bbbx5"), "e1e2");
    check_no_move(full, ROW_E("bbbwx4"), "e1e2");
    check_no_move(full, ROW_E("bbbxw4"), "e1e2");
    check_no_move(full, ROW_E("5bbbx"), "e6e7");
    check_no_move(full, ROW_E("bxb6"), "e1e3f2");
    check_no_move(full, "5/6/7/2x5/2bbb4/8/7/6/5", "e3e5f4");
    check_no_move(full, "5/6/7/3x4/2bbb4/8/7/6/5", "e3e5f4");
    check_plays(full, ROW_E("bbb1x4"), "e1e2", ROW_E("1bbbx4") " w 0-0 1 2");
    /* a full game around a pillar: its neighbours have one cell less to go to */
    paua_position pillar = position_of(full, "wwwww/wwwwww/2www2/8/4x4/8/2bbb2/bbbbbb/bbbbb");
    paua_position plain = position_of(full, "standard");
    assert_int_equal(paua_moves_count(full, &pillar), paua_moves_count(full, &plain));
    assert_int_not_equal(pillar.key, plain.key);
    check_ends(full, &(paua_rules){.win = 6, .stuck_loses = true}, "5/6/7/8/9/8/7/xx4/bx3",
               PAUA_RESULT_WHITE_WINS, PAUA_REASON_STUCK);
}

static void neutral_marbles_are_pushed_like_enemies(void **state)
{
    (void)state;
    check_no_move(full, ROW_E("bn7"), "e1e2");
    check_plays(full, ROW_E("bbn6"), "e1e2", ROW_E("1bbn5") " w 0-0 1 2");
    check_plays(full, ROW_E("bbbnw4"), "e1e2", ROW_E("1bbbnw3") " w 0-0 1 2");
    check_plays(full, ROW_E("bbbcn4"), "e1e2", ROW_E("1bbbcn3") " w 0-0 1 2");
    check_no_move(full, ROW_E("bbnw5"), "e1e2");
    check_no_move(full, ROW_E("bbbnnw3"), "e1e2");
    check_no_move(full, ROW_E("bnb6"), "e1e2");
    check_no_move(full, ROW_E("n8"), "e1e2");
    check_no_move(full, "5/6/7/2n5/2bbb4/8/7/6/5", "e3e5f4");
    check_plays(full, ROW_E("5cwww") " w 0-0 3 8", "e9e8", ROW_E("4cwww1") " b 0-0 4 9");
}

static void neutral_marbles_score_for_nobody(void **state)
{
    (void)state;
    check_plays(full, ROW_E("6bbn") " b 2-1 5 40", "e7e8", ROW_E("7bb") " w 2-1 0 41");
    check_plays(full, ROW_E("4bbbnw") " b 2-1 5 40", "e5e6", ROW_E("5bbbn") " w 3-1 0 41");
    check_plays(full, ROW_E("4bbbwn") " b 2-1 5 40", "e5e6", ROW_E("5bbbw") " w 2-1 0 41");
    check_plays(full, ROW_E("4bbbrn") " b 2-1-0 5 40", "e5e6", ROW_E("5bbbr") " r 2-1-0 0 41");
    /* that is an ejection all the same: what was before cannot come again */
    check_plays(full, ROW_E("n2bbn3") " b 2-1 5 40", "e4e5", ROW_E("n3bbn2") " w 2-1 6 41");
}

static void the_central_marble_wins(void **state)
{
    const paua_rules rules = {.win = 6, .stuck_loses = true};
    const paua_rules solver = paua_rules_solver(full);

    (void)state;
    check_plays(full, ROW_E("6bbc") " b 2-1 5 40", "e7e8", ROW_E("7bb") " w 2c-1 0 41");
    check_plays(full, ROW_E("4bbbwc") " b 2-1 5 40", "e5e6", ROW_E("5bbbw") " w 2c-1 0 41");
    check_plays(full, ROW_E("w3bbbrc") " b 2-1-0 5 40", "e5e6", ROW_E("w4bbbr") " w 2c-1-0 0 41");
    check_ends(full, &rules, ROW_E("6bbc"), PAUA_RESULT_ONGOING, PAUA_REASON_NONE);
    check_ends(full, &rules, ROW_E("7bb") " w 0c-5 0 2", PAUA_RESULT_BLACK_WINS,
               PAUA_REASON_CENTRAL);
    check_ends(full, &rules, ROW_E("7bb") " w 0c-6 0 2", PAUA_RESULT_BLACK_WINS,
               PAUA_REASON_CENTRAL);
    check_ends(full, &rules, ROW_E("w6bb") " w 0-0c-0 0 2", PAUA_RESULT_WHITE_WINS,
               PAUA_REASON_CENTRAL);
    check_ends(full, &rules, ROW_E("w6bb") " w 0-0-0-0c 0 2 br-wg", PAUA_RESULT_WHITE_WINS,
               PAUA_REASON_CENTRAL);
    /* over, also for who counts moves, in a game for two without other special marbles as well */
    static const char *const over[] = {ROW_E("w6bb") " w 0c-0 0 2", ROW_E("w5nbb") " w 0c-0 0 2",
                                       ROW_E("w6bb") " w 0-0c-0 0 2"};
    for (size_t i = 0; i < LENGTH(over); i++) {
        paua_position position = position_of(full, over[i]);
        assert_true(paua_moves_count(full, &position) > 0);
        assert_int_equal(paua_perft(full, &solver, &position, 1), 0);
        assert_int_equal(paua_perft_make(full, &solver, &position, 2), 0);
    }
}

static void at_most_one_marble_is_central(void **state)
{
    paua_position position = position_of(full, ROW_E("b3c3w")), bad = position;

    (void)state;
    assert_int_equal(position.central, PAUA_SET(cell_of(full, "e5")));
    assert_int_equal(position.neutral, position.central);
    bad.neutral |= PAUA_SET(cell_of(full, "e4"));
    assert_int_equal(paua_position_complete(full, &bad), PAUA_OK);
    bad.central |= PAUA_SET(cell_of(full, "e4"));
    assert_int_equal(paua_position_complete(full, &bad), PAUA_ERROR_BAD_POSITION);
    bad = position;
    bad.crowned = 1; /* he has ejected it, and it is there */
    assert_int_equal(paua_position_complete(full, &bad), PAUA_ERROR_BAD_POSITION);
    bad = position;
    bad.neutral = 0;
    assert_int_equal(paua_position_complete(full, &bad), PAUA_ERROR_BAD_POSITION);
    bad = position;
    bad.fixed = bad.marbles[PAUA_BLACK];
    assert_int_equal(paua_position_complete(full, &bad), PAUA_ERROR_BAD_POSITION);
}

/* The last special marble leaves, and the rules for two plain sides apply again; taken back, it
 * is there again. */
static void games_may_become_plain(void **state)
{
    static const char *const moves[] = {"e7e8", "e1e2", "e8f8", "e2e1"};
    paua_position start = position_of(full, ROW_E("w5bbn"));
    const paua_rules rules = {.win = 6};
    paua_game *game = NULL;

    (void)state;
    assert_int_equal(paua_game_new(full, &rules, &start, &game), PAUA_OK);
    for (size_t i = 0; i < LENGTH(moves); i++)
        assert_int_equal(paua_game_play(game, move_of(full, paua_game_position(game), moves[i])),
                         PAUA_OK);
    assert_int_equal(paua_game_position(game)->neutral, 0);
    assert_int_equal(paua_game_position(game)->quiet, 3);
    for (size_t i = 0; i < LENGTH(moves); i++)
        assert_int_equal(paua_game_takeback(game), PAUA_OK);
    assert_memory_equal(paua_game_position(game), &start, sizeof start);
    paua_game_free(game);
}

/* Whether a number is a legal move is found out without the others; all 65536 of them, against the
 * list. */
static void any_move_may_be_asked_about(void **state)
{
    uint64_t random = 20261121;
    static bool listed[65536];
    static paua_move_list list;

    (void)state;
    for (size_t i = 0; i < sizeof random_boards / sizeof *random_boards; i++) {
        paua_board *board;
        assert_int_equal(
            paua_board_new(random_boards[i][0], random_boards[i][1], random_boards[i][2], &board),
            PAUA_OK);
        for (int round = 0; round < 20; round++) {
            paua_position position = random_position(&random, board, round % 2 ? 2 : 0);
            memset(listed, 0, sizeof listed);
            paua_moves_generate(board, &position, &list);
            for (int k = 0; k < list.count; k++)
                listed[list.moves[k]] = true;
            for (unsigned bits = 0; bits < 65536; bits++)
                if (paua_move_legal(board, &position, (paua_move)bits) != listed[bits])
                    fail_msg("%04x on board %d, position %d", bits, (int)i, round);
        }
        paua_board_free(board);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_move_may_be_asked_about),
        cmocka_unit_test(fixed_marbles_block_everything),
        cmocka_unit_test(neutral_marbles_are_pushed_like_enemies),
        cmocka_unit_test(neutral_marbles_score_for_nobody),
        cmocka_unit_test(the_central_marble_wins),
        cmocka_unit_test(at_most_one_marble_is_central),
        cmocka_unit_test(games_may_become_plain),
    };

    return cmocka_run_group_tests_name("variants", tests, set_up, tear_down);
}
