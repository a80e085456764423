/* mcts.c - Monte-Carlo tree search for two: UCT (Kocsis and Szepesvári, "Bandit Based Monte-Carlo
 * Planning", ECML 2006) with random playouts, as the page on the method in most textbooks has it. A
 * playout ends with the game or after a number of plies, where more ejections win. It knows the end
 * of a game by ejections or a stuck side, but no repetition and no limit of plies.
 *
 * The tree is as large as the tables of move ordering, whose memory it uses; when it is full it
 * grows no more, but its nodes still learn. */
#include <math.h>

#include "base/random.h"
#include "search/search.h"

enum {
    PLAYOUT_PLIES = 60,
    PATH_MAX = 128, /* nodes of a line in the tree */
    DRAW = -1,      /* no side has won */
    CERTAIN = 1000, /* the score of a side that wins every playout */
};

/* How much the search prefers moves of few visits: UCB1's square root of 2, for results from 0
 * to 1. */
static const double exploration = 1.41421356237309505;

_Static_assert(sizeof(struct mcts_tree) <= sizeof(struct history_tables), "the worker grows");

/* A line from the root of the tree down. */
struct path {
    int count;
    uint32_t nodes[PATH_MAX];
};

static int playouts_of(int depth)
{
    return MCTS_PLAYOUTS << (depth - 1 < MCTS_DOUBLINGS ? depth - 1 : MCTS_DOUBLINGS);
}

/* Whether the side that has just moved has won. */
static bool is_won(const struct worker *worker)
{
    const paua_position *position = &worker->position;
    return position->ejected[1 - position->to_move] >= worker->rules.win || position->crowned;
}

/* The winner where the side to move has no move. */
static int stuck_winner(const struct worker *worker)
{
    return worker->rules.stuck_loses ? 1 - worker->position.to_move : DRAW;
}

static void make_move(struct worker *worker, paua_move move)
{
    paua_undo undo;
    worker->kernel->make(worker->board, &worker->position, move, &undo);
    search_enter_node(worker, 0, worker->position.key);
}

/* Plays random moves from the worker's position. Returns the winner, by ejections after
 * PLAYOUT_PLIES. */
static int play_out(struct worker *worker)
{
    const paua_position *position = &worker->position;
    for (int ply = 0; ply < PLAYOUT_PLIES && !worker->stopped; ply++) {
        paua_move_list list;
        if (is_won(worker))
            return 1 - position->to_move;
        worker->kernel->generate(worker->board, position, &list);
        if (list.count == 0)
            return stuck_winner(worker);
        make_move(worker, list.moves[random_below(&worker->mcts.random, (uint64_t)list.count)]);
    }
    if (is_won(worker))
        return 1 - position->to_move;
    int lead = position->ejected[PAUA_BLACK] - position->ejected[PAUA_WHITE];
    return lead == 0 ? DRAW : lead > 0 ? PAUA_BLACK : PAUA_WHITE;
}

/* A new child for the next move of a node, or 0 where the tree is full. */
static uint32_t add_child(struct mcts_tree *tree, uint32_t parent, paua_move move)
{
    if (tree->count == MCTS_NODES)
        return 0;
    struct mcts_node *node = &tree->nodes[tree->count];
    *node = (struct mcts_node){.move = move, .sibling = tree->nodes[parent].child};
    tree->nodes[parent].child = (uint32_t)tree->count;
    tree->nodes[parent].children++;
    return (uint32_t)tree->count++;
}

/* The child of the largest upper confidence bound; every child has been visited. */
static uint32_t select_child(const struct mcts_tree *tree, uint32_t parent)
{
    double most = -1, visits = log((double)tree->nodes[parent].visits);
    uint32_t best = 0;
    for (uint32_t i = tree->nodes[parent].child; i; i = tree->nodes[i].sibling) {
        const struct mcts_node *node = &tree->nodes[i];
        double bound =
            node->points / (2.0 * node->visits) + exploration * sqrt(visits / (double)node->visits);
        if (bound > most) {
            most = bound;
            best = i;
        }
    }
    return best;
}

/* The moves of a node, in the order of rules.h; ko (R16) and limits.only count at the root. */
static void generate_moves(struct worker *worker, bool root, paua_move_list *list)
{
    if (!root) {
        worker->kernel->generate(worker->board, &worker->position, list);
        return;
    }
    int kept = 0;
    paua_game_generate(worker->game, list);
    for (int i = 0; i < list->count; i++)
        if (!worker->limits.only || list->moves[i] == worker->limits.only)
            list->moves[kept++] = list->moves[i];
    list->count = kept;
}

/* Walks down the tree by the upper confidence bounds, adds a node and plays on from there. Returns
 * the winner. */
