/* Best-reply search, paranoid search and max^n for any number of players, against brute force without pruning. */
#include "scene.h"

#include "base/random.h"
#include "eval/eval.h"
#include "eval/players.h"

enum { REPLY_DRAW = -50 };

struct scene {
    paua_board *board;
    paua_rules rules;
    paua_position start;
    struct eval eval;
    int root;
};

/* The value of a position for one player. */
static int worth_for(const struct scene *scene, const paua_position *position, int side)
{
    int scores[PAUA_PLAYERS_MAX];
    eval_players(&scene->eval, position, scores);
    return scores[side];
}

static paua_position with_turn(const struct scene *scene, const paua_position *position, int side)
{
    paua_position turned = *position;
    turned.to_move = (uint8_t)side;
    assert_int_equal(paua_position_complete(scene->board, &turned), PAUA_OK);
    return turned;
}

static bool together(const paua_position *position, int a, int b)
{
    return paua_position_team(position, (paua_side)a) >> b & 1;
}

/* The result for `side`: 1 won, -1 lost, 2 drawn, 0 not over. A lack of moves does not end a game
 * here. */
static int ended(const struct scene *scene, const paua_position *position, int side)
{
    paua_outcome outcome = paua_position_outcome(scene->board, &scene->rules, position);
    if (outcome.result == PAUA_RESULT_ONGOING || outcome.reason == PAUA_REASON_STUCK)
        return 0;
    if (outcome.result == PAUA_RESULT_DRAW)
        return 2;
    return together(position, (int)outcome.result - (int)PAUA_RESULT_BLACK_WINS, side) ? 1 : -1;
}

static int ended_score(int end, int ply)
{
    return end == 2 ? REPLY_DRAW : end * (PAUA_SCORE_WIN - ply);
}

/* Best-reply search without cutoffs; the score for the root's player. */
static int plain_reply(const struct scene *scene, const paua_position *position, int ply, int depth,
                       bool mine)
{
    int end = ended(scene, position, scene->root), best = mine ? INT32_MIN : INT32_MAX;
    bool any = false;
    if (end)
        return ended_score(end, ply);
    if (depth <= 0)
        best = worth_for(scene, position, scene->root);
    for (int side = 0; side < position->players; side++) {
        paua_position turned = with_turn(scene, position, side);
        paua_move_list list;
        if (mine ? side != scene->root : together(position, side, scene->root))
            continue;
        if (position->out >> side & 1 || turned.to_move != side)
            continue;
        paua_moves_generate(scene->board, &turned, &list);
        for (int i = 0; i < list.count; i++) {
            paua_position after = turned;
            paua_undo undo;
            any = true;
            if (depth <= 0 && !paua_move_ejects(list.moves[i]))
                continue;
            paua_position_make(scene->board, &after, list.moves[i], &undo);
            int score = plain_reply(scene, &after, ply + 1, depth - 1, !mine);
            best = (mine ? score > best : score < best) ? score : best;
        }
    }
    return any || depth <= 0 ? best : INT32_MIN; /* the positions tested always have moves */
}

/* Paranoid search without cutoffs; the score for the root's player. */
static int plain_paranoid(const struct scene *scene, const paua_position *position, int ply,
                          int depth)
{
    int end = ended(scene, position, scene->root);
    bool mine = together(position, position->to_move, scene->root);
    int best = mine ? INT32_MIN : INT32_MAX;
    paua_move_list list;
    if (end)
        return ended_score(end, ply);
    if (depth <= 0)
        best = worth_for(scene, position, scene->root);
    paua_moves_generate(scene->board, position, &list);
    for (int i = 0; i < list.count; i++) {
        paua_position after = *position;
        paua_undo undo;
        if (depth <= 0 && !paua_move_ejects(list.moves[i]))
            continue;
        paua_position_make(scene->board, &after, list.moves[i], &undo);
        int score = plain_paranoid(scene, &after, ply + 1, depth - 1);
        best = (mine ? score > best : score < best) ? score : best;
    }
    return list.count || depth <= 0 ? best : REPLY_DRAW;
}

struct values {
    int least[PAUA_PLAYERS_MAX], most[PAUA_PLAYERS_MAX];
};

