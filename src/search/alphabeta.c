#include "search/search.h"

#include "search/order.h"
#include "search/tb.h"

/* Depths in plies, margins in thousandths of a unit of log-odds. */
enum {
    FUTILITY_DEPTH = 6,
    FUTILITY_MARGIN = 120,
    LATE_DEPTH = 5,
};

/* Looks at ejections alone until there are none worth it: a side may always decline. */
static int quiesce(struct worker *worker, int ply, int alpha, int beta)
{
    paua_move_list list;
    paua_undo undo;
    int scores[PAUA_MOVES_MAX];
    int best;
    search_enter_node(worker, ply, worker->position.key);
    if (worker->stopped)
        return 0;
    if (search_is_terminal(worker, ply, &best) ||
        (worker->tb_applies && tb_probe_score(worker, ply, 0, &best)))
        return best;
    best = eval_score_at(worker->eval, worker->accumulators, ply, &worker->position);
    if (best >= beta || ply == SEARCH_PLIES)
        return best;
    if (best > alpha)
        alpha = best;
    worker->kernel->generate_ejections(worker->board, &worker->position, &list);
    order_score_moves(worker, &list, ply, PAUA_NO_MOVE, scores);
    for (int i = 0; i < list.count; i++) {
        order_select_next(&list, scores, i);
        worker->kernel->make(worker->board, &worker->position, list.moves[i], &undo);
        int score = -quiesce(worker, ply + 1, -beta, -alpha);
        worker->kernel->unmake(worker->board, &worker->position, list.moves[i], &undo);
        if (worker->stopped)
            return 0;
        if (score <= best)
            continue;
        best = score;
        if (score > alpha) {
            alpha = score;
            search_update_pv(worker, ply, list.moves[i]);
        }
        if (score >= beta)
            break;
    }
    return best;
}

static void make(struct worker *worker, int ply, paua_move move, paua_undo *undo)
{
    worker->kernel->make(worker->board, &worker->position, move, undo);
    worker->moves[ply] = move;
}

static void unmake(struct worker *worker, paua_move move, const paua_undo *undo)
{
    worker->kernel->unmake(worker->board, &worker->position, move, undo);
}

/* Has the table's line for the position after a move brought near: it takes about as long as
 * scoring a position. */
static void fetch(const struct worker *worker, paua_move move)
{
    tt_prefetch(worker->tt, worker->kernel->key_after(worker->board, &worker->position, move));
}

/* A node while its moves are tried. */
struct node {
    int ply, depth, alpha, beta;
    int best, tried;
    paua_move best_move; /* the one that raised alpha last */
    bool pv;             /* an open window: the line may be the one that is played */
    bool selective;      /* moves may be left out, and looked at less deeply */
    bool improving;      /* its static score is better than two plies before */
    int eval;            /* its static score, where it is selective */
};

/* The score of a game that a side may not be found to lose by pruning its moves. */
static bool is_lost(int score)
{
    return score <= -PAUA_SCORE_FORCED;
}

/* Whether the static score alone tells that the node fails high; *score is then what it is at least
 * taken for. */
static bool fails_high(const struct node *node, int *score)
{
    *score = node->eval - FUTILITY_MARGIN * (node->depth - node->improving);
    return !node->pv && node->depth <= FUTILITY_DEPTH && !is_lost(node->beta) &&
           node->beta < PAUA_SCORE_FORCED && *score >= node->beta;
}

/* Whether a move that is no push and stands so late in the order need not be tried. */
static bool skips(const struct node *node, paua_move move)
{
    if (!node->selective || node->ply == 0 || node->depth > LATE_DEPTH || is_lost(node->best) ||
        paua_move_pushed(move))
        return false;
    int enough = 3 + node->depth * node->depth;
    if (node->tried >= (node->improving ? enough * 2 : enough))
        return true;
    return node->tried > 2 && node->eval + FUTILITY_MARGIN * (node->depth + 1) <= node->alpha;
}

/* How many plies less deep a move is looked at first. */
static int reduction(const struct worker *worker, const struct node *node, paua_move move,
                     int order)
{
    if (!node->selective || node->depth < 3 || node->tried < (node->pv ? 3 : 2))
        return 0;
    int less =
        worker->lmr[node->depth < 63 ? node->depth : 63][node->tried < 63 ? node->tried : 63];
    less -= node->pv;
    less -= paua_move_pushed(move) != 0;
    less += !node->improving;
    less -= order_is_above_history(order);
    if (less > node->depth - 2)
        less = node->depth - 2;
    return less > 0 ? less : 0;
}

/* Whether a move was too good, or the search is to end: no other need be tried. */
static bool is_done(const struct worker *worker, const struct node *node)
{
    return worker->stopped || node->best >= node->beta;
}

/* One child: first with a null window, unless it is expected to be the best one (principal
 * variation search), and perhaps less deep. */
static int search_child(struct worker *worker, const struct node *node, int less)
{
    int next = node->ply + 1, depth = node->depth - 1, alpha = node->alpha;
    if (node->tried > 0) {
        int score = -search_node(worker, next, depth - less, -alpha - 1, -alpha);
        if (less && score > alpha && !worker->stopped)
            score = -search_node(worker, next, depth, -alpha - 1, -alpha);
        if (worker->stopped || score <= alpha || score >= node->beta)
            return score;
    }
    return -search_node(worker, next, depth, -node->beta, -alpha);
}

