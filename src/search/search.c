/* search.c - what all search methods share: limits, repetitions, the end of the game, and the
 * principal variation. */
#include "search/search.h"

#include <assert.h>

#include "base/clock.h"
#include "rules/nearness.h"

enum {
    CHECK_NODES = 1024, /* between two readings of the clock */
};

uint64_t search_total_nodes(const struct worker *worker)
{
    return worker->nodes + atomic_load_explicit(worker->helper_nodes, memory_order_relaxed);
}

/* Stops the worker at a limit or on request, but never before depth 1 is complete. */
static void check_limits(struct worker *worker)
{
    const paua_limits *limits = &worker->limits;
    if (worker->id && worker->nodes % CHECK_NODES == 0)
        atomic_fetch_add_explicit(worker->helper_nodes, CHECK_NODES, memory_order_relaxed);
    if (!worker->can_stop)
        return;
    if (atomic_load_explicit(worker->stop, memory_order_relaxed) ||
        (limits->nodes && worker->nodes >= limits->nodes) ||
        (limits->time_ms && worker->nodes % CHECK_NODES == 0 &&
         clock_now_ms() - worker->started_ms >= limits->time_ms))
        worker->stopped = true;
}

void search_enter_node(struct worker *worker, int ply, uint64_t key)
{
    assert(ply >= 0 && ply <= SEARCH_PLIES);
    worker->nodes++;
    worker->pv_length[ply] = 0;
    worker->keys[ply] = key;
    if (ply > worker->seldepth)
        worker->seldepth = ply;
    check_limits(worker);
}

bool search_is_repetition(const struct worker *worker, int ply, int step, int times)
{
    const uint64_t key = worker->position.key;
    int back = step, reach = worker->position.quiet;
    for (; back <= reach && back <= ply; back += step)
        if (worker->keys[ply - back] == key && --times == 0)
            return true;
    const uint64_t *keys = paua_game_keys(worker->game);
    int played = paua_game_moves(worker->game);
    for (; back <= reach && back - ply <= played; back += step)
        if (keys[played - (back - ply)] == key && --times == 0)
            return true;
    return false;
}

int search_draw_score(const struct worker *worker)
{
    int contempt = worker->limits.contempt;
    return worker->position.to_move == worker->root_side ? -contempt : contempt;
}

int search_stuck_score(const struct worker *worker, int ply)
{
    return worker->rules.stuck_loses ? ply - PAUA_SCORE_WIN : search_draw_score(worker);
}

bool search_breaks_ko(struct worker *worker, int ply, paua_move move)
{
    paua_position *position = &worker->position;
    const int step = position->players == PAUA_SIDES ? PAUA_SIDES : 1;
    if (!worker->rules.ko)
        return false;
    paua_undo undo;
    worker->kernel->make(worker->board, position, move, &undo);
    const bool breaks = search_is_repetition(worker, ply + 1, step, 1);
    worker->kernel->unmake(worker->board, position, move, &undo);
    return breaks;
}

bool search_is_stuck(struct worker *worker, int ply)
{
    if (!worker->rules.ko)
        return worker->kernel->count(worker->board, &worker->position) == 0;
    paua_move_list list;
    worker->kernel->generate(worker->board, &worker->position, &list);
    for (int i = 0; i < list.count; i++)
        if (!search_breaks_ko(worker, ply, list.moves[i]))
            return false;
    return true;
}

/* The value of a game that ends here with this result. */
static int result_score(const struct worker *worker, int ply, paua_result result)
{
    if (result == PAUA_RESULT_DRAW)
        return search_draw_score(worker);
    bool won = (int)result - (int)PAUA_RESULT_BLACK_WINS == worker->position.to_move;
    return won ? PAUA_SCORE_WIN - ply : ply - PAUA_SCORE_WIN;
}

/* Whether a limit on plies or on turns without an ejection has been reached (R14). */
static bool is_at_ply_limit(const struct worker *worker)
{
    const paua_position *position = &worker->position;
    const paua_rules *rules = &worker->rules;
    return (rules->quiet && position->quiet >= rules->quiet) ||
           plies_played(position, rules->plies) || nearness_due(position, nearness_turn(rules));
}

/* How many earlier occurrences make a position a draw. One, except where a tablebase covers the
 * root, or the search reaches the end of the game: then as many as the rules ask for (R13), since a
 * win may lead through a position that occurred before, and the end come before it recurs. */
static int repetitions_to_draw(const struct worker *worker, bool to_the_end)
{
    int before = worker->rules.repetition - 1;
    return (worker->tb_root || to_the_end) && before > 1 ? before : 1;
}

bool search_is_terminal(const struct worker *worker, int ply, bool to_the_end, int *score)
{
    const paua_position *position = &worker->position;
    const paua_rules *rules = &worker->rules;
    if (position->ejected[1 - position->to_move] >= rules->win || position->crowned) {
        *score = ply - PAUA_SCORE_WIN;
        return true;
    }
    if (is_at_ply_limit(worker)) {
        paua_outcome outcome = paua_position_outcome(worker->board, rules, position);
        if (outcome.result !=
            PAUA_RESULT_ONGOING) { /* nearness does not decide after an ejection */
            *score = result_score(worker, ply, outcome.result);
            return true;
        }
    }
    if (rules->repetition &&
        search_is_repetition(worker, ply, PAUA_SIDES, repetitions_to_draw(worker, to_the_end))) {
        *score = search_draw_score(worker);
        return true;
    }
    return false;
}

bool search_is_excluded(const struct worker *worker, int ply, paua_move move)
{
    if (ply > 0)
        return false;
    for (int i = 0; i < worker->excluded_count; i++)
        if (worker->excluded[i] == move)
            return true;
    return worker->limits.only && worker->limits.only != move;
}

void search_update_pv(struct worker *worker, int ply, paua_move move)
{
    paua_move *line = worker->pv[ply];
    int length = worker->pv_length[ply + 1];
    line[0] = move;
    for (int i = 0; i < length; i++)
        line[i + 1] = worker->pv[ply + 1][i];
    worker->pv_length[ply] = length + 1;
}

int search_score_to_tt(int score, int ply)
{
    if (score >= PAUA_SCORE_FORCED)
        return score + ply;
    return score <= -PAUA_SCORE_FORCED ? score - ply : score;
}

int search_score_from_tt(int score, int ply)
{
    if (score >= PAUA_SCORE_FORCED)
        return score - ply;
    return score <= -PAUA_SCORE_FORCED ? score + ply : score;
}

bool search_tt_cutoff(const struct tt_hit *hit, int score, int depth, int alpha, int beta)
{
    if (hit->depth < depth)
        return false;
    return hit->bound == TT_EXACT || (hit->bound == TT_LOWER && score >= beta) ||
           (hit->bound == TT_UPPER && score <= alpha);
}
