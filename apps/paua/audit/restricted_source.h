/* restricted_source.h - solves the game in which the winner's moves may not leave a marble of his
 * on some cells, by retrograde analysis with a count of open moves (as src/solve/layer_source.h
 * does).
 *
 * A position is won if the winner can force the last ejection in it; losses and draws have one
 * value, and the solved board is not used. Layers are solved from the fewest marbles up, because
 * ejections lead to layers with fewer:
 *
 *   1. begin: value the ejections; count the quiet moves of the other side.
 *   2. mark: each won position wins its predecessors with the winner to move, and takes an open
 *      move from those with the other side to move. Without open moves such a position is won.
 *
 * CMake compiles this file once for each kind of processor, with KERNEL as the name of the table at
 * its end. */
#include "audit/restricted_game.h"
#include "base/array.h"
#include "solve/generator.h"

enum {
    CLASSES_REPORT = 15,        /* mask: classes between two reports */
    POSITIONS_REPORT = 0x7FFFF, /* mask: positions between two reports */
};

/* Puts a won position on the stack. False when memory is short. */
static bool push_won(struct restricted *game, uint64_t slot, bool reply)
{
    if (!ARRAY_RESERVE(game->stack, game->room, game->count + 1))
        return audit_worked(game->judging, PAUA_ERROR_NO_MEMORY);
    game->stack[game->count++] = (struct won_position){(uint32_t)slot, reply};
    return true;
}

/* The position of a slot; own is the side to move. */
static struct bitboards position_of(const struct index_layer *index, uint64_t slot)
{
    uint32_t own = index->representative[slot / index->opp_sets];
    uint32_t free = index->base->all ^ own;
    return bitboards_of(index->base, own,
                        index_expand(index->subsets[slot % index->opp_sets], free));
}

/* Whether an ejection of the winner, who is to move, wins. `below`: the layer with a marble less of
 * the other side; NULL: the game is over. */
static bool ejection_wins(const struct restricted *game, const struct bitboards *boards,
                          const struct restricted_layer *below)
{
    struct neighbours found;
    generate_ejections(boards, &found);
    for (int i = 0; i < found.count; i++) {
        int order;
        if (found.list[i].own & game->forbidden)
            continue;
        if (!below || below->open[index_slot(below->to_reply, found.list[i].opp, found.list[i].own,
                                             &order)] == RESTRICTED_OPEN_WON)
            return true;
    }
    return false;
}

/* The open moves of the other side, which is to move. An ejection that leads to no won position
 * saves it. `below`: the layer with a marble less of the winner; NULL: the game is over. */
static uint16_t open_moves(const struct restricted *game, const struct bitboards *boards,
                           const struct restricted_layer *below)
{
    struct neighbours found;
    if (boards->opp & game->forbidden)
        return 0; /* no move of the winner leads here */
    generate_ejections(boards, &found);
    for (int i = 0; i < found.count; i++) {
        int order;
        if (!below ||
            !below->won[index_slot(below->to_win, found.list[i].opp, found.list[i].own, &order)])
            return 0;
    }
    int quiet = count_quiet_moves(boards);
    if (!quiet)
        return found.count || game->judging->game->oracle.stuck_loses ? RESTRICTED_OPEN_WON : 0;
    return (uint16_t)(quiet * game->base.symmetries);
}

/* Step 1: the positions of a class of own sets, with the winner to move or the other side. */
static bool begin_class(struct restricted *game, int own, int other, uint32_t class, bool reply)
{
    struct restricted_layer *layer = &game->layers[own][other];
    const struct index_layer *index = reply ? layer->to_reply : layer->to_win;
    const struct restricted_layer *below = reply   ? own ? &game->layers[own - 1][other] : NULL
                                           : other ? &game->layers[own][other - 1]
                                                   : NULL;
    uint64_t first = (uint64_t) class * index->opp_sets;
    for (uint64_t slot = first; slot < first + index->opp_sets; slot++) {
        int order;
        struct bitboards boards = position_of(index, slot);
        if (index->stabiliser[class] != 1 &&
            index_slot(index, boards.own, boards.opp, &order) != slot)
            continue;
        if (reply)
            layer->open[slot] = open_moves(game, &boards, below);
        else
            layer->won[slot] = ejection_wins(game, &boards, below);
        if ((reply ? layer->open[slot] == RESTRICTED_OPEN_WON : layer->won[slot]) &&
            !push_won(game, slot, reply))
            return false;
    }
    return true;
}

