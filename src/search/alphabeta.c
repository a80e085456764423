#include "search/search.h"

#include "base/bits.h"
#include "base/clock.h"

/* Depths in plies, margins in thousandths of a unit of log-odds. */
enum {
    FUTILITY_DEPTH = 6,
    FUTILITY_MARGIN = 120,
    LATE_DEPTH = 5,
    SHARED_DEPTH = 2, /* moves looked into so deeply are shared out among threads, */
    WAITING_MAX = 32, /* as long as no more than these are left for later */
    LISTENS = 1024,   /* nodes between two looks at the others' news */
};

int search_draw_score(const struct worker *worker)
{
    int contempt = worker->limits.contempt;
    return worker->position.to_move == worker->root_side ? -contempt : contempt;
}

uint64_t search_nodes(const struct worker *worker)
{
    return worker->nodes + atomic_load_explicit(worker->helper_nodes, memory_order_relaxed);
}

static void check_limits(struct worker *worker)
{
    enum { NODES = 1024 }; /* between two looks at the clock */
    const paua_limits *limits = &worker->limits;
    if (worker->id && worker->nodes % NODES == 0)
        atomic_fetch_add_explicit(worker->helper_nodes, NODES, memory_order_relaxed);
    if (!worker->can_stop)
        return;
    if (atomic_load_explicit(worker->stop, memory_order_relaxed) ||
        (limits->nodes && worker->nodes >= limits->nodes) ||
        (limits->time_ms && worker->nodes % NODES == 0 &&
         clock_now_ms() - worker->started_ms >= limits->time_ms))
        worker->stopped = true;
}

bool search_repeats(const struct worker *worker, int ply, int step, int times)
{
    const uint64_t key = worker->position.key;
    int back = step, reach = worker->position.quiet;
    for (; back <= reach && back <= ply; back += step)
        if (worker->path[ply - back] == key && --times == 0)
            return true;
    const uint64_t *keys = paua_game_keys(worker->game);
    int played = paua_game_moves(worker->game);
    for (; back <= reach && back - ply <= played; back += step)
        if (keys[played - (back - ply)] == key && --times == 0)
            return true;
    return false;
}

int search_stuck_score(const struct worker *worker, int ply)
{
    return worker->rules.stuck_loses ? ply - PAUA_SCORE_WIN : search_draw_score(worker);
}

/* The value of a game that ends here in this way. */
static int outcome_score(const struct worker *worker, int ply, paua_result result)
{
    if (result == PAUA_DRAW)
        return search_draw_score(worker);
    bool won = (int)result - (int)PAUA_BLACK_WINS == worker->position.to_move;
    return won ? PAUA_SCORE_WIN - ply : ply - PAUA_SCORE_WIN;
}

/* Whether a limit that the rules set, on plies or on turns without an ejection, has been reached. */
static bool at_limit(const struct worker *worker)
{
    const paua_position *position = &worker->position;
    const paua_rules *rules = &worker->rules;
    return (rules->quiet && position->quiet >= rules->quiet) ||
           (rules->plies && position->ply > rules->plies) ||
           (rules->centre_turn && position->ply > rules->centre_turn * PAUA_SIDES);
}

/* How often a position must have been there before to be taken for a draw. On a solved board it is as the rules say, since
 * a win may lead through what was there before. */
static int repeats_to_draw(const struct worker *worker)
{
    int before = worker->rules.repetition - 1;
    return worker->tb_root && before > 1 ? before : 1;
}

bool search_is_over(const struct worker *worker, int ply, int *score)
{
    const paua_position *position = &worker->position;
    const paua_rules *rules = &worker->rules;
    if (position->ejected[1 - position->to_move] >= rules->win || position->crowned) {
        *score = ply - PAUA_SCORE_WIN;
        return true;
    }
    if (at_limit(worker)) {
        paua_outcome outcome = paua_position_outcome(worker->board, rules, position);
        *score = outcome_score(worker, ply, outcome.result);
        return outcome.result != PAUA_ONGOING;
    }
    if (rules->repetition && search_repeats(worker, ply, PAUA_SIDES, repeats_to_draw(worker))) {
        *score = search_draw_score(worker);
        return true;
    }
    return false;
}

