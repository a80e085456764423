/* sweep.c - the second method: value iteration, a forward sweep over all open positions for each
 * remoteness.
 *
 *   1. Every position is open.
 *   2. For d = 0, 1, 2, ...: an open position with a move to a loss in d - 1 is won in d; one
 *      whose moves all lead to wins of the other side in at most d - 1 is lost in d.
 *   3. The sweep ends when two passes in a row have decided nothing and no layer below holds a
 *      greater remoteness.
 *
 * It shares the numbering of positions with retrograde analysis and nothing else: moves come
 * from src/rules. Slow; to compare with, on boards of at most 14 cells.
 */
#include "solve/sweep.h"

#include <paua/rules.h>

struct sweep {
    struct layer *layer;
    int remoteness;
    bool changed;
    int longest_below;
};

/* The value of a position after a move; *known is false while it is open. */
static int value_after(const struct sweep *sweep, const paua_position *position, bool ejected,
                       bool *known)
{
    const struct layer *layer = ejected ? sweep->layer->below : sweep->layer->mirror;
    int order;
    if (ejected && !layer)
        return 1; /* the other side has lost */
    uint64_t slot = index_slot(&layer->index, (uint32_t)position->marbles[position->to_move],
                               (uint32_t)position->marbles[PAUA_OTHER(position->to_move)], &order);
    *known = ejected || layer->values[slot] != LAYER_DRAWN;
    return *known ? layer_value(layer, slot) : LAYER_DRAWN;
}

/* The value that this pass finds for an open position, or 0 if it stays open. */
static int decide_position(struct sweep *sweep, const paua_board *board, paua_position *position)
{
    paua_move_list list;
    paua_undo undo;
    bool all_lose = true;
    paua_moves_generate(board, position, &list);
    if (list.count == 0)
        return sweep->layer->stuck_loses;
    for (int i = 0; i < list.count; i++) {
        bool ejects = paua_move_ejects(list.moves[i]), known = true;
        paua_position_make(board, position, list.moves[i], &undo);
        int value = value_after(sweep, position, ejects, &known);
        paua_position_unmake(board, position, list.moves[i], &undo);
        if (ejects && value - 1 > sweep->longest_below)
            sweep->longest_below = value - 1;
        bool in_time = known && value && value <= sweep->remoteness;
        if (in_time && value % 2)
            return sweep->remoteness + 1;
        all_lose = all_lose && in_time;
    }
    return all_lose ? sweep->remoteness + 1 : 0;
}

/* Visits every canonical position of the layer. */
static void visit_positions(struct sweep *sweep, void (*visit)(struct sweep *sweep, uint64_t slot,
                                                               paua_position *position))
{
    const struct index_layer *index = &sweep->layer->index;
    const paua_board *board = index->base->board;
    for (uint32_t class = 0; class < index->classes; class ++) {
        uint32_t own = index->representative[class], free = index->base->all ^ own;
        for (uint32_t rank = 0; rank < index->opp_sets; rank++) {
            uint32_t opp = index_expand(index->subsets[rank], free);
            uint64_t slot = (uint64_t) class * index->opp_sets + rank;
            paua_position position;
            int order;
            if (index_slot(index, own, opp, &order) != slot)
                continue;
            if (paua_position_setup(board, own, opp, PAUA_BLACK, &position) == PAUA_OK)
                visit(sweep, slot, &position);
        }
    }
}

/* Step 1. */
static void open_position(struct sweep *sweep, uint64_t slot, paua_position *position)
{
    (void)position;
    atomic_store_explicit(&sweep->layer->values[slot], LAYER_DRAWN, memory_order_relaxed);
}

/* Step 2 for one position. */
static void update_position(struct sweep *sweep, uint64_t slot, paua_position *position)
{
    struct layer *layer = sweep->layer;
    if (layer->values[slot] != LAYER_DRAWN)
        return;
    int found = decide_position(sweep, layer->index.base->board, position);
    if (!found)
        return;
    atomic_store_explicit(&layer->values[slot], layer_byte(layer, found), memory_order_relaxed);
    if (found > layer->value_max)
        layer_put_overflow(layer, slot, found);
    sweep->changed = true;
}

void sweep_solve(struct layer *const layers[], int count)
{
    struct sweep sweep = {0};
    int idle = 0;
    for (int i = 0; i < count; i++) {
        sweep.layer = layers[i];
        for (uint64_t slot = 0; slot < layers[i]->index.slots; slot++)
            atomic_store_explicit(&layers[i]->values[slot], 0, memory_order_relaxed);
        visit_positions(&sweep, open_position);
    }
    for (; idle < 2 || sweep.remoteness <= sweep.longest_below + 1; sweep.remoteness++) {
        sweep.changed = false;
        for (int i = 0; i < count; i++) {
            sweep.layer = layers[i];
            visit_positions(&sweep, update_position);
        }
        idle = sweep.changed ? 0 : idle + 1;
    }
}
