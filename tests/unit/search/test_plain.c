/* Plain alpha-beta against brute force, random moves, and the named opponents. */
#include "random_positions.h"

struct case_ {
    paua_board *board;
    paua_game *game;
    const char *eval;
};

/* The minimax value after `depth` plies, and the first move that reaches it. */
static int minimax(const struct case_ *c, const paua_position *position, int ply, int depth,
                   paua_move *first)
{
    const paua_rules *rules = paua_game_rules(c->game);
    paua_move_list list;
    int best = -40000;
    *first = PAUA_NO_MOVE;
    if (position->ejected[1 - position->to_move] >= rules->win || position->crowned)
        return ply - PAUA_SCORE_WIN;
    paua_moves_generate(c->board, position, &list);
    if (depth == 0 && !(rules->stuck_loses && list.count == 0)) {
        assert_int_equal(paua_eval_score(c->board, c->eval, position, &best), PAUA_OK);
        return best;
    }
    if (list.count == 0)
        return rules->stuck_loses ? ply - PAUA_SCORE_WIN : 0;
    for (int i = 0; i < list.count; i++) {
        paua_position after = *position;
        paua_undo undo;
        paua_move reply;
        paua_position_make(c->board, &after, list.moves[i], &undo);
        int score = -minimax(c, &after, ply + 1, depth - 1, &reply);
        if (score > best) {
            best = score;
            *first = list.moves[i];
        }
    }
    return best;
}

static void check_search(const struct case_ *c, int most_depth)
{
    const paua_position *position = paua_game_position(c->game);
    paua_engine *engine;
    assert_int_equal(paua_engine_new(c->board, 0, c->eval, &engine), PAUA_OK);
    for (int depth = 1; depth <= most_depth; depth++) {
        const paua_limits limits = {
            .size = sizeof(paua_limits), .depth = depth, .method = PAUA_METHOD_PLAIN};
        paua_search_info info;
        paua_move best, wanted;
        int score = minimax(c, position, 0, depth, &wanted);
        assert_int_equal(paua_engine_search(engine, c->game, &limits, &best, &info, NULL, NULL),
                         PAUA_OK);
        assert_int_equal(info.score, score);
        assert_int_equal(best, wanted);
        assert_int_equal(info.pv[0], best);
    }
    paua_engine_free(engine);
}

/* Small boards are searched deeper. Without repetitions and limits every end of a game is visible
 * to the search. */
static void as_minimax(void **state)
{
    uint64_t seed = 2004;
    int played = 0;
    (void)state;
    for (int i = 0; i < 400; i++) {
        const int *sides = random_boards[random_below(&seed, LENGTH(random_boards))];
        struct case_ c = {.board = board_of(sides[0], sides[1], sides[2])};
        paua_position position = random_position(&seed, c.board, PAUA_SIDES);
        paua_rules rules = paua_rules_solver(c.board);
        rules.win = (uint8_t)(1 + random_below(&seed, 6));
        rules.stuck_loses = random_below(&seed, 2) == 1;
        c.eval = paua_eval_name(random_below(&seed, paua_eval_count()));
        if (!strcmp(c.eval, "net") || !strcmp(c.eval, "fitted"))
            rules.win = 6; /* the model knows no other win count */
        assert_int_equal(paua_game_new(c.board, &rules, &position, &c.game), PAUA_OK);
        if (paua_game_outcome(c.game).result == PAUA_RESULT_ONGOING) {
            int moves = paua_moves_count(c.board, &position);
            check_search(&c, moves > 12 ? 2 : 3);
            played++;
        }
        paua_game_free(c.game);
        paua_board_free(c.board);
    }
    assert_in_range(played, 100, 400);
}

static struct case_ case_of(const char *text, const char *eval)
{
    struct case_ c = {.board = board_of(5, 5, 5), .eval = eval};
    paua_rules rules = paua_rules_default(c.board);
    paua_position position = position_of(c.board, text);
    assert_int_equal(paua_game_new(c.board, &rules, &position, &c.game), PAUA_OK);
    return c;
}

static void close_case(struct case_ *c)
{
    paua_game_free(c->game);
    paua_board_free(c->board);
}

