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

static int known(const _Atomic int32_t *counter)
{
    return atomic_load_explicit(counter, memory_order_relaxed);
}

static int known_short(const _Atomic int16_t *counter)
{
    return atomic_load_explicit(counter, memory_order_relaxed);
}

/* The row of follow[] for the move `back` + 1 plies before, or NULL. */
static const _Atomic int16_t *follow_row(const struct search *search, int ply, int back)
{
    if (ply <= back)
        return NULL;
    paua_move before = search->played[ply - 1 - back];
    return before == PAUA_NO_MOVE ? NULL
                                  : search->experience->follow[back][before & (SEARCH_STARTS - 1)];
}

void order_moves(const struct search *search, const paua_move_list *list, int ply, paua_move first,
                 int *scores)
{
    static const _Atomic int16_t nothing[SEARCH_STARTS] = {0};
    int side = search->position.to_move;
    const struct experience *experience = search->experience;
    const _Atomic int32_t *history = experience->history[side];
    const _Atomic int16_t *after = follow_row(search, ply, 0), *own = follow_row(search, ply, 1);
    paua_move counter = PAUA_NO_MOVE;
    if (after && side < PAUA_SIDES)
        counter = atomic_load_explicit(
            &experience->counters[1 - side][search->played[ply - 1] & (SEARCH_KEYS - 1)],
            memory_order_relaxed);
    after = after ? after : nothing;
    own = own ? own : nothing;
    for (int i = 0; i < list->count; i++) {
        paua_move move = list->moves[i];
        int which = move & (SEARCH_KEYS - 1), start = move & (SEARCH_STARTS - 1);
        int score = known(&history[which]) + search->centre_gain[which] * CENTRE +
                    (known_short(&after[start]) + known_short(&own[start])) * FOLLOW_WEIGHT;
        if (move == first)
            score = ORDER_FIRST;
        else if (paua_move_ejects(move))
            score += EJECTION;
        else if (paua_move_pushed(move))
            score += PUSH;
        else if (move == search->killers[ply][0] || move == search->killers[ply][1])
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

static void judge(struct search *search, int side, paua_move move, int ply, int bonus)
{
    struct experience *experience = search->experience;
    _Atomic int32_t *history = &experience->history[side][move & (SEARCH_KEYS - 1)];
    atomic_store_explicit(history, nudged(known(history), bonus, HISTORY_MAX),
                          memory_order_relaxed);
    for (int back = 0; back < SEARCH_BACK && back < ply; back++) {
        paua_move before = search->played[ply - 1 - back];
        if (before == PAUA_NO_MOVE)
            continue;
        _Atomic int16_t *follow =
            &experience->follow[back][before & (SEARCH_STARTS - 1)][move & (SEARCH_STARTS - 1)];
        atomic_store_explicit(follow, (int16_t)nudged(known_short(follow), bonus / 32, FOLLOW_MAX),
                              memory_order_relaxed);
    }
}

static void set_killer(struct search *search, paua_move move, int ply)
{
    if (search->killers[ply][0] != move) {
        search->killers[ply][1] = search->killers[ply][0];
        search->killers[ply][0] = move;
    }
}

void order_credit(struct search *search, int side, paua_move move, int ply, int depth)
{
    if (paua_move_pushed(move))
        return; /* pushes come first anyway */
    set_killer(search, move, ply);
    judge(search, side, move, ply, bonus_of(depth));
}

void order_reward(struct search *search, const paua_move *moves, int tried, int ply, int depth)
{
    paua_move move = moves[tried];
    int side = search->position.to_move;
    if (paua_move_pushed(move))
        return;
    set_killer(search, move, ply);
    if (ply > 0 && search->played[ply - 1] != PAUA_NO_MOVE)
        atomic_store_explicit(
            &search->experience->counters[1 - side][search->played[ply - 1] & (SEARCH_KEYS - 1)],
            move, memory_order_relaxed);
    if (depth == 1)
        return; /* what so little depth says of moves makes no tree smaller, and threads wait for what one writes */
    judge(search, side, move, ply, bonus_of(depth));
    for (int i = 0; i < tried; i++)
        if (!paua_move_pushed(moves[i]))
            judge(search, side, moves[i], ply, -bonus_of(depth));
}

void order_fade(struct experience *experience)
{
    enum { FADE = 8 };
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        for (int i = 0; i < SEARCH_KEYS; i++) {
            _Atomic int32_t *history = &experience->history[side][i];
            atomic_store_explicit(history, known(history) / FADE, memory_order_relaxed);
        }
}
