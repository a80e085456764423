/* layer_source.h - the kernels of a layer (layer.h): retrograde analysis (Ströhlein 1970; Thompson,
 * "Retrograde Analysis of Certain Endgames", 1986) with a count of open moves for each position.
 *
 *   1. begin: count the quiet moves of each position; ejections are valued by the layers below.
 *   2. propagate, for remoteness 0, 1, 2, ...: each position decided at it updates its
 *      predecessors. A move to a loss wins; a move to a win is no open move any more, and a
 *      position without open moves is lost.
 *   3. finish: whatever is still open is a draw.
 *
 * verify checks the result by the definition, classify counts outcome classes. CMake compiles this
 * file once for each kind of processor, with KERNEL as the name of the table at its end.
 */
#include <stdlib.h>
#include <string.h>

#include "solve/generator.h"
#include "solve/layer.h"

/* Whether ThreadSanitizer watches, for find_value(). */
#if defined(__SANITIZE_THREAD__)
#define SOLVE_SCAN_ATOMIC 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SOLVE_SCAN_ATOMIC 1
#endif
#endif

/* The value of a move, from the value of the position it leads to. 0 stays a draw. */
INLINE int after_move(int value)
{
    return value ? value + 1 : 0;
}

/* The best of several moves of each kind: whether one draws, the quickest win (0: none), the
 * slowest loss. */
struct move_values {
    bool draws;
    int win, loss;
};

/* The values of all ejections, from the layer below, which is already solved. Without a layer
 * below, an ejection wins at once (R10): value 2, remoteness 1. */
INLINE struct move_values evaluate_ejections(const struct layer *layer,
                                             const struct bitboards *boards)
{
    struct move_values found = {0};
    struct neighbours neighbours;
    generate_ejections(boards, &neighbours);
    if (neighbours.count && !layer->below)
        return (struct move_values){.win = 2};
    for (int i = 0; i < neighbours.count; i++) {
        int order;
        uint64_t slot = index_slot(&layer->below->index, neighbours.list[i].opp,
                                   neighbours.list[i].own, &order);
        int value = after_move(layer_value(layer->below, slot));
        if (value == 0)
            found.draws = true;
        else if (value % 2 == 0 && (!found.win || value < found.win))
            found.win = value;
        else if (value % 2 && value > found.loss)
            found.loss = value;
    }
    return found;
}

/* The slots of one class: own marbles on the representative's cells, opp marbles on any of the
 * free ones. */
struct class_walk {
    const struct layer *layer;
    uint32_t class, own, free;
    uint64_t first; /* slot */
    bool alone;     /* no symmetry but the identity keeps the own marbles */
};

/* The slots of a class are consecutive: class * opp_sets + the rank of the opp set. */
INLINE struct class_walk class_walk_of(const struct layer *layer, uint32_t class)
{
    const struct index_layer *index = &layer->index;
    uint32_t own = index->representative[class];
    return (struct class_walk){layer,
                               class,
                               own,
                               index->base->all ^ own,
                               (uint64_t) class * index->opp_sets,
                               index->stabiliser[class] == 1};
}

/* Whether a slot of the class is the canonical one of its position. */
INLINE bool is_position(const struct class_walk *walk, uint32_t rank, uint32_t opp)
{
    int order;
    return walk->alone ||
           index_slot(&walk->layer->index, walk->own, opp, &order) == walk->first + rank;
}

/* The first byte of a position (step 1). An ejection that wins decides it, and so do ejections
 * that all lose where there is no quiet move. False: too many moves for a byte. */
static bool first_byte(struct layer *layer, const struct bitboards *boards, uint64_t slot,
                       uint8_t *byte)
{
    struct move_values captures = evaluate_ejections(layer, boards);
    int quiet = count_quiet_moves(boards), value = captures.win;
    if (!value && !captures.draws && !quiet)
        value = captures.loss ? captures.loss : layer->stuck_loses;
    if (value)
        *byte = layer_byte(layer, value);
    else
        *byte = (uint8_t)(captures.draws || !quiet ? LAYER_DRAWN : LAYER_OPEN + quiet);
    if (value > layer->value_max)
        layer_put_overflow(layer, slot, value);
    return LAYER_OPEN + quiet < LAYER_DRAWN;
}

