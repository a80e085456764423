/* Monte-Carlo tree search: reproducible, right on solved boards, within its limits. */
#include "scene.h"

struct fixture {
    paua_board *board;
    paua_rules rules;
    paua_game *game;
    paua_engine *engine;
};

static struct fixture set_up(int a, int b, int c, const char *position)
{
    struct fixture f = {.board = board_of(a, b, c)};
    f.rules = paua_rules_default(f.board);
    f.game = game_of(f.board, &f.rules, position);
    f.engine = engine_of(f.board);
    return f;
}

static void tear_down(struct fixture *f)
{
    paua_engine_free(f->engine);
    paua_game_free(f->game);
    paua_board_free(f->board);
}

static paua_limits limits_of(int depth, uint64_t seed)
{
    return (paua_limits){
        .size = sizeof(paua_limits), .depth = depth, .seed = seed, .method = PAUA_METHOD_MCTS};
}

static paua_move search(const struct fixture *f, paua_limits limits, paua_search_info *info)
{
    paua_move best = PAUA_NO_MOVE;
    assert_int_equal(paua_engine_search(f->engine, f->game, &limits, &best, info, NULL, NULL),
                     PAUA_OK);
    return best;
}

/* The same seed is the same search, also by an engine that has searched otherwise before; another
 * seed is another one. */
static void seeds(void **state)
{
    struct fixture f = set_up(5, 5, 5, "belgian-daisy"), other = set_up(5, 5, 5, "belgian-daisy");
    paua_search_info first, again, third;
    paua_limits plain = limits_of(3, 0);
    (void)state;
    plain.method = PAUA_METHOD_DEFAULT;
    paua_move move = search(&f, limits_of(3, 7), &first);
    search(&other, plain, NULL);
    assert_int_equal(search(&other, limits_of(3, 7), &again), move);
    assert_true(first.nodes == again.nodes && first.score == again.score);
    paua_move third_move = search(&other, limits_of(3, 8), &third);
    assert_true(third_move != move || third.score != first.score);
    /* the tree leaves nothing behind in the memory that it shares */
    paua_search_info fresh, used;
    struct fixture new = set_up(5, 5, 5, "belgian-daisy");
    assert_int_equal(search(&new, plain, &fresh), search(&f, plain, &used));
    assert_true(fresh.nodes == used.nodes && fresh.score == used.score);
    tear_down(&new);
    tear_down(&f);
    tear_down(&other);
}

/* Whether a full-width search says that the side to move wins. */
static bool is_won(const struct fixture *f)
{
    paua_limits limits = {.size = sizeof(paua_limits), .depth = 9, .method = PAUA_METHOD_FULL};
    paua_search_info info;
    search(f, limits, &info);
    return info.score >= PAUA_SCORE_FORCED;
}

/* Where some moves win and others do not, it makes one that wins, and says so by its score. */
static void solved_boards(void **state)
{
    int tried = 0;
    (void)state;
    struct fixture f = set_up(2, 2, 2, "b0");
    paua_move_list list;
    paua_game_generate(f.game, &list);
    for (int i = -1; i < list.count; i++) {
        paua_search_info info;
        if (i >= 0 && paua_game_play(f.game, list.moves[i]) != PAUA_OK)
            continue;
        if (paua_game_outcome(f.game).result == PAUA_RESULT_ONGOING && is_won(&f)) {
            paua_move best = search(&f, limits_of(7, 1), &info);
            assert_true(info.score > 500);
            assert_int_equal(paua_game_play(f.game, best), PAUA_OK);
            if (paua_game_outcome(f.game).result == PAUA_RESULT_ONGOING) {
                paua_limits limits = {
                    .size = sizeof(paua_limits), .depth = 9, .method = PAUA_METHOD_FULL};
                search(&f, limits, &info);
                assert_true(info.score <= -PAUA_SCORE_FORCED);
            }
            assert_int_equal(paua_game_takeback(f.game), PAUA_OK);
            tried++;
        }
        if (i >= 0)
            assert_int_equal(paua_game_takeback(f.game), PAUA_OK);
    }
    assert_true(tried >= 1);
    tear_down(&f);
}

