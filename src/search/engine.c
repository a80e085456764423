#include "search/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "board/shape.h"

/* How much nearer to the centre each move brings its marbles, all together. */
static void fill_centre_gain(paua_engine *engine)
{
    const paua_board *board = engine->board;
    for (int i = 0; i < SEARCH_KEYS; i++) {
        paua_set from = board->delta[i].cells ? paua_move_from(board, (paua_move)i) : 0;
        paua_set to = board->delta[i].cells ? paua_move_to(board, (paua_move)i) : 0;
        while (from)
            engine->centre_gain[i] += paua_board_eccentricity(board, bits_take(&from));
        while (to)
            engine->centre_gain[i] -= paua_board_eccentricity(board, bits_take(&to));
    }
}

paua_status paua_engine_new(const paua_board *board, size_t table_bytes, const char *eval,
                            paua_engine **out)
{
    if (table_bytes < 65536)
        table_bytes = 65536;
    paua_engine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return PAUA_NO_MEMORY;
    paua_status status = eval_prepare(board, eval, &engine->eval);
    if (status == PAUA_OK && !table_create(&engine->table, table_bytes))
        status = PAUA_NO_MEMORY;
    if (status != PAUA_OK) {
        free(engine);
        return status;
    }
    engine->board = board;
    atomic_init(&engine->stop, false);
    fill_centre_gain(engine);
    *out = engine;
    return PAUA_OK;
}

void paua_engine_free(paua_engine *engine)
{
    if (!engine)
        return;
    table_destroy(&engine->table);
    solved_free(engine->solved, engine->solved_count);
    free(engine);
}

void paua_engine_clear(paua_engine *engine)
{
    table_clear(&engine->table);
    memset(engine->history, 0, sizeof engine->history);
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
    static const char *const names[PAUA_METHOD_COUNT] = {"default", "best-reply", "max-n"};
    return method >= 0 && method < PAUA_METHOD_COUNT ? names[method] : NULL;
}

static void set_up(paua_engine *engine, const paua_game *game, const paua_limits *limits)
{
    if (!paua_rules_same(&engine->rules, paua_game_rules(game))) {
        paua_engine_clear(engine);
        engine->rules = *paua_game_rules(game);
    }
    engine->game = game;
    engine->position = *paua_game_position(game);
    engine->method = (paua_method)limits->method;
    if (engine->position.players > PAUA_SIDES && engine->method == PAUA_METHOD_DEFAULT)
        engine->method = PAUA_METHOD_BEST_REPLY;
    engine->kernel = engine->method == PAUA_METHOD_DEFAULT
                         ? kernel_for(engine->board, &engine->position)
                         : kernel_special_for(engine->board);
    engine->limits = *limits;
    level_limit(&engine->limits);
    engine->started_ms = clock_now_ms();
    engine->nodes = 0;
    engine->can_stop = engine->stopped = false;
    engine->root_side = engine->position.to_move;
    engine->excluded_count = 0;
    solved_set_up(engine);
    engine->table.age++;
    memset(engine->killers, 0, sizeof engine->killers);
    for (int side = 0; side < engine->position.players; side++)
        for (int i = 0; i < SEARCH_KEYS; i++)
            engine->history[side][i] /= 8; /* old experience counts, but less */
}

/* Fills info from the line that the engine has just found at the root. */
static void report(const paua_engine *engine, int depth, int multipv, int score,
                   paua_search_info *info, paua_search_callback callback, void *context)
{
    *info = (paua_search_info){
        .depth = depth,
        .multipv = multipv,
        .seldepth = engine->seldepth,
        .score = score,
        .nodes = engine->nodes,
        .time_ms = clock_now_ms() - engine->started_ms,
        .hashfull = table_fullness(&engine->table),
        .told = engine->told,
        .pv_count = engine->pv_length[0] < PAUA_DEPTH_MAX ? engine->pv_length[0] : PAUA_DEPTH_MAX,
        .pv = engine->pv[0],
    };
    if (callback)
        callback(info, context);
}

/* Deepens until a limit is reached; every line of a depth but the first excludes those before it.
 * The result is the first line of the last depth that was finished, kept in `line`. */
static paua_move deepen(paua_engine *engine, paua_search_info *best, paua_move *line,
                        paua_search_callback callback, void *context)
{
    paua_move_list legal;
    paua_game_generate(engine->game, &legal);
    int moves = legal.count;
    int lines = engine->limits.multipv > 1 ? engine->limits.multipv : 1;
    int limit = engine->limits.depth ? engine->limits.depth : PAUA_DEPTH_MAX;
    if (lines > moves)
        lines = moves;
    for (int depth = 1; depth <= limit && !engine->stopped; depth++) {
        engine->excluded_count = 0;
        for (int i = 1; i <= lines; i++) {
            paua_search_info info;
            engine->seldepth = 0;
            int score = engine->method == PAUA_METHOD_DEFAULT
                            ? search_node(engine, 0, depth, -SEARCH_INFINITE, SEARCH_INFINITE)
                            : many_root(engine, depth);
            if (engine->stopped)
                break;
            if (engine->solved_sure)
                solved_extend_pv(engine);
            report(engine, depth, i, score, &info, callback, context);
            engine->excluded[engine->excluded_count++] = engine->pv[0][0];
            if (i == 1) {
                *best = info;
                memcpy(line, engine->pv[0], (size_t)info.pv_count * sizeof *line);
            }
        }
        engine->can_stop = true;
        if (engine->solved_sure)
            break; /* all moves are told */
        /* a forced end that this depth has seen in full cannot get nearer */
        if (lines == 1 && PAUA_SCORE_WIN - abs(best->score) <= depth)
            break;
    }
    memcpy(engine->pv[0], line, (size_t)best->pv_count * sizeof *line);
    return line[0];
}

paua_status paua_engine_search(paua_engine *engine, const paua_game *game,
                               const paua_limits *limits, paua_move *best, paua_search_info *last,
                               paua_search_callback callback, void *context)
{
    paua_search_info info = {0};
    paua_move line[PAUA_DEPTH_MAX] = {PAUA_NO_MOVE};
    if (paua_game_board(game) != engine->board || limits->depth < 0 ||
        limits->depth > PAUA_DEPTH_MAX || limits->time_ms < 0 || limits->level < 0 ||
        limits->level > PAUA_LEVELS || limits->multipv < 0 || limits->method < 0 ||
        limits->method >= PAUA_METHOD_COUNT)
        return PAUA_BAD_ARGUMENT;
    *best = PAUA_NO_MOVE;
    if (paua_game_outcome(game).result == PAUA_ONGOING) {
        set_up(engine, game, limits);
        if (level_errs(limits->level)) {
            *best = level_choose(engine, &info);
            if (callback)
                callback(&info, context);
        } else {
            *best = deepen(engine, &info, line, callback, context);
        }
        info.pv = engine->pv[0];
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