int score_to_tt(int score, int ply)
{
    if (score >= PAUA_SCORE_FORCED)
        return score + ply;
    return score <= -PAUA_SCORE_FORCED ? score - ply : score;
}

int score_from_tt(int score, int ply)
{
    if (score >= PAUA_SCORE_FORCED)
        return score - ply;
    return score <= -PAUA_SCORE_FORCED ? score + ply : score;
}

bool tt_cuts_off(const struct tt_hit *hit, int score, int depth, int alpha, int beta)
{
    if (hit->depth < depth)
        return false;
    return hit->bound == TT_EXACT || (hit->bound == TT_LOWER && score >= beta) ||
           (hit->bound == TT_UPPER && score <= alpha);
}

void search_extend_pv(struct worker *worker, int ply, paua_move move)
{
    paua_move *line = worker->pv[ply];
    int length = worker->pv_length[ply + 1];
    line[0] = move;
    for (int i = 0; i < length; i++)
        line[i + 1] = worker->pv[ply + 1][i];
    worker->pv_length[ply] = length + 1;
}

void search_enter(struct worker *worker, int ply, uint64_t key)
{
    if (++worker->nodes >= worker->listens_at && worker->news) {
        order_listen(worker);
        worker->listens_at = worker->nodes + LISTENS;
    }
    worker->pv_length[ply] = 0;
    worker->path[ply] = key;
    if (ply > worker->seldepth)
        worker->seldepth = ply;
    check_limits(worker);
}

/* Looks at ejections alone until there are none worth it: a side may always decline. */
static int quiesce(struct worker *worker, int ply, int alpha, int beta)
{
    paua_move_list list;
    paua_undo undo;
    int scores[PAUA_MOVES_MAX];
    int best;
    search_enter(worker, ply, worker->position.key);
    if (worker->stopped)
        return 0;
    if (search_is_over(worker, ply, &best) ||
        (worker->tb_applies && tb_score(worker, ply, 0, &best)))
        return best;
    best = eval_score_at(worker->eval, worker->accumulators, ply, &worker->position);
    if (best >= beta || ply == SEARCH_PLIES)
        return best;
    if (best > alpha)
        alpha = best;
    worker->kernel->generate_ejections(worker->board, &worker->position, &list);
    order_moves(worker, &list, ply, PAUA_NO_MOVE, scores);
    for (int i = 0; i < list.count; i++) {
        order_pick(&list, scores, i);
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
            search_extend_pv(worker, ply, list.moves[i]);
        }
        if (score >= beta)
            break;
    }
    return best;
}

bool search_excluded(const struct worker *worker, int ply, paua_move move)
{
    if (ply > 0)
        return false;
    for (int i = 0; i < worker->excluded_count; i++)
        if (worker->excluded[i] == move)
            return true;
    return worker->limits.only && worker->limits.only != move;
}

static void make(struct worker *worker, int ply, paua_move move, paua_undo *undo)
{
    worker->kernel->make(worker->board, &worker->position, move, undo);
    worker->played[ply] = move;
}

static void unmake(struct worker *worker, paua_move move, const paua_undo *undo)
{
    worker->kernel->unmake(worker->board, &worker->position, move, undo);
}

/* Has the table's line for the position after a move brought near: it takes about as long as scoring a position. */
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
    paua_move heard;     /* what raised alpha last, here or in another thread */
    bool settled;        /* another thread has searched it; best is what it found */
};

/* The score of a game that a side may not be found to lose by pruning its moves. */
static bool is_lost(int score)
{
    return score <= -PAUA_SCORE_FORCED;
}

/* Whether the static score alone tells that the node fails high; *score is then what it is at least taken for. */
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
        worker
            ->reductions[node->depth < 63 ? node->depth : 63][node->tried < 63 ? node->tried : 63];
    less -= node->pv;
    less -= paua_move_pushed(move) != 0;
    less += !node->improving;
    less -= order_is_good(order);
    if (less > node->depth - 2)
        less = node->depth - 2;
    return less > 0 ? less : 0;
}