/* Step 1 over a range of classes. False: a position has too many moves for a byte. */
static bool begin_slots(struct layer *layer, uint32_t from, uint32_t to)
{
    const struct index_layer *index = &layer->index;
    for (uint32_t class = from; class < to; class ++) {
        struct class_walk walk = class_walk_of(layer, class);
        for (uint32_t rank = 0; rank < index->opp_sets; rank++) {
            uint32_t opp = index_expand(index->subsets[rank], walk.free);
            uint64_t slot = walk.first + rank;
            uint8_t byte = 0;
            if (is_position(&walk, rank, opp)) {
                struct bitboards boards = bitboards_of(index->base, walk.own, opp);
                if (!first_byte(layer, &boards, slot, &byte))
                    return false;
            }
            atomic_store_explicit(&layer->values[slot], byte, memory_order_relaxed);
        }
    }
    return true;
}

/* Mark the slot as won: one of its moves reaches a lost position. All threads write the same
 * value during one remoteness, so a lost race does no harm. */
INLINE void mark_win(struct layer *layer, uint64_t slot, uint8_t value)
{
    if (atomic_load_explicit(&layer->values[slot], memory_order_relaxed) > value)
        atomic_store_explicit(&layer->values[slot], value, memory_order_relaxed);
}

/* The value of a position all of whose quiet moves lose; an ejection may lose more slowly. */
static int loss_of(const struct layer *layer, uint64_t slot, int value)
{
    const struct index_layer *index = &layer->index;
    uint32_t own = index->representative[slot / index->opp_sets];
    uint32_t opp = index_expand(index->subsets[slot % index->opp_sets], index->base->all ^ own);
    struct bitboards boards = bitboards_of(index->base, own, opp);
    int loss = evaluate_ejections(layer, &boards).loss;
    return loss > value ? loss : value;
}

/* Take away `moves` open moves: they lead to wins of the other side. At none left the position
 * is lost. */
INLINE void decrement_open_moves(struct layer *layer, uint64_t slot, int moves, int value)
{
    uint8_t old = atomic_load_explicit(&layer->values[slot], memory_order_relaxed), next;
    int loss = 0;
    do {
        if (old <= LAYER_OPEN || old == LAYER_DRAWN)
            return;
        next = (uint8_t)(old - moves);
        if (next == LAYER_OPEN) {
            loss = loss_of(layer, slot, value);
            next = layer_byte(layer, loss);
        }
    } while (!atomic_compare_exchange_weak_explicit(&layer->values[slot], &old, next,
                                                    memory_order_relaxed, memory_order_relaxed));
    if (loss > layer->value_max)
        layer_put_overflow(layer, slot, loss);
}

/* mark_win() for a value above value_max. */
static void mark_overflow_win(struct layer *layer, uint64_t slot, int value)
{
    uint8_t old = atomic_load_explicit(&layer->values[slot], memory_order_relaxed);
    if (old < LAYER_OPEN &&
        (old != LAYER_OVERFLOW_WIN || overflow_get(&layer->overflow, slot) <= value))
        return;
    atomic_store_explicit(&layer->values[slot], LAYER_OVERFLOW_WIN, memory_order_relaxed);
    layer_put_overflow(layer, slot, value);
}

/* Slots come in random order, so that each update would miss the cache. The queue delays an
 * update by QUEUE_LENGTH others while its slot is prefetched. */
enum { QUEUE_LENGTH = 64 };

struct prefetch_queue {
    struct layer *to;
    int value; /* of the predecessors, if this is what decides them */
    unsigned count;
    struct update {
        uint64_t slot;
        int moves;
    } updates[QUEUE_LENGTH];
};

/* Apply one update: an odd value is a loss in the making, an even one a win. */
INLINE void queue_apply(struct prefetch_queue *queue, const struct update *update)
{
    struct layer *to = queue->to;
    int value = queue->value;
    if (value % 2)
        decrement_open_moves(to, update->slot, update->moves, value);
    else if (value <= to->value_max)
        mark_win(to, update->slot, (uint8_t)value);
    else
        mark_overflow_win(to, update->slot, value);
}

