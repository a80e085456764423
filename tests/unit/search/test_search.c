/* The search against a plain minimax and against solved boards; limits, levels, lines, stopping. */
#define _POSIX_C_SOURCE 200809L
#include "unit.h"

#include <pthread.h>
#include <time.h>

struct fixture {
    paua_board *board;
    paua_game *game;
    paua_engine *engine;
};

static struct fixture set_up(const char *text, const paua_rules *rules)
{
    struct fixture f;
    int sides[3];
    paua_position position;
    assert_int_equal(paua_position_shape(text, sides, NULL), PAUA_OK);
    assert_int_equal(paua_board_new(sides[0], sides[1], sides[2], &f.board), PAUA_OK);
    assert_int_equal(paua_position_parse(f.board, text, &position, NULL), PAUA_OK);
    paua_rules standard = paua_rules_default(f.board);
    assert_int_equal(paua_game_new(f.board, rules ? rules : &standard, &position, &f.game),
                     PAUA_OK);
    assert_int_equal(paua_engine_new(f.board, 1 << 20, NULL, &f.engine), PAUA_OK);
    return f;
}

static void tear_down(struct fixture *f)
{
    paua_engine_free(f->engine);
    paua_game_free(f->game);
    paua_board_free(f->board);
}

static paua_move search(struct fixture *f, paua_limits limits, paua_search_info *info)
{
    paua_move best;
    assert_int_equal(paua_engine_search(f->engine, f->game, &limits, &best, info, NULL, NULL),
                     PAUA_OK);
    return best;
}

/* The forced result within `depth` plies by brute force: PAUA_SCORE_WIN - n, its negative, or 0. */
static int minimax(const paua_board *board, const paua_rules *rules, paua_position *position,
                   int depth, int ply)
{
    paua_outcome outcome = paua_position_outcome(board, rules, position);
    if (outcome.result == PAUA_RESULT_DRAW)
        return 0;
    if (outcome.result != PAUA_RESULT_ONGOING) {
        bool won = (outcome.result == PAUA_RESULT_BLACK_WINS) == (position->to_move == PAUA_BLACK);
        return won ? PAUA_SCORE_WIN - ply : ply - PAUA_SCORE_WIN;
    }
    if (depth == 0)
        return 0;
    paua_move_list list;
    paua_undo undo;
    int best = -PAUA_SCORE_WIN;
    paua_moves_generate(board, position, &list);
    for (int i = 0; i < list.count; i++) {
        paua_position_make(board, position, list.moves[i], &undo);
        int score = -minimax(board, rules, position, depth - 1, ply + 1);
        paua_position_unmake(board, position, list.moves[i], &undo);
        if (score > best)
            best = score;
    }
    return best;
}

/* Random marbles on a board, near enough to each other that wins are forced. */
static bool scatter(const paua_board *board, int marbles, paua_position *out)
{
    paua_set sets[PAUA_SIDES] = {0, 0};
    for (int i = 0; i < 2 * marbles; i++) {
        int cell;
        do
            cell = rand() % paua_board_cells(board);
        while (!(PAUA_SET(cell) & paua_board_all(board)) || PAUA_SET(cell) & (sets[0] | sets[1]));
        sets[i % 2] |= PAUA_SET(cell);
    }
    return paua_position_setup(board, sets[0], sets[1], (paua_side)(rand() % 2), out) == PAUA_OK;
}

/* Random positions whose forced results a method has to find. */
struct agreement {
    int sides[3], marbles, depth, rounds;
    paua_method method;
    bool keep;  /* the TT keeps the entries of earlier positions, at other plies */
    bool stuck; /* a stuck side loses, and ejections alone do not win soon */
};

static void forced_wins_agree(struct agreement agreement)
{
    const int *sides = agreement.sides, marbles = agreement.marbles, depth = agreement.depth;
    int forced = 0;
    paua_board *board;
    paua_engine *engine;
    assert_int_equal(paua_board_new(sides[0], sides[1], sides[2], &board), PAUA_OK);
    assert_int_equal(paua_engine_new(board, 1 << 20, NULL, &engine), PAUA_OK);
    paua_rules rules = paua_rules_solver(board);
    rules.win = agreement.stuck ? (uint8_t)marbles : 1;
    rules.stuck_loses = agreement.stuck;
    srand(7);
    for (int round = 0; round < agreement.rounds; round++) {
        paua_position position;
        paua_game *game;
        paua_move best;
        paua_search_info info;
        assert_true(scatter(board, marbles, &position));
        assert_int_equal(paua_game_new(board, &rules, &position, &game), PAUA_OK);
        if (!agreement.keep)
            paua_engine_clear(engine);
        for (int plies = 1; plies <= depth; plies++) {
            int expected = minimax(board, &rules, &position, plies, 0);
            paua_limits limits = {
                .size = sizeof(paua_limits), .depth = plies, .method = (int)agreement.method};
            if (paua_game_outcome(game).result != PAUA_RESULT_ONGOING)
                break; /* the side to move is stuck */
            assert_int_equal(paua_engine_search(engine, game, &limits, &best, &info, NULL, NULL),
                             PAUA_OK);
            if (abs(expected) >= PAUA_SCORE_FORCED) {
                assert_int_equal(info.score, expected);
                forced++;
            } else {
                /* no win shorter than the depth of the minimax */
                assert_true(PAUA_SCORE_WIN - abs(info.score) > plies);
            }
        }
        paua_game_free(game);
    }
    assert_true(forced > agreement.rounds / (agreement.stuck ? 20 : 4));
    paua_engine_free(engine);
    paua_board_free(board);
}

static void forced_wins(void **state)
{
    (void)state;
    for (int keep = 0; keep < 2; keep++) {
        const struct agreement agreements[] = {
            {{2, 2, 2}, 2, 6, SANITIZED ? 30 : 100, PAUA_METHOD_FULL, keep, false},
            {{2, 2, 3}, 3, 4, SANITIZED ? 100 : 300, PAUA_METHOD_FULL, keep, false},
            {{2, 3, 3}, 5, 3, SANITIZED ? 30 : 100, PAUA_METHOD_FULL, keep, false},
            {{3, 3, 3}, 6, 3, SANITIZED ? 20 : 60, PAUA_METHOD_FULL, keep, false},
            {{5, 5, 5}, 14, 2, SANITIZED ? 20 : 60, PAUA_METHOD_FULL, keep, false},
        };
        for (size_t i = 0; i < sizeof agreements / sizeof *agreements; i++)
            forced_wins_agree(agreements[i]);
    }
}

