/* engine.c - an engine: its workers (one per thread), the transposition table and evaluation they
 * share, and one search from limits to best move. The threads search the same position by iterative
 * deepening; only worker 0's limits count. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/options.h"
#include "base/pool.h"
#include "board/shape.h"
#include "search/expectation.h"
#include "search/level.h"
#include "search/limit.h"
#include "search/order.h"
#include "search/search.h"
#include "search/tb.h"

enum { TT_BYTES_MIN = 65536 };

#define KEY_CONTEMPT UINT64_C(0x8f3c1d6be5a72490)

struct paua_engine {
    const paua_board *board; /* borrowed */
    struct eval eval;
    struct search_parameters parameters;
    struct tt tt;
    struct worker **workers;   /* owned, as they are; worker 0 is the main one */
    struct pool *pool;         /* owned; of `threads` threads or fewer */
    const paua_table **tables; /* owned; the tables are borrowed */
    int threads, table_count;
    /* What the last search was about: what workers and TT remember holds for these alone. */
    paua_rules rules;
    int method, contempt;
    bool clear;                    /* nothing is remembered */
    atomic_bool stop;              /* for worker 0, from outside */
    atomic_bool stop_helpers;      /* for the other workers, from worker 0 */
    _Atomic uint64_t helper_nodes; /* nodes of the other workers, in thousands */
};

/* How much nearer to the centre each move brings its marbles, all together. */
static void fill_centre_gain(struct worker *worker)
{
    const paua_board *board = worker->board;
    for (int i = 0; i < SEARCH_MOVE_KEYS; i++) {
        paua_set from = board->delta[i].cells ? paua_move_from(board, (paua_move)i) : 0;
        paua_set to = board->delta[i].cells ? paua_move_to(board, (paua_move)i) : 0;
        while (from)
            worker->centre_gain[i] += paua_board_eccentricity(board, bits_take(&from));
        while (to)
            worker->centre_gain[i] -= paua_board_eccentricity(board, bits_take(&to));
    }
}

/* Late move reductions grow with the logarithms of depth and move number. */
static void fill_lmr(struct worker *worker)
{
    const struct search_parameters *parameters = worker->parameters;
    for (int depth = 1; depth < SEARCH_LMR_MAX; depth++)
        for (int tried = 1; tried < SEARCH_LMR_MAX; tried++)
            worker->lmr[depth][tried] =
                (uint8_t)(parameters->lmr_base / 100.0 +
                          log(depth) * log(tried) * 100.0 / parameters->lmr_divisor);
}

/* Fills in what depends on the parameters. */
static void fill_weights(struct worker *worker)
{
    fill_lmr(worker);
    limit_fill_weights(worker);
}

static void worker_free(struct worker *worker)
{
    if (!worker)
        return;
    accumulator_stack_free(worker->accumulators);
    tb_free(worker->tablebases, worker->tablebase_count);
    free(worker);
}

/* Empties what a worker remembers from search to search. */
static void worker_clear(struct worker *worker)
{
    memset(&worker->history, 0, sizeof worker->history);
    accumulator_stack_clear(worker->accumulators);
}

/* A worker with the engine's tables; NULL without memory. */
static struct worker *worker_new(paua_engine *engine, int id)
{
    struct worker *worker = calloc(1, sizeof *worker);
    if (!worker)
        return NULL;
    worker->id = id;
    worker->board = engine->board;
    worker->eval = &engine->eval;
    worker->tt = &engine->tt;
    worker->parameters = &engine->parameters;
    worker->stop = id == 0 ? &engine->stop : &engine->stop_helpers;
    worker->helper_nodes = &engine->helper_nodes;
    fill_centre_gain(worker);
    fill_weights(worker);
    worker->accumulators = accumulator_stack_new(SEARCH_PLIES + 1);
    if (worker->accumulators &&
        tb_use_tables(worker, engine->tables, engine->table_count) == PAUA_OK) {
        worker_clear(worker); /* faults its pages in now, and not while a clock runs */
        return worker;
    }
    worker_free(worker);
    return NULL;
}

/* Frees the workers from `first` on, and the array. */
static void workers_free(struct worker **workers, int first, int count)
{
    for (int i = first; i < count && workers; i++)
        worker_free(workers[i]);
    free(workers);
}

/* An array of `main` (borrowed) and new workers that start from its history; NULL without
 * memory. */
