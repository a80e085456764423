/* engine.c - an engine: the threads that search, and what they share. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "board/shape.h"
#include "search/crew.h"
#include "search/search.h"

struct paua_engine {
    struct busy busy;        /* first, since its lines are those of the processor's cache */
    const paua_board *board; /* borrowed */
    struct eval eval;
    struct tt tt;
    struct worker *worker;     /* owned, the first thread's */
    struct worker **helpers;   /* owned, those of threads that help */
    struct crew *crew;         /* owned, these threads; NULL without */
    struct news *news;         /* owned, of all threads; NULL without them */
    const paua_table **tables; /* owned, the tables are borrowed */
    int helper_count, table_count;
    paua_rules rules;     /* of the last game searched: what is remembered holds for them alone, */
    int method, contempt; /* and for these */
    bool clear;           /* nothing is remembered */
    atomic_bool stop;     /* of the first thread, from outside */
    atomic_bool stop_helpers;      /* of the others, from the first */
    _Atomic uint64_t helper_nodes; /* nodes of the others, nearly */
};

/* How much nearer to the centre each move brings its marbles, all together. */
static void fill_centre_gain(struct worker *worker)
{
    const paua_board *board = worker->board;
    for (int i = 0; i < SEARCH_KEYS; i++) {
        paua_set from = board->delta[i].cells ? paua_move_from(board, (paua_move)i) : 0;
        paua_set to = board->delta[i].cells ? paua_move_to(board, (paua_move)i) : 0;
        while (from)
            worker->centre_gain[i] += paua_board_eccentricity(board, bits_take(&from));
        while (to)
            worker->centre_gain[i] -= paua_board_eccentricity(board, bits_take(&to));
    }
}

/* Late moves are looked at less deeply, by the product of the logarithms of depth and number. */
static void fill_reductions(struct worker *worker)
{
    for (int depth = 1; depth < 64; depth++)
        for (int tried = 1; tried < 64; tried++)
            worker->reductions[depth][tried] = (uint8_t)(0.5 + log(depth) * log(tried) / 2.0);
}

static void worker_free(struct worker *worker)
{
    if (!worker)
        return;
    accumulator_stack_free(worker->accumulators);
    tb_free(worker->tablebases, worker->tablebase_count);
    free(worker);
}

/* Empties what a thread remembers from search to search. */
static void forget(struct worker *worker)
{
    memset(&worker->experience, 0, sizeof worker->experience);
    accumulator_stack_clear(worker->accumulators);
}

static struct worker *worker_new(paua_engine *engine, atomic_bool *stop)
{
    struct worker *worker = calloc(1, sizeof *worker);
    if (!worker)
        return NULL;
    worker->board = engine->board;
    worker->eval = &engine->eval;
    worker->tt = &engine->tt;
    worker->stop = stop;
    worker->helper_nodes = &engine->helper_nodes;
    fill_centre_gain(worker);
    fill_reductions(worker);
    worker->accumulators = accumulator_stack_new(SEARCH_PLIES + 1);
    if (worker->accumulators &&
        tb_use_tables(worker, engine->tables, engine->table_count) == PAUA_OK) {
        forget(worker); /* so that the system finds its pages now, and not while a clock runs */
        return worker;
    }
    worker_free(worker);
    return NULL;
}

paua_status paua_engine_new(const paua_board *board, size_t tt_bytes, const char *eval,
                            paua_engine **out)
{
    if (tt_bytes < 65536)
        tt_bytes = 65536;
    paua_engine *engine = aligned_alloc(_Alignof(paua_engine), sizeof *engine);
    if (!engine)
        return PAUA_NO_MEMORY;
    memset(engine, 0, sizeof *engine);
    engine->board = board;
    atomic_init(&engine->stop, false);
    atomic_init(&engine->stop_helpers, false);
    atomic_init(&engine->helper_nodes, 0);
    paua_status status = eval_prepare(board, eval, &engine->eval);
    if (status == PAUA_OK && !tt_create(&engine->tt, tt_bytes))
        status = PAUA_NO_MEMORY;
    engine->clear = true;
    if (status == PAUA_OK && !(engine->worker = worker_new(engine, &engine->stop)))
        status = PAUA_NO_MEMORY;
    if (status == PAUA_OK)
        *out = engine;
    else
        paua_engine_free(engine);
    return status;
}

/* Searches without an end until it is stopped: what a thread that helps does. It searches the same position as the first
 * one, which meets what it has found in the table they share; each takes moves that no other looks into (busy.h). */
static void help(void *context)
{
    struct worker *worker = context;
    paua_search_info info;
    order_fade(&worker->experience);
    search_deepen(worker, &info, NULL, NULL);
}