/* The range of values after either of two moves that are equal for the player to move. */
static void join(struct values *to, const struct values *from, int players)
{
    for (int side = 0; side < players; side++) {
        to->least[side] = from->least[side] < to->least[side] ? from->least[side] : to->least[side];
        to->most[side] = from->most[side] > to->most[side] ? from->most[side] : to->most[side];
    }
}

/* Max^n without cutoffs. Moves equal for one player may differ for the others, hence ranges. */
static struct values plain_max_n(const struct scene *scene, const paua_position *position, int ply,
                                 int depth)
{
    struct values options[PAUA_MOVES_MAX / 4], result;
    paua_move_list list;
    int count = 0, side = position->to_move, sure = INT32_MIN, end = 0;
    for (int player = 0; player < position->players; player++) {
        int score = worth_for(scene, position, player);
        end = ended(scene, position, player);
        if (end)
            score = ended_score(end, ply);
        options[0].least[player] = options[0].most[player] = score;
    }
    paua_moves_generate(scene->board, position, &list);
    if (!end && list.count == 0 && depth > 0) /* nobody can move */
        for (int player = 0; player < position->players; player++)
            options[0].least[player] = options[0].most[player] = REPLY_DRAW;
    if (end || list.count == 0)
        return options[0];
    count = depth <= 0;
    for (int i = 0; i < list.count; i++) {
        paua_position after = *position;
        paua_undo undo;
        if (depth <= 0 && !paua_move_ejects(list.moves[i]))
            continue;
        assert_true((size_t)count < LENGTH(options));
        paua_position_make(scene->board, &after, list.moves[i], &undo);
        options[count++] = plain_max_n(scene, &after, ply + 1, depth - 1);
    }
    for (int i = 0; i < count; i++)
        sure = options[i].least[side] > sure ? options[i].least[side] : sure;
    result = (struct values){.least = {0}};
    bool begun = false;
    for (int i = 0; i < count; i++) {
        if (options[i].most[side] < sure)
            continue;
        if (begun)
            join(&result, &options[i], position->players);
        else
            result = options[i];
        begun = true;
    }
    result.least[side] = sure;
    return result;
}

static int search(const struct scene *scene, int method, int depth, paua_move *best)
{
    paua_engine *engine;
    paua_game *game;
    paua_search_info info;
    paua_limits limits = {.size = sizeof(paua_limits), .depth = depth, .method = method};
    assert_int_equal(paua_engine_new(scene->board, 1 << 20, NULL, &engine), PAUA_OK);
    assert_int_equal(paua_game_new(scene->board, &scene->rules, &scene->start, &game), PAUA_OK);
    assert_int_equal(paua_engine_search(engine, game, &limits, best, &info, NULL, NULL), PAUA_OK);
    assert_true(paua_move_legal(scene->board, &scene->start, *best));
    assert_true(info.pv_count >= 1);
    assert_int_equal(info.pv[0], *best);
    for (int i = 0; i < info.pv_count; i++)
        assert_int_equal(paua_game_play(game, info.pv[i]), PAUA_OK);
    paua_game_free(game);
    paua_engine_free(engine);
    return info.score;
}

/* A random position in which everybody can move and nobody has won. */
static struct scene random_scene(uint64_t *state)
{
    static const int sides[][3] = {{3, 3, 3}, {2, 3, 4}, {3, 3, 4}, {3, 4, 4}};
    const int *shape = sides[random_below(state, LENGTH(sides))];
    struct scene scene = {.board = board_of(shape[0], shape[1], shape[2])};
    int players = 3 + (int)random_below(state, 4);
    for (bool good = false; !good;) {
        paua_position position = {.players = (uint8_t)players, .ply = 1};
        paua_set all = paua_board_all(scene.board);
        for (int cell = 0; cell < 64; cell++) {
            uint32_t kind = random_below(state, 2 * (uint64_t)players + 3);
            if (!(all & PAUA_SET(cell)))
                continue;
            if (kind < (uint32_t)players)
                position.marbles[kind] |= PAUA_SET(cell);
            else if (kind == (uint32_t)players && random_below(state, 4) == 0)
                position.neutral |= PAUA_SET(cell);
        }
        if (position.neutral && random_below(state, 2))
            position.central = position.neutral & -position.neutral;
        if (players == 4 && random_below(state, 2))
            position.teams = PAUA_TEAMS_14_23;
        position.to_move = (uint8_t)random_below(state, (uint64_t)players);
        if (paua_position_complete(scene.board, &position) != PAUA_OK)
            continue;
        good = true;
        for (int side = 0; side < players; side++) {
            paua_position turned = with_turn(&scene, &position, side);
            good = good && turned.to_move == side && paua_moves_count(scene.board, &turned) > 2;
        }
        scene.start = position;
        scene.root = position.to_move;
    }
    scene.rules = paua_rules_solver(scene.board);
    scene.rules.win = (uint8_t)(1 + random_below(state, 3));
    assert_int_equal(eval_prepare(scene.board, NULL, &scene.eval), PAUA_OK);
    scene.eval.win = scene.rules.win;
    return scene;
}

