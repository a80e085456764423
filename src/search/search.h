/* search.h - the search methods, and the steps of a node that they share. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "search/worker.h"

#define SEARCH_CROWDED_NODES 100000 /* usual are a few thousand */

/* Iterative deepening until a limit is reached; `each` as for paua_engine_search(). Returns the
 * best move of the last completed depth; its line is in worker->pv[0] and in *best. */
paua_move iterative_deepening(struct worker *worker, paua_search_info *best,
                              paua_search_callback each, void *context);

/* The methods: the score of worker->position for the side to move, with its principal variation in
 * worker->pv[0]. The result means nothing when worker->stopped is set. */

/* Alpha-beta: `depth` plies from worker->position, which is `ply` plies from the root, in the
 * window (alpha, beta). */
int search_node(struct worker *worker, int ply, int depth, int alpha, int beta);

/* Best-reply search, paranoid search or max^n (worker->method), from the root. */
int multiplayer_root(struct worker *worker, int depth);

/* Plain alpha-beta, from the root. */
int plain_root(struct worker *worker, int depth);

/* Monte-Carlo tree search, from the root. The tree of one depth grows on in the next one: depth 1
 * is MCTS_PLAYOUTS playouts, or as many as there are moves, each further depth twice as many in
 * all, up to MCTS_DOUBLINGS times. */
enum { MCTS_PLAYOUTS = 100, MCTS_DOUBLINGS = 20 };
int mcts_root(struct worker *worker, int depth);

/* The score for the root's side after one of its moves. */
int multiplayer_score_after(struct worker *worker, paua_move move, int depth);

/* A random legal move; the game is not over. */
paua_move plain_choose_random(struct worker *worker, paua_search_info *info);

/* Whether the method is alpha-beta with a transposition table, selective or full-width. */
static inline bool search_is_alpha_beta(const struct worker *worker)
{
    return worker->method == PAUA_METHOD_DEFAULT || worker->method == PAUA_METHOD_FULL;
}

/* Whether the method is one for two players alone. */
static inline bool search_is_for_two(const struct worker *worker)
{
    return search_is_alpha_beta(worker) || worker->method == PAUA_METHOD_PLAIN ||
           worker->method == PAUA_METHOD_MCTS;
}

/* The flag that paua_engine_stop() sets: for a web page, which can write the memory of a search in
 * another thread but call nothing there. */
atomic_bool *engine_stop_flag(paua_engine *engine);

/* What the engine's evaluation says for each player, by eval_players(). */
void engine_player_scores(const paua_engine *engine, const paua_position *position,
                          int scores[PAUA_PLAYERS_MAX]);

/* Nodes of all workers. */
uint64_t search_total_nodes(const struct worker *worker);

/* Enters a node: counts it, notes its key, empties its principal variation, checks the limits. */
void search_enter_node(struct worker *worker, int ply, uint64_t key);

/* Whether depth 1, which no limit stops, takes so many nodes that its quiescence search has to end:
 * where nearly every move ejects, it need not in a lifetime. */
static inline bool search_is_crowded(const struct worker *worker)
{
    return !worker->can_stop && worker->nodes >= SEARCH_CROWDED_NODES;
}

/* Whether the game ends here for another reason than a lack of moves; *score is then its value. A
 * position that recurs is a draw, or, with `to_the_end` of the game, when the rules say so. Two
 * players. */
bool search_is_terminal(const struct worker *worker, int ply, bool to_the_end, int *score);

/* The value of a draw (contempt), and of having no legal move (R12), for the side to move. Two
 * players. */
int search_draw_score(const struct worker *worker);
int search_stuck_score(const struct worker *worker, int ply);

/* Whether the move would recreate an earlier position, which ko forbids (R16). */
bool search_breaks_ko(struct worker *worker, int ply, paua_move move);

/* Whether the side to move has no legal move, or ko forbids them all (R12, R16). */
bool search_is_stuck(struct worker *worker, int ply);

/* Whether the side to move, of two, has lost because it is stuck. Asked at the horizon, where moves
 * are not searched; where a stuck side does not lose it costs nothing. */
static inline bool search_loses_stuck(struct worker *worker, int ply)
{
    return worker->rules.stuck_loses && worker->position.players == PAUA_SIDES &&
           search_is_stuck(worker, ply);
}

/* Whether the position occurred `times` times before, in this line or since the last ejection in
 * the game (R13), at every `step`-th position back. Once is enough where a side that repeats once
 * could do it again. */
bool search_is_repetition(const struct worker *worker, int ply, int step, int times);

/* Whether the move is left out at the root (multipv, limits.only). */
bool search_is_excluded(const struct worker *worker, int ply, paua_move move);

/* Makes the move followed by the child's line the principal variation of this ply. */
void search_update_pv(struct worker *worker, int ply, paua_move move);

/* Mate scores count plies from the root; in the transposition table they count from the
 * position. */
int search_score_to_tt(int score, int ply);
int search_score_from_tt(int score, int ply);

/* Whether a TT entry of this depth and bound decides a node with this window; `score` counts from
 * the root. */
bool search_tt_cutoff(const struct tt_hit *hit, int score, int depth, int alpha, int beta);

#endif