/* Whether a move was too good, or the search is to end: no other need be tried. */
static bool is_done(const struct worker *worker, const struct node *node)
{
    return worker->stopped || node->settled || node->best >= node->beta;
}

/* Whether threads tell one another here what they find. */
static bool tells(const struct worker *worker, const struct node *node)
{
    return worker->busy && node->pv && node->depth > SHARED_DEPTH &&
           (node->ply > 0 || (worker->excluded_count == 0 && !worker->limits.only));
}

/* Stores what a thread has found of a position, unless another one has found more meanwhile. */
static void store(struct worker *worker, uint64_t key, struct tt_hit found)
{
    struct tt_hit there;
    if (worker->busy && tt_probe(worker->tt, key, &there) && there.now) {
        bool deeper = there.depth > found.depth, exact = there.bound == TT_EXACT;
        bool tighter =
            there.depth == found.depth && there.bound == found.bound &&
            (there.bound == TT_UPPER ? there.score < found.score : there.score > found.score);
        if (found.bound != TT_EXACT && (deeper || tighter || (exact && there.depth == found.depth)))
            return;
    }
    tt_store(worker->tt, key, found);
}

/* Tells other threads that the move is worth at least this much, so that they don't look into others with a lower alpha. */
static void tell(struct worker *worker, struct node *node, paua_move move, int score)
{
    if (!tells(worker, node) || score >= node->beta)
        return;
    node->heard = move;
    store(worker, worker->path[node->ply],
          (struct tt_hit){.move = move,
                          .score = (int16_t)score_to_tt(score, node->ply),
                          .eval = (int16_t)(node->selective ? node->eval : TT_NO_EVAL),
                          .depth = (uint8_t)node->depth,
                          .bound = TT_LOWER});
}

/* Whether what another thread has found settles the node. The first thread ends the root itself: its line is asked for. */
static bool settles(const struct worker *worker, const struct node *node, const struct tt_hit *hit)
{
    int score = score_from_tt(hit->score, node->ply);
    return (node->ply > 0 || worker->id) &&
           tt_cuts_off(hit, score, node->depth, node->alpha, node->beta);
}

/* Whether another thread has found out more than this one: the node's value, or a move that is better than alpha. */
static bool hears(const struct worker *worker, const struct node *node, struct tt_hit *hit)
{
    if (worker->stopped || !tells(worker, node) ||
        !tt_probe(worker->tt, worker->path[node->ply], hit) || !hit->now ||
        hit->depth < node->depth)
        return false;
    int score = score_from_tt(hit->score, node->ply);
    return settles(worker, node, hit) || (hit->bound != TT_UPPER && hit->move != node->heard &&
                                          score > node->alpha && score < node->beta);
}

/* The line from a node that another thread has searched, as far as the table knows it: only the first thread's lines are
 * asked for. */
static void recall_line(struct worker *worker, int ply, int depth)
{
    struct tt_hit hit;
    paua_undo undo;
    int score;
    worker->pv_length[ply] = 0;
    worker->path[ply] = worker->position.key;
    if (worker->id || depth == 0 || (ply > 0 && search_is_over(worker, ply, &score)) ||
        !tt_probe(worker->tt, worker->position.key, &hit) || hit.bound == TT_UPPER ||
        !worker->kernel->is_legal(worker->board, &worker->position, hit.move))
        return;
    make(worker, ply, hit.move, &undo);
    bool allowed = !worker->rules.ko || !search_repeats(worker, ply + 1, PAUA_SIDES, 1);
    if (allowed)
        recall_line(worker, ply + 1, depth - 1);
    unmake(worker, hit.move, &undo);
    if (allowed)
        search_extend_pv(worker, ply, hit.move);
}

/* One child: first with a null window, unless it is expected to be the best one (principal variation search), and perhaps
 * less deep. Sets *passed, and the result means nothing, where another thread has raised alpha before this move could. */