static void best_replies_are_those_of_a_plain_search(void **context)
{
    uint64_t state = 11;
    (void)context;
    for (int i = 0; i < 150; i++) {
        struct scene scene = random_scene(&state);
        paua_move best;
        for (int depth = 1; depth <= 2; depth++) {
            int wanted = plain_reply(&scene, &scene.start, 0, depth, true);
            assert_int_equal(search(&scene, PAUA_METHOD_BEST_REPLY, depth, &best), wanted);
        }
        paua_board_free(scene.board);
    }
}

static void paranoid_is_that_of_a_plain_search(void **context)
{
    uint64_t state = 13;
    (void)context;
    for (int i = 0; i < 150; i++) {
        struct scene scene = random_scene(&state);
        paua_move best;
        for (int depth = 1; depth <= 2; depth++) {
            int wanted = plain_paranoid(&scene, &scene.start, 0, depth);
            assert_int_equal(search(&scene, PAUA_METHOD_PARANOID, depth, &best), wanted);
        }
        paua_board_free(scene.board);
    }
}

static void max_n_is_that_of_a_plain_search(void **context)
{
    uint64_t state = 12;
    (void)context;
    for (int i = 0; i < 150; i++) {
        struct scene scene = random_scene(&state);
        paua_move best;
        for (int depth = 1; depth <= 2; depth++) {
            struct values wanted = plain_max_n(&scene, &scene.start, 0, depth);
            int score = search(&scene, PAUA_METHOD_MAX_N, depth, &best);
            assert_in_range(score + 100000, wanted.least[scene.root] + 100000,
                            wanted.most[scene.root] + 100000);
        }
        paua_board_free(scene.board);
    }
}

/* On a full board nearly every move ejects, and a quiescence search, most of all that of max^n,
 * which prunes nothing, need not end in a lifetime. Depth 1 ends all the same. */
static void searches_end_on_full_boards(void **context)
{
    static const struct {
        int sides[3];
        const char *rows, *eval;
        int method, win;
    } cases[] = {
        {{9, 3, 4},
         "wbwwwbbbb/ww1wwbw1bw/wwbbwwwb1wb/wwbbbwbbwww/wwbwbwbwbw/wbbwbwwbw b 4-4 0 114",
         "abla-combined/ejected=99",
         PAUA_METHOD_MAX_N,
         16},
        {{5, 6, 4},
         "1bbbw/wwbwww/bb1wbwb/bbwwb1wb/bw1bbb1w/wwww1wwb/bb1bbbb/wbwwwb/wwwbw b 4-6 0 141",
         "papadopoulos",
         PAUA_METHOD_DEFAULT,
         49},
    };
    (void)context;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const int *sides = cases[i].sides;
        const paua_limits limits = {
            .size = sizeof(paua_limits), .depth = 1, .method = cases[i].method};
        const paua_rules rules = {.win = (uint8_t)cases[i].win};
        paua_board *board = board_of(sides[0], sides[1], sides[2]);
        paua_position start = position_of(board, cases[i].rows);
        paua_engine *engine;
        paua_game *game;
        paua_search_info info;
        paua_move best;
        assert_int_equal(paua_engine_new(board, 1 << 16, cases[i].eval, &engine), PAUA_OK);
        assert_int_equal(paua_game_new(board, &rules, &start, &game), PAUA_OK);
        assert_int_equal(paua_engine_search(engine, game, &limits, &best, &info, NULL, NULL),
                         PAUA_OK);
        assert_in_range(info.nodes, 1, 200000);
        assert_true(info.depth == 1 && paua_game_legal(game, best));
        paua_game_free(game);
        paua_engine_free(engine);
        paua_board_free(board);
    }
}

