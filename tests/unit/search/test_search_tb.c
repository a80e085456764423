/* The search and tablebases: without them it finds the values that they hold, and with them it
 * reports those at once, where the rules of the game allow it.
 *
 *   test_search_tb [--positions N]    of the 63,258 of 2x3x3, 5 v 5, win 2, for the search without
 *   tables
 */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <paua/lab/solve.h>

#include "folder.h"

#include "base/random.h"
#include "table/index.h"

static int positions_searched = SANITIZED ? 20 : 60;

/* A tablebase, its game, and an engine that may probe it. */
struct fixture {
    paua_board *board;
    paua_table *table;
    paua_probe *probe;
    paua_engine *engine;
    paua_rules rules;
};

static struct fixture set_up(int a, int b, int c, paua_solve_options options)
{
    struct fixture f = {.board = board_of(a, b, c)};
    paua_solve *solve;
    options.threads = 1;
    assert_int_equal(paua_solve_new(f.board, &options, &solve), PAUA_OK);
    assert_int_equal(paua_solve_run(solve, NULL, NULL), PAUA_OK);
    assert_int_equal(paua_solve_write(solve, "table"), PAUA_OK);
    paua_solve_free(solve);
    assert_int_equal(paua_table_open("table", &f.table, NULL), PAUA_OK);
    unlink("table"); /* still open */
    f.probe = paua_probe_new(f.table);
    assert_non_null(f.probe);
    f.rules = paua_rules_solver(f.board);
    f.rules.win = (uint8_t)options.win;
    f.rules.stuck_loses = options.stuck_loses;
    assert_int_equal(paua_engine_new(f.board, 1 << 20, NULL, &f.engine), PAUA_OK);
    const paua_table *tables[] = {f.table};
    assert_int_equal(paua_engine_use_tables(f.engine, tables, 1), PAUA_OK);
    return f;
}

static void tear_down(struct fixture *f)
{
    paua_engine_free(f->engine);
    paua_probe_free(f->probe);
    paua_table_close(f->table);
    paua_board_free(f->board);
}

static paua_game *game_of(const struct fixture *f, const paua_position *position)
{
    paua_game *game = NULL;
    assert_int_equal(paua_game_new(f->board, &f->rules, position, &game), PAUA_OK);
    return game;
}

static paua_move search(const struct fixture *f, const paua_game *game, paua_limits limits,
                        paua_search_info *info)
{
    paua_move best = PAUA_NO_MOVE;
    assert_int_equal(paua_engine_search(f->engine, game, &limits, &best, info, NULL, NULL),
                     PAUA_OK);
    return best;
}

/* The value in the tablebase as a score; 0 for a draw. */
static int table_score(const struct fixture *f, const paua_position *position)
{
    paua_value value;
    int remoteness;
    assert_int_equal(paua_probe_position(f->probe, f->board, position, &value, &remoteness),
                     PAUA_OK);
    return value == PAUA_VALUE_DRAW  ? 0
           : value == PAUA_VALUE_WIN ? PAUA_SCORE_WIN - remoteness
                                     : remoteness - PAUA_SCORE_WIN;
}

static bool is_forced(int score)
{
    return abs(score) >= PAUA_SCORE_FORCED;
}

/* Visits every `step`-th canonical position of the top layer, Black to move. */
static void for_layer(struct fixture *f, uint64_t step,
                      void (*each)(struct fixture *, const paua_position *))
{
    const int marbles = paua_table_about(f->table)->marbles;
    struct index_board *base = malloc(sizeof *base);
    struct index_layer layer;
    uint64_t seen = 0;
    assert_non_null(base);
    assert_int_equal(index_board_init(base, f->board), PAUA_OK);
    assert_int_equal(index_layer_init(&layer, base, marbles, marbles), PAUA_OK);
    for (uint64_t slot = 0; slot < layer.slots; slot++) {
        uint32_t own = layer.representative[slot / layer.opp_sets];
        uint32_t opp = index_expand(layer.subsets[slot % layer.opp_sets], base->all ^ own);
        paua_position position;
        int order;
        if (index_slot(&layer, own, opp, &order) != slot || seen++ % step)
            continue;
        assert_int_equal(paua_position_setup(f->board, own, opp, PAUA_BLACK, &position), PAUA_OK);
        each(f, &position);
    }
    index_layer_free(&layer);
    free(base);
}