/* Add an update; the oldest one is applied when the queue is full. */
INLINE void queue_push(struct prefetch_queue *queue, uint64_t slot, int moves)
{
    struct update *place = &queue->updates[queue->count++ % QUEUE_LENGTH];
    if (queue->count > QUEUE_LENGTH)
        queue_apply(queue, place);
    *place = (struct update){slot, moves};
    __builtin_prefetch((const void *)&queue->to->values[slot], 1);
}

/* Apply all updates that are left. */
static void queue_flush(struct prefetch_queue *queue)
{
    unsigned count = queue->count < QUEUE_LENGTH ? queue->count : QUEUE_LENGTH;
    for (unsigned i = 0; i < count; i++)
        queue_apply(queue, &queue->updates[i]);
    queue->count = 0;
}

/* A position kept by `order` symmetries generates a predecessor once for each image of it.
 * Merges the updates of one slot and divides, so that each of its moves counts once. */
static int merge_updates(struct update *updates, int count, int order)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        int k = 0;
        while (k < kept && updates[k].slot != updates[i].slot)
            k++;
        if (k == kept)
            updates[kept++] = updates[i];
        else
            updates[k].moves += updates[i].moves;
    }
    for (int k = 0; k < kept; k++)
        updates[k].moves /= order;
    return kept;
}

/* A set and its images under the board's symmetries. */
struct images {
    uint32_t set, image[INDEX_SYMMETRIES];
};

/* Computed once for a class: all its positions share the own set. */
INLINE struct images images_of(const struct index_board *base, uint32_t set)
{
    struct images images = {.set = set};
    for (int i = 0; i < base->symmetries; i++)
        images.image[i] = index_image(base, i, set);
    return images;
}

/* index_slot() of a position whose opp set is mostly the set of the images: only a push changes
 * it. */
INLINE uint64_t slot_among(const struct index_layer *layer, struct neighbour neighbour,
                           const struct images *images, int *order)
{
    struct index_place place = index_place_of(layer, neighbour.own);
    int symmetry = (int)(place.found & 15);
    uint32_t image = neighbour.opp == images->set
                         ? images->image[symmetry]
                         : index_image(layer->base, symmetry, neighbour.opp);
    return index_slot_at(layer, place, image, order);
}

/* Updates all predecessors of one position, the one with `opp` in the class. */
INLINE void propagate_position(const struct class_walk *walk, const struct images *own,
                               uint32_t opp, struct prefetch_queue *queue)
{
    const struct index_layer *to = &queue->to->index;
    struct bitboards boards = bitboards_of(to->base, opp, walk->own);
    struct neighbours neighbours;
    int order = 1;
    generate_predecessors(&boards, &neighbours);
    if (!walk->alone)
        index_slot(&walk->layer->index, walk->own, opp, &order);
    if (order == 1) {
        for (int i = 0; i < neighbours.count; i++) {
            int moves;
            uint64_t slot = slot_among(to, neighbours.list[i], own, &moves);
            queue_push(queue, slot, moves);
        }
        return;
    }
    struct update updates[NEIGHBOURS_MAX];
    for (int i = 0; i < neighbours.count; i++)
        updates[i].slot = slot_among(to, neighbours.list[i], own, &updates[i].moves);
    int count = merge_updates(updates, neighbours.count, order);
    for (int i = 0; i < count; i++)
        queue_push(queue, updates[i].slot, updates[i].moves);
}

/* The number of the first slot from `from` on that holds the value, or `end`.
 *
 * Other threads change slots meanwhile, but none from or to this value: they write later ones. So
 * memchr() finds the same slots as a loop of atomic loads, which takes several times as long and
 * made the solver 2 to 4 % slower. By C11 it races all the same; in practice it is code that the
 * compiler does not see into, and no processor reads half a byte. ThreadSanitizer gets the loop. */
INLINE uint32_t find_value(const _Atomic uint8_t *slots, uint32_t from, uint32_t end, uint8_t value)
{
#ifdef SOLVE_SCAN_ATOMIC
    while (from < end && atomic_load_explicit(&slots[from], memory_order_relaxed) != value)
        from++;
    return from;
#else
    const uint8_t *bytes = (const uint8_t *)slots;
    const uint8_t *found = memchr(bytes + from, value, end - from);
    return found ? (uint32_t)(found - bytes) : end;
#endif
}