/* Step 1 for a layer. */
static bool begin_layer(struct restricted *game, int own, int other)
{
    for (int reply = 0; reply < 2; reply++) {
        const struct restricted_layer *layer = &game->layers[own][other];
        uint32_t classes = reply ? layer->to_reply->classes : layer->to_win->classes;
        for (uint32_t class = 0; class < classes; class ++) {
            if ((class & CLASSES_REPORT) == 0 &&
                !audit_continues(game->judging, "moves", (double)class / classes))
                return false;
            if (!begin_class(game, own, other, class, reply))
                return false;
        }
    }
    return true;
}

/* Slots of predecessors, and how many symmetries keep each. */
struct predecessors {
    int count, order[NEIGHBOURS_MAX];
    uint64_t slot[NEIGHBOURS_MAX];
};

/* Lists the positions from which quiet moves lead to a position of another index; `values` has one
 * of `size` bytes for each slot and is prefetched. Where the other side has moved, those with a
 * marble of the winner on a forbidden cell are left out: they cannot be won. */
static void list_predecessors(const struct restricted *game, const struct bitboards *boards,
                              bool reply, const struct index_layer *index, const void *values,
                              size_t size, struct predecessors *list)
{
    struct bitboards moved = bitboards_of(&game->base, boards->opp, boards->own);
    struct neighbours found;
    generate_predecessors(&moved, &found);
    list->count = 0;
    for (int i = 0; i < found.count; i++) {
        if (reply && found.list[i].opp & game->forbidden)
            continue;
        int n = list->count++;
        list->slot[n] = index_slot(index, found.list[i].own, found.list[i].opp, &list->order[n]);
        __builtin_prefetch((const char *)values + list->slot[n] * size, 1);
    }
}

/* Marks the positions from which the winner's quiet moves lead to this won one. */
static bool mark_wins(struct restricted *game, struct restricted_layer *layer, uint64_t slot)
{
    struct bitboards boards = position_of(layer->to_reply, slot);
    struct predecessors from;
    list_predecessors(game, &boards, false, layer->to_win, layer->won, sizeof *layer->won, &from);
    for (int i = 0; i < from.count; i++) {
        uint8_t *won = &layer->won[from.slot[i]];
        if (!*won && !push_won(game, from.slot[i], false))
            return false;
        *won = true;
    }
    return true;
}

/* Takes an open move from the positions from which the other side's quiet moves lead to this won
 * one. The moves from a position to any of the positions isomorphic to another are to the moves
 * back as the orders of their symmetry groups. */
static bool decrement_open(struct restricted *game, struct restricted_layer *layer, uint64_t slot)
{
    struct bitboards boards = position_of(layer->to_win, slot);
    struct predecessors from;
    int order;
    index_slot(layer->to_win, boards.own, boards.opp, &order);
    list_predecessors(game, &boards, true, layer->to_reply, layer->open, sizeof *layer->open,
                      &from);
    for (int i = 0; i < from.count; i++) {
        uint16_t *open = &layer->open[from.slot[i]];
        if (*open == 0 || *open == RESTRICTED_OPEN_WON)
            continue;
        *open = (uint16_t)(*open - game->base.symmetries / order * from.order[i]);
        if (*open)
            continue;
        *open = RESTRICTED_OPEN_WON;
        if (!push_won(game, from.slot[i], true))
            return false;
    }
    return true;
}

/* Step 2 for a layer: until no won position is left that has not updated its predecessors. */
static bool mark_layer(struct restricted *game, int own, int other)
{
    struct restricted_layer *layer = &game->layers[own][other];
    double all = (double)(layer->to_win->slots + layer->to_reply->slots);
    for (uint64_t marked = 0; game->count; marked++) {
        struct won_position won = game->stack[--game->count];
        if ((marked & POSITIONS_REPORT) == 0 &&
            !audit_continues(game->judging, "won without the middle", (double)marked / all))
            return false;
        if (!(won.reply ? mark_wins : decrement_open)(game, layer, won.slot))
            return false;
    }
    return true;
}

/* restricted_kernel.solve_layer. */
static bool solve_layer(struct restricted *game, int own, int other)
{
    return begin_layer(game, own, other) && mark_layer(game, own, other);
}

/* restricted_kernel.won. */
static bool is_won(const struct restricted *game, uint32_t own, uint32_t other)
{
    const struct restricted_layer *layer =
        &game->layers[bits_count(own) - game->least][bits_count(other) - game->least];
    int order;
    return layer->won[index_slot(layer->to_win, own, other, &order)];
}

const struct restricted_kernel KERNEL = {.solve_layer = solve_layer, .won = is_won};