static void search_without(struct fixture *f, const paua_position *position)
{
    const int score = table_score(f, position);
    paua_game *game = game_of(f, position);
    paua_search_info info;
    search(f, game,
           (paua_limits){.size = sizeof(paua_limits),
                         .depth = score ? PAUA_SCORE_WIN - abs(score) : 8,
                         .method = PAUA_METHOD_FULL},
           &info);
    assert_int_equal(info.tb_hits, 0);
    if (score)
        assert_int_equal(info.score, score);
    else
        assert_false(is_forced(info.score));
    paua_game_free(game);
}

/* A search as deep as the remoteness finds the win or loss, and the same remoteness. */
static void searches_find_what_tables_say(void **context)
{
    struct fixture f = set_up(2, 3, 3, (paua_solve_options){.marbles = 5, .win = 2});
    (void)context;
    paua_engine_free(f.engine);
    assert_int_equal(paua_engine_new(f.board, (size_t)64 << 20, NULL, &f.engine), PAUA_OK);
    for_layer(&f, positions_searched < 63258 ? (uint64_t)(63258 / positions_searched) : 1,
              search_without);
    tear_down(&f);
}

/* Score, move and line of a search with the tablebase. */
static void search_with(struct fixture *f, const paua_position *position)
{
    const int score = table_score(f, position);
    paua_game *game = game_of(f, position);
    paua_move_list list;
    paua_search_info info;
    paua_moves_generate(f->board, position, &list);
    paua_move best = search(f, game, (paua_limits){.size = sizeof(paua_limits)}, &info);
    if (list.count == 0) { /* stuck: the game is over */
        assert_int_equal(best, PAUA_NO_MOVE);
        paua_game_free(game);
        return;
    }
    assert_int_equal(info.depth, 1);
    assert_true(info.tb_hits > 0);
    assert_int_equal(best, info.pv[0]);
    if (score) {
        assert_int_equal(info.score, score);
        assert_int_equal(info.pv_count, PAUA_SCORE_WIN - abs(score));
        for (int i = 0; i < info.pv_count; i++)
            assert_int_equal(paua_game_play(game, info.pv[i]), PAUA_OK);
        assert_int_equal(paua_game_outcome(game).result,
                         score > 0 ? PAUA_RESULT_BLACK_WINS : PAUA_RESULT_WHITE_WINS);
    } else {
        assert_false(is_forced(info.score));
        assert_int_equal(paua_game_play(game, best), PAUA_OK);
        assert_int_equal(table_score(f, paua_game_position(game)), 0);
    }
    paua_game_free(game);
}

static void searches_say_what_tables_say(void **context)
{
    static const struct {
        int sides[3], marbles, win;
        uint64_t step;
    } cases[] = {{{2, 2, 2}, 3, 2, 1}, {{2, 2, 3}, 3, 1, 1}, {{2, 3, 3}, 5, 2, 20}};
    (void)context;
    for (size_t i = 0; i < LENGTH(cases); i++)
        for (int stuck = 0; stuck < 2; stuck++) {
            const int *sides = cases[i].sides;
            struct fixture f =
                set_up(sides[0], sides[1], sides[2],
                       (paua_solve_options){
                           .marbles = cases[i].marbles, .win = cases[i].win, .stuck_loses = stuck});
            for_layer(&f, cases[i].step, search_with);
            tear_down(&f);
        }
}

/* Whether the engine probes its tablebases for the position under these rules. */
static bool asks(struct fixture *f, const paua_rules *rules, const paua_position *position,
                 paua_limits limits)
{
    paua_rules kept = f->rules;
    paua_search_info info;
    f->rules = *rules;
    paua_game *game = game_of(f, position);
    f->rules = kept;
    limits.depth = 1;
    search(f, game, limits, &info);
    paua_game_free(game);
    return info.tb_hits > 0;
}

