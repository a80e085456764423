/* order.c - move ordering: the TT move, ejections, pushes, killer moves, the counter-move, then
 * history.
 *
 * History counts refutations by side and move (history heuristic, Schaeffer 1989); continuation
 * history counts them by the move one and two plies before. A bonus moves an entry towards its
 * bound by a share of the distance left, as in Stockfish. Among moves without a history those that
 * go to the centre come first. */
#include "search/order.h"

#include <assert.h>
#include <stdlib.h>

enum {
    TT_MOVE = 1 << 30,
    EJECTION = 1 << 26,
    PUSH = 1 << 24,
    KILLER = 1 << 23,
    COUNTER = 1 << 22,
    HISTORY_MAX = 1 << 20,
    CONTINUATION_MAX = 1 << 14,
    CONTINUATION_WEIGHT = 32,
    CENTRE = 1 << 10, /* for each half step */
};

static int key_of(paua_move move)
{
    return move & (SEARCH_MOVE_KEYS - 1);
}

static int start_of(paua_move move)
{
    return move & (SEARCH_MOVE_STARTS - 1);
}

/* The row of continuation history for the move `back` + 1 plies before; zeros where there is
 * none. */
static const int16_t *continuation_row(const struct worker *worker, int ply, int back)
{
    static const int16_t zeros[SEARCH_MOVE_STARTS] = {0};
    if (ply <= back)
        return zeros;
    paua_move before = worker->moves[ply - 1 - back];
    return before == PAUA_NO_MOVE ? zeros : worker->history.continuation[back][start_of(before)];
}

void order_score_moves(const struct worker *worker, const paua_move_list *list, int ply,
                       paua_move tt_move, int *scores)
{
    int side = worker->position.to_move;
    const struct history_tables *history = &worker->history;
    const int32_t *main = history->main[side];
    const int16_t *after_reply = continuation_row(worker, ply, 0);
    const int16_t *after_own = continuation_row(worker, ply, 1);
    paua_move counter = PAUA_NO_MOVE;
    if (ply > 0 && worker->moves[ply - 1] != PAUA_NO_MOVE && side < PAUA_SIDES)
        counter = history->counter_moves[1 - side][key_of(worker->moves[ply - 1])];
    for (int i = 0; i < list->count; i++) {
        paua_move move = list->moves[i];
        int key = key_of(move), start = start_of(move);
        int score = main[key] + worker->centre_gain[key] * CENTRE +
                    (after_reply[start] + after_own[start]) * CONTINUATION_WEIGHT;
        if (move == tt_move)
            score = TT_MOVE;
        else if (paua_move_ejects(move))
            score += EJECTION;
        else if (paua_move_pushed(move))
            score += PUSH;
        else if (move == worker->killers[ply][0] || move == worker->killers[ply][1])
            score += KILLER;
        else if (move == counter)
            score += COUNTER;
        scores[i] = score;
    }
}

bool order_is_above_history(int score)
{
    return score >= COUNTER;
}

void order_select_next(paua_move_list *list, int *scores, int from)
{
    int best = from, score = scores[from];
    for (int i = from + 1; i < list->count; i++) {
        best = scores[i] > score ? i : best;
        score = scores[i] > score ? scores[i] : score;
    }
    paua_move move = list->moves[best];
    list->moves[best] = list->moves[from];
    scores[best] = scores[from];
    list->moves[from] = move;
    scores[from] = score;
}

/* An entry after a bonus, or a penalty below 0: it never leaves -limit .. limit. */
static int32_t add_bonus(int32_t entry, int bonus, int limit)
{
    if (bonus > limit)
        bonus = limit;
    if (bonus < -limit)
        bonus = -limit;
    return entry + bonus - (int32_t)((int64_t)entry * abs(bonus) / limit);
}

static int bonus_of_depth(int depth)
{
    return depth * depth * 256;
}

static void apply(struct history_tables *history, const struct verdict *verdict)
{
    int bonus =
        verdict->depth > 0 ? bonus_of_depth(verdict->depth) : -bonus_of_depth(verdict->depth);
    int32_t *entry = &history->main[verdict->side][key_of(verdict->move)];
    *entry = add_bonus(*entry, bonus, HISTORY_MAX);
    for (int back = 0; back < NEWS_BACK; back++) {
        if (verdict->before[back] == PAUA_NO_MOVE)
            continue;
        int16_t *continuation =
            &history->continuation[back][start_of(verdict->before[back])][start_of(verdict->move)];
        *continuation = (int16_t)add_bonus(*continuation, bonus / 32, CONTINUATION_MAX);
    }
}

/* The depth is negative for a move that did not refute the position. */
static void judge(struct worker *worker, int side, paua_move move, int ply, int depth)
{
    struct verdict verdict = {.move = move, .side = (uint8_t)side, .depth = (int8_t)depth};
    for (int back = 0; back < NEWS_BACK && back < ply; back++)
        verdict.before[back] = worker->moves[ply - 1 - back];
    apply(&worker->history, &verdict);
    if (worker->news)
        news_tell(&worker->news[worker->id], verdict);
}

static void set_counter_move(struct history_tables *history, int side, paua_move before,
                             paua_move move)
{
    if (before != PAUA_NO_MOVE)
        history->counter_moves[1 - side][key_of(before)] = move;
}

void order_listen(struct worker *worker)
{
    struct verdict verdict;
    for (int i = 0; i < worker->threads; i++)
        while (i != worker->id && news_next(&worker->news[i], &worker->seen[i], &verdict)) {
            apply(&worker->history, &verdict);
            if (verdict.depth > 0)
                set_counter_move(&worker->history, verdict.side, verdict.before[0], verdict.move);
        }
}

static void add_killer(struct worker *worker, paua_move move, int ply)
{
    if (worker->killers[ply][0] != move) {
        worker->killers[ply][1] = worker->killers[ply][0];
        worker->killers[ply][0] = move;
    }
}

void order_reward_move(struct worker *worker, int side, paua_move move, int ply, int depth)
{
    if (paua_move_pushed(move))
        return; /* pushes come first anyway */
    add_killer(worker, move, ply);
    judge(worker, side, move, ply, depth);
}

void order_update_history(struct worker *worker, const paua_move *moves, int tried, int ply,
                          int depth)
{
    assert(tried >= 0 && depth > 0);
    paua_move move = moves[tried];
    int side = worker->position.to_move;
    if (paua_move_pushed(move))
        return; /* pushes come first anyway */
    add_killer(worker, move, ply);
    if (ply > 0)
        set_counter_move(&worker->history, side, worker->moves[ply - 1], move);
    if (depth == 1)
        return; /* history of depth 1 makes no tree smaller */
    judge(worker, side, move, ply, depth);
    for (int i = 0; i < tried; i++)
        if (!paua_move_pushed(moves[i]))
            judge(worker, side, moves[i], ply, -depth);
}

void order_age_history(struct history_tables *history)
{
    enum { AGE_DIVISOR = 8 };
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        for (int i = 0; i < SEARCH_MOVE_KEYS; i++)
            history->main[side][i] /= AGE_DIVISOR;
}
