/* What the limits of a game mean to the engine before it reaches them. */
#include "unit.h"

enum { DEPTH = 4 };

/* The score of a search of the daisy in which the side to move has ejected so many more marbles,
 * with so many plies left until `rules` end the game and so many since the last ejection. */
static int score_of(const paua_rules *rules, int lead, int left, int quiet)
{
    paua_board *board = board_of(5, 5, 5);
    paua_position position = position_of(board, "belgian-daisy");
    paua_search_info info = {0};
    paua_game *game;
    paua_engine *engine;
    paua_move best;

    /* a marble less at a rim, and so not much worse */
    paua_side loser = lead > 0 ? PAUA_WHITE : PAUA_BLACK;
    paua_set marbles = position.marbles[loser];
    if (lead) {
        position.marbles[loser] = marbles & (marbles - 1);
        position.ejected[PAUA_OTHER(loser)] = 1;
    }
    position.ply = (uint16_t)(rules->plies ? rules->plies - left + 1 : 300);
    position.quiet = (uint16_t)quiet;
    assert_int_equal(paua_position_complete(board, &position), PAUA_OK);
    assert_int_equal(paua_game_new(board, rules, &position, &game), PAUA_OK);
    assert_int_equal(paua_engine_new(board, 1 << 20, NULL, &engine), PAUA_OK);
    const paua_limits limits = {.size = sizeof(paua_limits), .depth = DEPTH};
    assert_int_equal(paua_engine_search(engine, game, &limits, &best, &info, NULL, NULL), PAUA_OK);
    paua_engine_free(engine);
    paua_game_free(game);
    paua_board_free(board);
    return info.score;
}

static paua_rules rules_of(const char *text)
{
    paua_board *board = board_of(5, 5, 5);
    paua_rules rules;
    assert_int_equal(paua_rules_parse(board, text, &rules, NULL), PAUA_OK);
    paua_board_free(board);
    return rules;
}

/* Where the score decides a lead is worth more, the more so the less is left; at the end it wins. */
static void a_lead_grows_where_the_score_decides(void **state)
{
    const paua_rules free = rules_of("classic,quiet=0"),
                     decided = rules_of("classic,quiet=0,limit=score,"
                                        "plies=400");
    (void)state;
    const int usual = score_of(&free, 1, 0, 0) - score_of(&free, -1, 0, 0);
    int before = usual;
    for (int left = 160; left >= 10; left /= 2) {
        int now = score_of(&decided, 1, left, 0) - score_of(&decided, -1, left, 0);
        if (left >= 40 ? now <= before : now < usual)
            fail_msg("%d plies left: %d, before %d, usually %d", left, now, before, usual);
        before = now;
    }
    assert_true(score_of(&decided, 1, 1, 0) >= PAUA_SCORE_FORCED);
    assert_true(score_of(&decided, -1, 1, 0) <= -PAUA_SCORE_FORCED);
}

/* Where nobody ejects for long enough the game is drawn: who is ahead has less and less of it. */
static void a_draw_comes_nearer(void **state)
{
    const paua_rules rules = rules_of("classic,quiet=200");
    (void)state;
    int before = score_of(&rules, 1, 0, 0);
    assert_true(before > 100);
    const int first = before;
    for (int quiet = 120; quiet <= 195; quiet += 25) {
        int now = score_of(&rules, 1, 0, quiet);
        if (now > before || now < 0)
            fail_msg("%d quiet plies: %d, before %d", quiet, now, before);
        before = now;
    }
    assert_in_range(before, 0, first / 2);
}

/* Quiet plies that would draw only after the score has decided change no score; those that draw
 * before leave little of a lead, however near the end by score is. */
static void the_limit_that_comes_first_counts(void **state)
{
    const paua_rules decided = rules_of("classic,quiet=0,limit=score,plies=400"),
                     both = rules_of("classic,quiet=200,limit=score,plies=400");
    (void)state;
    const int score = score_of(&decided, 1, 20, 0);
    assert_true(score > 100);
    assert_int_equal(score_of(&both, 1, 20, 100), score);
    assert_int_equal(score_of(&both, 1, 20, 179), score);
    assert_in_range(score_of(&both, 1, 20, 190), 0, score / 4);
}

/* A limit that draws changes no score, and one that is far away counts as far, however far. */
static void other_limits_change_nothing(void **state)
{
    const paua_rules free = rules_of("classic,quiet=0"),
                     drawn = rules_of("classic,quiet=0,plies=400"),
                     far = rules_of("classic,quiet=0,plies=9000,limit=score");
    const int far_score = score_of(&far, 1, 8000, 0);
    (void)state;
    int score = score_of(&free, 1, 0, 0);
    assert_int_equal(score_of(&drawn, 1, 20, 0), score);
    assert_int_equal(score_of(&far, 1, 1000, 0), far_score);
    assert_int_not_equal(far_score, score); /* the net is told that it is there */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lead_grows_where_the_score_decides),
        cmocka_unit_test(a_draw_comes_nearer),
        cmocka_unit_test(the_limit_that_comes_first_counts),
        cmocka_unit_test(other_limits_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