/* Every method sees that a side without a move loses, at the horizon too, and how soon. */
static void stuck_sides_lose_by_every_method(void **state)
{
    (void)state;
    static const paua_method methods[] = {PAUA_METHOD_FULL, PAUA_METHOD_PARANOID, PAUA_METHOD_MAX_N,
                                          PAUA_METHOD_BEST_REPLY, PAUA_METHOD_PLAIN};
    const int rounds = SANITIZED ? 30 : 100;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        forced_wins_agree((struct agreement){{1, 3, 3}, 4, 4, rounds, methods[i], false, true});
        forced_wins_agree((struct agreement){{2, 2, 2}, 3, 4, rounds, methods[i], false, true});
    }
}

/* Every position of a small board with a few marbles a side, won by the first ejection: the plies
 * to the forced end, by retrograde analysis. */
struct solved {
    paua_board *board;
    int marbles;
    signed char *plies; /* [code]: plies to a win (> 0) or loss (< 0) of the side to move, or 0 */
};

#define SOLVED_CELLS 10
#define SOLVED_CODES (59049 * 2) /* 3 ^ SOLVED_CELLS, for each side to move */

static int code_of(const paua_position *position)
{
    int code = position->to_move;
    for (int cell = 0; cell < SOLVED_CELLS; cell++)
        code = 3 * code + (int)(position->marbles[0] >> cell & 1) +
               2 * (int)(position->marbles[1] >> cell & 1);
    return code;
}

/* False if the code is not a position with the right number of marbles. */
static bool decode(const struct solved *solved, int code, paua_position *out)
{
    paua_set sets[PAUA_SIDES] = {0, 0};
    int counts[PAUA_SIDES] = {0, 0};
    for (int cell = SOLVED_CELLS - 1; cell >= 0; cell--, code /= 3)
        if (code % 3) {
            sets[code % 3 - 1] |= PAUA_SET(cell);
            counts[code % 3 - 1]++;
        }
    return counts[0] == solved->marbles && counts[1] == solved->marbles &&
           paua_position_setup(solved->board, sets[0], sets[1], (paua_side)code, out) == PAUA_OK;
}

/* Decides the position if it is won or lost in exactly n plies. */
static int decide(const struct solved *solved, paua_position *position, int n)
{
    bool all_won = true;
    paua_move_list list;
    paua_undo undo;
    paua_moves_generate(solved->board, position, &list);
    for (int i = 0; i < list.count; i++) {
        if (paua_move_ejects(list.moves[i]))
            return n == 1 ? 1 : 0;
        paua_position_make(solved->board, position, list.moves[i], &undo);
        int child = solved->plies[code_of(position)];
        paua_position_unmake(solved->board, position, list.moves[i], &undo);
        if (child < 0 && 1 - child == n)
            return n;
        all_won = all_won && child > 0 && child < n;
    }
    return all_won && list.count > 0 ? -n : 0;
}

static void solve(struct solved *solved)
{
    bool changed = true;
    for (int n = 1; changed || n < 3; n++) {
        changed = false;
        for (int code = 0; code < SOLVED_CODES; code++) {
            paua_position position;
            if (solved->plies[code] || !decode(solved, code, &position))
                continue;
            int plies = decide(solved, &position, n);
            solved->plies[code] = (signed char)plies;
            changed = changed || plies;
        }
    }
}

/* The engine keeps its table from position to position, so that its entries come from various
 * depths and windows. */
static void search_agrees_with_solution(int a, int b, int c, int marbles, int depth, int step,
                                        paua_method method)
{
    struct solved solved = {.marbles = marbles, .plies = calloc(SOLVED_CODES, 1)};
    paua_engine *engine;
    int forced = 0;
    assert_non_null(solved.plies);
    assert_int_equal(paua_board_new(a, b, c, &solved.board), PAUA_OK);
    assert_int_equal(paua_engine_new(solved.board, 1 << 20, NULL, &engine), PAUA_OK);
    solve(&solved);
    paua_rules rules = paua_rules_solver(solved.board);
    for (int code = 0; code < SOLVED_CODES; code += step) {
        paua_position position;
        paua_game *game;
        paua_move best;
        paua_search_info info;
        if (!decode(&solved, code, &position))
            continue;
        int plies = solved.plies[code];
        assert_int_equal(paua_game_new(solved.board, &rules, &position, &game), PAUA_OK);
        const paua_limits limits = {
            .size = sizeof(paua_limits), .depth = depth, .method = (int)method};
        assert_int_equal(paua_engine_search(engine, game, &limits, &best, &info, NULL, NULL),
                         PAUA_OK);
        if (plies && abs(plies) <= depth && method == PAUA_METHOD_FULL) {
            assert_int_equal(info.score,
                             plies > 0 ? PAUA_SCORE_WIN - plies : -plies - PAUA_SCORE_WIN);
            forced++;
        } else if (abs(info.score) >= PAUA_SCORE_FORCED) {
            assert_int_equal(info.score > 0, plies > 0);
            assert_true(PAUA_SCORE_WIN - abs(info.score) >= abs(plies) && plies != 0);
            forced++;
        }
        paua_game_free(game);
    }
    assert_true(forced > 20);
    paua_engine_free(engine);
    paua_board_free(solved.board);
    free(solved.plies);
}

static void solved_boards(void **state)
{
    (void)state;
    search_agrees_with_solution(2, 2, 2, 2, 9, 1, PAUA_METHOD_FULL);
    search_agrees_with_solution(2, 2, 3, 3, 9, 41, PAUA_METHOD_FULL);
    /* pruning misses some forced ends, but finds no false ones */
    search_agrees_with_solution(2, 2, 2, 2, 9, 1, PAUA_METHOD_DEFAULT);
    search_agrees_with_solution(2, 2, 3, 3, 12, 5, PAUA_METHOD_DEFAULT);
}

/* The definition of the full-width search: the best of all lines of `depth` plies, each followed by
 * any ejections that a side wants to make (quiescence). */
static int plain_search(const paua_board *board, const paua_rules *rules, paua_position *position,
                        int depth, int ply)
{
    int best = -PAUA_SCORE_WIN;
    if (position->ejected[1 - position->to_move] >= rules->win)
        return ply - PAUA_SCORE_WIN;
    if (depth == 0)
        assert_int_equal(paua_eval_score(board, "abla-combined", position, &best), PAUA_OK);
    paua_move_list list;
    paua_undo undo;
    paua_moves_generate(board, position, &list);
    assert_true(list.count > 0);
    for (int i = 0; i < list.count; i++) {
        if (depth == 0 && !paua_move_ejects(list.moves[i]))
            continue;
        paua_position_make(board, position, list.moves[i], &undo);
        int score = -plain_search(board, rules, position, depth > 0 ? depth - 1 : 0, ply + 1);
        paua_position_unmake(board, position, list.moves[i], &undo);
        if (score > best)
            best = score;
    }
    return best;
}