/* The scores of max^n stay below forced ones, whatever the evaluation: 14 * 99 steps here. */
static void max_n_scores_are_in_range(void **context)
{
    const paua_limits limits = {
        .size = sizeof(paua_limits), .depth = 1, .method = PAUA_METHOD_MAX_N};
    const paua_rules rules = {.win = 40};
    paua_board *board = board_of(5, 5, 5);
    paua_position start = position_of(board, "5/6/7/8/4w4/8/7/6/b4 b 14-0");
    paua_engine *engine;
    paua_game *game;
    paua_search_info info;
    paua_move best;
    (void)context;
    assert_int_equal(paua_engine_new(board, 1 << 16, "abla-combined/ejected=99", &engine), PAUA_OK);
    assert_int_equal(paua_game_new(board, &rules, &start, &game), PAUA_OK);
    assert_int_equal(paua_engine_search(engine, game, &limits, &best, &info, NULL, NULL), PAUA_OK);
    assert_in_range(info.score, 1000, PAUA_SCORE_FORCED - 1);
    paua_game_free(game);
    paua_engine_free(engine);
    paua_board_free(board);
}

/* With two players all methods are minimax. */
static void between_two_all_methods_agree(void **context)
{
    static const char *const layouts[] = {"standard", "belgian-daisy", "the-wall"};
    (void)context;
    for (size_t i = 0; i < LENGTH(layouts); i++) {
        struct scene scene = {.board = board_of(5, 5, 5)};
        paua_move best;
        scene.start = position_of(scene.board, layouts[i]);
        scene.rules = paua_rules_default(scene.board);
        for (int depth = 1; depth <= (SANITIZED ? 2 : 3); depth++) {
            int score = search(&scene, PAUA_METHOD_MAX_N, depth, &best);
            assert_int_equal(search(&scene, PAUA_METHOD_BEST_REPLY, depth, &best), score);
            assert_int_equal(search(&scene, PAUA_METHOD_PARANOID, depth, &best), score);
        }
        paua_board_free(scene.board);
    }
}

/* Between two teams the default is paranoid search: Black ejects, White cannot help Green, and Red
 * ejects the second marble. Best-reply search never lets a partner move. */
static void two_teams_count_on_their_partners(void **context)
{
    struct scene scene = {.board = board_of(5, 5, 5)};
    paua_move best;
    (void)context;
    scene.start = position_of(scene.board, "5/6/3w3/8/6bbw/8/7/grr3/5");
    scene.start.players = 4;
    scene.start.teams = PAUA_TEAMS_13_24;
    assert_int_equal(paua_position_complete(scene.board, &scene.start), PAUA_OK);
    scene.rules = paua_rules_solver(scene.board);
    scene.rules.win = 2;
    assert_int_equal(search(&scene, PAUA_METHOD_DEFAULT, 3, &best), PAUA_SCORE_WIN - 3);
    assert_true(paua_move_ejects(best));
    assert_true(search(&scene, PAUA_METHOD_BEST_REPLY, 3, &best) < PAUA_SCORE_FORCED);
    scene.start.teams = PAUA_TEAMS_NONE;
    assert_int_equal(paua_position_complete(scene.board, &scene.start), PAUA_OK);
    assert_true(search(&scene, PAUA_METHOD_DEFAULT, 3, &best) < PAUA_SCORE_FORCED);
    paua_board_free(scene.board);
}

