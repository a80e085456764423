/* plain.c - plain alpha-beta to a fixed depth, and random moves: what historical programs did
 * (<paua/opponent.h>). No table, no move ordering, no quiescence search, no repetitions, no limits
 * of plies. */
#include "search/search.h"

#include "base/random.h"

/* The place of a move in an order other than that of the rules. */
static unsigned order_key(paua_order order, paua_move move)
{
    const unsigned cell = (unsigned)paua_move_cell(move);
    const unsigned direction = (unsigned)paua_move_direction(move);
    const unsigned shape =
        (unsigned)paua_move_shape(move); /* marbles, and the axis of a broadside */
    const unsigned by_cell = cell << 6 | direction << 3 | shape;
    const unsigned by_direction = direction << 9 | cell << 3 | shape;
    switch (order) {
    case PAUA_ORDER_CELLS:
        return by_cell;
    case PAUA_ORDER_DIRECTIONS:
        return by_direction;
    case PAUA_ORDER_INLINE_CELLS:
        return (unsigned)paua_move_broadside(move) << 12 | by_cell;
    case PAUA_ORDER_INLINE_DIRECTIONS:
        return (unsigned)paua_move_broadside(move) << 12 | by_direction;
    case PAUA_ORDER_MARBLES_CELLS:
        return (unsigned)paua_move_count(move) << 12 | by_cell;
    case PAUA_ORDER_MARBLES_DIRECTIONS:
        return (unsigned)paua_move_count(move) << 12 | by_direction;
    default:
        return 0;
    }
}

/* Sorts the moves of the root as the limits say; insertion sort is stable. */
static void order_root_moves(const paua_limits *limits, paua_move_list *list)
{
    for (int i = 1; i < list->count; i++) {
        paua_move move = list->moves[i];
        int at = i;
        for (; at > 0 && order_key((paua_order)limits->order, list->moves[at - 1]) >
                             order_key((paua_order)limits->order, move);
             at--)
            list->moves[at] = list->moves[at - 1];
        list->moves[at] = move;
    }
    for (int i = 0; limits->last && i < list->count / 2; i++) {
        paua_move move = list->moves[i];
        list->moves[i] = list->moves[list->count - 1 - i];
        list->moves[list->count - 1 - i] = move;
    }
}

/* The moves of a node: ko (R16) is kept, and the order chosen, at the root alone. */
static void generate_moves(struct worker *worker, int ply, paua_move_list *list)
{
    if (ply > 0) {
        worker->kernel->generate(worker->board, &worker->position, list);
        return;
    }
    paua_game_generate(worker->game, list);
    order_root_moves(&worker->limits, list);
}

/* Fail-soft negamax; `depth` plies to go. */
static int plain_node(struct worker *worker, int ply, int depth, int alpha, int beta)
{
    paua_position *position = &worker->position;
    search_enter_node(worker, ply, position->key);
    if (worker->stopped)
        return 0;
    if (position->ejected[1 - position->to_move] >= worker->rules.win || position->crowned)
        return ply - PAUA_SCORE_WIN;
    if (depth <= 0 && search_loses_stuck(worker, ply))
        return ply - PAUA_SCORE_WIN;
    if (depth <= 0)
        return eval_score_at(worker->eval, worker->accumulators, ply, position);

    paua_move_list list;
    generate_moves(worker, ply, &list);
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
