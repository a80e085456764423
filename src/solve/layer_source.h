/* layer_source.h - the source of the layers' kernels (layer.h). The file that includes it defines KERNEL. */
#include <stdlib.h>
#include <string.h>

#include "solve/generator.h"
#include "solve/layer.h"

/* A value seen from one ply before: what a move to it is worth. 0 stays a draw. */
INLINE int after_move(int value)
{
    return value ? value + 1 : 0;
}

/* What ejections are worth: whether one draws, the least value of a win (0: none), the greatest of a loss. */
struct move_values {
    bool draws;
    int win, loss;
};

INLINE struct move_values evaluate_ejections(const struct layer *layer,
                                             const struct bitboards *scene)
{
    struct move_values found = {0};
    struct neighbours pairs;
    generate_ejections(scene, &pairs);
    if (pairs.count && !layer->below)
        return (struct move_values){.win = 2};
    for (int i = 0; i < pairs.count; i++) {
        int order;
        uint64_t slot =
            index_slot(&layer->below->index, pairs.list[i].opp, pairs.list[i].own, &order);
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

/* Calls for each slot of a class that stands for a position. */
struct class_walk {
    const struct layer *layer;
    uint32_t class, own, free;
    uint64_t first; /* slot */
    bool alone;     /* no symmetry keeps the own marbles */
};

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

INLINE bool is_position(const struct class_walk *walk, uint32_t rank, uint32_t opp)
{
    int order;
    return walk->alone ||
           index_slot(&walk->layer->index, walk->own, opp, &order) == walk->first + rank;
}

/* The byte to begin with; false when a position has too many moves for it. */
static bool first_byte(struct layer *layer, const struct bitboards *scene, uint64_t slot,
                       uint8_t *byte)
{
    struct move_values captures = evaluate_ejections(layer, scene);
    int quiet = count_quiet_moves(scene), value = captures.win;
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

static bool begin(struct layer *layer, uint32_t from, uint32_t to)
{
    const struct index_layer *index = &layer->index;
    for (uint32_t class = from; class < to; class ++) {
        struct class_walk walk = class_walk_of(layer, class);
        for (uint32_t rank = 0; rank < index->opp_sets; rank++) {
            uint32_t opp = index_expand(index->subsets[rank], walk.free);
            uint64_t slot = walk.first + rank;
            uint8_t byte = 0;
            if (is_position(&walk, rank, opp)) {
                struct bitboards scene = bitboards_of(index->base, walk.own, opp);
                if (!first_byte(layer, &scene, slot, &byte))
                    return false;
            }
            atomic_store_explicit(&layer->values[slot], byte, memory_order_relaxed);
        }
    }
    return true;
}

/* A slot hears that one of its moves leads to a loss of the other side. All that are propagated at one time are propagated
 * the same, so threads may overwrite each other. */
INLINE void mark_win(struct layer *layer, uint64_t slot, uint8_t value)
{
    if (atomic_load_explicit(&layer->values[slot], memory_order_relaxed) > value)
        atomic_store_explicit(&layer->values[slot], value, memory_order_relaxed);
}

/* What a position is worth when all its quiet moves lose: an ejection may lose later than they do. */
static int loss_of(const struct layer *layer, uint64_t slot, int value)
{
    const struct index_layer *index = &layer->index;
    uint32_t own = index->representative[slot / index->opp_sets];
    uint32_t opp = index_expand(index->subsets[slot % index->opp_sets], index->base->all ^ own);
    struct bitboards scene = bitboards_of(index->base, own, opp);
    int loss = evaluate_ejections(layer, &scene).loss;
    return loss > value ? loss : value;
}

/* A slot hears that so many of its moves lead to a win of the other side. */
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

/* The same as mark_win() for a value above value_max. */
static void mark_overflow_win(struct layer *layer, uint64_t slot, int value)
{
    uint8_t old = atomic_load_explicit(&layer->values[slot], memory_order_relaxed);
    if (old < LAYER_OPEN &&
        (old != LAYER_OVERFLOW_WIN || overflow_get(&layer->overflow, slot) <= value))
        return;
    atomic_store_explicit(&layer->values[slot], LAYER_OVERFLOW_WIN, memory_order_relaxed);
    layer_put_overflow(layer, slot, value);
}

/* What is on its way to slots: memory fetches them meanwhile. */
enum { QUEUE_LENGTH = 64 };

struct prefetch_queue {
    struct layer *to;
    int value; /* for the hearers */
    unsigned count;
    struct update {
        uint64_t slot;
        int moves;
    } updates[QUEUE_LENGTH];
};

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

INLINE void queue_push(struct prefetch_queue *queue, uint64_t slot, int moves)
{
    struct update *place = &queue->updates[queue->count++ % QUEUE_LENGTH];
    if (queue->count > QUEUE_LENGTH)
        queue_apply(queue, place);
    *place = (struct update){slot, moves};
    __builtin_prefetch((const void *)&queue->to->values[slot], 1);
}

static void queue_flush(struct prefetch_queue *queue)
{
    unsigned count = queue->count < QUEUE_LENGTH ? queue->count : QUEUE_LENGTH;
    for (unsigned i = 0; i < count; i++)
        queue_apply(queue, &queue->updates[i]);
    queue->count = 0;
}

/* A position that symmetries keep meets each predecessor as often as they move it: each counts once for
 * the moves from it that are alike. */
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

/* The sets that symmetries make of one. */
struct images {
    uint32_t set, image[INDEX_SYMMETRIES];
};

INLINE struct images images_of(const struct index_board *base, uint32_t set)
{
    struct images images = {.set = set};
    for (int i = 0; i < base->symmetries; i++)
        images.image[i] = index_image(base, i, set);
    return images;
}

/* index_slot() of a position in which the other side mostly has the set of the images. */
INLINE uint64_t slot_among(const struct index_layer *layer, struct neighbour pair,
                           const struct images *images, int *order)
{
    struct index_place place = index_place_of(layer, pair.own);
    int symmetry = (int)(place.found & 15);
    uint32_t image = pair.opp == images->set ? images->image[symmetry]
                                             : index_image(layer->base, symmetry, pair.opp);
    return index_slot_at(layer, place, image, order);
}

/* Tells all who could have moved to the slot of `opp`. */
INLINE void propagate_position(const struct class_walk *walk, const struct images *own,
                               uint32_t opp, struct prefetch_queue *queue)
{
    const struct index_layer *to = &queue->to->index;
    struct bitboards scene = bitboards_of(to->base, opp, walk->own);
    struct neighbours pairs;
    int order = 1;
    generate_predecessors(&scene, &pairs);
    if (!walk->alone)
        index_slot(&walk->layer->index, walk->own, opp, &order);
    if (order == 1) {
        for (int i = 0; i < pairs.count; i++) {
            int moves;
            uint64_t slot = slot_among(to, pairs.list[i], own, &moves);
            queue_push(queue, slot, moves);
        }
        return;
    }
    struct update updates[NEIGHBOURS_MAX];
    for (int i = 0; i < pairs.count; i++)
        updates[i].slot = slot_among(to, pairs.list[i], own, &updates[i].moves);
    int count = merge_updates(updates, pairs.count, order);
    for (int i = 0; i < count; i++)
        queue_push(queue, updates[i].slot, updates[i].moves);
}

static uint64_t propagate(struct layer *layer, uint32_t from, uint32_t to, int remoteness)
{
    const struct index_layer *index = &layer->index;
    struct prefetch_queue queue = {.to = layer->mirror, .value = remoteness + 2};
    uint64_t propagated = 0;
    for (uint32_t class = from; class < to; class ++) {
        struct class_walk walk = class_walk_of(layer, class);
        struct images own = images_of(index->base, walk.own);
        const uint8_t *first = (const uint8_t *)&layer->values[walk.first];
        const uint8_t *end = first + index->opp_sets;
        for (const uint8_t *at = first;
             at < end && (at = memchr(at, remoteness + 1, (size_t)(end - at))); at++) {
            propagate_position(&walk, &own, index_expand(index->subsets[at - first], walk.free),
                               &queue);
            propagated++;
        }
    }
    queue_flush(&queue);
    return propagated;
}

/* Tells for one slot. */
static void propagate_slot(const struct layer *layer, uint64_t slot, struct prefetch_queue *queue)
{
    const struct index_layer *index = &layer->index;
    struct class_walk walk = class_walk_of(layer, (uint32_t)(slot / index->opp_sets));
    struct images own = images_of(index->base, walk.own);
    uint32_t opp = index_expand(index->subsets[slot % index->opp_sets], walk.free);
    propagate_position(&walk, &own, opp, queue);
}

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
    /* what is propagated may be put where these stand: a list of its own */
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

static void finish(struct layer *layer, uint32_t from, uint32_t to)
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

/* What a position's moves say that it is worth. */
static int value_by_moves(const struct layer *layer, const struct bitboards *scene)
{
    const struct layer *mirror = layer->mirror;
    struct move_values best = evaluate_ejections(layer, scene);
    struct neighbours pairs;
    uint64_t slots[NEIGHBOURS_MAX];
    bool any = best.draws || best.win || best.loss;
    generate_quiet_moves(scene, &pairs);
    struct index_place place = index_place_of(&mirror->index, scene->opp);
    for (int i = 0; i < pairs.count; i++) {
        struct neighbour pair = pairs.list[i];
        int order;
        if (pair.opp == scene->opp) { /* nobody is pushed */
            uint32_t image = index_image(mirror->index.base, (int)(place.found & 15), pair.own);
            slots[i] = index_slot_at(&mirror->index, place, image, &order);
        } else {
            slots[i] = index_slot(&mirror->index, pair.opp, pair.own, &order);
        }
        __builtin_prefetch((const void *)&mirror->values[slots[i]]);
    }
    for (int i = 0; i < pairs.count; i++) {
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

static void verify(const struct layer *layer, uint32_t from, uint32_t to,
                   struct layer_faults *faults)
{
    const struct index_layer *index = &layer->index;
    for (uint32_t class = from; class < to; class ++) {
        struct class_walk walk = class_walk_of(layer, class);
        for (uint32_t rank = 0; rank < index->opp_sets; rank++) {
            uint32_t opp = index_expand(index->subsets[rank], walk.free);
            uint64_t slot = walk.first + rank;
            struct bitboards scene = bitboards_of(index->base, walk.own, opp);
            int wanted = is_position(&walk, rank, opp) ? value_by_moves(layer, &scene) : 0;
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

static void classify(const struct layer *layer, uint32_t from, uint32_t to,
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

const struct layer_kernel KERNEL = {.begin = begin,
                                    .propagate = propagate,
                                    .propagate_overflow = propagate_overflow,
                                    .finish = finish,
                                    .classify = classify,
                                    .verify = verify};
