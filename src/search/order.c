/* order.c - move ordering: the TT move, ejections, pushes, killer moves, the counter-move, the
 * rest; within each group by history.
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

/* Index of the main history: the move without its effect. */
static int key_of(paua_move move)
{
    return move & (SEARCH_MOVE_KEYS - 1);
}

/* Index of continuation history: cell and direction. */
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

/* Adds a bonus, or a penalty below 0, to the history of a move and to its continuation history. */
static void add_history(struct worker *worker, int side, paua_move move, int ply, int bonus)
{
    struct history_tables *history = &worker->history;
    int32_t *entry = &history->main[side][key_of(move)];
    *entry = add_bonus(*entry, bonus, HISTORY_MAX);
    for (int back = 0; back < SEARCH_CONTINUATIONS && back < ply; back++) {
        paua_move before = worker->moves[ply - 1 - back];
        if (before == PAUA_NO_MOVE)
            continue;
        int16_t *continuation = &history->continuation[back][start_of(before)][start_of(move)];
        *continuation = (int16_t)add_bonus(*continuation, bonus / 32, CONTINUATION_MAX);
    }
}

/* Keeps the refutation of the move before. */
static void set_counter_move(struct history_tables *history, int side, paua_move before,
                             paua_move move)
{
    if (before != PAUA_NO_MOVE)
        history->counter_moves[1 - side][key_of(before)] = move;
}

/* Keeps the last two different refutations at this ply. */
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
    add_history(worker, side, move, ply, bonus_of_depth(depth));
}

void order_update_history(struct worker *worker, const paua_move *moves, int tried, int ply,
                          int depth)
{
    assert(tried >= 0 && depth > 0);
    paua_move move = moves[tried];
    int side = worker->position.to_move;
    if (!paua_move_pushed(move)) { /* pushes come before killers and counter-moves anyway */
        add_killer(worker, move, ply);
        if (ply > 0)
            set_counter_move(&worker->history, side, worker->moves[ply - 1], move);
    }
    if (depth == 1)
        return; /* history of depth 1 makes no tree smaller */
    add_history(worker, side, move, ply, bonus_of_depth(depth));
    for (int i = 0; i < tried; i++)
        add_history(worker, side, moves[i], ply, -bonus_of_depth(depth));
}

void order_age_history(struct history_tables *history)
{
    enum { AGE_DIVISOR = 8 };
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        for (int i = 0; i < SEARCH_MOVE_KEYS; i++)
            history->main[side][i] /= AGE_DIVISOR;
}