static void helpers_free(struct worker **helpers, int count)
{
    for (int i = 0; i < count && helpers; i++)
        worker_free(helpers[i]);
    free(helpers);
}

/* NULL without memory. */
static struct worker **helpers_new(paua_engine *engine, int count)
{
    struct worker **helpers = calloc((size_t)count + 1, sizeof(struct worker *));
    for (int i = 0; i < count && helpers; i++) {
        helpers[i] = worker_new(engine, &engine->stop_helpers);
        if (!helpers[i]) {
            helpers_free(helpers, i);
            return NULL;
        }
        helpers[i]->id = i + 1;
        helpers[i]->experience = engine->worker->experience;
    }
    return helpers;
}

static void dismiss_helpers(paua_engine *engine)
{
    crew_free(engine->crew);
    helpers_free(engine->helpers, engine->helper_count);
    free(engine->news);
    engine->crew = NULL;
    engine->news = NULL;
}

void paua_engine_free(paua_engine *engine)
{
    if (!engine)
        return;
    dismiss_helpers(engine);
    worker_free(engine->worker);
    tt_destroy(&engine->tt);
    free(engine->tables);
    free(engine);
}

paua_status paua_engine_use_threads(paua_engine *engine, int threads)
{
    if (threads < 1 || threads > PAUA_THREADS_MAX)
        return PAUA_BAD_ARGUMENT;
    int count = threads - 1;
    struct worker **helpers = helpers_new(engine, count);
    struct news *news =
        count > 0 ? aligned_alloc(_Alignof(struct news), (size_t)threads * sizeof *news) : NULL;
    struct crew *crew = helpers && news ? crew_new(count, help, (void **)helpers) : NULL;
    if (!helpers || (count > 0 && !crew)) {
        helpers_free(helpers, count);
        free(news);
        return PAUA_NO_MEMORY;
    }
    dismiss_helpers(engine);
    engine->news = news;
    engine->helpers = helpers;
    engine->crew = crew;
    engine->helper_count = count;
    return PAUA_OK;
}

paua_status paua_engine_use_tables(paua_engine *engine, const paua_table *const *tables, int count)
{
    const paua_table **old = engine->tables;
    int old_count = engine->table_count;
    const paua_table **copy = calloc((size_t)count + 1, sizeof(const paua_table *));
    if (!copy)
        return PAUA_NO_MEMORY;
    for (int i = 0; i < count; i++)
        copy[i] = tables[i];
    engine->tables = copy;
    engine->table_count = count;
    struct worker *worker = worker_new(engine, &engine->stop);
    if (!worker || paua_engine_use_threads(engine, engine->helper_count + 1) != PAUA_OK) {
        worker_free(worker);
        free(copy);
        engine->tables = old;
        engine->table_count = old_count;
        return PAUA_NO_MEMORY;
    }
    worker_free(engine->worker);
    engine->worker = worker;
    free(old);
    paua_engine_clear(engine);
    return PAUA_OK;
}

void paua_engine_clear(paua_engine *engine)
{
    if (engine->clear) /* a large table takes longer than many a move may */
        return;
    tt_clear(&engine->tt);
    forget(engine->worker);
    for (int i = 0; i < engine->helper_count; i++)
        forget(engine->helpers[i]);
    engine->clear = true;
}

paua_status paua_engine_use_net(paua_engine *engine, const paua_net *net)
{
    paua_status status = eval_use_net(&engine->eval, net);
    if (status == PAUA_OK)
        paua_engine_clear(engine);
    return status;
}

void paua_engine_stop(paua_engine *engine)
{
    atomic_store(&engine->stop, true);
}

void paua_engine_resume(paua_engine *engine)
{
    atomic_store(&engine->stop, false);
}

const char *paua_method_name(int method)
{
    static const char *const names[PAUA_METHOD_COUNT] = {"default", "full-width", "best-reply",
                                                         "max-n",   "plain",      "random"};
    return method >= 0 && method < PAUA_METHOD_COUNT ? names[method] : NULL;
}