static void scores_agree(int a, int b, int c, int marbles, int depth, int rounds)
{
    paua_board *board;
    paua_engine *engine;
    assert_int_equal(paua_board_new(a, b, c, &board), PAUA_OK);
    assert_int_equal(paua_engine_new(board, 1 << 20, "abla-combined", &engine), PAUA_OK);
    paua_rules rules = paua_rules_solver(board);
    srand(11);
    for (int round = 0; round < rounds; round++) {
        paua_position position;
        paua_game *game;
        paua_move best;
        paua_search_info info;
        assert_true(scatter(board, marbles, &position));
        assert_int_equal(paua_game_new(board, &rules, &position, &game), PAUA_OK);
        paua_engine_clear(engine);
        const paua_limits limits = {
            .size = sizeof(paua_limits), .depth = depth, .method = PAUA_METHOD_FULL};
        assert_int_equal(paua_engine_search(engine, game, &limits, &best, &info, NULL, NULL),
                         PAUA_OK);
        assert_int_equal(info.score, plain_search(board, &rules, &position, info.depth, 0));
        paua_game_free(game);
    }
    paua_engine_free(engine);
    paua_board_free(board);
}

/* Up to four plies a TT entry is hardly ever of a greater depth; in these samples never. */
static void exact_scores(void **state)
{
    (void)state;
    scores_agree(5, 5, 5, 14, 1, SANITIZED ? 12 : 50);
    scores_agree(5, 5, 5, 14, 2, SANITIZED ? 8 : 30);
    scores_agree(5, 5, 5, 14, 3, SANITIZED ? 2 : 10);
    scores_agree(3, 3, 3, 4, 4, SANITIZED ? 3 : 12);
    scores_agree(2, 3, 4, 4, 4, SANITIZED ? 3 : 12);
}

static void reproducible(void **state)
{
    (void)state;
    paua_search_info first = {0}, second = {0};
    for (int round = 0; round < 2; round++) {
        struct fixture f = set_up("belgian-daisy", NULL);
        search(&f, (paua_limits){.size = sizeof(paua_limits), .depth = 5},
               round ? &second : &first);
        if (round) { /* and again after a clear */
            paua_engine_clear(f.engine);
            search(&f, (paua_limits){.size = sizeof(paua_limits), .depth = 5}, &first);
        }
        assert_int_equal(first.depth, 5);
        if (round)
            assert_int_equal(first.nodes, second.nodes);
        tear_down(&f);
    }
}

/* After a clear nothing is left of a search of another game, by any method and at any level. */
static void clear_engines_are_new(void **state)
{
    (void)state;
    struct fixture fresh = set_up("belgian-daisy", NULL), used = set_up("belgian-daisy", NULL);
    for (int method = 0; method < PAUA_METHOD_COUNT; method++)
        for (int level = 0; level < 2; level++) {
            const paua_limits limits = {
                .size = sizeof(paua_limits), .depth = 2, .method = method, .level = level};
            paua_search_info infos[2];
            paua_engine_free(fresh.engine);
            assert_int_equal(paua_engine_new(fresh.board, 1 << 20, NULL, &fresh.engine), PAUA_OK);
            search(&used, (paua_limits){.size = sizeof(paua_limits), .depth = 4}, NULL);
            paua_engine_clear(used.engine);
            assert_int_equal(search(&fresh, limits, &infos[0]), search(&used, limits, &infos[1]));
            assert_int_equal(infos[0].nodes, infos[1].nodes);
            assert_int_equal(infos[0].seldepth, infos[1].seldepth);
        }
    tear_down(&fresh);
    tear_down(&used);
}

static void limits_hold(void **state)
{
    (void)state;
    paua_search_info info;
    struct fixture f = set_up("standard", NULL);
    assert_int_not_equal(search(&f, (paua_limits){.size = sizeof(paua_limits), .nodes = 1}, &info),
                         PAUA_NO_MOVE);
    assert_int_equal(info.depth, 1);
    search(&f, (paua_limits){.size = sizeof(paua_limits), .nodes = 50000}, &info);
    assert_true(info.nodes <= 50000);
    search(&f, (paua_limits){.size = sizeof(paua_limits), .depth = 3}, &info);
    assert_int_equal(info.depth, 3);
    assert_true(info.pv_count >= 1 && info.seldepth >= 3);
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    search(&f, (paua_limits){.size = sizeof(paua_limits), .time_ms = 100}, &info);
    clock_gettime(CLOCK_MONOTONIC, &after);
    double seconds =
        (double)(after.tv_sec - before.tv_sec) + (double)(after.tv_nsec - before.tv_nsec) * 1e-9;
    assert_true(seconds < 2.0); /* far more than the limit: the machine may be busy */
    tear_down(&f);
}