/* All three players move to and fro; Red's move back would repeat the first position. */
static void the_move_that_repeats_the_game_is_a_draw(void **context)
{
    static const char *const moves[] = {"a1b1", "i9h9", "e1e2", "b1a1", "h9i9"};
    static const int methods[] = {PAUA_METHOD_BEST_REPLY, PAUA_METHOD_PARANOID, PAUA_METHOD_MAX_N};
    const paua_rules rules = {.win = 6, .repetition = 2};
    paua_board *board = board_of(5, 5, 5);
    paua_game *game = game_of(board, &rules, "4w/6/7/8/r8/8/7/6/b4");
    paua_engine *engine = engine_of(board);
    (void)context;
    for (size_t i = 0; i < LENGTH(moves); i++)
        assert_int_equal(paua_game_play(game, move_of(board, paua_game_position(game), moves[i])),
                         PAUA_OK);
    for (size_t i = 0; i < LENGTH(methods); i++) {
        paua_limits limits = {
            .size = sizeof(paua_limits),
            .depth = 2,
            .method = methods[i],
            .only = move_of(board, paua_game_position(game), "e2e1"),
        };
        paua_search_info info;
        paua_move best;
        assert_int_equal(paua_engine_search(engine, game, &limits, &best, &info, NULL, NULL),
                         PAUA_OK);
        assert_int_equal(info.score, REPLY_DRAW);
    }
    paua_engine_free(engine);
    paua_game_free(game);
    paua_board_free(board);
}

/* The features of "fitted" in a position counted by hand: Black could eject a white marble, White
 * is no danger to anybody, and Red has ejected two. */
static void features_of_each_player(void **context)
{
    paua_board *board = board_of(5, 5, 5);
    struct eval eval;
    int32_t features[PAUA_PLAYERS_MAX][PLAYERS_FEATURES];
    (void)context;
    paua_position position = position_of(board, "5/6/3w3/8/6bbw/8/7/1rr3/5");
    position.ejected[PAUA_RED] = 2;
    assert_int_equal(eval_prepare(board, "fitted", &eval), PAUA_OK);
    players_kernel_for(&eval)->features(&eval, &position, features);
    assert_int_equal(players_phase(&eval, &position), 2);
    assert_int_equal(features[PAUA_BLACK][PLAYERS_MARBLES], 2);
    assert_int_equal(features[PAUA_BLACK][PLAYERS_DISTANCE], 2 * (2 + 3));
    assert_int_equal(features[PAUA_BLACK][PLAYERS_PAIRS], 1);
    assert_int_equal(features[PAUA_BLACK][PLAYERS_EJECT], 1);
    assert_int_equal(features[PAUA_BLACK][PLAYERS_EXPOSED], 0);
    assert_int_equal(features[PAUA_BLACK][PLAYERS_TURN_EJECT], 1);
    assert_int_equal(features[PAUA_WHITE][PLAYERS_EXPOSED], 1);
    assert_int_equal(features[PAUA_WHITE][PLAYERS_RING_0], 1);
    assert_int_equal(features[PAUA_WHITE][PLAYERS_ALONE], 2);
    assert_int_equal(features[PAUA_WHITE][PLAYERS_LIBERTIES], 6 + 2);
    assert_int_equal(features[PAUA_WHITE][PLAYERS_EJECT], 0);
    assert_int_equal(features[PAUA_RED][PLAYERS_SCORE], 2);
    assert_int_equal(features[PAUA_RED][PLAYERS_RING_0], 0);
    assert_int_equal(features[PAUA_RED][PLAYERS_RING_1], 2);
    assert_int_equal(features[PAUA_RED][PLAYERS_TURN], 0);
    paua_board_free(board);
}

/* A marble exposed to others is worse for its owner than a safe one, and better for them. */
static void exposed_marbles_count_for_their_owner(void **context)
{
    struct scene scene = {.board = board_of(5, 5, 5)};
    (void)context;
    assert_int_equal(eval_prepare(scene.board, "fitted", &scene.eval), PAUA_OK);
    paua_position exposed = position_of(scene.board, "5/6/3w3/8/6bbw/8/7/1rr3/5");
    paua_position safe = position_of(scene.board, "4w/6/3w3/8/6bb1/8/7/1rr3/5");
    assert_true(worth_for(&scene, &exposed, PAUA_WHITE) < worth_for(&scene, &safe, PAUA_WHITE));
    assert_true(worth_for(&scene, &exposed, PAUA_BLACK) > worth_for(&scene, &safe, PAUA_BLACK));
    paua_board_free(scene.board);
}

/* The variant for newer processors gives the same scores. */
static void variants_of_the_kernel_agree(void **context)
{
    uint64_t state = 14;
    (void)context;
    for (int i = 0; i < 300; i++) {
        struct scene scene = random_scene(&state);
        int any[PAUA_PLAYERS_MAX], chosen[PAUA_PLAYERS_MAX];
        players_kernel_any.score(&scene.eval, &scene.start, any);
        players_kernel_for(&scene.eval)->score(&scene.eval, &scene.start, chosen);
        assert_memory_equal(any, chosen, scene.start.players * sizeof *any);
        paua_board_free(scene.board);
    }
}