/* Step 2 over a range. */
static uint64_t propagate_slots(struct layer *layer, uint32_t from, uint32_t to, int remoteness)
{
    const struct index_layer *index = &layer->index;
    struct prefetch_queue queue = {.to = layer->mirror, .value = remoteness + 2};
    const uint32_t end = index->opp_sets;
    const uint8_t value = (uint8_t)(remoteness + 1);
    uint64_t propagated = 0;
    for (uint32_t class = from; class < to; class ++) {
        struct class_walk walk = class_walk_of(layer, class);
        struct images own = images_of(index->base, walk.own);
        const _Atomic uint8_t *slots = &layer->values[walk.first];
        for (uint32_t rank = 0; (rank = find_value(slots, rank, end, value)) < end; rank++) {
            propagate_position(&walk, &own, index_expand(index->subsets[rank], walk.free), &queue);
            propagated++;
        }
    }
    queue_flush(&queue);
    return propagated;
}

/* Updates the predecessors of one slot. */
static void propagate_slot(const struct layer *layer, uint64_t slot, struct prefetch_queue *queue)
{
    const struct index_layer *index = &layer->index;
    struct class_walk walk = class_walk_of(layer, (uint32_t)(slot / index->opp_sets));
    struct images own = images_of(index->base, walk.own);
    uint32_t opp = index_expand(index->subsets[slot % index->opp_sets], walk.free);
    propagate_position(&walk, &own, opp, queue);
}

/* Step 2 where predecessors get values above value_max. */
static uint64_t propagate_overflow(struct layer *layer, int remoteness)
{
    struct prefetch_queue queue = {.to = layer->mirror, .value = remoteness + 2};
    const uint8_t *values = (const uint8_t *)layer->values;
    uint64_t propagated = 0;
    if (remoteness + 1 <= layer->value_max) {
        for (uint64_t slot = 0; slot < layer->index.slots; slot++)
            if (values[slot] == remoteness + 1) {
                propagate_slot(layer, slot, &queue);
                propagated++;
            }
        queue_flush(&queue);
        return propagated;
    }
    /* the updates may grow the overflow table, so go through a copy */
    struct overflow_entry *list = overflow_sorted(&layer->overflow);
    size_t count = layer->overflow.count;
    layer->overflow.failed |= !list;
    for (size_t i = 0; list && i < count; i++)
        if (list[i].value == remoteness + 1 &&
            values[list[i].slot] == layer_byte(layer, remoteness + 1)) {
            propagate_slot(layer, list[i].slot, &queue);
            propagated++;
        }
    queue_flush(&queue);
    free(list);
    return propagated;
}

/* Step 3 over a range. A record counts for all positions that symmetries make of it. */
static void finish_slots(struct layer *layer, uint32_t from, uint32_t to)
{
    const struct index_layer *index = &layer->index;
    uint64_t found[2] = {0, 0}; /* wins, losses */
    int longest = 0, before;
    for (uint32_t class = from; class < to; class ++) {
        struct class_walk walk = class_walk_of(layer, class);
        for (uint32_t rank = 0; rank < index->opp_sets; rank++) {
            _Atomic uint8_t *value = &layer->values[walk.first + rank];
            int is = atomic_load_explicit(value, memory_order_relaxed), order = 1;
            if (is >= LAYER_OPEN)
                atomic_store_explicit(value, 0, memory_order_relaxed);
            if (is == 0 || is >= LAYER_OPEN)
                continue;
            if (!walk.alone)
                index_slot(index, walk.own, index_expand(index->subsets[rank], walk.free), &order);
            found[is % 2] += (uint64_t)(index->base->symmetries / order);
            if (is == LAYER_OVERFLOW_WIN)
                is = layer_value(layer, walk.first + rank);
            if (is % 2 == 0 && is - 1 > longest)
                longest = is - 1;
        }
    }
    atomic_fetch_add(&layer->wins, found[0]);
    atomic_fetch_add(&layer->losses, found[1]);
    before = atomic_load(&layer->longest_win);
    while (before < longest && !atomic_compare_exchange_weak(&layer->longest_win, &before, longest))
        ;
}