static void tables_of_other_rules_are_not_used(void **context)
{
    struct fixture f = set_up(2, 3, 3, (paua_solve_options){.marbles = 4, .win = 2});
    paua_position here = position_of(f.board, "ww/ww1/4/1bb/bb"), other = here;
    const paua_limits plain = {.size = sizeof(paua_limits)};
    paua_rules rules = f.rules;
    (void)context;
    assert_true(asks(&f, &rules, &here, plain));
    rules = paua_rules_default(f.board); /* a win by two as well; the rest is irrelevant */
    assert_int_equal(rules.win, 2);
    assert_true(asks(&f, &rules, &here, plain));
    rules.win = 1;
    assert_false(asks(&f, &rules, &here, plain));
    rules.win = 3;
    assert_false(asks(&f, &rules, &here, plain));
    rules = f.rules;
    rules.stuck_loses = true;
    assert_false(asks(&f, &rules, &here, plain));
    rules = f.rules;
    rules.ko = true;
    assert_false(asks(&f, &rules, &here, plain));

    /* only the marbles that both still have to eject matter */
    rules = f.rules;
    rules.win = 4;
    other.ejected[PAUA_BLACK] = other.ejected[PAUA_WHITE] = 2;
    assert_int_equal(paua_position_complete(f.board, &other), PAUA_OK);
    assert_true(asks(&f, &rules, &other, plain));
    other.ejected[PAUA_WHITE] = 3;
    assert_int_equal(paua_position_complete(f.board, &other), PAUA_OK);
    assert_false(asks(&f, &rules, &other, plain));

    assert_false(asks(&f, &f.rules, &here,
                      (paua_limits){.size = sizeof(paua_limits), .method = PAUA_METHOD_MAX_N}));
    assert_false(asks(&f, &f.rules, &here, (paua_limits){.size = sizeof(paua_limits), .level = 1}));
    assert_true(asks(&f, &f.rules, &here,
                     (paua_limits){.size = sizeof(paua_limits), .level = PAUA_LEVELS}));
    other = position_of(f.board, "ww/ww1/1n2/1bb/bb");
    assert_false(asks(&f, &f.rules, &other, plain));
    other = position_of(f.board, "ww/ww1/1x2/1bb/bb");
    assert_false(asks(&f, &f.rules, &other, plain));
    other = position_of(f.board, "ww/www/4/bbb/bb");
    assert_false(asks(&f, &f.rules, &other, plain));

    assert_int_equal(paua_engine_use_tables(f.engine, NULL, 0), PAUA_OK);
    assert_false(asks(&f, &f.rules, &here, plain));
    tear_down(&f);
}

static void tables_of_other_boards_are_not_used(void **context)
{
    static const struct {
        int sides[3];
        bool used;
    } cases[] = {{{3, 3, 2}, true}, {{3, 2, 3}, true}, {{1, 4, 3}, false}, {{3, 3, 3}, false}};
    struct fixture f = set_up(2, 3, 3, (paua_solve_options){.marbles = 4, .win = 2});
    const paua_table *tables[] = {f.table};
    paua_board *board = f.board;
    (void)context;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const int *sides = cases[i].sides;
        paua_set all, own = 0, opp = 0;
        paua_position position;
        f.board = board_of(sides[0], sides[1], sides[2]);
        all = paua_board_all(f.board);
        for (int k = 0; k < 4; k++, all &= all - 1) {
            own |= all & -all;
            all &= all - 1;
            opp |= all & -all;
        }
        assert_int_equal(paua_position_setup(f.board, own, opp, PAUA_WHITE, &position), PAUA_OK);
        paua_engine_free(f.engine);
        assert_int_equal(paua_engine_new(f.board, 1 << 20, NULL, &f.engine), PAUA_OK);
        assert_int_equal(paua_engine_use_tables(f.engine, tables, 1), PAUA_OK);
        assert_int_equal(asks(&f, &f.rules, &position, (paua_limits){.size = sizeof(paua_limits)}),
                         cases[i].used);
        paua_board_free(f.board);
    }
    f.board = board;
    tear_down(&f);
}