static paua_move search(const struct case_ *c, paua_limits limits, paua_search_info *info)
{
    paua_engine *engine;
    paua_move best;
    assert_int_equal(paua_engine_new(c->board, 0, c->eval, &engine), PAUA_OK);
    assert_int_equal(paua_engine_search(engine, c->game, &limits, &best, info, NULL, NULL),
                     PAUA_OK);
    paua_engine_free(engine);
    return best;
}

/* Below 0, 0, above 0: a comes before b, both are equal, a comes after b. */
static int compare_numbers(const int *a, const int *b, int count)
{
    int i = 0;
    while (i < count - 1 && a[i] == b[i])
        i++;
    return a[i] - b[i];
}

/* Whether a move comes before another one in an order, by its definition. */
static bool comes_before(int order, paua_move a, paua_move b)
{
    const paua_move moves[2] = {a, b};
    int keys[2][4];
    for (int i = 0; i < 2; i++) {
        paua_move m = moves[i];
        int cell = paua_move_cell(m), direction = (int)paua_move_direction(m);
        bool cells = order == PAUA_ORDER_CELLS || order == PAUA_ORDER_INLINE_CELLS ||
                     order == PAUA_ORDER_MARBLES_CELLS;
        bool marbles = order == PAUA_ORDER_MARBLES_CELLS || order == PAUA_ORDER_MARBLES_DIRECTIONS;
        bool kinds = order == PAUA_ORDER_INLINE_CELLS || order == PAUA_ORDER_INLINE_DIRECTIONS;
        keys[i][0] = kinds ? paua_move_broadside(m) : marbles ? paua_move_count(m) : 0;
        keys[i][1] = cells ? cell : direction;
        keys[i][2] = cells ? direction : cell;
        keys[i][3] = paua_move_shape(m);
    }
    return compare_numbers(keys[0], keys[1], 4) < 0;
}

/* The move that an order chooses of those with the best minimax value after two plies. */
static paua_move best_in_order(const struct case_ *c, const paua_position *position, int order,
                               bool last)
{
    paua_move chosen = PAUA_NO_MOVE, reply;
    paua_move_list list;
    int best = -40000;
    paua_moves_generate(c->board, position, &list);
    for (int i = 0; i < list.count; i++) {
        paua_position after = *position;
        paua_undo undo;
        paua_position_make(c->board, &after, list.moves[i], &undo);
        int score = -minimax(c, &after, 1, 1, &reply);
        /* in the order of the rules a move comes before all that are generated after it */
        bool before = order != PAUA_ORDER_RULES && comes_before(order, list.moves[i], chosen);
        if (score > best || (score == best && before != last))
            chosen = list.moves[i];
        best = score > best ? score : best;
    }
    return chosen;
}

/* Every order chooses its first or last one of the equally good moves. */
static void orders(void **state)
{
    uint64_t seed = 23;
    int different = 0;
    (void)state;
    for (int i = 0; i < 40; i++) {
        struct case_ c = {.board = board_of(3, 3, 3), .eval = "abla-single"};
        paua_position position = random_position(&seed, c.board, PAUA_SIDES);
        paua_rules rules = paua_rules_solver(c.board);
        rules.win = 6;
        assert_int_equal(paua_game_new(c.board, &rules, &position, &c.game), PAUA_OK);
        bool over = paua_game_outcome(c.game).result != PAUA_RESULT_ONGOING;
        for (int choice = 0; !over && choice < 2 * PAUA_ORDER_COUNT; choice++) {
            const paua_limits limits = {.size = sizeof(paua_limits),
                                        .depth = 2,
                                        .method = PAUA_METHOD_PLAIN,
                                        .order = choice / 2,
                                        .last = choice % 2};
            paua_move wanted = best_in_order(&c, &position, limits.order, limits.last), usual;
            assert_int_equal(search(&c, limits, NULL), wanted);
            minimax(&c, &position, 0, 2, &usual);
            different += wanted != usual;
        }
        close_case(&c);
    }
    assert_in_range(different, 50, 10000);
    for (int order = 0; order < PAUA_ORDER_COUNT; order++)
        assert_non_null(paua_order_name(order));
    assert_null(paua_order_name(PAUA_ORDER_COUNT));
    assert_null(paua_order_name(-1));
}

