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
static const int16_t *follow_row(const struct search *search, int ply, int back)
{
    if (ply <= back)
        return NULL;
    paua_move before = search->played[ply - 1 - back];
    return before == PAUA_NO_MOVE ? NULL
                                  : search->experience.follow[back][before & (SEARCH_STARTS - 1)];
}

void order_moves(const struct search *search, const paua_move_list *list, int ply, paua_move first,
                 int *scores)
{
    static const int16_t nothing[SEARCH_STARTS] = {0};
    int side = search->position.to_move;
    const struct experience *experience = &search->experience;
    const int32_t *history = experience->history[side];
    const int16_t *after = follow_row(search, ply, 0), *own = follow_row(search, ply, 1);
    paua_move counter = PAUA_NO_MOVE;
    if (after && side < PAUA_SIDES)
        counter = experience->counters[1 - side][search->played[ply - 1] & (SEARCH_KEYS - 1)];
    after = after ? after : nothing;
    own = own ? own : nothing;
    for (int i = 0; i < list->count; i++) {
        paua_move move = list->moves[i];
        int which = move & (SEARCH_KEYS - 1), start = move & (SEARCH_STARTS - 1);
        int score = history[which] + search->centre_gain[which] * CENTRE +
                    (after[start] + own[start]) * FOLLOW_WEIGHT;
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
static void judge(struct search *search, int side, paua_move move, int ply, int depth)
{
    struct verdict verdict = {.move = move, .side = (uint8_t)side, .depth = (int8_t)depth};
    for (int back = 0; back < NEWS_BACK && back < ply; back++)
        verdict.before[back] = search->played[ply - 1 - back];
    apply(&search->experience, &verdict);
    if (search->news)
        news_tell(&search->news[search->helps], verdict);
}

static void set_counter(struct experience *experience, int side, paua_move before, paua_move move)
{
    if (before != PAUA_NO_MOVE)
        experience->counters[1 - side][before & (SEARCH_KEYS - 1)] = move;
}

void order_listen(struct search *search)
{
    struct verdict verdict;
    for (int i = 0; i < search->threads; i++)
        while (i != search->helps && news_next(&search->news[i], &search->seen[i], &verdict)) {
            apply(&search->experience, &verdict);
            if (verdict.depth > 0)
                set_counter(&search->experience, verdict.side, verdict.before[0], verdict.move);
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
    judge(search, side, move, ply, depth);
}

void order_reward(struct search *search, const paua_move *moves, int tried, int ply, int depth)
{
    paua_move move = moves[tried];
    int side = search->position.to_move;
    if (paua_move_pushed(move))
        return;
    set_killer(search, move, ply);
    if (ply > 0)
        set_counter(&search->experience, side, search->played[ply - 1], move);
    if (depth == 1)
        return; /* what so little depth says of moves makes no tree smaller */
    judge(search, side, move, ply, depth);
    for (int i = 0; i < tried; i++)
        if (!paua_move_pushed(moves[i]))
            judge(search, side, moves[i], ply, -depth);
}

void order_fade(struct experience *experience)
{
    enum { FADE = 8 };
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        for (int i = 0; i < SEARCH_KEYS; i++)
            experience->history[side][i] /= FADE;
}
