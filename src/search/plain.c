/* plain.c - plain alpha-beta to a fixed depth, and random moves: what historical programs did
 * (<paua/opponent.h>). No table, no move ordering, no quiescence search, no repetitions, no limits
 * of plies. */
#include "search/search.h"

#include "base/random.h"

/* Fail-soft negamax; `depth` plies to go. */
static int plain_node(struct worker *worker, int ply, int depth, int alpha, int beta)
{
    paua_position *position = &worker->position;
    search_enter_node(worker, ply, position->key);
    if (worker->stopped)
        return 0;
    if (position->ejected[1 - position->to_move] >= worker->rules.win || position->crowned)
        return ply - PAUA_SCORE_WIN;
    if (depth <= 0)
        return eval_score_at(worker->eval, worker->accumulators, ply, position);

    paua_move_list list;
    if (ply == 0)
        paua_game_generate(worker->game, &list); /* ko (R16) is kept at the root alone */
    else
        worker->kernel->generate(worker->board, position, &list);
    if (list.count == 0)
        return worker->rules.stuck_loses ? ply - PAUA_SCORE_WIN : 0;

    int best = -SEARCH_INFINITE;
    for (int i = 0; i < list.count && best < beta; i++) {
        if (search_is_excluded(worker, ply, list.moves[i]))
            continue;
        paua_undo undo;
        worker->kernel->make(worker->board, position, list.moves[i], &undo);
        int score = -plain_node(worker, ply + 1, depth - 1, -beta, best > alpha ? -best : -alpha);
        worker->kernel->unmake(worker->board, position, list.moves[i], &undo);
        if (worker->stopped)
            return 0;
        if (score <= best)
            continue;
        best = score;
        if (score > alpha)
            search_update_pv(worker, ply, list.moves[i]);
    }
    return best;
}

int plain_root(struct worker *worker, int depth)
{
    return plain_node(worker, 0, depth, -SEARCH_INFINITE, SEARCH_INFINITE);
}

paua_move plain_choose_random(struct worker *worker, paua_search_info *info)
{
    paua_move_list list;
    paua_game_generate(worker->game, &list);
    /* The ply is part of the seed, so that a position that occurs again need not be left by the
     * same move. */
    uint64_t state = worker->limits.seed ^ worker->position.key;
    state = random_next(&state) ^ worker->position.ply;
    paua_move move = list.moves[random_below(&state, (uint64_t)list.count)];
    search_enter_node(worker, 0, worker->position.key);
    worker->pv[0][0] = move;
    worker->pv_length[0] = 1;
    *info = (paua_search_info){
        .depth = 1,
        .multipv = 1,
        .seldepth = 1,
        .nodes = worker->nodes,
        .pv_count = 1,
        .pv = worker->pv[0],
    };
    return move;
}
