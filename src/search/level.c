/* level.c - levels of play: the lower ones overlook moves, the upper ones search fewer nodes than
 * full strength.
 *
 * A weak player does not play at random: it overlooks a move, its own or the opponent's reply, and
 * judges soundly what it sees. A level that errs searches a few plies full-width over the moves it
 * sees, with plain alpha-beta. Which moves it overlooks is drawn once a turn: an ejection that it
 * has not noticed it does not notice in any line.
 */
#include "search/level.h"
#include "search/limit.h"

#include "base/clock.h"
#include "base/random.h"
#include "search/order.h"
#include "search/search.h"

enum { ALL = 1000 };

bool level_errs(int level)
{
    return level > 0 && paua_level_info(level)->overlook > 0;
}

void level_limit(paua_limits *limits)
{
    const paua_level *level = paua_level_info(limits->level);
    if (!level)
        return;
    if (level->depth && (!limits->depth || level->depth < limits->depth))
        limits->depth = level->depth;
    if (level->nodes && (!limits->nodes || level->nodes < limits->nodes))
        limits->nodes = level->nodes;
}

void level_set_up(struct worker *worker)
{
    uint64_t state = worker->limits.seed ^ worker->position.key;
    const paua_level *level = paua_level_info(worker->limits.level);
    worker->overlook = level ? level->overlook : 0;
    worker->overlook_key = 0;
    if (worker->overlook)
        worker->overlook_key = random_next(&state) ^ (uint64_t)worker->limits.level;
}

/* How hard a move is to see, in per cent of the hardest. */
static int hardness_of(paua_move move)
{
    if (paua_move_ejects(move))
        return 25;
    if (paua_move_pushed(move))
        return 45;
    if (!paua_move_broadside(move))
        return 65;
    return paua_move_count(move) == 2 ? 85 : 100;
}

/* A random number for each move of the side to move, the same throughout a turn. */
static uint64_t number_of(const struct worker *worker, paua_move move)
{
    uint64_t state = worker->overlook_key ^ (uint64_t)(move & (SEARCH_MOVE_KEYS - 1)) << 3 ^
                     worker->position.to_move;
    return random_next(&state);
}

/* An opponent's move is overlooked half as often again as one's own. */
static bool is_overlooked(const struct worker *worker, paua_move move)
{
    unsigned own = paua_position_team(&worker->position, (paua_side)worker->root_side);
    uint64_t number = number_of(worker, move);
    int share = worker->overlook * hardness_of(move) / 100;
    if (!(own >> worker->position.to_move & 1))
        share += share / 2;
    return (int)random_below(&number, ALL) < share;
}

void level_overlook_moves(const struct worker *worker, paua_move_list *list)
{
    if (!worker->overlook)
        return;
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        if (!is_overlooked(worker, list->moves[i]))
            list->moves[kept++] = list->moves[i];
    list->count = kept;
}

static int level_node(struct worker *worker, int ply, int depth, int alpha, int beta);

/* The score of one move, for the side that makes it. */
static int level_score_move(struct worker *worker, paua_move move, int ply, int depth, int alpha,
                            int beta)
{
    paua_undo undo;
    worker->kernel->make(worker->board, &worker->position, move, &undo);
    worker->moves[ply] = move;
    int score = -level_node(worker, ply + 1, depth - 1, -beta, -alpha);
    worker->kernel->unmake(worker->board, &worker->position, move, &undo);
    return score;
}

/* Alpha-beta over the moves that are seen, and beyond the depth over the ejections among them. A
 * side that sees no move takes the position for what it is. */
static int level_node(struct worker *worker, int ply, int depth, int alpha, int beta)
{
    int best;
    search_enter_node(worker, ply, worker->position.key);
    if (worker->stopped)
        return 0;
    if (search_is_terminal(worker, ply, false, &best))
        return best;
    if (depth <= 0 && search_loses_stuck(worker, ply))
        return search_stuck_score(worker, ply);
    best = limit_correct(worker,
                         eval_score_at(worker->eval, worker->accumulators, ply, &worker->position));
    if (ply == SEARCH_PLIES || (depth <= 0 && (best >= beta || search_is_crowded(worker))))
        return best;

    paua_move_list list;
    if (depth > 0)
        worker->kernel->generate(worker->board, &worker->position, &list);
    else
        worker->kernel->generate_ejections(worker->board, &worker->position, &list);
    if (depth > 0 && list.count == 0)
        return search_stuck_score(worker, ply);
    level_overlook_moves(worker, &list);
    if (depth > 0 && list.count > 0)
        best = -SEARCH_INFINITE;

    int scores[PAUA_MOVES_MAX];
    order_score_moves(worker, &list, ply, PAUA_NO_MOVE, scores);
    for (int i = 0; i < list.count && best < beta; i++) {
        order_select_next(&list, scores, i);
        int score =
            level_score_move(worker, list.moves[i], ply, depth, best > alpha ? best : alpha, beta);
        if (worker->stopped)
            return 0;
        best = score > best ? score : best;
    }
    return best;
}

/* The score of a move at the root, exact where it is not below `least`. */
static int root_score(struct worker *worker, paua_move move, int depth, int least)
{
    if (search_is_for_two(worker))
        return level_score_move(worker, move, 0, depth, least - 1, SEARCH_INFINITE);
    return multiplayer_score_after(worker, move, depth);
}

/* Plays the best move that is seen, of equal ones that with the largest random number; where none
 * is seen the first in the order of rules.h, which is that of what strikes the eye. */
paua_move level_choose_move(struct worker *worker, paua_search_info *info)
{
    paua_move_list list;
    paua_move best = PAUA_NO_MOVE;
    int best_score = -SEARCH_INFINITE;
    int depth = worker->limits.depth ? worker->limits.depth : 1;
    paua_game_generate(worker->game, &list);
    paua_move first = list.moves[0];
    level_overlook_moves(worker, &list);
    if (list.count == 0)
        list = (paua_move_list){.count = 1, .moves = {first}};
    worker->keys[0] = worker->position.key;
    for (int i = 0; i < list.count; i++) {
        paua_move move = list.moves[i];
        int score = root_score(worker, move, depth, best_score);
        if (worker->stopped)
            break;
        if (score > best_score ||
            (score == best_score && number_of(worker, move) > number_of(worker, best))) {
            best = move;
            best_score = score;
        }
        worker->can_stop = true;
    }
    worker->pv_length[0] = 1;
    worker->pv[0][0] = best;
    *info = (paua_search_info){
        .depth = depth,
        .multipv = 1,
        .seldepth = worker->seldepth,
        .score = best_score,
        .nodes = worker->nodes,
        .time_ms = clock_now_ms() - worker->started_ms,
        .hashfull = tt_hashfull(worker->tt),
        .pv_count = 1,
        .pv = worker->pv[0],
    };
    return best;
}