static int search_child(struct worker *worker, struct node *node, paua_move move, int less,
                        bool *passed)
{
    int next = node->ply + 1, depth = node->depth - 1, alpha = node->alpha;
    struct tt_hit hit;
    if (node->tried > 0 && move != node->heard) {
        int score = -search_node(worker, next, depth - less, -alpha - 1, -alpha);
        *passed = score > alpha && hears(worker, node, &hit);
        if (less && score > alpha && !worker->stopped && !*passed) {
            score = -search_node(worker, next, depth, -alpha - 1, -alpha);
            *passed = score > alpha && hears(worker, node, &hit);
        }
        if (worker->stopped || *passed || score <= alpha || score >= node->beta)
            return score;
        tell(worker, node, move, score);
    }
    return -search_node(worker, next, depth, -node->beta, -alpha);
}

/* Whether threads look into a move apart. */
static bool is_shared(const struct worker *worker, const struct node *node, int less)
{
    return worker->busy && node->depth - 1 - less >= SHARED_DEPTH;
}

static void learn(struct worker *worker, struct node *node);

/* Tries one move, if it is allowed and to be tried here. */
static void try_move(struct worker *worker, struct node *node, paua_move move, int less)
{
    paua_undo undo;
    bool passed = false;
    if (search_excluded(worker, node->ply, move))
        return;
    make(worker, node->ply, move, &undo);
    if (worker->rules.ko && search_repeats(worker, node->ply + 1, PAUA_SIDES, 1)) {
        unmake(worker, move, &undo);
        return;
    }
    bool marks = is_shared(worker, node, less);
    uint64_t key = worker->path[node->ply];
    if (marks)
        busy_begin(worker->busy, key, move);
    int score = search_child(worker, node, move, less, &passed);
    if (marks)
        busy_end(worker->busy, key, move);
    unmake(worker, move, &undo);
    if (passed) {
        learn(worker, node);
        if (!is_done(worker, node))
            try_move(worker, node, move, less);
        return;
    }
    node->tried++;
    if (worker->stopped || score <= node->best)
        return;
    node->best = score;
    if (score > node->alpha) {
        node->alpha = score;
        node->best_move = move;
        search_extend_pv(worker, node->ply, move);
        tell(worker, node, move, score);
    }
}

/* Takes over what another thread has found out: the value of the node, or what is better than alpha; its line mostly stands
 * in the table. */
static void learn(struct worker *worker, struct node *node)
{
    struct tt_hit hit;
    if (!hears(worker, node, &hit))
        return;
    if (settles(worker, node, &hit)) {
        node->best = score_from_tt(hit.score, node->ply);
        node->settled = true;
        recall_line(worker, node->ply, node->depth);
        return;
    }
    node->heard = hit.move;
    if (worker->kernel->is_legal(worker->board, &worker->position, hit.move))
        try_move(worker, node, hit.move, 0);
}

/* Whether another thread looks into the move, so that it should wait. The first move does not: mostly it is the one that is
 * too good, or sets the window. */
static bool is_taken(const struct worker *worker, const struct node *node, paua_move move, int less)
{
    return is_shared(worker, node, less) && node->tried > 0 &&
           busy_has(worker->busy, worker->path[node->ply], move);
}

/* Tries a move, but first what another thread tells; true when no other need be tried. */
static bool try_next(struct worker *worker, struct node *node, paua_move move, int less)
{
    learn(worker, node);
    if (!is_done(worker, node) && move != node->heard)
        try_move(worker, node, move, less);
    return is_done(worker, node);
}

/* Puts the next move at its place, one sooner than it is tried where the table will be asked about it. */
static void pick(const struct worker *worker, const struct node *node, paua_move_list *list,
                 int *scores, int at)
{
    order_pick(list, scores, at);
    if (node->depth > 1)
        fetch(worker, list->moves[at]);
}

/* Tries the moves in their order, all but the one that is done already, and last those that other threads look into. Returns
 * how many were passed when one was too good; the last of them is that one, unless another thread told it. */
