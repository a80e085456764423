/* The search with a net: its result depends on the net alone, not on earlier nets or searches. */
#include "full_board.h"

#include "random_net.h"

enum { DEPTH = 4 };

struct found {
    paua_move best;
    int score;
    uint64_t nodes;
};

static paua_engine *engine_of(const paua_board *board, const paua_net *net)
{
    paua_engine *engine;
    assert_int_equal(paua_engine_new(board, 1 << 20, NULL, &engine), PAUA_OK);
    if (net)
        assert_int_equal(paua_engine_use_net(engine, net), PAUA_OK);
    return engine;
}

static struct found search(paua_engine *engine, const char *text, int win)
{
    paua_rules rules = paua_rules_default(full);
    paua_position position = position_of(full, text);
    paua_search_info info;
    paua_game *game;
    struct found found;
    rules.win = (uint8_t)win;
    assert_int_equal(paua_game_new(full, &rules, &position, &game), PAUA_OK);
    assert_int_equal(paua_engine_search(engine, game,
                                        &(paua_limits){.size = sizeof(paua_limits), .depth = DEPTH},
                                        &found.best, &info, NULL, NULL),
                     PAUA_OK);
    found.score = info.score;
    found.nodes = info.nodes;
    paua_game_free(game);
    return found;
}

static void assert_same(struct found a, struct found b)
{
    assert_int_equal(a.best, b.best);
    assert_int_equal(a.score, b.score);
    assert_int_equal(a.nodes, b.nodes);
}

static void nets_come_and_go(void **state)
{
    (void)state;
    paua_net *first = random_net(11, 64, 2, false), *second = random_net(12, 128, 4, false);
    paua_engine *engine = engine_of(full, NULL), *fresh = engine_of(full, second);
    struct found plain = search(engine, "belgian-daisy", 6);
    assert_int_equal(paua_engine_use_net(engine, first), PAUA_OK);
    struct found with_first = search(engine, "belgian-daisy", 6);
    assert_int_equal(paua_engine_use_net(engine, second), PAUA_OK);
    struct found with_second = search(engine, "belgian-daisy", 6);
    assert_same(with_second, search(fresh, "belgian-daisy", 6));
    assert_int_equal(paua_engine_use_net(engine, NULL), PAUA_OK);
    assert_same(plain, search(engine, "belgian-daisy", 6));
    assert_int_not_equal(plain.score, with_first.score);
    assert_int_not_equal(with_first.score, with_second.score);
    paua_engine_free(fresh);
    paua_engine_free(engine);
    paua_net_free(first);
    paua_net_free(second);
}

/* The marbles left to eject, a feature of the net, depend on the win count of the rules. */
static void the_win_count_is_known(void **state)
{
    (void)state;
    paua_net *net = random_net(15, 64, 2, false);
    paua_engine *engine = engine_of(full, net);
    int six = search(engine, "belgian-daisy", 6).score;
    int three = search(engine, "belgian-daisy", 3).score;
    assert_int_not_equal(six, three);
    assert_int_equal(search(engine, "belgian-daisy", 6).score, six);
    paua_engine_free(engine);
    paua_net_free(net);
}

static void other_boards_are_refused(void **state)
{
    (void)state;
    paua_net *net = random_net(14, 32, 2, false);
    paua_board *small = board_of(4, 4, 4);
    paua_engine *engine = engine_of(small, NULL);
    assert_int_equal(paua_engine_use_net(engine, net), PAUA_ERROR_UNSUPPORTED);
    assert_int_equal(paua_engine_use_net(engine, NULL), PAUA_OK);
    paua_engine_free(engine);
    paua_board_free(small);
    paua_net_free(net);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nets_come_and_go),
        cmocka_unit_test(the_win_count_is_known),
        cmocka_unit_test(other_boards_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
