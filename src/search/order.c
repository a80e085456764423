#include <stdlib.h>

#include "search/engine.h"

enum {
    FIRST = 1 << 30,
    EJECTION = 1 << 26,
    PUSH = 1 << 24,
    KILLER = 1 << 23,
    HISTORY_MAX = 1 << 20,
    CENTRE = 1 << 10, /* for each half step */
};

static int score_of(const paua_engine *engine, paua_move move, int ply, paua_move first)
{
    int which = move & (SEARCH_KEYS - 1);
    int score =
        engine->history[engine->position.to_move][which] + engine->centre_gain[which] * CENTRE;
    if (move == first)
        return FIRST;
    if (paua_move_ejects(move))
        return score + EJECTION;
    if (paua_move_pushed(move))
        return score + PUSH;
    if (move == engine->killers[ply][0] || move == engine->killers[ply][1])
        return score + KILLER;
    return score;
}

void order_moves(const paua_engine *engine, const paua_move_list *list, int ply, paua_move first,
                 int *scores)
{
    for (int i = 0; i < list->count; i++)
        scores[i] = score_of(engine, list->moves[i], ply, first);
}

void order_pick(paua_move_list *list, int *scores, int from)
{
    int best = from;
    for (int i = from + 1; i < list->count; i++)
        if (scores[i] > scores[best])
            best = i;
    paua_move move = list->moves[best];
    int score = scores[best];
    list->moves[best] = list->moves[from];
    scores[best] = scores[from];
    list->moves[from] = move;
    scores[from] = score;
}

/* Moves a counter towards +-HISTORY_MAX by a share of what is left, so that it never leaves. */
static void nudge(int32_t *history, int bonus)
{
    *history += bonus - (int32_t)((int64_t)*history * abs(bonus) / HISTORY_MAX);
}

static int bonus_of(int depth)
{
    return depth * depth * 256;
}

void order_credit(paua_engine *engine, int side, paua_move move, int ply, int depth)
{
    if (paua_move_pushed(move))
        return; /* pushes come first anyway */
    if (engine->killers[ply][0] != move) {
        engine->killers[ply][1] = engine->killers[ply][0];
        engine->killers[ply][0] = move;
    }
    nudge(&engine->history[side][move & (SEARCH_KEYS - 1)], bonus_of(depth));
}

void order_reward(paua_engine *engine, const paua_move_list *list, int tried, int ply, int depth)
{
    paua_move move = list->moves[tried];
    int side = engine->position.to_move;
    if (paua_move_pushed(move))
        return; /* pushes come first anyway */
    order_credit(engine, side, move, ply, depth);
    for (int i = 0; i < tried; i++)
        nudge(&engine->history[side][list->moves[i] & (SEARCH_KEYS - 1)], -bonus_of(depth));
}
