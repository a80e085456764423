/* alphabeta.c - the main search of games for two: fail-soft alpha-beta in negamax form with
 * principal variation search (PVS), a transposition table, internal iterative reduction (IIR),
 * reverse futility pruning, late move pruning (LMP), late move reductions (LMR), singular
 * extensions, and a quiescence search of ejections. The full-width method leaves out what prunes,
 * reduces or extends, and so does every search where a limit ends the game within the depth.
 * docs/strength.md lists what was tried besides.
 *
 * Several threads: lazy SMP. Each runs this search from the root; the transposition table is all
 * they share. */
#include "search/search.h"

#include <assert.h>
#include <stdlib.h>

#include "search/limit.h"
#include "search/order.h"
#include "search/tb.h"

/* A forced loss. Nothing is pruned while the best score is one: the moves left out might avoid
 * it. */
static bool is_loss(int score)
{
    return score <= -PAUA_SCORE_FORCED;
}

/* Loads the TT bucket of the position after a move into the cache, which takes about as long as an
 * evaluation. */
static void prefetch_child(const struct worker *worker, paua_move move)
{
    tt_prefetch(worker->tt, worker->kernel->key_after(worker->board, &worker->position, move) ^
                                limit_key(worker, 1) ^ worker->contempt_key);
}

/* Quiescence search: ejections alone, until none improves on standing pat. */
static int quiesce_node(struct worker *worker, int ply, int alpha, int beta)
{
    /* 1. Limits, the end of the game, tablebases. */
    int best;
    search_enter_node(worker, ply, worker->position.key);
    if (worker->stopped)
        return 0;
    if (search_is_terminal(worker, ply, false, &best) ||
        (worker->tb_applies && tb_probe_score(worker, ply, 0, &best)))
        return best;
    if (search_loses_stuck(worker, ply))
        return search_stuck_score(worker, ply);

    /* 2. Stand pat: nobody has to eject. */
    best = limit_correct(worker,
                         eval_score_at(worker->eval, worker->accumulators, ply, &worker->position));
    if (best >= beta || ply == SEARCH_PLIES || search_is_crowded(worker))
        return best;
    if (best > alpha)
        alpha = best;

    /* 3. Ejections. */
    paua_move_list list;
    int scores[PAUA_MOVES_MAX];
    worker->kernel->generate_ejections(worker->board, &worker->position, &list);
    order_score_moves(worker, &list, ply, PAUA_NO_MOVE, scores);
    for (int i = 0; i < list.count; i++) {
        paua_undo undo;
        order_select_next(&list, scores, i);
        worker->kernel->make(worker->board, &worker->position, list.moves[i], &undo);
        int score = -quiesce_node(worker, ply + 1, -beta, -alpha);
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

/* Move picker: the TT move first, before any other is generated; then all others, best first. */
struct picker {
    paua_move_list list;
    int scores[PAUA_MOVES_MAX];
    bool ejections; /* no other moves are wanted */
    int next;       /* index of the next move */
    int selected;   /* moves that are at their place */
    bool generated;
};

/* The list is the TT move alone at first, if it is legal. */
static void picker_init(struct picker *picker, const struct worker *worker, paua_move tt_move,
                        bool ejections)
{
    picker->list.count = 0;
    picker->ejections = ejections;
    if ((!ejections || paua_move_ejects(tt_move)) &&
        worker->kernel->is_legal(worker->board, &worker->position, tt_move))
        picker->list.moves[picker->list.count++] = tt_move;
    picker->next = picker->selected = 0;
    picker->generated = false;
}

/* Replaces the list by all moves that are wanted. */
static void picker_generate(struct picker *picker, const struct worker *worker, int ply)
{
    paua_move tt_move = picker->next > 0 ? picker->list.moves[0] : PAUA_NO_MOVE;
    if (picker->ejections)
        worker->kernel->generate_ejections(worker->board, &worker->position, &picker->list);
    else
        worker->kernel->generate(worker->board, &worker->position, &picker->list);
    order_score_moves(worker, &picker->list, ply, tt_move, picker->scores);
    picker->generated = true;
}

/* The next move, or PAUA_NO_MOVE after the last. With `prefetch`, moves are selected one ahead of
 * the search, so that their TT buckets arrive in time. */
static paua_move picker_next(struct picker *picker, const struct worker *worker, int ply,
                             bool prefetch)
{
    if (picker->next == picker->list.count) {
        if (picker->generated)
            return PAUA_NO_MOVE;
        picker_generate(picker, worker, ply); /* the TT move is now the first of all */
        if (picker->next == picker->list.count)
            return PAUA_NO_MOVE;
    }
    if (picker->generated) {
        int ahead = picker->next + prefetch;
        for (; picker->selected <= ahead && picker->selected < picker->list.count;
             picker->selected++) {
            order_select_next(&picker->list, picker->scores, picker->selected);
            if (prefetch)
                prefetch_child(worker, picker->list.moves[picker->selected]);
        }
    }
    return picker->list.moves[picker->next++];
}

/* Whether a TT entry is worth asking if its move is the only good one. */
static bool may_be_singular(const struct worker *worker, const struct tt_hit *hit, int ply,
                            int depth)
{
    return depth >= worker->parameters->singular_depth && ply > 0 && ply < 2 * worker->root_depth &&
           hit->depth >= depth - 3 && hit->bound != TT_UPPER && abs(hit->score) < PAUA_SCORE_FORCED;
}

/* One function, so that the steps of a node can be read from top to bottom. */
/* NOLINTNEXTLINE(readability-function-size) */
int search_node(struct worker *worker, int ply, int depth, int alpha, int beta)
{
    assert(alpha < beta && (ply > 0 || beta - alpha > 1)); /* the root is a PV node */
    if (depth <= 0 || ply == SEARCH_PLIES)
        return quiesce_node(worker, ply, alpha, beta);

    paua_position *position = &worker->position;
    const struct kernel *kernel = worker->kernel;
    const uint64_t key = position->key ^ limit_key(worker, 0) ^ worker->contempt_key;
    const bool root = ply == 0;
    const bool pv_node = beta - alpha > 1;
    bool selective = worker->method == PAUA_METHOD_DEFAULT;
    const struct search_parameters *parameters = worker->parameters;
    const paua_move singular = worker->singular[ply]; /* its TT move, while others are searched */
    int score;

    /* 0. Where a limit ends the game within the depth the static score does not say who wins:
     * nothing may rely on it. `ends`: the depth reaches the end in every line, and no farther. */
    bool ends = false;
    if (limit_is_near(worker, depth)) {
        const int left = limit_end_within(worker, depth);
        ends = left > 0;
        depth = ends ? left : depth;
        selective = selective && !ends && !limit_may_end_within(worker, depth);
    }

    /* 1. Limits, the end of the game, tablebases, results that are out of reach before the end. */
    search_enter_node(worker, ply, position->key);
    if (worker->stopped)
        return 0;
    if (!root && (search_is_terminal(worker, ply, ends, &score) ||
                  (worker->tb_applies && tb_probe_score(worker, ply, depth, &score)) ||
                  (ends && limit_decides(worker, depth, alpha, beta, &score))))
        return score;

    /* 2. Transposition table: a cutoff, or the move to search first. */
    struct tt_hit hit = {.move = PAUA_NO_MOVE, .eval = TT_NO_EVAL, .bound = TT_NONE};
    if (!singular && tt_probe(worker->tt, key, &hit) && !pv_node) {
        score = search_score_from_tt(hit.score, ply);
        if (search_tt_cutoff(&hit, score, depth, alpha, beta))
            return score;
    }
    if (root && hit.move == PAUA_NO_MOVE && worker->root_depth > 1) /* its entry was replaced */
        hit.move = worker->lines[worker->excluded_count].moves[0];
    if (hit.move != PAUA_NO_MOVE && depth > 1)
        prefetch_child(worker, hit.move);

    /* 3. Static score, and whether it is better than two plies before. */
    int raw = TT_NO_EVAL, eval = TT_NO_EVAL;
    bool improving = false;
    if (!selective) {
        worker->static_scores[ply] = SEARCH_INFINITE; /* no later score is an improvement */
    } else {
        raw = hit.eval != TT_NO_EVAL
                  ? hit.eval
                  : eval_score_at(worker->eval, worker->accumulators, ply, position);
        eval = limit_correct(worker, raw);
        worker->static_scores[ply] = eval;
        improving = ply >= 2 && eval > worker->static_scores[ply - 2];
    }

    /* 4. Reverse futility pruning: the static score exceeds beta by a margin. The static score is
     * stored, since a third of these positions are visited again, and the table is quicker than the
     * evaluation. */
    if (selective && !pv_node && !singular && depth <= parameters->rfp_depth && !is_loss(beta) &&
        beta < PAUA_SCORE_FORCED) {
        score = eval - parameters->rfp_margin * (depth - improving);
        if (score >= beta) {
            if (hit.bound == TT_NONE)
                tt_store(worker->tt, key,
                         (struct tt_hit){.score = (int16_t)eval,
                                         .eval = (int16_t)raw,
                                         .depth = 0,
                                         .bound = TT_LOWER});
            return score;
        }
    }

    /* 5. Internal iterative reduction: without a TT move most of the work is wasted on others. */
    if (selective && depth >= parameters->iir_depth && hit.move == PAUA_NO_MOVE && !singular)
        depth--;

    /* 6. The moves. */
    const int old_alpha = alpha;
    const bool ejections = ends && !root && limit_asks_ejection(worker, depth, alpha);
    int best = ejections ? search_draw_score(worker) : -SEARCH_INFINITE, tried = 0;
    paua_move move, best_move = PAUA_NO_MOVE;
    struct picker picker;
    picker_init(&picker, worker, hit.move, ejections);
    while ((move = picker_next(&picker, worker, ply, depth > 1)) != PAUA_NO_MOVE) {
        if (move == singular || search_is_excluded(worker, ply, move))
            continue;
        const bool push = paua_move_pushed(move) != 0;

        /* 6a. Late move pruning, and futility pruning: the rest are quiet moves that rank even
         * lower. */
        if (selective && !root && depth <= parameters->lmp_depth && !is_loss(best) && !push) {
            const int enough = parameters->lmp_moves + depth * depth;
            if (tried >= (improving ? 2 * enough : enough) ||
                (tried > 2 && eval + parameters->futility_margin * (depth + 1) <= alpha))
                break;
        }

        /* 6b. Singular extension: the TT move is searched one ply deeper when all others are worse
         * by a margin. When one of them reaches beta, too, the node is cut off (multi-cut). */
        int extension = 0;
        if (selective && move == hit.move && may_be_singular(worker, &hit, ply, depth)) {
            const int bound = hit.score - parameters->singular_margin * depth;
            worker->singular[ply] = move;
            score = search_node(worker, ply, (depth - 1) / 2, bound - 1, bound);
            worker->singular[ply] = PAUA_NO_MOVE;
            worker->static_scores[ply] = eval;
            if (worker->stopped)
                return 0;
            if (score >= bound && bound >= beta && !pv_node)
                return bound;
            if (score >= bound)
                extension = hit.score >= beta ? -1 : 0;
            else if (!limit_is_near(worker, depth + 1)) /* no full-width search for one more ply */
                extension = 1;
        }

        /* 6c. Late move reduction, by r plies. */
        int r = 0;
        if (selective && depth >= parameters->lmr_depth && tried >= (pv_node ? 3 : 2)) {
            const int last = SEARCH_LMR_MAX - 1;
            r = worker->lmr[depth < last ? depth : last][tried < last ? tried : last];
            r += !improving - pv_node - push;
            const int rank = picker.scores[picker.next - 1];
            r -= order_is_above_history(rank) ? 1 : rank / (10000 * parameters->lmr_history);
            r = r < 0 ? 0 : r > depth - 2 ? depth - 2 : r;
        }

        /* 6d. Make the move; ko (R16) may forbid it. */
        paua_undo undo;
        kernel->make(worker->board, position, move, &undo);
        worker->moves[ply] = move;
        if (worker->rules.ko && search_is_repetition(worker, ply + 1, PAUA_SIDES, 1)) {
            kernel->unmake(worker->board, position, move, &undo);
            continue;
        }

        /* 6e. Principal variation search: the first move with the full window, all others with a
         * null window; again without reduction, and again with the full window, when they turn out
         * better than alpha. */
        const int next_depth = depth - 1 + extension;
        bool full_window = tried == 0;
        if (!full_window) {
            score = -search_node(worker, ply + 1, next_depth - r, -alpha - 1, -alpha);
            if (r > 0 && score > alpha && !worker->stopped)
                score = -search_node(worker, ply + 1, next_depth, -alpha - 1, -alpha);
            full_window = score > alpha && score < beta && !worker->stopped;
        }
        if (full_window)
            score = -search_node(worker, ply + 1, next_depth, -beta, -alpha);
        kernel->unmake(worker->board, position, move, &undo);
        if (worker->stopped)
            return 0;
        tried++;

        /* 7. A better move; at a beta cutoff the history of the moves tried. */
        if (score <= best)
            continue;
        best = score;
        if (score <= alpha)
            continue;
        alpha = score;
        best_move = move;
        search_update_pv(worker, ply, move);
        if (score >= beta) {
            order_update_history(worker, picker.list.moves, picker.next - 1, ply, depth);
            break;
        }
    }

    /* 8. No other move than the singular one; no legal move, or ko forbids them all (R12). */
    if (singular)
        return tried == 0 ? alpha : best;
    if (tried == 0 && !ejections)
        return search_stuck_score(worker, ply);

    /* 9. Store, unless only some moves of the root were searched. */
    if (root && (worker->excluded_count > 0 || worker->limits.only))
        return best;
    hit.bound = best >= beta ? TT_LOWER : best > old_alpha ? TT_EXACT : TT_UPPER;
    hit.move = best_move;
    hit.score = (int16_t)search_score_to_tt(best, ply);
    hit.eval = (int16_t)raw;
    hit.depth = (uint8_t)depth;
    tt_store(worker->tt, key, hit);
    return best;
}
