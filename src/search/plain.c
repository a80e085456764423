/* plain.c - alpha-beta with nothing added to it, as in historical programs, and moves by chance. */
#include "search/search.h"

#include "base/random.h"

static int plain_node(struct search *search, int ply, int depth, int alpha, int beta)
{
    paua_position *position = &search->position;
    paua_move_list list;
    paua_undo undo;
    int best = -SEARCH_INFINITE;
    search_enter(search, ply, position->key);
    if (search->stopped)
        return 0;
    if (position->ejected[1 - position->to_move] >= search->rules.win || position->crowned)
        return ply - PAUA_SCORE_WIN;
    if (depth <= 0)
        return eval_score_at(search->eval, search->memory, ply, position);
    if (ply == 0)
        paua_game_generate(search->game, &list); /* ko (R16) forbids moves at the root alone */
    else
        search->kernel->generate(search->board, position, &list);
    if (list.count == 0)
        return search->rules.stuck_loses ? ply - PAUA_SCORE_WIN : 0;
    for (int i = 0; i < list.count && best < beta; i++) {
        if (search_excluded(search, ply, list.moves[i]))
            continue;
        search->kernel->make(search->board, position, list.moves[i], &undo);
        int score = -plain_node(search, ply + 1, depth - 1, -beta, best > alpha ? -best : -alpha);
        search->kernel->unmake(search->board, position, list.moves[i], &undo);
        if (search->stopped)
            return 0;
        if (score > best) {
            best = score;
            if (score > alpha)
                search_extend_pv(search, ply, list.moves[i]);
        }
    }
    return best;
}

int plain_root(struct search *search, int depth)
{
    return plain_node(search, 0, depth, -SEARCH_INFINITE, SEARCH_INFINITE);
}

int plain_after(struct search *search, paua_move move, int depth)
{
    paua_undo undo;
    search->kernel->make(search->board, &search->position, move, &undo);
    int score = -plain_node(search, 1, depth - 1, -SEARCH_INFINITE, SEARCH_INFINITE);
    search->kernel->unmake(search->board, &search->position, move, &undo);
    return score;
}

paua_move plain_draw(struct search *search, paua_search_info *info)
{
    paua_move_list list;
    paua_game_generate(search->game, &list);
    /* the ply, so that a position that comes back need not be left by the same move */
    uint64_t state = search->limits.seed ^ search->position.key;
    state = random_next(&state) ^ search->position.ply;
    paua_move move = list.moves[random_below(&state, (uint64_t)list.count)];
    search_enter(search, 0, search->position.key);
    search->pv[0][0] = move;
    search->pv_length[0] = 1;
    *info = (paua_search_info){
        .depth = 1,
        .multipv = 1,
        .seldepth = 1,
        .nodes = search->nodes,
        .pv_count = 1,
        .pv = search->pv[0],
    };
    return move;
}