/* A search from above the layers of the tablebase finds the same with it as without. */
static void tables_are_met_after_an_ejection(void **context)
{
    struct fixture f = set_up(2, 3, 3, (paua_solve_options){.marbles = 4, .win = 1});
    const paua_table *tables[] = {f.table};
    uint64_t state = 5, asked = 0, saved = 0;
    int forced = 0;
    (void)context;
    f.rules.win = 2;
    for (int round = 0; round < 40; round++) {
        paua_position position;
        paua_search_info with, without;
        paua_set all = paua_board_all(f.board), sets[PAUA_SIDES] = {0, 0};
        for (int i = 0; i < 9; i++) {
            paua_set cell;
            do
                cell = PAUA_SET(random_below(&state, 14));
            while (!(cell & all));
            sets[i < 4 ? PAUA_BLACK : PAUA_WHITE] |= cell;
            all &= ~cell;
        }
        assert_int_equal(
            paua_position_setup(f.board, sets[PAUA_BLACK], sets[PAUA_WHITE], PAUA_BLACK, &position),
            PAUA_OK);
        position.ejected[PAUA_WHITE] = 1;
        assert_int_equal(paua_position_complete(f.board, &position), PAUA_OK);
        paua_game *game = game_of(&f, &position);
        for (int depth = 2; depth <= 6; depth++) {
            assert_int_equal(paua_engine_use_tables(f.engine, tables, 0), PAUA_OK);
            search(&f, game,
                   (paua_limits){
                       .size = sizeof(paua_limits), .depth = depth, .method = PAUA_METHOD_FULL},
                   &without);
            assert_int_equal(paua_engine_use_tables(f.engine, tables, 1), PAUA_OK);
            search(&f, game,
                   (paua_limits){
                       .size = sizeof(paua_limits), .depth = depth, .method = PAUA_METHOD_FULL},
                   &with);
            asked += with.tb_hits;
            if (is_forced(without.score)) {
                assert_int_equal(with.score, without.score);
                forced++;
            }
            saved += is_forced(with.score) && !is_forced(without.score);
        }
        paua_game_free(game);
    }
    assert_true(forced > 20);
    assert_true(asked > 100);
    assert_true(saved > 10);
    tear_down(&f);
}

static void within_limits(struct fixture *f, const paua_position *position)
{
    const int score = table_score(f, position), remoteness = PAUA_SCORE_WIN - abs(score);
    const paua_rules plain = f->rules;
    paua_search_info info;
    if (!score || remoteness < 5 || remoteness > 9)
        return;
    for (int kind = 0; kind < 4; kind++)
        for (int room = 0; room < 2; room++) {
            paua_position here = *position;
            here.quiet = kind == 0 ? 3 : 0;
            here.ply = kind == 0 ? 1 : 7;
            if (kind == 0)
                f->rules.quiet = (uint16_t)(3 + remoteness - 1 + room);
            else if (kind < 3)
                f->rules.plies = (uint16_t)(7 + remoteness - 2 + room);
            else
                f->rules.centre_turn = (uint16_t)((7 + remoteness) / 2 - 1 + room);
            f->rules.score_decides = kind == 2;
            paua_game *game = game_of(f, &here);
            search(f, game, (paua_limits){.size = sizeof(paua_limits), .depth = remoteness}, &info);
            if (room)
                assert_int_equal(info.score, score);
            else if (kind < 3) /* then a draw, since nobody has ejected before */
                assert_false(is_forced(info.score));
            else
                assert_int_not_equal(info.score, score);
            assert_true(info.tb_hits > 0);
            paua_game_free(game);
            f->rules = plain;
        }
}

/* One ply at the limit of plies decides whether a win is reported. */
static void limits_of_plies_come_first(void **context)
{
    struct fixture f = set_up(2, 2, 3, (paua_solve_options){.marbles = 3, .win = 1});
    (void)context;
    for_layer(&f, 23, within_limits);
    tear_down(&f);
}

/* The value of the root says nothing of one move alone, which may be a mistake; and no line goes
 * beyond a limit. */
static void one_move_within_limits(struct fixture *f, const paua_position *position)
{
    const paua_rules plain = f->rules;
    paua_move_list list;
    f->rules.plies = 3;
    paua_game *game = game_of(f, position);
    paua_game_generate(game, &list);
    for (int i = 0; i < list.count; i++) {
        paua_search_info info;
        search(f, game,
               (paua_limits){.size = sizeof(paua_limits), .depth = 4, .only = list.moves[i]},
               &info);
        assert_int_equal(info.pv[0], list.moves[i]);
        assert_true(info.pv_count <= 3);
        for (int k = 0; k < info.pv_count; k++)
            assert_int_equal(paua_game_play(game, info.pv[k]), PAUA_OK);
        for (int k = 0; k < info.pv_count; k++)
            assert_int_equal(paua_game_takeback(game), PAUA_OK);
        assert_true(info.score == 0 || PAUA_SCORE_WIN - abs(info.score) <= 3);
    }
    paua_game_free(game);
    f->rules = plain;
}

