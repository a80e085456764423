/* Evaluations: values worked out by hand, and what must hold everywhere. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <paua/paua.h>

static int score_of(const char *text, const char *eval)
{
    int sides[3], score = 0;
    paua_board *board;
    paua_position position;
    assert_int_equal(paua_position_shape(text, sides, NULL), PAUA_OK);
    assert_int_equal(paua_board_new(sides[0], sides[1], sides[2], &board), PAUA_OK);
    assert_int_equal(paua_position_parse(board, text, &position, NULL), PAUA_OK);
    assert_int_equal(paua_eval_score(board, eval, &position, &score), PAUA_OK);
    paua_board_free(board);
    return score;
}

static void values_by_hand(void **state)
{
    (void)state;
    /* one marble in the centre against one on the edge: four steps */
    assert_int_equal(score_of("w4/6/7/8/4b4/8/7/6/5", "abla-single"), 400);
    assert_int_equal(score_of("w4/6/7/8/4b4/8/7/6/5 w", "abla-single"), -400);
    assert_int_equal(score_of("w4/6/7/8/4b4/8/7/6/5", "abla-combined"), 400);
    /* two neighbours, each the other's: e5 and e6 against e1 and e9 */
    assert_int_equal(score_of("5/6/7/8/w3bb2w/8/7/6/5", "abla-single"), 700);
    assert_int_equal(score_of("5/6/7/8/w3bb2w/8/7/6/5", "abla-combined"), 900);
    /* an ejected marble is as far away as the board is wide */
    assert_int_equal(score_of("5/6/7/8/4b4/8/7/6/5 b 1-0", "abla-single"), 800);
    assert_int_equal(score_of("5/6/7/8/4b4/8/7/6/5 b 0-2", "abla-single"), -1600);
    assert_int_equal(score_of("standard", NULL), 0);
}

static void names(void **state)
{
    (void)state;
    int score = 17;
    paua_board *board;
    paua_position position;
    assert_int_equal(paua_eval_count(), 2);
    assert_string_equal(paua_eval_name(0), "abla-combined");
    assert_null(paua_eval_name(-1));
    assert_null(paua_eval_name(2));
    assert_int_equal(paua_board_new(2, 2, 2, &board), PAUA_OK);
    assert_int_equal(paua_position_parse(board, "b0", &position, NULL), PAUA_OK);
    assert_int_equal(paua_eval_score(board, "nonsense", &position, &score), PAUA_NOT_FOUND);
    assert_int_equal(score, 17);
    paua_board_free(board);
}

static int score_for(const paua_board *board, const paua_position *position, int side)
{
    paua_position turned = *position;
    int score;
    turned.to_move = (uint8_t)side;
    assert_int_equal(paua_eval_score(board, NULL, &turned, &score), PAUA_OK);
    return score;
}

/* A symmetry of the board changes nothing, and what is good for some is bad for the others. */
static void symmetric(void **state)
{
    (void)state;
    paua_board *board;
    assert_int_equal(paua_board_new(5, 5, 5, &board), PAUA_OK);
    for (int i = 0; i < paua_layout_count(); i++) {
        paua_position position, image;
        int sum = 0;
        if (paua_position_parse(board, paua_layout_at(i)->name, &position, NULL) != PAUA_OK)
            continue; /* a small board's */
        for (int side = 0; side < position.players; side++)
            sum += score_for(board, &position, side);
        /* means of three and more are rounded */
        assert_in_range(sum + 10, position.players == PAUA_SIDES ? 10 : 10 - position.players,
                        position.players == PAUA_SIDES ? 10 : 10 + position.players);
        for (int s = 0; s < paua_board_symmetries(board); s++) {
            image = position;
            for (int side = 0; side < position.players; side++)
                image.marbles[side] = paua_board_map(board, s, position.marbles[side]);
            assert_int_equal(paua_position_complete(board, &image), PAUA_OK);
            for (int side = 0; side < position.players; side++)
                assert_int_equal(score_for(board, &image, side), score_for(board, &position, side));
        }
    }
    paua_board_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_by_hand),
        cmocka_unit_test(names),
        cmocka_unit_test(symmetric),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
