/* test_model.c - the reference model against counts that others published. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model_ends.h"

static struct model_board full;

static int set_up(void **state)
{
    (void)state;
    return model_board_make(&full, 5, 5, 5) ? 0 : -1;
}

static void check_counts(const char *rows, const uint64_t *counts, int depths)
{
    struct model_position position;

    assert_true(model_position_rows(&full, rows, 2, &position));
    for (int depth = 0; depth < depths; depth++)
        assert_int_equal(model_perft(&full, &position, 0, depth + 1), counts[depth]);
}

static void counts_from_the_standard_start(void **state)
{
    const uint64_t counts[] = {44, 1936, 98912};

    (void)state;
    check_counts("wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb", counts, 3);
}

static void counts_from_the_belgian_daisy(void **state)
{
    const uint64_t counts[] = {52, 2692, 149322};

    (void)state;
    check_counts("ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww", counts, 3);
}

static void counts_from_the_german_daisy(void **state)
{
    const uint64_t counts[] = {80, 6244, 493480};

    (void)state;
    check_counts("5/ww2bb/www1bbb/1ww2bb1/9/1bb2ww1/bbb1www/bb2ww/5", counts, 3);
}

/* No published counts are known for these, of more players or with marbles of nobody; the library's have to be the same (tests/unit/rules/test_players.c). */
static void counts_for_more_players(void **state)
{
    const struct {
        const char *rows;
        int players;
        uint64_t counts[3];
    } known[] = {
        {"wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb", 2, {44, 1936, 98912}},
        {"bbbbb/bbbbbb/7/r6w/rr5ww/rr4ww/rr3ww/rr2ww/rr1ww", 3, {40, 1587, 62440}},
        {"bbbb1/bbbb1w/5ww/g5ww/gg5ww/gg5w/gg5/g1rrrr/1rrrr", 4, {34, 1101, 36992}},
        {"bbbb1/bbbb1w/5ww/g2yy1ww/gg1yyy1ww/gg1yy2w/gg5/g1rrrr/1rrrr", 5, {34, 1101, 36992}},
        {"1bbb1/p1bb1w/pp1b1ww/ppp2www/9/yyy2rrr/yy1g1rr/y1gg1r/1ggg1", 6, {36, 1172, 37693}},
        {"bb1ww/bbbwww/1bb1ww1/8/9/8/1ww1bb1/wwwbbb/ww1bb", 2, {52, 2692, 149322}},
        {"bb1ww/bb2ww/2b1w2/r6r/rrr3rrr/r6r/2w1b2/ww2bb/ww1bb", 3, {42, 1742, 71316}},
        {"bb1ww/bbbwww/1bb1ww1/8/9/8/1rr1gg1/rrrggg/rr1gg", 4, {26, 670, 17420}},
        {"gg1rr/gggrrr/1gg1rr1/6bb/6bbb/6bb/1yy1ww1/yyywww/yy1ww", 5, {21, 432, 8829}},
        {"bb1ww/bbbwww/1b3w1/pp4rr/pp5rr/pp4rr/1y3g1/yyyggg/yy1gg", 6, {16, 263, 4326}},
        {"wwwww/wwwwww/2www2/8/4x4/8/2bbb2/bbbbbb/bbbbb", 2, {44, 1936, 95832}},
        {"wwwww/wwwwww/2www2/8/3nnn3/8/2bbb2/bbbbbb/bbbbb", 2, {44, 1936, 93692}},
        {"wwwww/wwwwww/2www2/8/4c4/8/2bbb2/bbbbbb/bbbbb", 2, {44, 1936, 96608}},
    };
    struct model_position position;

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_true(model_position_rows(&full, known[i].rows, known[i].players, &position));
        for (int depth = 1; depth <= 3; depth++)
            assert_int_equal(model_perft(&full, &position, 0, depth), known[i].counts[depth - 1]);
    }
}

static void boards_have_the_cells_of_the_formula(void **state)
{
    const int sides[][4] = {{1, 1, 1, 1},  {2, 2, 2, 7},  {2, 2, 3, 10}, {2, 3, 3, 14},
                            {3, 3, 3, 19}, {3, 3, 4, 24}, {5, 5, 5, 61}, {1, 1, 61, 61},
                            {1, 7, 8, 56}, {3, 4, 9, 60}};
    struct model_board board;

    (void)state;
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        const int *s = sides[i];
        assert_true(model_board_make(&board, s[0], s[1], s[2]));
        assert_int_equal(board.cells, s[3]);
    }
    assert_false(model_board_make(&board, 0, 5, 5));
    assert_false(model_board_make(&board, 5, 5, 6));
    assert_false(model_board_make(&board, 1, 1, 62));
}