static struct worker **workers_new(paua_engine *engine, struct worker *main, int count)
{
    struct worker **workers = calloc((size_t)count, sizeof(struct worker *));
    if (!workers)
        return NULL;
    workers[0] = main;
    for (int i = 1; i < count; i++) {
        workers[i] = worker_new(engine, i);
        if (!workers[i]) {
            workers_free(workers, 1, i);
            return NULL;
        }
        workers[i]->history = main->history;
    }
    return workers;
}

/* Replaces workers and threads: `main` becomes worker 0. PAUA_ERROR_NO_MEMORY: nothing has
 * changed. */
static paua_status set_workers(paua_engine *engine, struct worker *main, int threads)
{
    struct worker **workers = workers_new(engine, main, threads);
    struct pool *pool = workers ? pool_new(threads) : NULL;
    if (!pool) {
        workers_free(workers, 1, threads);
        return PAUA_ERROR_NO_MEMORY;
    }
    pool_free(engine->pool);
    if (engine->threads && engine->workers[0] != main)
        worker_free(engine->workers[0]);
    workers_free(engine->workers, 1, engine->threads);
    engine->workers = workers;
    engine->pool = pool;
    engine->threads = threads;
    return PAUA_OK;
}

paua_status paua_engine_new(const paua_board *board, size_t tt_bytes, const char *eval,
                            paua_engine **out)
{
    paua_engine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return PAUA_ERROR_NO_MEMORY;
    engine->board = board;
    engine->clear = true;
    parameters_reset(&engine->parameters);
    atomic_init(&engine->stop, false);
    atomic_init(&engine->stop_helpers, false);
    atomic_init(&engine->helper_nodes, 0);
    paua_status status = eval_prepare(board, eval, &engine->eval);
    if (status != PAUA_OK)
        goto fail;
    status = PAUA_ERROR_NO_MEMORY;
    if (!tt_create(&engine->tt, tt_bytes > TT_BYTES_MIN ? tt_bytes : TT_BYTES_MIN))
        goto fail;
    struct worker *main = worker_new(engine, 0);
    if (!main)
        goto fail;
    status = set_workers(engine, main, 1);
    if (status != PAUA_OK) {
        worker_free(main);
        goto fail;
    }
    *out = engine;
    return PAUA_OK;

fail:
    paua_engine_free(engine);
    return status;
}

void paua_engine_free(paua_engine *engine)
{
    if (!engine)
        return;
    pool_free(engine->pool);
    workers_free(engine->workers, 0, engine->threads);
    tt_destroy(&engine->tt);
    free(engine->tables);
    free(engine);
}

paua_status paua_engine_use_threads(paua_engine *engine, int threads)
{
    if (threads < 1 || threads > PAUA_THREADS_MAX)
        return PAUA_ERROR_BAD_ARGUMENT;
    return set_workers(engine, engine->workers[0], threads);
}

paua_status paua_engine_use_tables(paua_engine *engine, const paua_table *const *tables, int count)
{
    const paua_table **old = engine->tables;
    int old_count = engine->table_count;
    const paua_table **copy = calloc((size_t)count + 1, sizeof(const paua_table *));
    if (!copy)
        return PAUA_ERROR_NO_MEMORY;
    for (int i = 0; i < count; i++)
        copy[i] = tables[i];
    engine->tables = copy;
    engine->table_count = count;
    struct worker *main = worker_new(engine, 0);
    if (!main || set_workers(engine, main, engine->threads) != PAUA_OK) {
        worker_free(main);
        free(copy);
        engine->tables = old;
        engine->table_count = old_count;
        return PAUA_ERROR_NO_MEMORY;
    }
    free(old);
    paua_engine_clear(engine);
    return PAUA_OK;
}

void paua_engine_clear(paua_engine *engine)
{
    if (engine->clear) /* clearing a large table can take longer than a move */
        return;
    tt_clear(&engine->tt);
    for (int i = 0; i < engine->threads; i++)
        worker_clear(engine->workers[i]);
    engine->clear = true;
}

paua_status paua_engine_use_net(paua_engine *engine, const paua_net *net)
{
    paua_status status = eval_use_net(&engine->eval, net);
    if (status == PAUA_OK)
        paua_engine_clear(engine);
    return status;
}