/* Tries one move, if it is allowed. */
static void try_move(struct worker *worker, struct node *node, paua_move move, int less)
{
    paua_undo undo;
    if (search_is_excluded(worker, node->ply, move))
        return;
    make(worker, node->ply, move, &undo);
    if (worker->rules.ko && search_is_repetition(worker, node->ply + 1, PAUA_SIDES, 1)) {
        unmake(worker, move, &undo);
        return;
    }
    int score = search_child(worker, node, less);
    unmake(worker, move, &undo);
    node->tried++;
    if (worker->stopped || score <= node->best)
        return;
    node->best = score;
    if (score > node->alpha) {
        node->alpha = score;
        node->best_move = move;
        search_update_pv(worker, node->ply, move);
    }
}

/* Puts the next move at its place, one sooner than it is tried where the table will be asked about
 * it. */
static void pick(const struct worker *worker, const struct node *node, paua_move_list *list,
                 int *scores, int at)
{
    order_select_next(list, scores, at);
    if (node->depth > 1)
        fetch(worker, list->moves[at]);
}

/* Tries the moves in their order, all but the one that is done already. Returns how many were
 * passed when one was too good. */
static int try_list(struct worker *worker, struct node *node, paua_move_list *list, int *scores,
                    paua_move done)
{
    int picked = 0, ahead = node->depth > 1;
    for (int i = 0; i < list->count; i++) {
        for (; picked <= i + ahead && picked < list->count; picked++)
            pick(worker, node, list, scores, picked);
        paua_move move = list->moves[i];
        if (move == done && i == 0)
            continue;
        if (skips(node, move))
            break; /* pushes are through, and what follows stands later yet */
        try_move(worker, node, move, reduction(worker, node, move, scores[i]));
        if (is_done(worker, node))
            return i;
    }
    return 0;
}

/* Tries the moves until one is too good: the one that was best before, if there is one, without
 * looking for others. */
static void search_moves(struct worker *worker, struct node *node, paua_move first)
{
    paua_move_list list;
    paua_move done = PAUA_NO_MOVE;
    int scores[PAUA_MOVES_MAX];
    if (!worker->kernel->is_legal(worker->board, &worker->position, first))
        first = PAUA_NO_MOVE;
    if (first != PAUA_NO_MOVE) {
        done = first;
        try_move(worker, node, first, 0);
        if (worker->stopped)
            return;
        if (node->best >= node->beta) {
            order_update_history(worker, &first, 0, node->ply, node->depth);
            return;
        }
    }
    worker->kernel->generate(worker->board, &worker->position, &list);
    order_score_moves(worker, &list, node->ply, first, scores);
    int at = try_list(worker, node, &list, scores, done);
    if (!worker->stopped && node->best >= node->beta && list.moves[at] == node->best_move)
        order_update_history(worker, list.moves, at, node->ply, node->depth);
}

/* Looks the node's static score up, or computes it. */
static void look(struct worker *worker, struct node *node, const struct tt_hit *hit)
{
    node->eval = hit->eval;
    if (hit->eval == TT_NO_EVAL)
        node->eval =
            eval_score_at(worker->eval, worker->accumulators, node->ply, &worker->position);
    worker->static_scores[node->ply] = node->eval;
    node->improving = node->ply >= 2 && node->eval > worker->static_scores[node->ply - 2];
}

/* A third of the positions that fail high so have been met before, and the table is asked sooner
 * than the evaluation. */
static void remember_eval(struct worker *worker, const struct node *node)
{
    tt_store(worker->tt, worker->keys[node->ply],
             (struct tt_hit){.score = (int16_t)node->eval,
                             .eval = (int16_t)node->eval,
                             .depth = 0, /* nothing has been searched */
                             .bound = TT_LOWER});
}

int search_node(struct worker *worker, int ply, int depth, int alpha, int beta)
{
    if (depth <= 0 || ply == SEARCH_PLIES)
        return quiesce(worker, ply, alpha, beta);

    struct node node = {.ply = ply,
                        .depth = depth,
                        .alpha = alpha,
                        .beta = beta,
                        .best = -SEARCH_INFINITE,
                        .pv = beta - alpha > 1,
                        .selective = worker->method == PAUA_METHOD_DEFAULT};
    uint64_t key = worker->position.key;
    struct tt_hit hit = {.eval = TT_NO_EVAL};
    int score;

    search_enter_node(worker, ply, key);
    if (worker->stopped)
        return 0;
    if (ply > 0 && (search_is_terminal(worker, ply, &score) ||
                    (worker->tb_applies && tb_probe_score(worker, ply, depth, &score))))
        return score;
    if (tt_probe(worker->tt, key, &hit) && ply > 0 && !node.pv) {
        score = search_score_from_tt(hit.score, ply);
        if (search_tt_cutoff(&hit, score, depth, alpha, beta))
            return score;
    }
    if (hit.move != PAUA_NO_MOVE && depth > 1)
        fetch(worker, hit.move);
    if (node.selective) {
        look(worker, &node, &hit);
        if (ply > 0 && fails_high(&node, &score)) {
            if (hit.bound == TT_NONE)
                remember_eval(worker, &node);
            return score;
        }
    }
    search_moves(worker, &node, hit.move);
    if (worker->stopped)
        return 0;
    if (node.tried == 0 && worker->excluded_count == 0)
        return search_stuck_score(worker, ply); /* there is no move, or ko forbids every one */
    if (ply == 0 && (worker->excluded_count > 0 || worker->limits.only))
        return node.best; /* of some moves: nothing to remember */
    hit.bound = node.best >= beta ? TT_LOWER : node.best > alpha ? TT_EXACT : TT_UPPER;
    hit.move = node.best_move;
    hit.score = (int16_t)search_score_to_tt(node.best, ply);
    hit.eval = (int16_t)(node.selective ? node.eval : TT_NO_EVAL);
    hit.depth = (uint8_t)node.depth;
    tt_store(worker->tt, key, hit);
    return node.best;
}
