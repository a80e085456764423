#include <stdlib.h>

#include "search/search.h"

enum {
    EJECTION = 1 << 26,
    PUSH = 1 << 24,
    KILLER = 1 << 23,
    COUNTER = 1 << 22,
    HISTORY_MAX = 1 << 20,
    FOLLOW_MAX = 1 << 14,
    FOLLOW_WEIGHT = 32,
    CENTRE = 1 << 10, /* for each half step */
};

/* The row of follow[] for the move `back` + 1 plies before, or NULL. */
static const int16_t *follow_row(const struct worker *worker, int ply, int back)
{
    if (ply <= back)
        return NULL;
    paua_move before = worker->played[ply - 1 - back];
    return before == PAUA_NO_MOVE ? NULL
                                  : worker->experience.follow[back][before & (SEARCH_STARTS - 1)];
}

void order_moves(const struct worker *worker, const paua_move_list *list, int ply, paua_move first,
                 int *scores)
{
    static const int16_t nothing[SEARCH_STARTS] = {0};
    int side = worker->position.to_move;
    const struct experience *experience = &worker->experience;
    const int32_t *history = experience->history[side];
    const int16_t *after = follow_row(worker, ply, 0), *own = follow_row(worker, ply, 1);
    paua_move counter = PAUA_NO_MOVE;
    if (after && side < PAUA_SIDES)
        counter = experience->counters[1 - side][worker->played[ply - 1] & (SEARCH_KEYS - 1)];
    after = after ? after : nothing;
    own = own ? own : nothing;
    for (int i = 0; i < list->count; i++) {
        paua_move move = list->moves[i];
        int which = move & (SEARCH_KEYS - 1), start = move & (SEARCH_STARTS - 1);
        int score = history[which] + worker->centre_gain[which] * CENTRE +
                    (after[start] + own[start]) * FOLLOW_WEIGHT;
        if (move == first)
            score = ORDER_FIRST;
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

bool order_is_good(int score)
{
    return score >= COUNTER;
}

void order_pick(paua_move_list *list, int *scores, int from)
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

/* Moves a counter towards +-most by a share of what is left, so that it never leaves. */
static int32_t nudged(int32_t counter, int bonus, int most)
{
    if (bonus > most)
        bonus = most;
    if (bonus < -most)
        bonus = -most;
    return counter + bonus - (int32_t)((int64_t)counter * abs(bonus) / most);
}

static int bonus_of(int depth)
{
    return depth * depth * 256;
}

static void apply(struct experience *experience, const struct verdict *verdict)
{
    int bonus = verdict->depth > 0 ? bonus_of(verdict->depth) : -bonus_of(verdict->depth);
    int32_t *history = &experience->history[verdict->side][verdict->move & (SEARCH_KEYS - 1)];
    *history = nudged(*history, bonus, HISTORY_MAX);
    for (int back = 0; back < NEWS_BACK; back++) {
        if (verdict->before[back] == PAUA_NO_MOVE)
            continue;
        int16_t *follow = &experience->follow[back][verdict->before[back] & (SEARCH_STARTS - 1)]
                                             [verdict->move & (SEARCH_STARTS - 1)];
        *follow = (int16_t)nudged(*follow, bonus / 32, FOLLOW_MAX);
    }
}

/* The depth is negative for a move that did not refute the position. */
static void judge(struct worker *worker, int side, paua_move move, int ply, int depth)
{
    struct verdict verdict = {.move = move, .side = (uint8_t)side, .depth = (int8_t)depth};
    for (int back = 0; back < NEWS_BACK && back < ply; back++)
        verdict.before[back] = worker->played[ply - 1 - back];
    apply(&worker->experience, &verdict);
    if (worker->news)
        news_tell(&worker->news[worker->id], verdict);
}

static void set_counter(struct experience *experience, int side, paua_move before, paua_move move)
{
    if (before != PAUA_NO_MOVE)
        experience->counters[1 - side][before & (SEARCH_KEYS - 1)] = move;
}

void order_listen(struct worker *worker)
{
    struct verdict verdict;
    for (int i = 0; i < worker->threads; i++)
        while (i != worker->id && news_next(&worker->news[i], &worker->seen[i], &verdict)) {
            apply(&worker->experience, &verdict);
            if (verdict.depth > 0)
                set_counter(&worker->experience, verdict.side, verdict.before[0], verdict.move);
        }
}

static void set_killer(struct worker *worker, paua_move move, int ply)
{
    if (worker->killers[ply][0] != move) {
        worker->killers[ply][1] = worker->killers[ply][0];
        worker->killers[ply][0] = move;
    }
}

void order_credit(struct worker *worker, int side, paua_move move, int ply, int depth)
{
    if (paua_move_pushed(move))
        return; /* pushes come first anyway */
    set_killer(worker, move, ply);
    judge(worker, side, move, ply, depth);
}

void order_reward(struct worker *worker, const paua_move *moves, int tried, int ply, int depth)
{
    paua_move move = moves[tried];
    int side = worker->position.to_move;
    if (paua_move_pushed(move))
        return;
    set_killer(worker, move, ply);
    if (ply > 0)
        set_counter(&worker->experience, side, worker->played[ply - 1], move);
    if (depth == 1)
        return; /* what so little depth says of moves makes no tree smaller */
    judge(worker, side, move, ply, depth);
    for (int i = 0; i < tried; i++)
        if (!paua_move_pushed(moves[i]))
            judge(worker, side, moves[i], ply, -depth);
}

void order_fade(struct experience *experience)
{
    enum { FADE = 8 };
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        for (int i = 0; i < SEARCH_KEYS; i++)
            experience->history[side][i] /= FADE;
}