static int try_list(struct worker *worker, struct node *node, paua_move_list *list, int *scores,
                    paua_move done)
{
    struct {
        uint16_t place;
        uint8_t less;
    } waiting[WAITING_MAX];
    int count = 0, picked = 0, ahead = node->depth > 1;
    for (int i = 0; i < list->count; i++) {
        for (; picked <= i + ahead && picked < list->count; picked++)
            pick(worker, node, list, scores, picked);
        paua_move move = list->moves[i];
        if (move == done && i == 0)
            continue;
        if (skips(node, move))
            break; /* pushes are through, and what follows stands later yet */
        int less = reduction(worker, node, move, scores[i]);
        if (count < WAITING_MAX && is_taken(worker, node, move, less)) {
            waiting[count].place = (uint16_t)i;
            waiting[count++].less = (uint8_t)less;
            node->tried++;
        } else if (try_next(worker, node, move, less)) {
            return i;
        }
    }
    for (int i = 0; i < count; i++)
        if (try_next(worker, node, list->moves[waiting[i].place], waiting[i].less))
            return waiting[i].place;
    return 0;
}

/* Tries the moves until one is too good: the one that was best before, if there is one, without looking for others. */
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
            order_reward(worker, &first, 0, node->ply, node->depth);
            return;
        }
    }
    worker->kernel->generate(worker->board, &worker->position, &list);
    order_moves(worker, &list, node->ply, first, scores);
    int at = try_list(worker, node, &list, scores, done);
    if (!worker->stopped && !node->settled && node->best >= node->beta &&
        list.moves[at] == node->best_move)
        order_reward(worker, list.moves, at, node->ply, node->depth);
}

/* Looks the node's static score up, or computes it. */
static void look(struct worker *worker, struct node *node, const struct tt_hit *hit)
{
    node->eval = hit->eval;
    if (hit->eval == TT_NO_EVAL)
        node->eval =
            eval_score_at(worker->eval, worker->accumulators, node->ply, &worker->position);
    worker->evals[node->ply] = node->eval;
    node->improving = node->ply >= 2 && node->eval > worker->evals[node->ply - 2];
}

/* A third of the positions that fail high so have been met before, and the table is asked sooner than the evaluation. */
static void remember_eval(struct worker *worker, const struct node *node)
{
    tt_store(worker->tt, worker->path[node->ply],
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

    search_enter(worker, ply, key);
    if (worker->stopped)
        return 0;
    if (ply > 0 && (search_is_over(worker, ply, &score) ||
                    (worker->tb_applies && tb_score(worker, ply, depth, &score))))
        return score;
    if (tt_probe(worker->tt, key, &hit) && ply > 0 && (!node.pv || (worker->busy && hit.now))) {
        score = score_from_tt(hit.score, ply);
        if (tt_cuts_off(&hit, score, depth, alpha, beta)) {
            if (node.pv)
                recall_line(worker, ply, depth);
            return score;
        }
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
    if (node.settled)
        return node.best;
    if (node.tried == 0 && worker->excluded_count == 0)
        return search_stuck_score(worker, ply); /* there is no move, or ko forbids every one */
    if (ply == 0 && (worker->excluded_count > 0 || worker->limits.only))
        return node.best; /* of some moves: nothing to remember */
    hit.bound = node.best >= beta ? TT_LOWER : node.best > alpha ? TT_EXACT : TT_UPPER;
    hit.move = node.best_move;
    hit.score = (int16_t)score_to_tt(node.best, ply);
    hit.eval = (int16_t)(node.selective ? node.eval : TT_NO_EVAL);
    hit.depth = (uint8_t)node.depth;
    store(worker, key, hit);
    return node.best;
}

int search_after(struct worker *worker, paua_move move, int depth)
{
    paua_undo undo;
    worker->path[0] = worker->position.key;
    make(worker, 0, move, &undo);
    int score = -search_node(worker, 1, depth - 1, -SEARCH_INFINITE, SEARCH_INFINITE);
    unmake(worker, move, &undo);
    return score;
}