static int walk_tree(struct worker *worker, struct path *path)
{
    struct mcts_tree *tree = &worker->mcts;
    for (bool grown = false; !grown && path->count < PATH_MAX;) {
        uint32_t node = path->nodes[path->count - 1];
        paua_move_list list;
        if (path->count > 1 && is_won(worker))
            return 1 - worker->position.to_move;
        generate_moves(worker, path->count == 1, &list);
        if (list.count == 0)
            return stuck_winner(worker);
        grown = tree->nodes[node].children < list.count;
        uint32_t next = grown ? add_child(tree, node, list.moves[tree->nodes[node].children])
                              : select_child(tree, node);
        if (!next)
            break;
        path->nodes[path->count++] = next;
        make_move(worker, tree->nodes[next].move);
    }
    return play_out(worker);
}

/* One playout, from the root and back. What a limit interrupts does not count; its new node goes
 * again. */
static void run_playout(struct worker *worker)
{
    struct mcts_tree *tree = &worker->mcts;
    const paua_position start = worker->position;
    struct path path = {.count = 1, .nodes = {0}};
    int nodes = tree->count;
    int winner = walk_tree(worker, &path);
    worker->position = start;
    if (worker->stopped) {
        uint32_t parent = path.count > 1 ? path.nodes[path.count - 2] : 0;
        if (tree->count > nodes) {
            tree->nodes[parent].child = tree->nodes[tree->nodes[parent].child].sibling;
            tree->nodes[parent].children--;
            tree->count--;
        }
        return;
    }
    for (int i = 0; i < path.count; i++) {
        int mover = i % 2 ? worker->root_side : 1 - worker->root_side;
        tree->nodes[path.nodes[i]].visits++;
        tree->nodes[path.nodes[i]].points += winner == DRAW ? 1 : winner == mover ? 2 : 0;
    }
}

/* The child with the most visits, of equal ones the first move; at the root one that is not
 * excluded; 0 if there is none. */
static uint32_t best_child(const struct worker *worker, uint32_t parent)
{
    const struct mcts_tree *tree = &worker->mcts;
    uint32_t best = 0;
    for (uint32_t i = tree->nodes[parent].child; i; i = tree->nodes[i].sibling) {
        if (parent == 0 && search_is_excluded(worker, 0, tree->nodes[i].move))
            continue;
        if (!best || tree->nodes[i].visits >= tree->nodes[best].visits)
            best = i;
    }
    return best;
}

/* The first move that is not excluded, or none. */
static paua_move first_move(struct worker *worker)
{
    paua_move_list list;
    generate_moves(worker, true, &list);
    for (int i = 0; i < list.count; i++)
        if (!search_is_excluded(worker, 0, list.moves[i]))
            return list.moves[i];
    return PAUA_NO_MOVE;
}

/* Writes the most visited line as the principal variation; where a limit came before each move had
 * a visit, it may be a move of none. Returns the score of its first move. */
static int report_best(struct worker *worker)
{
    const struct mcts_tree *tree = &worker->mcts;
    uint32_t first = best_child(worker, 0);
    int length = 0;
    for (uint32_t i = first; i && length < PAUA_DEPTH_MAX; i = best_child(worker, i))
        worker->pv[0][length++] = tree->nodes[i].move;
    if (!first && (worker->pv[0][0] = first_move(worker)) != PAUA_NO_MOVE)
        length = 1;
    worker->pv_length[0] = length;
    worker->seldepth = length;
    if (!first)
        return 0;
    return (int)lround(CERTAIN *
                       (tree->nodes[first].points / (double)tree->nodes[first].visits - 1));
}

/* A move that wins at once and is not excluded, or none. */
static paua_move find_win(struct worker *worker)
{
    paua_move_list list;
    generate_moves(worker, true, &list);
    for (int i = 0; i < list.count; i++) {
        paua_undo undo;
        worker->kernel->make(worker->board, &worker->position, list.moves[i], &undo);
        bool won = is_won(worker);
        worker->kernel->unmake(worker->board, &worker->position, list.moves[i], &undo);
        if (won && !search_is_excluded(worker, 0, list.moves[i]))
            return list.moves[i];
    }
    return PAUA_NO_MOVE;
}

int mcts_root(struct worker *worker, int depth)
{
    struct mcts_tree *tree = &worker->mcts;
    search_enter_node(worker, 0, worker->position.key);
    paua_move win = find_win(worker);
    if (win != PAUA_NO_MOVE) {
        worker->pv[0][0] = win;
        worker->pv_length[0] = 1;
        return PAUA_SCORE_WIN - 1;
    }
    if (worker->excluded_count == 0) { /* other lines are of the same tree */
        if (depth == 1) {
            tree->count = 1;
            tree->nodes[0] = (struct mcts_node){0};
            tree->random = worker->limits.seed ^ worker->position.key;
            tree->random = random_next(&tree->random) ^ worker->position.ply;
        }
        paua_move_list list;
        generate_moves(worker, true, &list);
        uint32_t wanted = (uint32_t)playouts_of(depth), least = (uint32_t)list.count;
        while (!worker->stopped && tree->nodes[0].visits < (wanted > least ? wanted : least))
            run_playout(worker);
    }
    return report_best(worker);
}
