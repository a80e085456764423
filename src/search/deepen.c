/* deepen.c - searches of growing depth, each from what the one before has found. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "search/search.h"

enum {
    WINDOW_DEPTH = 4, /* from here on a score is expected near the last one */
    WINDOW = 150,     /* either way, at first */

    FALL = 100,          /* a score that falls by more asks for time, */
    PLAIN_PERCENT = 45,  /* of the plan, after which no new depth is begun, */
    CHANGE_PERCENT = 40, /* and what a new best move */
    FALL_PERCENT = 40,   /* and a fallen score add */
};

static void take_line(const struct worker *worker, int score, struct root_line *line)
{
    int length = worker->pv_length[0];
    line->score = score;
    line->seldepth = worker->seldepth;
    line->count = length < PAUA_DEPTH_MAX ? length : PAUA_DEPTH_MAX;
    memcpy(line->moves, worker->pv[0], (size_t)line->count * sizeof *line->moves);
}

/* Puts the line at the root among those already found at this depth, the best first: what has been looked at less
 * deeply may come out better after all. */
static void sort_line_in(struct worker *worker, int score)
{
    int at = worker->excluded_count++;
    worker->excluded[at] = worker->pv[0][0];
    for (; at > 0 && worker->lines[at - 1].score < score; at--)
        worker->lines[at] = worker->lines[at - 1];
    take_line(worker, score, &worker->lines[at]);
}

static void report(const struct worker *worker, int depth, int number, paua_search_info *info)
{
    const struct root_line *line = &worker->lines[number - 1];
    *info = (paua_search_info){
        .depth = depth,
        .multipv = number,
        .seldepth = line->seldepth,
        .score = line->score,
        .nodes = search_nodes(worker),
        .time_ms = clock_now_ms() - worker->started_ms,
        .hashfull = tt_hashfull(worker->tt),
        .tb_hits = worker->tb_hits,
        .pv_count = line->count,
        .pv = line->moves,
    };
}

/* The root's score to this depth, in a window around the one that is expected; where that proves too narrow it is
 * widened on the side where the score fell out. */
static int search_root(struct worker *worker, int depth, int expected)
{
    if (worker->method == PAUA_METHOD_PLAIN)
        return plain_root(worker, depth);
    if (!search_is_for_two(worker))
        return many_root(worker, depth);
    bool narrow = depth >= WINDOW_DEPTH && abs(expected) < PAUA_SCORE_FORCED;
    int width = WINDOW;
    int alpha = narrow ? expected - width : -SEARCH_INFINITE;
    int beta = narrow ? expected + width : SEARCH_INFINITE;
    for (;;) {
        int score = search_node(worker, 0, depth, alpha, beta);
        if (worker->stopped || (score > alpha && score < beta))
            return score;
        width *= 4;
        if (score <= alpha)
            alpha = width < SEARCH_INFINITE / 4 ? expected - width : -SEARCH_INFINITE;
        else
            beta = width < SEARCH_INFINITE / 4 ? expected + width : SEARCH_INFINITE;
    }
}

/* One depth: all lines that are asked for. False when it was stopped before. */
static bool search_depth(struct worker *worker, int depth, int lines, int *expected)
{
    worker->excluded_count = 0;
    for (int i = 0; i < lines; i++) {
        worker->seldepth = 0;
        int score = search_root(worker, depth, expected[i]);
        if (worker->stopped)
            return false;
        if (worker->tb_decided)
            tb_extend_pv(worker);
        sort_line_in(worker, score);
        expected[i] = score;
    }
    return true;
}

/* How sure the last depths are of the best move. */
struct calm {
    paua_move best;
    int score;
    int changes; /* in sixteenths: 16 for each new best move, and half as many from depth to depth */
    bool falls;
};

static void calm_down(struct calm *calm, const struct root_line *line)
{
    bool first = calm->best == PAUA_NO_MOVE;
    calm->changes /= 2;
    if (!first && line->moves[0] != calm->best)
        calm->changes += 16;
    calm->falls = !first && line->score < calm->score - FALL;
    calm->best = line->moves[0];
    calm->score = line->score;
}

/* Whether one more depth would take longer than the move is worth. */
static bool has_planned_enough(const struct worker *worker, const struct calm *calm)
{
    int64_t plan_ms = worker->limits.plan_ms;
    if (!plan_ms)
        return false;
    int64_t percent = PLAIN_PERCENT + CHANGE_PERCENT * calm->changes / 16;
    if (calm->falls)
        percent += FALL_PERCENT;
    return clock_now_ms() - worker->started_ms >= plan_ms * percent / 100;
}

paua_move search_deepen(struct worker *worker, paua_search_info *best, paua_search_callback each,
                        void *context)
{
    int expected[PAUA_MOVES_MAX] = {0};
    struct root_line first = {0};
    struct calm calm = {0};
    paua_move_list legal;
    paua_game_generate(worker->game, &legal);
    int lines = worker->limits.multipv > 1 && !worker->limits.only ? worker->limits.multipv : 1;
    int limit = worker->limits.depth ? worker->limits.depth : PAUA_DEPTH_MAX;
    if (lines > legal.count)
        lines = legal.count;
    for (int depth = 1; depth <= limit; depth++) {
        if (!search_depth(worker, depth, lines, expected)) {
            if (worker->excluded_count == 0 && first.count && worker->pv_length[0] > 0 &&
                worker->method != PAUA_METHOD_PLAIN) /* its order knows nothing of the last depth */
                take_line(worker, first.score, &first); /* better than what stood there before */
            break;
        }
        report(worker, depth, 1, best);
        first = worker->lines[0];
        for (int i = 1; i <= lines && each; i++) {
            paua_search_info info;
            report(worker, depth, i, &info);
            each(&info, context);
        }
        worker->can_stop = true;
        if (worker->tb_decided)
            break; /* all moves are told */
        /* a forced end that this depth has seen in full cannot get nearer */
        if (lines == 1 && PAUA_SCORE_WIN - abs(best->score) <= depth)
            break;
        calm_down(&calm, &first);
        if (worker->limits.plan_ms && (legal.count == 1 || has_planned_enough(worker, &calm)))
            break;
    }
    best->pv_count = worker->pv_length[0] = first.count;
    memcpy(worker->pv[0], first.moves, (size_t)first.count * sizeof *first.moves);
    best->pv = worker->pv[0];
    return first.count ? first.moves[0] : PAUA_NO_MOVE;
}