/* The last ejection is made at once; one marble ahead of an exposed one, it is taken. */
static void ejections(void **state)
{
    (void)state;
    struct fixture f = set_up(5, 5, 5, "5/6/7/8/6bbw/8/7/6/5 b 5-0");
    paua_search_info info;
    search(&f, limits_of(1, 1), &info);
    assert_int_equal(info.score, PAUA_SCORE_WIN - 1);
    tear_down(&f);
    f = set_up(5, 5, 5, "5/6/2ww3/8/4bbbww/8/2ww3/6/5 b 0-0");
    paua_move best = search(&f, limits_of(6, 1), &info);
    assert_int_equal(paua_game_play(f.game, best), PAUA_OK);
    assert_int_equal(paua_game_position(f.game)->ejected[PAUA_BLACK], 1);
    assert_true(info.score > 0);
    tear_down(&f);
}

/* Each further depth doubles the playouts; a single move that is allowed is the best. */
static void lines_and_depths(void **state)
{
    (void)state;
    struct fixture f = set_up(5, 5, 5, "standard");
    paua_search_info one, two, five;
    paua_limits limits = limits_of(1, 3);
    search(&f, limits, &one);
    search(&f, limits_of(2, 3), &two);
    search(&f, limits_of(5, 3), &five);
    assert_true(one.nodes > 100 && one.nodes <= 100 * 64);
    assert_true(two.nodes > 3 * one.nodes / 2 && two.nodes < 3 * one.nodes);
    assert_true(five.nodes > 12 * one.nodes && five.nodes < 20 * one.nodes);
    assert_true(five.seldepth >= 2 && abs(five.score) <= 1000);
    for (int only = 0; only < 2; only++) {
        paua_move_list list;
        paua_game_generate(f.game, &list);
        limits.multipv = only ? 1 : list.count;
        limits.only = only ? list.moves[list.count - 1] : PAUA_NO_MOVE;
        paua_search_info info;
        paua_move best = search(&f, limits, &info);
        assert_true(paua_game_legal(f.game, best));
        assert_true(!only || best == limits.only);
    }
    tear_down(&f);
}

struct reports {
    int count, score;
    paua_move moves[PAUA_MOVES_MAX];
};

static void collect(const paua_search_info *info, void *context)
{
    struct reports *reports = context;
    assert_int_equal(info->multipv, reports->count + 1);
    assert_true(reports->count == 0 || info->score <= reports->score);
    for (int i = 0; i < reports->count; i++)
        assert_int_not_equal(reports->moves[i], info->pv[0]);
    reports->moves[reports->count++] = info->pv[0];
    reports->score = info->score;
}

/* Depth 1 tries every move; lines are different moves, best first. */
static void every_move_is_tried(void **state)
{
    (void)state;
    struct fixture f = set_up(5, 5, 5, "belgian-daisy");
    struct reports reports = {0};
    paua_limits limits = limits_of(1, 5);
    paua_move_list list;
    paua_move best;
    paua_game_generate(f.game, &list);
    limits.multipv = list.count;
    assert_int_equal(paua_engine_search(f.engine, f.game, &limits, &best, NULL, collect, &reports),
                     PAUA_OK);
    assert_int_equal(reports.count, list.count);
    assert_int_equal(reports.moves[0], best);
    tear_down(&f);
}

/* A limit ends it in the middle of a playout; a tree that is full learns on. */
static void limits_hold(void **state)
{
    (void)state;
    struct fixture f = set_up(5, 5, 5, "standard");
    paua_search_info info;
    for (uint64_t nodes = 7001; nodes < 7100; nodes += 14) {
        paua_limits limits = {
            .size = sizeof(paua_limits), .nodes = nodes, .seed = nodes, .method = PAUA_METHOD_MCTS};
        assert_true(paua_game_legal(f.game, search(&f, limits, &info)));
        assert_true(info.nodes <= nodes && info.depth == 1);
    }
    tear_down(&f);
    f = set_up(3, 2, 2, "c0");
    search(&f, limits_of(SANITIZED ? 8 : 11, 1), &info);
    assert_true(info.depth >= 8 || info.score >= PAUA_SCORE_FORCED);
    tear_down(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeds),
        cmocka_unit_test(solved_boards),
        cmocka_unit_test(ejections),
        cmocka_unit_test(lines_and_depths),
        cmocka_unit_test(every_move_is_tried),
        cmocka_unit_test(limits_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
