/* level.c - how the levels play: the lower ones overlook moves, the upper ones have fewer nodes than full strength.
 *
 * Who plays badly does not play by chance: he does not see a move, his own or the opponent's reply to what he is about to do, and
 * judges soundly what he sees. A level that errs looks a few plies ahead, at every move that it sees and nothing else. What it
 * sees is settled for a whole turn: who has not noticed that a marble can be ejected does not notice it in any line.
 */
#include "search/search.h"

#include "base/clock.h"
#include "base/random.h"

enum { ALL = 1000 };

/* `depth` plies are looked ahead; of moves that are hard to see so many in a thousand are overlooked. Levels that overlook
 * nothing search as full strength does, but no longer than `nodes`. */
static const struct {
    int depth;
    int blind;
    uint64_t nodes;
} levels[PAUA_LEVELS + 1] = {
    {0, 0, 0},    {1, 600, 0},   {2, 450, 0},   {3, 380, 0},    {3, 170, 0},     {3, 30, 0},
    {0, 0, 2500}, {0, 0, 12000}, {0, 0, 60000}, {0, 0, 400000}, {0, 0, 4000000},
};

bool level_errs(int level)
{
    return levels[level].blind > 0;
}

void level_limit(paua_limits *limits)
{
    int depth = levels[limits->level].depth;
    uint64_t nodes = levels[limits->level].nodes;
    if (depth && (!limits->depth || depth < limits->depth))
        limits->depth = depth;
    if (nodes && (!limits->nodes || nodes < limits->nodes))
        limits->nodes = nodes;
}

void level_set_up(struct worker *worker)
{
    uint64_t state = worker->limits.seed ^ worker->position.key;
    worker->blind = levels[worker->limits.level].blind;
    worker->sight = 0;
    if (worker->blind)
        worker->sight = random_next(&state) ^ (uint64_t)worker->limits.level;
}

/* How hard a move is to see, in per cent of the hardest. */
static int hardness(paua_move move)
{
    if (paua_move_ejects(move))
        return 25;
    if (paua_move_pushed(move))
        return 45;
    if (!paua_move_broadside(move))
        return 65;
    return paua_move_count(move) == 2 ? 85 : 100;
}

/* A number for each move and the side that makes it, the same all over a turn. */
static uint64_t number_of(const struct worker *worker, paua_move move)
{
    uint64_t state =
        worker->sight ^ (uint64_t)(move & (SEARCH_KEYS - 1)) << 3 ^ worker->position.to_move;
    return random_next(&state);
}

/* The opponent's moves are half as easy again to overlook as one's own. */
static bool sees(const struct worker *worker, paua_move move)
{
    unsigned own = paua_position_team(&worker->position, (paua_side)worker->root_side);
    uint64_t number = number_of(worker, move);
    int unseen = worker->blind * hardness(move) / 100;
    if (!(own >> worker->position.to_move & 1))
        unseen += unseen / 2;
    return (int)random_below(&number, ALL) >= unseen;
}

void level_overlook(const struct worker *worker, paua_move_list *list)
{
    int kept = 0;
    if (!worker->blind)
        return;
    for (int i = 0; i < list->count; i++)
        if (sees(worker, list->moves[i]))
            list->moves[kept++] = list->moves[i];
    list->count = kept;
}

static int seen_node(struct worker *worker, int ply, int depth, int alpha, int beta);

static int seen_after(struct worker *worker, paua_move move, int ply, int depth, int alpha,
                      int beta)
{
    paua_undo undo;
    worker->kernel->make(worker->board, &worker->position, move, &undo);
    worker->played[ply] = move;
    int score = -seen_node(worker, ply + 1, depth - 1, -beta, -alpha);
    worker->kernel->unmake(worker->board, &worker->position, move, &undo);
    return score;
}

/* Alpha-beta over the moves that are seen, and beyond the depth over the ejections among them. Who sees none thinks
 * that all will stay as it is. */
static int seen_node(struct worker *worker, int ply, int depth, int alpha, int beta)
{
    paua_move_list list;
    int scores[PAUA_MOVES_MAX], best;
    search_enter(worker, ply, worker->position.key);
    if (worker->stopped)
        return 0;
    if (search_is_over(worker, ply, &best))
        return best;
    best = eval_score_at(worker->eval, worker->accumulators, ply, &worker->position);
    if (ply == SEARCH_PLIES || (depth <= 0 && best >= beta))
        return best;
    if (depth > 0)
        worker->kernel->generate(worker->board, &worker->position, &list);
    else
        worker->kernel->generate_ejections(worker->board, &worker->position, &list);
    if (depth > 0 && list.count == 0)
        return search_stuck_score(worker, ply);
    level_overlook(worker, &list);
    if (depth > 0 && list.count > 0)
        best = -SEARCH_INFINITE;
    order_moves(worker, &list, ply, PAUA_NO_MOVE, scores);
    for (int i = 0; i < list.count && best < beta; i++) {
        order_pick(&list, scores, i);
        int score =
            seen_after(worker, list.moves[i], ply, depth, best > alpha ? best : alpha, beta);
        if (worker->stopped)
            return 0;
        best = score > best ? score : best;
    }
    return best;
}

/* The score of a move, exact when it is not below `least`. */
static int score_after(struct worker *worker, paua_move move, int depth, int least)
{
    if (search_is_for_two(worker) || worker->method == PAUA_METHOD_PLAIN)
        return seen_after(worker, move, 0, depth, least - 1, SEARCH_INFINITE);
    return many_after(worker, move, depth);
}

/* Takes the best move that is seen, of equals the one whose number is the largest; where none is seen the first in the
 * order of rules.h, which is that of what strikes the eye. */
paua_move level_choose(struct worker *worker, paua_search_info *info)
{
    paua_move_list list;
    paua_move best = PAUA_NO_MOVE;
    int best_score = -SEARCH_INFINITE;
    int depth = worker->limits.depth ? worker->limits.depth : 1;
    paua_game_generate(worker->game, &list);
    paua_move first = list.moves[0];
    level_overlook(worker, &list);
    if (list.count == 0)
        list = (paua_move_list){.count = 1, .moves = {first}};
    worker->path[0] = worker->position.key;
    for (int i = 0; i < list.count; i++) {
        paua_move move = list.moves[i];
        int score = score_after(worker, move, depth, best_score);
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