/* A node limit gives the result of the last completed depth. */
static void deepens(void **state)
{
    struct case_ c = case_of("belgian-daisy", "abapro");
    paua_search_info whole[4], cut;
    paua_move best[4];
    (void)state;
    for (int depth = 1; depth <= 3; depth++)
        best[depth] = search(
            &c,
            (paua_limits){.size = sizeof(paua_limits), .depth = depth, .method = PAUA_METHOD_PLAIN},
            &whole[depth]);
    for (int depth = 1; depth <= 2; depth++) {
        const paua_limits limits = {.size = sizeof(paua_limits),
                                    .nodes = whole[depth + 1].nodes - 1,
                                    .method = PAUA_METHOD_PLAIN};
        assert_int_equal(search(&c, limits, &cut), best[depth]);
        assert_int_equal(cut.depth, depth);
        assert_int_equal(cut.score, whole[depth].score);
    }
    close_case(&c);
}

/* Line n is the best once the n-1 better ones are excluded (multipv). */
static void keep_line(const paua_search_info *info, void *context)
{
    int *scores = context;
    if (info->depth == 2)
        scores[info->multipv] = info->score;
}

static void several_lines(void **state)
{
    struct case_ c = case_of("belgian-daisy", "chorus");
    const paua_position *start = paua_game_position(c.game);
    paua_move_list list;
    paua_engine *engine;
    paua_move best;
    int scores[PAUA_MOVES_MAX + 1] = {0}, count;
    const paua_limits limits = {.size = sizeof(paua_limits),
                                .depth = 2,
                                .multipv = PAUA_MOVES_MAX,
                                .method = PAUA_METHOD_PLAIN};
    (void)state;
    paua_moves_generate(c.board, start, &list);
    count = list.count;
    assert_int_equal(paua_engine_new(c.board, 0, c.eval, &engine), PAUA_OK);
    assert_int_equal(paua_engine_search(engine, c.game, &limits, &best, NULL, keep_line, scores),
                     PAUA_OK);
    for (int line = 1; line <= count; line++) {
        int better = 0, same = 0;
        for (int i = 0; i < count; i++) {
            paua_position after = *start;
            paua_undo undo;
            paua_move reply;
            paua_position_make(c.board, &after, list.moves[i], &undo);
            int score = -minimax(&c, &after, 1, 1, &reply);
            better += score > scores[line];
            same += score == scores[line];
        }
        assert_true(better < line && line <= better + same);
    }
    paua_engine_free(engine);
    close_case(&c);
}

/* A random player plays every legal move sometime, and the seed determines which. */
static void chance(void **state)
{
    enum { EACH = SANITIZED ? 25 : 100 };
    struct case_ c = case_of("standard", NULL);
    paua_search_info info;
    int seen[44] = {0}, moves = 0;
    paua_move_list list;
    (void)state;
    paua_moves_generate(c.board, paua_game_position(c.game), &list);
    assert_int_equal(list.count, 44);
    for (uint64_t seed = 0; seed < 44 * EACH; seed++) {
        const paua_limits limits = {
            .size = sizeof(paua_limits), .seed = seed, .method = PAUA_METHOD_RANDOM};
        paua_move best = search(&c, limits, &info);
        for (int i = 0; i < 44; i++)
            seen[i] += list.moves[i] == best;
        if (seed % 100 == 0)
            assert_int_equal(search(&c, limits, &info), best);
    }
    for (int i = 0; i < 44; i++) {
        moves += seen[i];
        assert_in_range(seen[i], EACH / 2 - 5, EACH * 3 / 2 + 5); /* EACH +- its root */
    }
    assert_int_equal(moves, 44 * EACH);
    close_case(&c);
}

/* Ejections come before everything else, even where they are bad. */
static void greed(void **state)
{
    static const char *const texts[] = {
        "5/1ww1w1/2wwww1/3www2/2wwwbwb1/2bbbbb1/2bbbb1/2bbb1/5 b 0-0 30 31",
        "5/6/7/2w5/wbb3b2/2w5/7/6/5",
        "5/6/7/2ww4/wbbw2b2/2ww4/7/6/5",
        "4w/4ww/4www/8/9/wbb5/b6/6/5 b 0-0 1 1",
    };
    paua_opponent greedy = *paua_opponent_find("greedy");
    int can = 0;
    (void)state;
    for (size_t i = 0; i < LENGTH(texts); i++) {
        struct case_ c = case_of(texts[i], greedy.eval);
        paua_limits limits = {.size = sizeof(paua_limits)};
        paua_search_info info;
        paua_move_list list;
        bool possible = false;
        paua_opponent_limit(&greedy, &limits);
        paua_game_generate(c.game, &list);
        for (int k = 0; k < list.count; k++)
            possible = possible || paua_move_ejects(list.moves[k]);
        can += possible;
        assert_int_equal(paua_move_ejects(search(&c, limits, &info)), possible);
        close_case(&c);
    }
    assert_int_equal(can, LENGTH(texts) - 1);
}