paua_status paua_engine_set_parameter(paua_engine *engine, const char *name, int value)
{
    if (!paua_parameter_find(name))
        return PAUA_ERROR_NOT_FOUND;
    if (!parameters_set(&engine->parameters, name, value))
        return PAUA_ERROR_BAD_ARGUMENT;
    for (int i = 0; i < engine->threads; i++)
        fill_weights(engine->workers[i]);
    paua_engine_clear(engine);
    return PAUA_OK;
}

void paua_engine_stop(paua_engine *engine)
{
    atomic_store(&engine->stop, true);
}

void paua_engine_resume(paua_engine *engine)
{
    atomic_store(&engine->stop, false);
}

atomic_bool *engine_stop_flag(paua_engine *engine)
{
    return &engine->stop;
}

void engine_player_scores(const paua_engine *engine, const paua_position *position,
                          int scores[PAUA_PLAYERS_MAX])
{
    eval_players(&engine->eval, position, scores);
}

const char *paua_method_name(int method)
{
    static const char *const names[PAUA_METHOD_COUNT] = {
        "default", "full-width", "best-reply", "max-n", "plain", "random", "paranoid", "mcts"};
    return method >= 0 && method < PAUA_METHOD_COUNT ? names[method] : NULL;
}

const char *paua_order_name(int order)
{
    static const char *const names[PAUA_ORDER_COUNT] = {"rules",
                                                        "cells",
                                                        "directions",
                                                        "in-line cells",
                                                        "in-line directions",
                                                        "marbles cells",
                                                        "marbles directions"};
    return order >= 0 && order < PAUA_ORDER_COUNT ? names[order] : NULL;
}

/* Where a method for two is asked for, three and more players are searched by best-reply search; by
 * default two teams, or the last two players, are searched by paranoid search, which is minimax
 * there. */
static paua_method method_for(const paua_position *position, int method)
{
    if (position->players == PAUA_SIDES || method == PAUA_METHOD_MAX_N ||
        method == PAUA_METHOD_RANDOM || method == PAUA_METHOD_PARANOID)
        return (paua_method)method;
    if (method == PAUA_METHOD_DEFAULT && expectation_parties(position) == PAUA_SIDES)
        return PAUA_METHOD_PARANOID;
    return PAUA_METHOD_BEST_REPLY;
}

/* Puts a worker at the root. */
static void worker_set_up(struct worker *worker, const paua_game *game, const paua_limits *limits)
{
    worker->game = game;
    worker->rules = *paua_game_rules(game);
    worker->position = *paua_game_position(game);
    worker->method = method_for(&worker->position, limits->method);
    worker->kernel = search_is_for_two(worker) ? kernel_for(worker->board, &worker->position)
                                               : kernel_special_for(worker->board);
    worker->limits = *limits;
    level_limit(&worker->limits);
    worker->started_ms = clock_now_ms();
    worker->nodes = 0;
    worker->seldepth = 0;
    worker->can_stop = worker->stopped = false;
    worker->root_side = worker->position.to_move;
    worker->contempt_key = limits->contempt && worker->root_side != PAUA_BLACK ? KEY_CONTEMPT : 0;
    worker->excluded_count = 0;
    level_set_up(worker);
    tb_set_up(worker);
    limit_set_up(worker);
    memset(worker->singular, 0, sizeof worker->singular);
    memset(worker->killers, 0, sizeof worker->killers);
    memset(worker->moves, 0, sizeof worker->moves);
}

/* A helper's search, without limits until it is stopped: what it finds reaches worker 0 through the
 * TT. */
static void run_helper(int id, void *context)
{
    const paua_engine *engine = context;
    struct worker *worker = engine->workers[id];
    paua_search_info info;
    order_age_history(&worker->history);
    iterative_deepening(worker, &info, NULL, NULL);
}

/* Puts the helpers at the root and starts their threads. */
static void start_helpers(paua_engine *engine, const paua_game *game, const paua_limits *limits)
{
    const paua_limits unlimited = {.size = sizeof(paua_limits),
                                   .method = limits->method,
                                   .level = limits->level,
                                   .contempt = limits->contempt,
                                   .only = limits->only};
    atomic_store(&engine->stop_helpers, false);
    for (int i = 1; i < engine->threads; i++) {
        struct worker *worker = engine->workers[i];
        worker_set_up(worker, game, &unlimited);
        worker->limits = unlimited; /* not the level's */
        worker->can_stop = true;
    }
    pool_start(engine->pool, run_helper, engine);
}

