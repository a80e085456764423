/* iterative_deepening.c - iterative deepening with aspiration windows, several principal variations
 * (multipv), and the decision whether one more depth is worth its time. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "search/limit.h"
#include "search/search.h"
#include "search/tb.h"

/* Aspiration windows: from this depth on, widened by this factor. */
enum { ASPIRATION_DEPTH = 4, ASPIRATION_FACTOR = 4 };

/* Time: no new depth is begun once this share of plan_ms has passed; a new best move or a fallen
 * score adds to it. */
enum { STABLE_PERCENT = 45, NEW_MOVE_PERCENT = 40, FALL_PERCENT = 40 };

enum { FALL = 100 /* a score that drops by more than this counts as fallen */ };

/* Copies the principal variation of the root. */
static void copy_line(const struct worker *worker, int score, struct root_line *line)
{
    int length = worker->pv_length[0];
    line->score = score;
    line->seldepth = worker->seldepth;
    line->count = length < PAUA_DEPTH_MAX ? length : PAUA_DEPTH_MAX;
    memcpy(line->moves, worker->pv[0], (size_t)line->count * sizeof *line->moves);
}

/* Inserts the root's line among those already found at this depth, best first: a later one may
 * score higher. */
static void insert_line(struct worker *worker, int score)
{
    int at = worker->excluded_count++;
    worker->excluded[at] = worker->pv[0][0];
    for (; at > 0 && worker->lines[at - 1].score < score; at--)
        worker->lines[at] = worker->lines[at - 1];
    copy_line(worker, score, &worker->lines[at]);
}

/* Fills in the report on line `number` (from 1) of a completed depth. */
static void fill_info(const struct worker *worker, int depth, int number, paua_search_info *info)
{
    const struct root_line *line = &worker->lines[number - 1];
    *info = (paua_search_info){
        .depth = depth,
        .multipv = number,
        .seldepth = line->seldepth,
        .score = line->score,
        .nodes = search_total_nodes(worker),
        .time_ms = clock_now_ms() - worker->started_ms,
        .hashfull = tt_hashfull(worker->tt),
        .tb_hits = worker->tb_hits,
        .pv_count = line->count,
        .pv = line->moves,
    };
}

/* Alpha-beta from the root in an aspiration window around the expected score, widened on the side
 * where it failed. */
static int search_aspiration(struct worker *worker, int depth, int expected)
{
    bool narrow = depth >= ASPIRATION_DEPTH && abs(expected) < PAUA_SCORE_FORCED;
    int width = worker->parameters->aspiration_window;
    int alpha = narrow ? expected - width : -SEARCH_INFINITE;
    int beta = narrow ? expected + width : SEARCH_INFINITE;
    for (;;) {
        int score = search_node(worker, 0, depth, alpha, beta);
        if (worker->stopped || (score > alpha && score < beta))
            return score;
        width *= ASPIRATION_FACTOR;
        if (score <= alpha)
            alpha = width < SEARCH_INFINITE / 4 ? expected - width : -SEARCH_INFINITE;
        else
            beta = width < SEARCH_INFINITE / 4 ? expected + width : SEARCH_INFINITE;
    }
}

/* The score of the root to this depth, by the method of the search. */
static int search_root(struct worker *worker, int depth, int expected)
{
    if (worker->method == PAUA_METHOD_PLAIN)
        return plain_root(worker, depth);
    if (worker->method == PAUA_METHOD_MCTS)
        return mcts_root(worker, depth);
    if (!search_is_alpha_beta(worker))
        return multiplayer_root(worker, depth);
    return search_aspiration(worker, depth, expected);
}

/* One depth: searches as many lines as asked for. False when it was stopped before the last was
 * complete. */