static void bad_arguments(void **state)
{
    (void)state;
    struct fixture f = set_up("standard", NULL);
    struct fixture g = set_up("b0", NULL);
    paua_move best = 17;
    const paua_limits wrong[] = {
        {.depth = 1},
        {.size = sizeof(paua_limits) - 1, .depth = 1},
        {.size = sizeof(paua_limits) + 8, .depth = 1},
        {.size = sizeof(paua_limits), .depth = -1},
        {.size = sizeof(paua_limits), .depth = PAUA_DEPTH_MAX + 1},
        {.size = sizeof(paua_limits), .time_ms = -1},
        {.size = sizeof(paua_limits), .level = PAUA_LEVELS + 1},
        {.size = sizeof(paua_limits), .level = -1},
        {.size = sizeof(paua_limits), .multipv = -1},
        {.size = sizeof(paua_limits), .contempt = -1},
        {.size = sizeof(paua_limits), .contempt = PAUA_CONTEMPT_MAX + 1},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(paua_engine_search(f.engine, f.game, &wrong[i], &best, NULL, NULL, NULL),
                         PAUA_ERROR_BAD_ARGUMENT);
    const paua_limits fine = {.size = sizeof(paua_limits), .depth = 1};
    assert_int_equal(paua_engine_search(f.engine, g.game, &fine, &best, NULL, NULL, NULL),
                     PAUA_ERROR_BAD_ARGUMENT);
    assert_int_equal(best, 17);
    paua_engine *engine = NULL;
    assert_int_equal(paua_engine_new(f.board, 1 << 20, "nonsense", &engine), PAUA_ERROR_NOT_FOUND);
    assert_null(engine);
    paua_engine_free(NULL);
    tear_down(&f);
    tear_down(&g);
}

static void finished_game_has_no_move(void **state)
{
    (void)state;
    struct fixture f = set_up("standard b 0-6", NULL);
    assert_int_equal(search(&f, (paua_limits){.size = sizeof(paua_limits), .depth = 3}, NULL),
                     PAUA_NO_MOVE);
    tear_down(&f);
}

static void every_level_plays(void **state)
{
    (void)state;
    const char *starts[] = {"b0", "c0", "d0", "e0", "belgian-daisy"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        for (int level = 1; level <= PAUA_LEVELS; level++) {
            struct fixture f = set_up(starts[i], NULL);
            for (int ply = 0; ply < 6; ply++) {
                paua_limits limits = {.size = sizeof(paua_limits),
                                      .level = level,
                                      .seed = (uint64_t)ply,
                                      .nodes = 20000};
                paua_move move = search(&f, limits, NULL);
                if (move == PAUA_NO_MOVE)
                    break;
                assert_int_equal(paua_game_play(f.game, move), PAUA_OK);
            }
            tear_down(&f);
        }
}

/* A weak level plays the same moves with the same seed, and others with another. */
static void levels_draw_from_the_seed(void **state)
{
    (void)state;
    int differ = 0;
    struct fixture f = set_up("belgian-daisy", NULL);
    paua_move before =
        search(&f, (paua_limits){.size = sizeof(paua_limits), .level = 1, .seed = 1}, NULL);
    for (uint64_t seed = 1; seed < 20; seed++) {
        paua_move move =
            search(&f, (paua_limits){.size = sizeof(paua_limits), .level = 1, .seed = seed}, NULL);
        assert_int_equal(
            move,
            search(&f, (paua_limits){.size = sizeof(paua_limits), .level = 1, .seed = seed}, NULL));
        differ += move != before;
        before = move;
    }
    assert_true(differ > 5);
    tear_down(&f);
}

/* A level that errs plays by seed and position alone, whatever the engine has searched before. */
static void levels_do_not_depend_on_the_past(void **state)
{
    (void)state;
    struct fixture fresh = set_up("belgian-daisy", NULL), used = set_up("belgian-daisy", NULL);
    for (int level = 1; level <= 6; level++)
        for (uint64_t seed = 0; seed < 5; seed++) {
            const paua_limits limits = {.size = sizeof(paua_limits), .level = level, .seed = seed};
            paua_engine_clear(fresh.engine);
            search(&used, (paua_limits){.size = sizeof(paua_limits), .depth = 4}, NULL);
            assert_int_equal(search(&fresh, limits, NULL), search(&used, limits, NULL));
        }
    tear_down(&fresh);
    tear_down(&used);
}

/* Black to move can eject and win. */
static int wins_seen(const char *position, int level, int seeds)
{
    paua_rules rules = {.win = 1};
    struct fixture f = set_up(position, &rules);
    int seen = 0;
    for (int seed = 0; seed < seeds; seed++) {
        paua_search_info info;
        paua_move move = search(
            &f, (paua_limits){.size = sizeof(paua_limits), .level = level, .seed = (uint64_t)seed},
            &info);
        assert_true(paua_move_ejects(move) == (info.score == PAUA_SCORE_WIN - 1));
        seen += paua_move_ejects(move);
    }
    tear_down(&f);
    return seen;
}

/* An ejection is easy to see: even the lowest level takes most, better levels take more, and full
 * strength takes all. */
static void levels_overlook_and_judge_soundly(void **state)
{
    (void)state;
    const char *one_way = "2w2/2b3/2b4/8/9/8/7/6/wwwww b";
    enum { SEEDS = 400 };
    int first = wins_seen(one_way, 1, SEEDS);
    int sixth = wins_seen(one_way, 6, SEEDS);
    assert_true(first > SEEDS * 6 / 10 && first < SEEDS * 8 / 10);
    assert_true(sixth > SEEDS * 93 / 100);
    assert_int_equal(wins_seen(one_way, 7, 5), 5);
}

/* Games of a higher level against a lower one, both colours; half points for the higher one. */
static int points(int high, int low, int games)
{
    int sum = 0;
    for (int i = 0; i < games; i++) {
        struct fixture f = set_up("belgian-daisy", NULL);
        int side = i % 2;
        while (paua_game_outcome(f.game).result == PAUA_RESULT_ONGOING &&
               paua_game_moves(f.game) < 300) {
            const paua_limits limits = {.size = sizeof(paua_limits),
                                        .level = paua_game_position(f.game)->to_move == side ? high
                                                                                             : low,
                                        .seed = (uint64_t)(1000 * i + paua_game_moves(f.game))};
            assert_int_equal(paua_game_play(f.game, search(&f, limits, NULL)), PAUA_OK);
        }
        paua_result result = paua_game_outcome(f.game).result;
        if (result == PAUA_RESULT_ONGOING || result == PAUA_RESULT_DRAW)
            sum += 1;
        else
            sum += (int)result - PAUA_RESULT_BLACK_WINS == side ? 2 : 0;
        tear_down(&f);
    }
    return sum;
}

/* A coarse check that the ladder of docs/strength.md still holds. */
static void higher_levels_win(void **state)
{
    (void)state;
    if (SANITIZED)
        skip(); /* strength is not what sanitizers see */
    assert_true(points(3, 1, 10) >= 15);
    assert_true(points(5, 3, 6) >= 9);
}

struct lines {
    paua_move moves[8];
    int scores[8];
    int count;
};

static void note_line(const paua_search_info *info, void *context)
{
    struct lines *lines = context;
    if (info->depth != 3)
        return;
    assert_int_equal(info->multipv, lines->count + 1);
    lines->moves[lines->count] = info->pv[0];
    lines->scores[lines->count++] = info->score;
}

static void several_lines(void **state)
{
    (void)state;
    struct lines lines = {.count = 0};
    struct fixture f = set_up("belgian-daisy", NULL);
    const paua_limits limits = {.size = sizeof(paua_limits), .depth = 3, .multipv = 5};
    paua_move best;
    assert_int_equal(paua_engine_search(f.engine, f.game, &limits, &best, NULL, note_line, &lines),
                     PAUA_OK);
    assert_int_equal(lines.count, 5);
    assert_int_equal(lines.moves[0], best);
    for (int i = 1; i < 5; i++) {
        assert_true(lines.scores[i] <= lines.scores[i - 1]);
        for (int j = 0; j < i; j++)
            assert_int_not_equal(lines.moves[i], lines.moves[j]);
    }
    tear_down(&f);
}

static void assert_score_in_range(const paua_search_info *info, void *context)
{
    (void)context;
    assert_true(abs(info->score) < PAUA_SCORE_WIN);
}

/* A side without a move has lost in every line, not in the best one alone: the second line of such
 * a search never ended. */
static void stuck_sides_lose_in_every_line(void **state)
{
    (void)state;
    paua_board *board = board_of(2, 2, 2);
    paua_engine *engine;
    paua_rules rules = paua_rules_solver(board);
    rules.stuck_loses = true;
    assert_int_equal(paua_engine_new(board, 1 << 16, NULL, &engine), PAUA_OK);
    srand(3);
    for (int round = 0; round < 100; round++) {
        const paua_limits limits = {
            .size = sizeof(paua_limits), .depth = 4, .nodes = 5000, .multipv = 4};
        paua_position position;
        paua_game *game;
        paua_move best;
        assert_true(scatter(board, 3, &position));
        assert_int_equal(paua_game_new(board, &rules, &position, &game), PAUA_OK);
        assert_int_equal(
            paua_engine_search(engine, game, &limits, &best, NULL, assert_score_in_range, NULL),
            PAUA_OK);
        paua_game_free(game);
    }
    paua_engine_free(engine);
    paua_board_free(board);
}

/* The forced result within `depth` plies under ko, by playing the game on; 0: none. */
static int minimax_of_game(paua_game *game, int depth, int ply)
{
    const paua_outcome outcome = paua_game_outcome(game);
    if (outcome.result != PAUA_RESULT_ONGOING)
        return outcome.result == PAUA_RESULT_DRAW ? 0 : ply - PAUA_SCORE_WIN;
    if (depth == 0)
        return 0;
    paua_move_list list;
    int best = -PAUA_SCORE_WIN;
    paua_game_generate(game, &list);
    for (int i = 0; i < list.count; i++) {
        assert_int_equal(paua_game_play(game, list.moves[i]), PAUA_OK);
        const int score = -minimax_of_game(game, depth - 1, ply + 1);
        assert_int_equal(paua_game_takeback(game), PAUA_OK);
        best = score > best ? score : best;
    }
    return best;
}

/* Who has only moves that ko forbids is stuck: in the tree too, where players move in turn. */
static void ko_leaves_sides_stuck(void **state)
{
    (void)state;
    static const paua_method methods[] = {PAUA_METHOD_FULL, PAUA_METHOD_PARANOID,
                                          PAUA_METHOD_MAX_N};
    const paua_rules rules = {.win = 3, .ko = true, .stuck_loses = true};
    int forced = 0;
    srand(11);
    for (int round = 0; round < (SANITIZED ? 100 : 600); round++) {
        enum { DEPTH = 4 };
        static const char *const starts[] = {"1x4x1:w/b/1/w w", "1x5x1:w/1/b/1/w b",
                                             "2x2x1:w1/b1 w", "2x3x1:w1/bb/1w b"};
        paua_move_list list;
        struct fixture f = set_up(starts[round % 4], &rules);
        for (int i = 0; i < round % 13; i++) {
            paua_game_generate(f.game, &list);
            if (list.count > 0)
                paua_game_play(f.game, list.moves[rand() % list.count]);
        }
        const int expected = minimax_of_game(f.game, DEPTH, 0);
        for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
            paua_search_info info;
            if (paua_game_outcome(f.game).result != PAUA_RESULT_ONGOING)
                break;
            paua_engine_clear(f.engine);
            search(&f,
                   (paua_limits){
                       .size = sizeof(paua_limits), .depth = DEPTH, .method = (int)methods[i]},
                   &info);
            if (abs(expected) >= PAUA_SCORE_FORCED)
                assert_int_equal(info.score, expected);
            forced += abs(expected) >= PAUA_SCORE_FORCED;
        }
        tear_down(&f);
    }
    assert_true(forced > 10);
}

/* The line begins with the best move, and all its moves are legal. */
static void assert_sound_line(paua_game *game, paua_move best, const paua_search_info *info)
{
    assert_true(info->pv_count > 0);
    assert_int_equal(info->pv[0], best);
    for (int i = 0; i < info->pv_count; i++)
        assert_int_equal(paua_game_play(game, info->pv[i]), PAUA_OK);
    for (int i = 0; i < info->pv_count; i++)
        assert_int_equal(paua_game_takeback(game), PAUA_OK);
}

/* Threads share the transposition table; lines stay legal, and limits hold. */
static void several_threads(void **state)
{
    (void)state;
    struct fixture f = set_up("belgian-daisy", NULL);
    assert_int_equal(paua_engine_use_threads(f.engine, 0), PAUA_ERROR_BAD_ARGUMENT);
    assert_int_equal(paua_engine_use_threads(f.engine, PAUA_THREADS_MAX + 1),
                     PAUA_ERROR_BAD_ARGUMENT);
    for (int threads = 4; threads >= 1; threads--) {
        const paua_limits deep = {.size = sizeof(paua_limits), .depth = 9},
                          brief = {.size = sizeof(paua_limits), .time_ms = 30};
        paua_search_info info;
        paua_move best;
        assert_int_equal(paua_engine_use_threads(f.engine, threads), PAUA_OK);
        assert_int_equal(paua_engine_search(f.engine, f.game, &deep, &best, &info, NULL, NULL),
                         PAUA_OK);
        assert_int_equal(info.depth, 9);
        assert_sound_line(f.game, best, &info);
        assert_true(info.pv_count >= 3);
        assert_int_equal(paua_engine_search(f.engine, f.game, &brief, &best, &info, NULL, NULL),
                         PAUA_OK);
        assert_true(paua_move_legal(f.board, paua_game_position(f.game), best));
    }
    tear_down(&f);
}

/* A plan (soft limit) ends a search between two depths, long before the hard limit. */
static void plans(void **state)
{
    (void)state;
    struct fixture f = set_up("belgian-daisy", NULL);
    paua_search_info info;
    assert_int_not_equal(
        search(&f, (paua_limits){.size = sizeof(paua_limits), .time_ms = 60000, .plan_ms = 50},
               &info),
        PAUA_NO_MOVE);
    assert_true(info.depth > 1);
    assert_true(info.time_ms < 10000);
    paua_move best;
    const paua_limits limits = {.size = sizeof(paua_limits), .plan_ms = -1};
    assert_int_equal(paua_engine_search(f.engine, f.game, &limits, &best, NULL, NULL, NULL),
                     PAUA_ERROR_BAD_ARGUMENT);
    tear_down(&f);
}

/* A single legal move is played at once. */
static void one_move_needs_no_plan(void **state)
{
    (void)state;
    struct fixture f = set_up("bw/w1w/ww b 0-0", NULL);
    paua_move_list list;
    paua_search_info info;
    paua_game_generate(f.game, &list);
    assert_int_equal(list.count, 1);
    search(&f, (paua_limits){.size = sizeof(paua_limits), .time_ms = 60000, .plan_ms = 30000},
           &info);
    assert_int_equal(info.depth, 1);
    tear_down(&f);
}

/* A search that is stopped within a depth keeps the best move of the depth before, or a better
 * one: also where several lines were searched, the worst of them last. */
static void stopped_searches_keep_the_best_line(void **state)
{
    (void)state;
    static const int methods[] = {PAUA_METHOD_BEST_REPLY, PAUA_METHOD_MAX_N, PAUA_METHOD_DEFAULT};
    const paua_rules rules = {.win = 1};
    struct fixture f = set_up("2w2/2b3/2b4/8/9/8/7/6/wwwww b", &rules);
    for (size_t i = 0; i < LENGTH(methods); i++)
        for (uint64_t nodes = 1; nodes < 200; nodes++) {
            const paua_limits limits = {
                .size = sizeof(paua_limits), .nodes = nodes, .multipv = 4, .method = methods[i]};
            paua_search_info info;
            paua_engine_clear(f.engine);
            assert_true(paua_move_ejects(search(&f, limits, &info)));
            assert_int_equal(info.score, PAUA_SCORE_WIN - 1);
        }
    tear_down(&f);
}

static void *stop_soon(void *engine)
{
    const struct timespec pause = {.tv_nsec = 50 * 1000 * 1000};
    nanosleep(&pause, NULL);
    paua_engine_stop(engine);
    return NULL;
}

static void stopping(void **state)
{
    (void)state;
    struct fixture f = set_up("belgian-daisy", NULL);
    pthread_t thread;
    paua_search_info info;
    assert_int_equal(pthread_create(&thread, NULL, stop_soon, f.engine), 0);
    assert_int_not_equal(search(&f, (paua_limits){.size = sizeof(paua_limits)}, &info),
                         PAUA_NO_MOVE); /* endless without the stop */
    assert_int_equal(pthread_join(thread, NULL), 0);
    /* a stop before a search makes that search short, once */
    paua_engine_stop(f.engine);
    search(&f, (paua_limits){.size = sizeof(paua_limits), .depth = 4}, &info);
    assert_int_equal(info.depth, 1);
    search(&f, (paua_limits){.size = sizeof(paua_limits), .depth = 4}, &info);
    assert_int_equal(info.depth, 4);
    /* and it can be cancelled */
    paua_engine_stop(f.engine);
    paua_engine_resume(f.engine);
    search(&f, (paua_limits){.size = sizeof(paua_limits), .depth = 4}, &info);
    assert_int_equal(info.depth, 4);
    tear_down(&f);
}

/* The winning side can repeat or continue: it continues. */
static void no_needless_repetition(void **state)
{
    (void)state;
    struct fixture f = set_up("5/6/2bbb2/2bbbb2/2bbbbb2/2bb4/7/6/w4 b 5-0", NULL);
    for (int i = 0; i < 60 && paua_game_outcome(f.game).result == PAUA_RESULT_ONGOING; i++) {
        paua_move move = search(&f, (paua_limits){.size = sizeof(paua_limits), .depth = 3}, NULL);
        assert_int_equal(paua_game_play(f.game, move), PAUA_OK);
    }
    assert_int_not_equal(paua_game_outcome(f.game).reason, PAUA_REASON_REPETITION);
    tear_down(&f);
}

static paua_move named(const struct fixture *f, const char *text)
{
    paua_move move;
    assert_int_equal(paua_move_parse(f->board, paua_game_position(f->game), text, &move, NULL),
                     PAUA_OK);
    return move;
}

/* What was found far from the ply at which the game ends does not hold near it. */
static void wins_beyond_the_limit_are_none(void **state)
{
    (void)state;
    enum { DEPTH = 5, LEFT = 3, END = 60 };
    const paua_rules ends[] = {{.win = 1, .plies = END},
                               {.win = 1, .plies = END, .score_decides = true},
                               {.win = 1, .centre_turn = END / 2},
                               {.win = 1, .line_turn = END / 2}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const paua_rules *rules = &ends[i];
        paua_board *board = board_of(2, 2, 3);
        paua_engine *engine;
        int shorter = 0;
        assert_int_equal(paua_engine_new(board, 1 << 20, NULL, &engine), PAUA_OK);
        srand(5);
        for (int round = 0; round < (SANITIZED ? 60 : 300); round++) {
            int scores[2], expected[2];
            paua_position position;
            assert_true(scatter(board, 3, &position));
            for (int near = 0; near < 2; near++) {
                const paua_limits limits = {
                    .size = sizeof(paua_limits), .depth = DEPTH, .method = PAUA_METHOD_FULL};
                paua_game *game;
                paua_move best;
                paua_search_info info;
                position.ply = near ? END - LEFT + 1 : 1;
                expected[near] = minimax(board, rules, &position, DEPTH, 0);
                assert_int_equal(paua_game_new(board, rules, &position, &game), PAUA_OK);
                assert_int_equal(
                    paua_engine_search(engine, game, &limits, &best, &info, NULL, NULL), PAUA_OK);
                scores[near] = info.score;
                paua_game_free(game);
            }
            if (abs(expected[0]) >= PAUA_SCORE_FORCED)
                assert_int_equal(scores[0], expected[0]);
            if (abs(scores[1]) >= PAUA_SCORE_FORCED || abs(expected[1]) >= PAUA_SCORE_FORCED)
                assert_int_equal(scores[1], expected[1]);
            shorter += expected[0] != expected[1];
        }
        assert_true(shorter > 10);
        paua_engine_free(engine);
        paua_board_free(board);
    }
}

/* The value of a game whose every line ends, by the rules alone; a draw is worth `draw` to the side
 * to move. */
static int value_of_game(paua_game *game, int ply, int draw, int alpha, int beta)
{
    const paua_outcome outcome = paua_game_outcome(game);
    if (outcome.result == PAUA_RESULT_DRAW)
        return draw;
    if (outcome.result != PAUA_RESULT_ONGOING) {
        const int winner = (int)outcome.result - (int)PAUA_RESULT_BLACK_WINS;
        const bool won = winner == paua_game_position(game)->to_move;
        return won ? PAUA_SCORE_WIN - ply : ply - PAUA_SCORE_WIN;
    }
    paua_move_list list;
    int best = -PAUA_SCORE_WIN;
    paua_game_generate(game, &list);
    for (int i = 0; i < list.count && best < beta; i++) {
        assert_int_equal(paua_game_play(game, list.moves[i]), PAUA_OK);
        const int score =
            -value_of_game(game, ply + 1, -draw, -beta, -(best > alpha ? best : alpha));
        assert_int_equal(paua_game_takeback(game), PAUA_OK);
        best = score > best ? score : best;
    }
    return best;
}

/* Plays a line of so many plies to the position of this key. */
static bool play_to(paua_game *game, uint64_t key, int plies)
{
    if (plies == 0)
        return paua_game_position(game)->key == key;
    paua_move_list list;
    paua_game_generate(game, &list);
    for (int i = 0; i < list.count; i++) {
        assert_int_equal(paua_game_play(game, list.moves[i]), PAUA_OK);
        if (play_to(game, key, plies - 1))
            return true;
        assert_int_equal(paua_game_takeback(game), PAUA_OK);
    }
    return false;
}

/* Where the depth reaches the end of the game, by score or plies, by quiet plies or nearness, a
 * score is that of an end, and the one that the rules give. */
static void scores_before_the_end_are_those_of_ends(void **state)
{
    (void)state;
    enum { END = 60 };
    static const struct {
        paua_rules rules;
        int left;
        bool recurs; /* the position has occurred before */
    } cases[] = {
        {{.win = 3, .plies = END, .score_decides = true}, 6, false},
        {{.win = 3, .plies = END, .score_decides = true}, 7, false},
        {{.win = 2, .plies = END, .score_decides = true}, 8, false},
        {{.win = 2, .plies = END}, 7, false},
        {{.win = 2, .plies = END, .score_decides = true, .stuck_loses = true}, 6, false},
        {{.win = 2, .plies = END, .score_decides = true, .ko = true}, 6, false},
        {{.win = 2, .plies = END, .score_decides = true, .centre_turn = END / 2}, 6, false},
        {{.win = 2, .plies = END, .score_decides = true, .quiet = END - 2}, 7, false},
        {{.win = 2, .plies = END, .score_decides = true, .repetition = 3}, 7, true},
        {{.win = 2, .plies = END, .score_decides = true, .repetition = 2}, 7, true},
        {{.win = 1, .quiet = END}, 7, false},
        {{.win = 1, .centre_turn = END / 2}, 6, false},
        {{.win = 1, .line_turn = END / 2}, 6, false},
    };
    paua_board *board = board_of(2, 3, 3);
    paua_engine *engine;
    assert_int_equal(paua_engine_new(board, 1 << 20, NULL, &engine), PAUA_OK);
    srand(3);
    for (size_t i = 0; i < LENGTH(cases); i++)
        for (int round = 0; round < (SANITIZED ? 2 : 8); round++) {
            const int contempt = round % 2 ? PAUA_CONTEMPT : 0, left = cases[i].left;
            const int before = left + (cases[i].recurs ? 4 : 0);
            paua_position position;
            paua_game *game;
            paua_search_info info;
            paua_move best;
            assert_true(scatter(board, 3, &position));
            position.ejected[0] = position.ejected[1] = cases[i].rules.win > 2;
            position.ply = (uint16_t)(END - before + 1);
            position.quiet = (uint16_t)(END - before);
            assert_int_equal(paua_position_complete(board, &position), PAUA_OK);
            assert_int_equal(paua_game_new(board, &cases[i].rules, &position, &game), PAUA_OK);
            if (cases[i].recurs)
                assert_true(play_to(game, position.key, 4));
            const int expected = value_of_game(game, 0, -contempt, -PAUA_SCORE_WIN, PAUA_SCORE_WIN);
            if (paua_game_outcome(game).result == PAUA_RESULT_ONGOING) {
                const paua_limits limits = {
                    .size = sizeof(paua_limits), .depth = left, .contempt = contempt};
                assert_int_equal(
                    paua_engine_search(engine, game, &limits, &best, &info, NULL, NULL), PAUA_OK);
                if (info.score != expected)
                    fail_msg("case %zu, round %d: %d, not %d", i, round, info.score, expected);
            }
            paua_game_free(game);
        }
    paua_engine_free(engine);
    paua_board_free(board);
}

/* For the side to move a draw is worth the negative contempt, also when the same engine searched
 * with another contempt before. */
static void contempt(void **state)
{
    (void)state;
    struct fixture f = set_up("5/6/7/8/4w4/8/7/6/b4 b 0-0", NULL);
    static const char *const there_and_back[] = {"a1a2", "e5e6", "a2a1", "e6e5"};
    static const int contempts[] = {0, PAUA_CONTEMPT, 0, 50};
    for (size_t i = 0; i < sizeof there_and_back / sizeof *there_and_back; i++) {
        paua_move move = named(&f, there_and_back[i]);
        assert_int_equal(paua_game_play(f.game, move), PAUA_OK);
    }
    const paua_move again = named(&f, "a1a2");
    for (size_t i = 0; i < sizeof contempts / sizeof *contempts; i++) {
        paua_search_info info;
        search(
            &f,
            (paua_limits){
                .size = sizeof(paua_limits), .depth = 3, .contempt = contempts[i], .only = again},
            &info);
        assert_int_equal(info.score, -contempts[i]);
    }
    tear_down(&f);
}

/* What a draw was worth to one side at the root does not count for the other: the score is that of
 * an engine that has not searched for Black before. */
static void contempt_of_the_other_side(void **state)
{
    (void)state;
    const paua_rules rules = {.win = 1, .repetition = 3, .quiet = 200};
    struct fixture f = set_up("2x2x2:b1/1w1/b1 b", &rules);
    paua_search_info after, fresh;
    paua_limits limits = {.size = sizeof(paua_limits), .depth = 8, .contempt = 3000};
    search(&f, limits, &after);
    assert_int_equal(paua_game_play(f.game, named(&f, "a1b1")), PAUA_OK);
    limits.depth = 7;
    search(&f, limits, &after);
    paua_engine_clear(f.engine);
    search(&f, limits, &fresh);
    assert_int_equal(fresh.score, -3000);
    assert_int_equal(after.score, fresh.score);
    tear_down(&f);
}

/* A turn after which nearness would have decided, had nobody ejected, leaves repetitions draws, for
 * max^n as for alpha-beta. */
static void repetitions_draw_after_the_turn_of_nearness(void **state)
{
    (void)state;
    static const char *const there_and_back[] = {"a1a2", "e5e6", "a2a1", "e6e5"};
    static const int methods[] = {PAUA_METHOD_DEFAULT, PAUA_METHOD_FULL, PAUA_METHOD_MAX_N};
    for (int line = 0; line < 2; line++) {
        const paua_rules rules = {
            .win = 6, .repetition = 3, .centre_turn = line ? 0 : 5, .line_turn = line ? 5 : 0};
        struct fixture f = set_up("5/6/7/8/4w4/8/7/6/b4 b 1-0 0 41", &rules);
        for (size_t i = 0; i < LENGTH(there_and_back); i++)
            assert_int_equal(paua_game_play(f.game, named(&f, there_and_back[i])), PAUA_OK);
        for (size_t i = 0; i < LENGTH(methods); i++) {
            paua_search_info info;
            search(&f,
                   (paua_limits){.size = sizeof(paua_limits),
                                 .depth = 1,
                                 .method = methods[i],
                                 .only = named(&f, there_and_back[0])},
                   &info);
            assert_int_equal(info.score, methods[i] == PAUA_METHOD_MAX_N ? -50 : 0);
        }
        tear_down(&f);
    }
}

static void scores_as_text(void **state)
{
    (void)state;
    char text[32];
    assert_string_equal(paua_score_format(35, text, sizeof text), "cp 35");
    assert_string_equal(paua_score_format(-2500, text, sizeof text), "cp -2500");
    assert_string_equal(paua_score_format(PAUA_SCORE_WIN - 1, text, sizeof text), "mate 1");
    assert_string_equal(paua_score_format(PAUA_SCORE_WIN - 5, text, sizeof text), "mate 3");
    assert_string_equal(paua_score_format(2 - PAUA_SCORE_WIN, text, sizeof text), "mate -1");
}

/* Clearing a clear engine does nothing: a large table takes as long as a quick move. */
static void first_move_is_no_later(void **state)
{
    (void)state;
    struct fixture f = set_up("belgian-daisy", NULL);
    paua_engine_free(f.engine);
    assert_int_equal(paua_engine_new(f.board, 1 << 28, NULL, &f.engine), PAUA_OK);
    const clock_t before = clock();
    search(&f, (paua_limits){.size = sizeof(paua_limits), .depth = 1}, NULL);
    const clock_t searched = clock();
    paua_engine_clear(f.engine);
    const clock_t cleared = clock();
    assert_true(searched - before < (cleared - searched) / 2);
    tear_down(&f);
}

/* Parameters have distinct names and values in their ranges; setting one changes the search, and
 * setting it back restores it. */
static void parameters(void **state)
{
    (void)state;
    struct fixture f = set_up("belgian-daisy", NULL);
    const paua_parameter *parameter;
    paua_search_info usual, changed, again;
    for (int i = 0; (parameter = paua_parameter_at(i)); i++) {
        assert_true(parameter->least <= parameter->value && parameter->value <= parameter->most);
        assert_ptr_equal(paua_parameter_find(parameter->name), parameter);
        assert_int_equal(paua_engine_set_parameter(f.engine, parameter->name, parameter->most),
                         PAUA_OK);
        assert_int_equal(paua_engine_set_parameter(f.engine, parameter->name, parameter->most + 1),
                         PAUA_ERROR_BAD_ARGUMENT);
        assert_int_equal(paua_engine_set_parameter(f.engine, parameter->name, parameter->value),
                         PAUA_OK);
    }
    assert_null(paua_parameter_at(-1));
    assert_null(paua_parameter_at(paua_parameter_count()));
    assert_null(paua_parameter_find("lmr"));
    assert_int_equal(paua_engine_set_parameter(f.engine, "lmr", 1), PAUA_ERROR_NOT_FOUND);
    search(&f, (paua_limits){.size = sizeof(paua_limits), .depth = 7}, &usual);
    assert_int_equal(paua_engine_set_parameter(f.engine, "lmr_base", 0), PAUA_OK);
    search(&f, (paua_limits){.size = sizeof(paua_limits), .depth = 7}, &changed);
    assert_int_equal(
        paua_engine_set_parameter(f.engine, "lmr_base", paua_parameter_find("lmr_base")->value),
        PAUA_OK);
    search(&f, (paua_limits){.size = sizeof(paua_limits), .depth = 7}, &again);
    assert_int_not_equal(usual.nodes, changed.nodes);
    assert_int_equal(usual.nodes, again.nodes);
    tear_down(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forced_wins),
        cmocka_unit_test(solved_boards),
        cmocka_unit_test(exact_scores),
        cmocka_unit_test(reproducible),
        cmocka_unit_test(clear_engines_are_new),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(bad_arguments),
        cmocka_unit_test(parameters),
        cmocka_unit_test(finished_game_has_no_move),
        cmocka_unit_test(every_level_plays),
        cmocka_unit_test(levels_draw_from_the_seed),
        cmocka_unit_test(levels_do_not_depend_on_the_past),
        cmocka_unit_test(levels_overlook_and_judge_soundly),
        cmocka_unit_test(higher_levels_win),
        cmocka_unit_test(several_lines),
        cmocka_unit_test(stuck_sides_lose_in_every_line),
        cmocka_unit_test(stuck_sides_lose_by_every_method),
        cmocka_unit_test(ko_leaves_sides_stuck),
        cmocka_unit_test(several_threads),
        cmocka_unit_test(plans),
        cmocka_unit_test(one_move_needs_no_plan),
        cmocka_unit_test(stopped_searches_keep_the_best_line),
        cmocka_unit_test(stopping),
        cmocka_unit_test(first_move_is_no_later),
        cmocka_unit_test(no_needless_repetition),
        cmocka_unit_test(wins_beyond_the_limit_are_none),
        cmocka_unit_test(scores_before_the_end_are_those_of_ends),
        cmocka_unit_test(contempt),
        cmocka_unit_test(contempt_of_the_other_side),
        cmocka_unit_test(repetitions_draw_after_the_turn_of_nearness),
        cmocka_unit_test(scores_as_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