static void moves_alone_have_values_of_their_own(void **context)
{
    struct fixture f = set_up(2, 2, 3, (paua_solve_options){.marbles = 3, .win = 1});
    (void)context;
    for_layer(&f, 23, one_move_within_limits);
    tear_down(&f);
}

static void drawn_in_the_end(struct fixture *f, const paua_position *position)
{
    const paua_rules plain = f->rules;
    paua_search_info info, other;
    if (table_score(f, position) || paua_moves_count(f->board, position) == 0)
        return;
    for (int kind = 0; kind < 4; kind++) {
        f->rules.plies = kind < 2 ? 2 : 0;
        f->rules.score_decides = kind == 0;
        f->rules.centre_turn = kind == 2 ? 1 : 0;
        f->rules.repetition = 3;
        paua_game *game = game_of(f, position);
        search(f, game, (paua_limits){.size = sizeof(paua_limits), .depth = 2}, &info);
        const paua_table *tables[] = {f->table};
        assert_int_equal(paua_engine_use_tables(f->engine, NULL, 0), PAUA_OK);
        search(f, game, (paua_limits){.size = sizeof(paua_limits), .depth = 2}, &other);
        assert_int_equal(paua_engine_use_tables(f->engine, tables, 1), PAUA_OK);
        if (kind == 2) /* the centre decides after two plies, whatever the tablebase says */
            assert_int_equal(info.score, other.score);
        assert_int_equal(info.depth, kind == 1 || kind == 3 ? 1 : 2);
        paua_game_free(game);
        f->rules = plain;
    }
}

/* A draw stays a draw, unless somebody wins by the rules of R14. */
static void draws_end_by_score_or_centre(void **context)
{
    struct fixture f = set_up(2, 2, 3, (paua_solve_options){.marbles = 3, .win = 1});
    (void)context;
    for_layer(&f, 1, drawn_in_the_end);
    tear_down(&f);
}

/* The engine wins in as many plies as it reported, whatever the opponent plays. */
static void wins_as_told(const struct fixture *f, paua_game *game, int plies)
{
    paua_search_info info;
    paua_move_list list;
    paua_move best = search(f, game, (paua_limits){.size = sizeof(paua_limits), .depth = 1}, &info);
    assert_true(info.score >= PAUA_SCORE_WIN - plies);
    paua_side side = (paua_side)paua_game_position(game)->to_move;
    assert_int_equal(paua_game_play(game, best), PAUA_OK);
    paua_outcome outcome = paua_game_outcome(game);
    if (outcome.result == PAUA_RESULT_ONGOING) {
        paua_game_generate(game, &list);
        for (int i = 0; i < list.count; i++) {
            assert_int_equal(paua_game_play(game, list.moves[i]), PAUA_OK);
            if (paua_game_outcome(game).result != PAUA_RESULT_ONGOING)
                fail_msg("a win in %d plies ends otherwise: %s", plies,
                         paua_reason_name(paua_game_outcome(game).reason));
            wins_as_told(f, game, plies - 2);
            assert_int_equal(paua_game_takeback(game), PAUA_OK);
        }
    } else {
        assert_int_equal(outcome.result,
                         side == PAUA_BLACK ? PAUA_RESULT_BLACK_WINS : PAUA_RESULT_WHITE_WINS);
    }
    assert_int_equal(paua_game_takeback(game), PAUA_OK);
}

static bool was_there(const paua_game *game, uint64_t key)
{
    const uint64_t *keys = paua_game_keys(game);
    for (int i = 0; i < paua_game_moves(game); i++)
        if (keys[i] == key)
            return true;
    return false;
}