static bool search_depth(struct worker *worker, int depth, int lines, int *expected)
{
    worker->excluded_count = 0;
    worker->root_depth = depth;
    for (int i = 0; i < lines; i++) {
        worker->seldepth = 0;
        int score = search_root(worker, depth, expected[i]);
        if (worker->stopped)
            return false;
        if (worker->tb_decided && abs(score) >= PAUA_SCORE_FORCED)
            tb_extend_pv(worker); /* a draw may be one by the rules, and the game over */
        insert_line(worker, score);
        expected[i] = score;
    }
    return true;
}

/* How stable best move and score have been over the last depths. */
struct stability {
    paua_move best;
    int score;
    int changes; /* in sixteenths: 16 for each new best move, halved with each depth */
    bool fell;
};

/* Takes in the best line of one more completed depth. */
static void update_stability(struct stability *stability, const struct root_line *line)
{
    bool first = stability->best == PAUA_NO_MOVE;
    stability->changes /= 2;
    if (!first && line->moves[0] != stability->best)
        stability->changes += 16;
    stability->fell = !first && line->score < stability->score - FALL;
    stability->best = line->moves[0];
    stability->score = line->score;
}

/* Whether one more depth would take longer than this move is worth. */
static bool is_time_used(const struct worker *worker, const struct stability *stability)
{
    int64_t plan_ms = worker->limits.plan_ms;
    if (!plan_ms)
        return false;
    int64_t percent = STABLE_PERCENT + NEW_MOVE_PERCENT * stability->changes / 16;
    if (stability->fell)
        percent += FALL_PERCENT;
    return clock_now_ms() - worker->started_ms >= plan_ms * percent / 100;
}

/* Calls back with each line of a completed depth, best first. */
static void report_lines(const struct worker *worker, int depth, int lines,
                         paua_search_callback each, void *context)
{
    for (int i = 1; i <= lines && each; i++) {
        paua_search_info info;
        fill_info(worker, depth, i, &info);
        each(&info, context);
    }
}

paua_move iterative_deepening(struct worker *worker, paua_search_info *best,
                              paua_search_callback each, void *context)
{
    int expected[PAUA_MOVES_MAX] = {0};
    struct root_line first = {0};
    struct stability stability = {0};
    paua_move_list legal;
    paua_game_generate(worker->game, &legal);
    assert(worker->excluded_count == 0);
    int lines = worker->limits.multipv > 1 && !worker->limits.only ? worker->limits.multipv : 1;
    int limit = worker->limits.depth ? worker->limits.depth : PAUA_DEPTH_MAX;
    if (lines > legal.count)
        lines = legal.count;
    for (int depth = 1; depth <= limit; depth++) {
        if (!search_depth(worker, depth, lines, expected)) {
            /* A best move of the unfinished depth is better than the last one's, which was searched
             * first in it. Plain alpha-beta has no such order. */
            if (worker->excluded_count == 0 && first.count && worker->pv_length[0] > 0 &&
                worker->method != PAUA_METHOD_PLAIN)
                copy_line(worker, first.score, &first);
            break;
        }
        fill_info(worker, depth, 1, best);
        first = worker->lines[0];
        report_lines(worker, depth, lines, each, context);
        worker->can_stop = true;
        if (worker->tb_decided)
            break; /* the tablebase knows every move */
        if (lines == 1 && PAUA_SCORE_WIN - abs(best->score) <= depth)
            break; /* a forced win within this depth cannot become shorter */
        if (search_is_alpha_beta(worker) && limit_is_near(worker, depth) &&
            limit_end_within(worker, depth))
            break; /* every line has been searched to its end */
        update_stability(&stability, &first);
        if (worker->limits.plan_ms && (legal.count == 1 || is_time_used(worker, &stability)))
            break;
    }
    best->pv_count = worker->pv_length[0] = first.count;
    memcpy(worker->pv[0], first.moves, (size_t)first.count * sizeof *first.moves);
    best->pv = worker->pv[0];
    return first.count ? first.moves[0] : PAUA_NO_MOVE;
}