/* The text of the one move that leaves the position on the right, "" if none does. */
static void only_move(const char *before, const char *after, char *text)
{
    static struct model_move moves[MODEL_MOVES];
    struct model_position position, wanted;

    assert_true(model_position_rows(&full, before, 2, &position));
    assert_true(model_position_rows(&full, after, 2, &wanted));
    *text = '\0';
    int count = model_moves(&full, &model_laws_right, &position, moves);
    for (int i = 0; i < count; i++) {
        if (memcmp(moves[i].after.cell, wanted.cell, sizeof wanted.cell) == 0) {
            assert_string_equal(text, "");
            model_move_text(&full, &moves[i], text);
        }
    }
}

static void moves_have_their_text(void **state)
{
    char text[16];

    (void)state;
    only_move("5/6/7/8/9/8/7/6/bb3", "5/6/7/8/9/8/7/6/1bb2", text);
    assert_string_equal(text, "a1a2");
    only_move("5/6/7/8/9/8/7/6/1bb2", "5/6/7/8/9/8/7/6/bb3", text);
    assert_string_equal(text, "a3a2");
    only_move("5/6/7/8/9/8/7/6/bbb2", "5/6/7/8/9/8/7/1bbb2/5", text);
    assert_string_equal(text, "a1a3b2");
    only_move("5/6/7/8/bbbww4/8/7/6/5", "5/6/7/8/1bbbww3/8/7/6/5", text);
    assert_string_equal(text, "e1e2");
    only_move("5/6/7/8/4bbbww/8/7/6/5", "5/6/7/8/5bbbw/8/7/6/5", text);
    assert_string_equal(text, "e5e6");
    only_move("5/6/7/8/bbbwwb3/8/7/6/5", "5/6/7/8/1bbbww3/8/7/6/5", text);
    assert_string_equal(text, "");
    only_move("5/6/7/8/bbbwww3/8/7/6/5", "5/6/7/8/1bbbwww2/8/7/6/5", text);
    assert_string_equal(text, "");
}

static void texts_are_native(void **state)
{
    struct model_position position;
    struct model_board mirror;
    char text[MODEL_TEXT_MAX];

    (void)state;
    assert_true(
        model_position_rows(&full, "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb", 2, &position));
    model_position_text(&full, &position, text);
    assert_string_equal(text, "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 0 1");
    assert_false(model_position_rows(&full, "6/6/7/8/9/8/7/6/5", 2, &position));
    assert_false(model_position_rows(&full, "5/6/7/8/9/8/7/6/5/", 2, &position));
    assert_false(model_position_rows(&full, "5/6/7/8/9/8/7/6", 2, &position));
    assert_true(model_board_make(&mirror, 2, 3, 2));
    assert_true(model_position_rows(&mirror, "bw/3/2b/2", 2, &position));
    position.side = MODEL_WHITE;
    position.ejected[1] = 3;
    position.quiet = 7;
    position.ply = 65535;
    model_position_text(&mirror, &position, text);
    assert_string_equal(text, "2x3x2:bw/3/2b/2 w 0-3 7 65535");
}

static void ends_are_found_in_order(void **state)
{
    const struct model_ends ends = {.win = 2, .quiet = 10, .plies = 20, .stuck_loses = true};
    struct model_position position;
    struct model_outcome outcome;

    (void)state;
    assert_true(model_position_rows(&full, "5/6/7/8/9/8/7/6/bw3", 2, &position));
    position.quiet = 10;
    position.ply = 21;
    outcome = model_position_outcome(&full, &model_laws_right, &ends, &position);
    assert_int_equal(outcome.reason, MODEL_QUIET);
    position.quiet = 9;
    outcome = model_position_outcome(&full, &model_laws_right, &ends, &position);
    assert_int_equal(outcome.reason, MODEL_PLIES);
    position.ply = 20;
    outcome = model_position_outcome(&full, &model_laws_right, &ends, &position);
    assert_false(outcome.over);
    position.ejected[1] = 2;
    outcome = model_position_outcome(&full, &model_laws_right, &ends, &position);
    assert_int_equal(outcome.winner, MODEL_WHITE);
    assert_true(model_position_rows(&full, "5/6/7/8/9/8/7/ww4/bw3", 2, &position));
    position.quiet = 10;
    outcome = model_position_outcome(&full, &model_laws_right, &ends, &position);
    assert_int_equal(outcome.winner, MODEL_WHITE);
    assert_int_equal(outcome.reason, MODEL_STUCK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_have_the_cells_of_the_formula),
        cmocka_unit_test(counts_from_the_standard_start),
        cmocka_unit_test(counts_from_the_belgian_daisy),
        cmocka_unit_test(counts_from_the_german_daisy),
        cmocka_unit_test(counts_for_more_players),
        cmocka_unit_test(moves_have_their_text),
        cmocka_unit_test(texts_are_native),
        cmocka_unit_test(ends_are_found_in_order),
    };

    return cmocka_run_group_tests_name("model", tests, set_up, NULL);
}