static void check_refused(const char *text, paua_status status, size_t at, const char *message)
{
    paua_opponent untouched = {.depth = 99}, out = untouched;
    paua_error error;
    assert_int_equal(paua_opponent_parse(text, &out, &error), status);
    assert_int_equal(paua_opponent_parse(text, &out, NULL), status);
    assert_int_equal(error.code, status);
    assert_int_equal(error.at, at);
    assert_string_equal(error.message, message);
    assert_memory_equal(&out, &untouched, sizeof out);
}

static void opponents(void **state)
{
    static const char all[] =
        "expected one of: abla-combined, abla-single, abla, abapro, random-soft (stand-in), nacre "
        "(stand-in), aba (stand-in), chorus, papadopoulos, mcts, random, greedy";
    static const char plies[] = "expected a number of plies from 1 to 12 after 'chorus:'";
    char text[PAUA_OPPONENT_TEXT_MAX];
    paua_opponent out;
    (void)state;
    for (int i = 0; i < paua_opponent_count(); i++) {
        const paua_opponent *opponent = paua_opponent_at(i);
        paua_limits limits = {.size = sizeof(paua_limits), .level = 3, .nodes = 17};
        assert_ptr_equal(paua_opponent_find(opponent->name), opponent);
        assert_int_equal(paua_opponent_parse(opponent->name, &out, NULL), PAUA_OK);
        assert_memory_equal(&out, opponent, sizeof out);
        paua_opponent_format(&out, text, sizeof text);
        assert_int_equal(paua_opponent_parse(text, &out, NULL), PAUA_OK);
        assert_memory_equal(&out, opponent, sizeof out);
        assert_true(strlen(opponent->about) > 20);
        assert_int_equal(paua_eval_check(opponent->eval, NULL), PAUA_OK);
        paua_opponent_limit(opponent, &limits);
        assert_int_equal(limits.method, opponent->method);
        assert_int_equal(limits.depth, opponent->depth);
        assert_int_equal(limits.level, 0);
        assert_int_equal(limits.nodes, 17);
    }
    assert_null(paua_opponent_at(-1));
    assert_null(paua_opponent_at(paua_opponent_count()));
    assert_int_equal(paua_opponent_parse("abla-combined:3", &out, NULL), PAUA_OK);
    assert_int_equal(out.depth, 3);
    assert_string_equal(paua_opponent_format(&out, text, sizeof text), "abla-combined:3");
    assert_int_equal(paua_opponent_parse("chorus:12", &out, NULL), PAUA_OK);
    assert_int_equal(out.depth, 12);
    for (int depth = 1; depth <= 20; depth++) { /* the smaller depth holds */
        paua_limits limits = {.size = sizeof(paua_limits), .depth = depth};
        paua_opponent_limit(&out, &limits);
        assert_int_equal(limits.depth, depth < 12 ? depth : 12);
    }
    check_refused("", PAUA_ERROR_NOT_FOUND, 0, all);
    check_refused("abl", PAUA_ERROR_NOT_FOUND, 0, all);
    check_refused("abapros:3", PAUA_ERROR_NOT_FOUND, 0, all);
    check_refused("Abapro", PAUA_ERROR_NOT_FOUND, 0, all);
    check_refused("chorus:", PAUA_ERROR_BAD_SYNTAX, 7, plies);
    check_refused("chorus:0", PAUA_ERROR_BAD_SYNTAX, 7, plies);
    check_refused("chorus:03", PAUA_ERROR_BAD_SYNTAX, 7, plies);
    check_refused("chorus:13", PAUA_ERROR_BAD_SYNTAX, 7, plies);
    check_refused("chorus:100", PAUA_ERROR_BAD_SYNTAX, 7, plies);
    check_refused("chorus:3 ", PAUA_ERROR_BAD_SYNTAX, 7, plies);
    check_refused("chorus:-3", PAUA_ERROR_BAD_SYNTAX, 7, plies);
    check_refused("abla:w2=0/25", PAUA_ERROR_BAD_SYNTAX, 9, "expected a comma between settings");
    check_refused("random:1", PAUA_ERROR_BAD_SYNTAX, 6, "random takes no number");
    check_refused("greedy:", PAUA_ERROR_BAD_SYNTAX, 6, "greedy takes no number");
}