/* Games between computers at the lowest level end, under every preset, with any number of
 * players. */
static void games_end(const char *layout, int players, bool teams)
{
    paua_board *board = board_of(5, 5, 5);
    const paua_layout *of = paua_layout_find_for(layout, players);
    paua_engine *engine;
    assert_non_null(of);
    assert_int_equal(paua_engine_new(board, 1 << 20, NULL, &engine), PAUA_OK);
    for (int i = 0; i < paua_preset_count(); i += SANITIZED ? 2 : 1) {
        paua_position start = position_of(board, of->rows);
        paua_limits limits = {.size = sizeof(paua_limits), .level = 1};
        paua_rules rules;
        paua_game *game;
        if (teams)
            start.teams = (uint8_t)of->facing;
        assert_int_equal(paua_position_complete(board, &start), PAUA_OK);
        assert_int_equal(paua_rules_preset(board, paua_preset_name(i), &rules), PAUA_OK);
        assert_int_equal(paua_game_new(board, &rules, &start, &game), PAUA_OK);
        while (paua_game_outcome(game).result == PAUA_RESULT_ONGOING) {
            paua_move move;
            limits.seed = (uint64_t)paua_game_moves(game); /* or the same moves come round again */
            assert_int_equal(paua_engine_search(engine, game, &limits, &move, NULL, NULL, NULL),
                             PAUA_OK);
            assert_int_equal(paua_game_play(game, move), PAUA_OK);
            assert_true(paua_game_moves(game) < 20000);
        }
        paua_game_free(game);
    }
    paua_engine_free(engine);
    paua_board_free(board);
}

static void games_of_many_end_under_every_preset(void **context)
{
    (void)context;
    for (int players = 3; players <= PAUA_PLAYERS_MAX; players++)
        games_end(players % 2 ? "bowl" : "standard", players, false);
    games_end("standard", 4, true);
    games_end("bowl", 6, true);
}

static void every_level_plays(void **context)
{
    struct scene scene = {.board = board_of(5, 5, 5)};
    paua_engine *engine;
    paua_game *game;
    (void)context;
    scene.start = position_of(scene.board, "standard-3");
    scene.rules = paua_rules_default(scene.board);
    assert_int_equal(paua_engine_new(scene.board, 1 << 20, NULL, &engine), PAUA_OK);
    assert_int_equal(paua_game_new(scene.board, &scene.rules, &scene.start, &game), PAUA_OK);
    for (int method = PAUA_METHOD_BEST_REPLY; method < PAUA_METHOD_COUNT; method++)
        for (int level = 1; level <= PAUA_LEVELS; level++) {
            paua_limits limits = {
                .size = sizeof(paua_limits), .level = level, .nodes = 20000, .method = method};
            paua_search_info info;
            paua_move move;
            assert_int_equal(paua_engine_search(engine, game, &limits, &move, &info, NULL, NULL),
                             PAUA_OK);
            assert_int_equal(paua_game_play(game, move), PAUA_OK);
            assert_true(info.nodes > 0 && info.nodes <= 60000);
        }
    paua_game_free(game);
    paua_engine_free(engine);
    paua_board_free(scene.board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(best_replies_are_those_of_a_plain_search),
        cmocka_unit_test(paranoid_is_that_of_a_plain_search),
        cmocka_unit_test(max_n_is_that_of_a_plain_search),
        cmocka_unit_test(searches_end_on_full_boards),
        cmocka_unit_test(max_n_scores_are_in_range),
        cmocka_unit_test(between_two_all_methods_agree),
        cmocka_unit_test(two_teams_count_on_their_partners),
        cmocka_unit_test(the_move_that_repeats_the_game_is_a_draw),
        cmocka_unit_test(features_of_each_player),
        cmocka_unit_test(exposed_marbles_count_for_their_owner),
        cmocka_unit_test(variants_of_the_kernel_agree),
        cmocka_unit_test(games_of_many_end_under_every_preset),
        cmocka_unit_test(every_level_plays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