/* Plays random moves for a number of plies, mostly back to earlier positions. */
static void wander(const struct fixture *f, paua_game *game, uint64_t *state, int plies)
{
    paua_move_list list;
    paua_undo undo;
    while (plies-- > 0 && paua_game_outcome(game).result == PAUA_RESULT_ONGOING) {
        paua_move move = PAUA_NO_MOVE;
        paua_game_generate(game, &list);
        for (int tries = 0; tries < 8; tries++) {
            paua_position after = *paua_game_position(game);
            paua_move tried = list.moves[random_below(state, (uint64_t)list.count)];
            if (paua_move_ejects(tried))
                continue;
            move = tried;
            paua_position_make(f->board, &after, move, &undo);
            if (was_there(game, after.key))
                break;
        }
        if (move == PAUA_NO_MOVE)
            return;
        assert_int_equal(paua_game_play(game, move), PAUA_OK);
    }
}

/* Positions have occurred before, once or as often as they may. A win that the engine reports is
 * one all the same, and it seldom fails to report it. */
static void wins_survive_repetitions(void **context)
{
    struct fixture f = set_up(2, 2, 3, (paua_solve_options){.marbles = 3, .win = 1});
    paua_position start = position_of(f.board, "2x2x3:bb/1b1/1w1/ww");
    uint64_t state = 11;
    int sure = 0, unsure = 0, again = 0;
    (void)context;
    for (int round = 0; round < 6000; round++) {
        paua_search_info info;
        f.rules.repetition = (uint8_t)(2 + round % 3);
        paua_game *game = game_of(&f, &start);
        wander(&f, game, &state, (int)random_below(&state, 40));
        const paua_position *position = paua_game_position(game);
        int score = table_score(&f, position);
        if (paua_game_outcome(game).result == PAUA_RESULT_ONGOING && score >= PAUA_SCORE_WIN - 7) {
            search(&f, game, (paua_limits){.size = sizeof(paua_limits), .depth = 1}, &info);
            if (is_forced(info.score)) {
                wins_as_told(&f, game, PAUA_SCORE_WIN - info.score);
                again += was_there(game, position->key) && info.score < PAUA_SCORE_WIN - 2;
                sure++;
            } else {
                unsure++;
            }
        }
        paua_game_free(game);
    }
    assert_true(sure > 100);
    assert_true(again > 20);
    assert_in_range(unsure, 1, sure / 5);
    tear_down(&f);
}

/* A draw by repetition is the end of its line, whatever the tablebase says of the position. */
static void lines_end_at_repetitions(void **context)
{
    struct fixture f = set_up(2, 2, 2, (paua_solve_options){.marbles = 2, .win = 1});
    paua_position start = position_of(f.board, "2x2x2:w1/1bw/1b b");
    uint64_t state = 5;
    int draws = 0;
    (void)context;
    f.rules.repetition = 2;
    for (int round = 0; round < 3000; round++) {
        paua_game *game = game_of(&f, &start);
        paua_search_info info;
        wander(&f, game, &state, (int)random_below(&state, 12));
        if (paua_game_outcome(game).result == PAUA_RESULT_ONGOING) {
            search(&f, game, (paua_limits){.size = sizeof(paua_limits)}, &info);
            draws += info.score == 0;
            for (int i = 0; i < info.pv_count; i++)
                assert_int_equal(paua_game_play(game, info.pv[i]), PAUA_OK);
        }
        paua_game_free(game);
    }
    assert_true(draws > 20);
    tear_down(&f);
}

static int remove_folder(void **context)
{
    (void)context;
    return leave_folder(NULL, 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(searches_find_what_tables_say),
        cmocka_unit_test(searches_say_what_tables_say),
        cmocka_unit_test(tables_of_other_rules_are_not_used),
        cmocka_unit_test(tables_of_other_boards_are_not_used),
        cmocka_unit_test(tables_are_met_after_an_ejection),
        cmocka_unit_test(limits_of_plies_come_first),
        cmocka_unit_test(moves_alone_have_values_of_their_own),
        cmocka_unit_test(draws_end_by_score_or_centre),
        cmocka_unit_test(wins_survive_repetitions),
        cmocka_unit_test(lines_end_at_repetitions),
    };
    if (argc == 3 && strcmp(argv[1], "--positions") == 0)
        positions_searched = atoi(argv[2]);
    return cmocka_run_group_tests(tests, enter_folder, remove_folder);
}