/* Reads a text and checks depth, evaluation and what is written again. */
static void check_opponent(const char *text, int depth, const char *eval, const char *written)
{
    char again[PAUA_OPPONENT_TEXT_MAX];
    paua_opponent out;
    assert_int_equal(paua_opponent_parse(text, &out, NULL), PAUA_OK);
    assert_int_equal(out.depth, depth);
    assert_string_equal(out.eval, eval);
    assert_string_equal(paua_opponent_format(&out, again, sizeof again), written);
}

/* Levels by name, and settings of the evaluation. */
static void opponent_settings(void **state)
{
    static const char levels[] = "expected a number of plies from 1 to 12 or one of beginner, "
                                 "apprentice, champion after 'abapro:'";
    (void)state;
    check_opponent("abla:w1=-1,w2=0.5", 4, "abla/w1=-1/w2=0.5", "abla:4,w1=-1,w2=0.5");
    check_opponent("abla:w2=0.25,3,ejected=5", 3, "abla/w2=0.25/ejected=5",
                   "abla:3,w2=0.25,ejected=5");
    check_opponent("abla-single:5", 5, "abla-single", "abla-single:5");
    check_opponent("abapro:beginner", 3, "abapro", "abapro:beginner");
    check_opponent("abapro:centre=own,apprentice", 4, "abapro/centre=own",
                   "abapro:apprentice,centre=own");
    check_opponent("abapro:champion", 6, "abapro", "abapro:champion");
    check_opponent("abapro:4", 4, "abapro", "abapro:4"); /* a number stays one */
    assert_true(paua_opponent_find("random-soft")->levels[1].depth >
                paua_opponent_find("random-soft")->levels[0].depth);
    check_refused("abapro:", PAUA_ERROR_BAD_SYNTAX, 7, levels);
    check_refused("abapro:Champion", PAUA_ERROR_BAD_SYNTAX, 7, levels);
    check_refused("abapro:3,", PAUA_ERROR_BAD_SYNTAX, 9, levels);
    check_refused("abapro:3,beginner", PAUA_ERROR_BAD_SYNTAX, 9,
                  "expected one number of plies or level");
    check_refused("abla:4,w5=1", PAUA_ERROR_BAD_SYNTAX, 7,
                  "abla has no such setting, expected one of: w1, w2, w3, w4, ejected");
    check_refused("abla:w1=-1,w1=1", PAUA_ERROR_BAD_SYNTAX, 11, "w1: given twice");
    check_refused("abla:w1=-0.12,w2=-0.12,ejected=12,ejected=12,ejected=12", PAUA_ERROR_BAD_SYNTAX,
                  34, "expected shorter settings");
    check_refused("chorus:marble=3", PAUA_ERROR_BAD_SYNTAX, 7, "chorus takes no settings");
    check_refused("random:w1=1", PAUA_ERROR_BAD_SYNTAX, 6, "random takes no number");
}

/* With more than two players: best-reply search, and random moves. */
static void many_players(void **state)
{
    (void)state;
    for (int method = PAUA_METHOD_PLAIN; method <= PAUA_METHOD_RANDOM; method++) {
        struct case_ c = case_of("bowl-5", NULL);
        for (int ply = 0; ply < 20; ply++) {
            const paua_limits limits = {
                .size = sizeof(paua_limits), .depth = 1, .seed = (uint64_t)ply, .method = method};
            assert_int_equal(paua_game_play(c.game, search(&c, limits, NULL)), PAUA_OK);
        }
        close_case(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_minimax),    cmocka_unit_test(deepens),
        cmocka_unit_test(several_lines), cmocka_unit_test(chance),
        cmocka_unit_test(greed),         cmocka_unit_test(orders),
        cmocka_unit_test(opponents),     cmocka_unit_test(opponent_settings),
        cmocka_unit_test(many_players),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