static void set_up(struct worker *worker, const paua_game *game, const paua_limits *limits)
{
    worker->game = game;
    worker->rules = *paua_game_rules(game);
    worker->position = *paua_game_position(game);
    worker->method = (paua_method)limits->method;
    bool two = worker->position.players == PAUA_SIDES;
    if (!two && worker->method != PAUA_METHOD_MAX_N && worker->method != PAUA_METHOD_RANDOM)
        worker->method = PAUA_METHOD_BEST_REPLY;
    bool light = search_is_for_two(worker) || worker->method == PAUA_METHOD_PLAIN;
    worker->kernel =
        light ? kernel_for(worker->board, &worker->position) : kernel_special_for(worker->board);
    worker->limits = *limits;
    level_limit(&worker->limits);
    worker->started_ms = clock_now_ms();
    worker->nodes = 0;
    worker->can_stop = worker->stopped = false;
    worker->root_side = worker->position.to_move;
    worker->excluded_count = 0;
    level_set_up(worker);
    tb_set_up(worker);
    memset(worker->killers, 0, sizeof worker->killers);
    memset(worker->played, 0, sizeof worker->played);
    memset(worker->seen, 0, sizeof worker->seen);
    worker->listens_at = 0;
}

/* Lets a thread know of the others, until the search ends. */
static void join(paua_engine *engine, struct worker *worker)
{
    worker->busy = &engine->busy;
    worker->news = engine->news;
    worker->threads = engine->helper_count + 1;
}

/* Helpers look as far as time allows; only the first thread's limits end the search. */
static void start_helpers(paua_engine *engine, const paua_game *game, const paua_limits *limits)
{
    const paua_limits open = {.method = limits->method,
                              .level = limits->level,
                              .contempt = limits->contempt,
                              .only = limits->only};
    atomic_store(&engine->stop_helpers, false);
    for (int i = 0; i <= engine->helper_count; i++)
        atomic_store(&engine->news[i].count, 0);
    join(engine, engine->worker);
    for (int i = 0; i < engine->helper_count; i++) {
        struct worker *worker = engine->helpers[i];
        set_up(worker, game, &open);
        worker->limits = open;
        join(engine, worker);
        worker->can_stop = true;
    }
    crew_start(engine->crew);
}

static void end_helpers(paua_engine *engine)
{
    atomic_store(&engine->stop_helpers, true);
    crew_wait(engine->crew);
    engine->worker->busy = NULL;
    engine->worker->news = NULL;
}

static bool are_sound(const paua_limits *limits)
{
    return limits->depth >= 0 && limits->depth <= PAUA_DEPTH_MAX && limits->time_ms >= 0 &&
           limits->plan_ms >= 0 && limits->level >= 0 && limits->level <= PAUA_LEVELS &&
           limits->multipv >= 0 && limits->contempt >= 0 && limits->contempt <= PAUA_CONTEMPT_MAX &&
           limits->method >= 0 && limits->method < PAUA_METHOD_COUNT;
}

static bool may_be_played(const paua_game *game, paua_move move)
{
    paua_move_list list;
    paua_game_generate(game, &list);
    for (int i = 0; i < list.count; i++)
        if (list.moves[i] == move)
            return true;
    return false;
}

static paua_move search_threads(paua_engine *engine, const paua_game *game,
                                const paua_limits *limits, paua_search_info *info,
                                paua_search_callback callback, void *context)
{
    struct worker *worker = engine->worker;
    bool helper_nodes =
        engine->helper_count > 0 && search_is_for_two(worker) && !worker->tb_decided;
    if (helper_nodes)
        start_helpers(engine, game, limits);
    paua_move best = search_deepen(worker, info, callback, context);
    if (helper_nodes)
        end_helpers(engine);
    return best;
}

paua_status paua_engine_search(paua_engine *engine, const paua_game *game,
                               const paua_limits *limits, paua_move *best, paua_search_info *last,
                               paua_search_callback callback, void *context)
{
    paua_search_info info = {0};
    if (paua_game_board(game) != engine->board || !are_sound(limits) ||
        (limits->only && !may_be_played(game, limits->only)))
        return PAUA_BAD_ARGUMENT;
    *best = PAUA_NO_MOVE;
    if (paua_game_outcome(game).result == PAUA_ONGOING) {
        if (!paua_rules_same(&engine->rules, paua_game_rules(game)) ||
            engine->method != limits->method || engine->contempt != limits->contempt) {
            paua_engine_clear(engine);
            engine->rules = *paua_game_rules(game);
            engine->method = limits->method;
            engine->contempt = limits->contempt;
            engine->eval.win = engine->rules.win;
        }
        engine->clear = false;
        tt_new_search(&engine->tt);
        atomic_store(&engine->helper_nodes, 0);
        set_up(engine->worker, game, limits);
        order_fade(&engine->worker->experience);
        bool chance = engine->worker->method == PAUA_METHOD_RANDOM;
        if (chance || level_errs(limits->level)) {
            *best =
                chance ? plain_draw(engine->worker, &info) : level_choose(engine->worker, &info);
            if (callback)
                callback(&info, context);
        } else {
            *best = search_threads(engine, game, limits, &info, callback, context);
        }
        info.pv = engine->worker->pv[0];
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