/* The value of a position by the definition: the best over all its moves. */
static int value_by_moves(const struct layer *layer, const struct bitboards *boards)
{
    const struct layer *mirror = layer->mirror;
    struct move_values best = evaluate_ejections(layer, boards);
    struct neighbours neighbours;
    uint64_t slots[NEIGHBOURS_MAX];
    bool any = best.draws || best.win || best.loss;
    generate_quiet_moves(boards, &neighbours);
    struct index_place place = index_place_of(&mirror->index, boards->opp);
    for (int i = 0; i < neighbours.count; i++) {
        struct neighbour neighbour = neighbours.list[i];
        int order;
        if (neighbour.opp == boards->opp) { /* nobody is pushed */
            uint32_t image =
                index_image(mirror->index.base, (int)(place.found & 15), neighbour.own);
            slots[i] = index_slot_at(&mirror->index, place, image, &order);
        } else {
            slots[i] = index_slot(&mirror->index, neighbour.opp, neighbour.own, &order);
        }
        __builtin_prefetch((const void *)&mirror->values[slots[i]]);
    }
    for (int i = 0; i < neighbours.count; i++) {
        int value = after_move(layer_value(mirror, slots[i]));
        any = true;
        if (value == 0)
            best.draws = true;
        else if (value % 2 == 0 && (!best.win || value < best.win))
            best.win = value;
        else if (value % 2 && value > best.loss)
            best.loss = value;
    }
    if (!any)
        return layer->stuck_loses ? 1 : 0;
    return best.win ? best.win : best.draws ? 0 : best.loss;
}

/* Compares the records of a range with value_by_moves(). */
static void verify_slots(const struct layer *layer, uint32_t from, uint32_t to,
                         struct layer_faults *faults)
{
    const struct index_layer *index = &layer->index;
    for (uint32_t class = from; class < to; class ++) {
        struct class_walk walk = class_walk_of(layer, class);
        for (uint32_t rank = 0; rank < index->opp_sets; rank++) {
            uint32_t opp = index_expand(index->subsets[rank], walk.free);
            uint64_t slot = walk.first + rank;
            struct bitboards boards = bitboards_of(index->base, walk.own, opp);
            int wanted = is_position(&walk, rank, opp) ? value_by_moves(layer, &boards) : 0;
            if (layer_value(layer, slot) == wanted)
                continue;
            uint64_t place = atomic_fetch_add(&faults->count, 1);
            if (place < LAYER_FAULTS_MAX)
                faults->slots[place] = slot;
        }
    }
}

/* 0 draw, 1 win, 2 loss. */
INLINE int value_kind(const struct layer *layer, uint64_t slot)
{
    int value = atomic_load_explicit(&layer->values[slot], memory_order_relaxed);
    return value == 0 ? 0 : 1 + value % 2;
}

/* Counts outcome classes over a range: each record with that of its negative, the colours
 * swapped. */
static void classify_slots(const struct layer *layer, uint32_t from, uint32_t to,
                           struct layer_classes *classes)
{
    const struct index_layer *index = &layer->index;
    uint64_t counts[3][3] = {{0}}, self_negative = 0;
    for (uint32_t class = from; class < to; class ++) {
        struct class_walk walk = class_walk_of(layer, class);
        struct images own = images_of(index->base, walk.own);
        for (uint32_t rank = 0; rank < index->opp_sets; rank++) {
            uint32_t opp = index_expand(index->subsets[rank], walk.free);
            uint64_t slot = walk.first + rank;
            int order;
            if (!is_position(&walk, rank, opp))
                continue;
            uint64_t negative = slot_among(index, (struct neighbour){opp, walk.own}, &own, &order);
            counts[value_kind(layer, slot)][value_kind(layer, negative)]++;
            self_negative += negative == slot;
        }
    }
    for (int i = 0; i < 9; i++)
        atomic_fetch_add(&classes->count[i / 3][i % 3], counts[i / 3][i % 3]);
    atomic_fetch_add(&classes->self_negative, self_negative);
}

const struct layer_kernel KERNEL = {.begin = begin_slots,
                                    .propagate = propagate_slots,
                                    .propagate_overflow = propagate_overflow,
                                    .finish = finish_slots,
                                    .classify = classify_slots,
                                    .verify = verify_slots};