/* Stops the helpers and waits for their threads. */
static void stop_helpers(paua_engine *engine)
{
    atomic_store(&engine->stop_helpers, true);
    pool_wait(engine->pool, -1);
}

static bool are_limits_valid(const paua_limits *limits)
{
    return OPTIONS_SIZED(limits) && limits->depth >= 0 && limits->depth <= PAUA_DEPTH_MAX &&
           limits->time_ms >= 0 && limits->plan_ms >= 0 && limits->level >= 0 &&
           limits->level <= PAUA_LEVELS && limits->multipv >= 0 && limits->contempt >= 0 &&
           limits->contempt <= PAUA_CONTEMPT_MAX && limits->method >= 0 &&
           limits->method < PAUA_METHOD_COUNT && limits->order >= 0 &&
           limits->order < PAUA_ORDER_COUNT;
}

/* Forgets what the engine has learned where rules, method or contempt differ from those of the last
 * search. */
static void prepare_for(paua_engine *engine, const paua_rules *rules, const paua_limits *limits)
{
    if (!paua_rules_same(&engine->rules, rules) || engine->method != limits->method ||
        engine->contempt != limits->contempt) {
        paua_engine_clear(engine);
        engine->rules = *rules;
        engine->method = limits->method;
        engine->contempt = limits->contempt;
        engine->eval.win = rules->win;
    }
    engine->clear = false;
    tt_new_search(&engine->tt);
    atomic_store(&engine->helper_nodes, 0);
}

/* Iterative deepening, with the helpers where the method has any use for them. */
static paua_move search_with_helpers(paua_engine *engine, const paua_game *game,
                                     const paua_limits *limits, paua_search_info *info,
                                     paua_search_callback callback, void *context)
{
    struct worker *worker = engine->workers[0];
    bool helped = engine->threads > 1 && search_is_alpha_beta(worker) && !worker->tb_decided;
    if (helped)
        start_helpers(engine, game, limits);
    paua_move best = iterative_deepening(worker, info, callback, context);
    if (helped)
        stop_helpers(engine);
    return best;
}

/* The best move of a game that is not over. */
static paua_move choose_move(paua_engine *engine, const paua_game *game, const paua_limits *limits,
                             paua_search_info *info, paua_search_callback callback, void *context)
{
    struct worker *worker = engine->workers[0];
    paua_move best;
    prepare_for(engine, paua_game_rules(game), limits);
    engine->eval.limits = limit_of_rules(paua_game_rules(game));
    engine->eval.score_range = net_limit(&engine->eval.limits, paua_game_position(game)->ply - 1);
    worker_set_up(worker, game, limits);
    order_age_history(&worker->history);
    if (worker->method == PAUA_METHOD_RANDOM)
        best = plain_choose_random(worker, info);
    else if (level_errs(limits->level))
        best = level_choose_move(worker, info);
    else
        return search_with_helpers(engine, game, limits, info, callback, context);
    if (callback)
        callback(info, context);
    return best;
}

paua_status paua_engine_search(paua_engine *engine, const paua_game *game,
                               const paua_limits *limits, paua_move *best, paua_search_info *last,
                               paua_search_callback callback, void *context)
{
    if (paua_game_board(game) != engine->board || !are_limits_valid(limits) ||
        (limits->only && !paua_game_legal(game, limits->only)))
        return PAUA_ERROR_BAD_ARGUMENT;
    paua_search_info info = {0};
    *best = PAUA_NO_MOVE;
    if (paua_game_outcome(game).result == PAUA_RESULT_ONGOING) {
        *best = choose_move(engine, game, limits, &info, callback, context);
        info.pv = engine->workers[0]->pv[0];
    }
    atomic_store(&engine->stop, false);
    if (last)
        *last = info;
    return PAUA_OK;
}

char *paua_score_format(int score, char *text, size_t cap)
{
    int plies = PAUA_SCORE_WIN - abs(score);
    if (abs(score) < PAUA_SCORE_FORCED)
        snprintf(text, cap, "cp %d", score);
    else
        snprintf(text, cap, "mate %s%d", score < 0 ? "-" : "", (plies + 1) / 2);
    return text;
}
