/* layer_source.h - the source of the layers' kernels (layer.h). The file that includes it defines KERNEL. */
#include <string.h>

#include "solve/layer.h"
#include "solve/scene.h"

/* A value seen from one ply before: what a move to it is worth. 0 stays a draw. */
INLINE int after_move(int value)
{
    return value ? value + 1 : 0;
}

/* What ejections are worth: whether one draws, the least value of a win (0: none), the greatest of a loss. */
struct captures {
    bool draws;
    int win, loss;
};

INLINE struct captures look_below(const struct layer *layer, const struct scene *scene)
{
    struct captures found = {0};
    struct pairs pairs;
    ejections(scene, &pairs);
    if (pairs.count && !layer->below)
        return (struct captures){.win = 2};
    for (int i = 0; i < pairs.count; i++) {
        int order;
        uint64_t slot =
            index_slot(&layer->below->index, pairs.list[i].opp, pairs.list[i].own, &order);
        int value =
            after_move(atomic_load_explicit(&layer->below->values[slot], memory_order_relaxed));
        if (value == 0)
            found.draws = true;
        else if (value % 2 == 0 && (!found.win || value < found.win))
            found.win = value;
        else if (value % 2 && value > found.loss)
            found.loss = value;
    }
    return found;
}

INLINE int count_quiet(const struct scene *scene)
{
    struct pairs pairs;
    quiet_moves(scene, &pairs);
    return pairs.count;
}

/* Calls for each slot of a class that stands for a position. */
struct walk {
    const struct layer *layer;
    uint32_t class, own, free;
    uint64_t first; /* slot */
    bool alone;     /* no symmetry keeps the own marbles */
};

INLINE struct walk walk_of(const struct layer *layer, uint32_t class)
{
    const struct index_layer *index = &layer->index;
    uint32_t own = index->representative[class];
    return (struct walk){layer,
                         class,
                         own,
                         index->base->all ^ own,
                         (uint64_t) class * index->opp_sets,
                         index->stabiliser[class] == 1};
}

INLINE bool is_position(const struct walk *walk, uint32_t rank, uint32_t opp)
{
    int order;
    return walk->alone ||
           index_slot(&walk->layer->index, walk->own, opp, &order) == walk->first + rank;
}

static int first_value(const struct layer *layer, const struct scene *scene)
{
    struct captures captures = look_below(layer, scene);
    int quiet = count_quiet(scene);
    if (captures.win)
        return captures.win;
    if (captures.draws)
        return LAYER_DRAWN;
    if (quiet)
        return LAYER_OPEN + quiet;
    if (captures.loss)
        return captures.loss;
    return layer->stuck_loses ? 1 : LAYER_DRAWN;
}

static bool begin(struct layer *layer, uint32_t from, uint32_t to)
{
    const struct index_layer *index = &layer->index;
    for (uint32_t class = from; class < to; class ++) {
        struct walk walk = walk_of(layer, class);
        for (uint32_t rank = 0; rank < index->opp_sets; rank++) {
            uint32_t opp = index_expand(index->subsets[rank], walk.free);
            int value = 0;
            if (is_position(&walk, rank, opp)) {
                struct scene scene = scene_of(index->base, walk.own, opp);
                value = first_value(layer, &scene);
                if (value > LAYER_DRAWN || (value > LAYER_DISTANCE_MAX && value <= LAYER_OPEN))
                    return false;
            }
            atomic_store_explicit(&layer->values[walk.first + rank], (uint8_t)value,
                                  memory_order_relaxed);
        }
    }
    return true;
}

/* One predecessor hears that a move of his leads to a loss of the other side. */
INLINE void hear_win(struct layer *layer, uint64_t slot, uint8_t value)
{
    uint8_t old = atomic_load_explicit(&layer->values[slot], memory_order_relaxed);
    while (old > value &&
           !atomic_compare_exchange_weak_explicit(&layer->values[slot], &old, value,
                                                  memory_order_relaxed, memory_order_relaxed))
        ;
}

/* One predecessor hears that so many of his moves lead to a win of the other side. */
INLINE void hear_loss(struct layer *layer, struct pair pair, uint64_t slot, int moves,
                      uint8_t value)
{
    uint8_t old = atomic_load_explicit(&layer->values[slot], memory_order_relaxed), next;
    do {
        if (old <= LAYER_OPEN || old == LAYER_DRAWN)
            return;
        next = (uint8_t)(old - moves);
        if (next == LAYER_OPEN) { /* all are known now; an ejection may have been the longest */
            struct scene scene = scene_of(layer->index.base, pair.own, pair.opp);
            int loss = look_below(layer, &scene).loss;
            next = loss > value ? (uint8_t)loss : value;
        }
    } while (!atomic_compare_exchange_weak_explicit(&layer->values[slot], &old, next,
                                                    memory_order_relaxed, memory_order_relaxed));
}

struct target {
    uint64_t slot;
    struct pair pair;
    int order;
};

/* A position that symmetries keep meets each predecessor as often as they move it: each counts once for
 * the moves from it that are alike. */
static int merge_targets(struct target *targets, int count, int order, int *moves)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        int k = 0;
        while (k < kept && targets[k].slot != targets[i].slot)
            k++;
        if (k == kept) {
            moves[kept] = 0;
            targets[kept++] = targets[i];
        }
        moves[k] += targets[i].order;
    }
    for (int k = 0; k < kept; k++)
        moves[k] /= order;
    return kept;
}

/* Tells all who could have moved to (own, opp), where own is to move. */
INLINE void tell(struct layer *layer, uint32_t own, uint32_t opp, uint8_t value)
{
    struct layer *mirror = layer->mirror;
    struct scene scene = scene_of(layer->index.base, opp, own);
    struct pairs pairs;
    struct target targets[PAIRS_MAX];
    int moves[PAIRS_MAX], order = 1, count;
    quiet_unmoves(&scene, &pairs);
    count = pairs.count;
    for (int i = 0; i < count; i++) {
        targets[i].pair = pairs.list[i];
        targets[i].slot =
            index_slot(&mirror->index, pairs.list[i].own, pairs.list[i].opp, &targets[i].order);
        moves[i] = targets[i].order;
        __builtin_prefetch((const void *)&mirror->values[targets[i].slot], 1);
    }
    index_slot(&layer->index, own, opp, &order);
    if (order > 1)
        count = merge_targets(targets, count, order, moves);
    for (int i = 0; i < count; i++) {
        if (value % 2) /* a loss */
            hear_win(mirror, targets[i].slot, (uint8_t)(value + 1));
        else
            hear_loss(mirror, targets[i].pair, targets[i].slot, moves[i], (uint8_t)(value + 1));
    }
}

static uint64_t spread(struct layer *layer, uint32_t from, uint32_t to, int distance)
{
    const struct index_layer *index = &layer->index;
    uint8_t value = (uint8_t)(distance + 1);
    uint64_t told = 0;
    for (uint32_t class = from; class < to; class ++) {
        struct walk walk = walk_of(layer, class);
        const uint8_t *first = (const uint8_t *)&layer->values[walk.first];
        const uint8_t *end = first + index->opp_sets;
        for (const uint8_t *at = first; (at = memchr(at, value, (size_t)(end - at))); at++) {
            uint32_t rank = (uint32_t)(at - first);
            tell(layer, walk.own, index_expand(index->subsets[rank], walk.free), value);
            told++;
            if (at + 1 == end)
                break;
        }
    }
    return told;
}

static void finish(struct layer *layer, uint32_t from, uint32_t to)
{
    const struct index_layer *index = &layer->index;
    uint64_t found[2] = {0, 0}; /* wins, losses */
    int longest = 0, before;
    for (uint32_t class = from; class < to; class ++) {
        struct walk walk = walk_of(layer, class);
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
            if (is % 2 == 0 && is - 1 > longest)
                longest = is - 1;
        }
    }
    atomic_fetch_add(&layer->wins, found[0]);
    atomic_fetch_add(&layer->losses, found[1]);
    before = atomic_load(&layer->longest);
    while (before < longest && !atomic_compare_exchange_weak(&layer->longest, &before, longest))
        ;
}

/* What a position's moves say that it is worth. */
static int value_by_moves(const struct layer *layer, const struct scene *scene)
{
    const struct layer *mirror = layer->mirror;
    struct captures best = look_below(layer, scene);
    struct pairs pairs;
    uint64_t slots[PAIRS_MAX];
    bool any = best.draws || best.win || best.loss;
    quiet_moves(scene, &pairs);
    for (int i = 0; i < pairs.count; i++) {
        int order;
        slots[i] = index_slot(&mirror->index, pairs.list[i].opp, pairs.list[i].own, &order);
        __builtin_prefetch((const void *)&mirror->values[slots[i]]);
    }
    for (int i = 0; i < pairs.count; i++) {
        int value =
            after_move(atomic_load_explicit(&mirror->values[slots[i]], memory_order_relaxed));
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
        struct walk walk = walk_of(layer, class);
        for (uint32_t rank = 0; rank < index->opp_sets; rank++) {
            uint32_t opp = index_expand(index->subsets[rank], walk.free);
            uint64_t slot = walk.first + rank;
            struct scene scene = scene_of(index->base, walk.own, opp);
            int wanted = is_position(&walk, rank, opp) ? value_by_moves(layer, &scene) : 0;
            if (atomic_load_explicit(&layer->values[slot], memory_order_relaxed) == wanted)
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
        struct walk walk = walk_of(layer, class);
        for (uint32_t rank = 0; rank < index->opp_sets; rank++) {
            uint32_t opp = index_expand(index->subsets[rank], walk.free);
            uint64_t slot = walk.first + rank;
            int order;
            if (!is_position(&walk, rank, opp))
                continue;
            uint64_t negative = index_slot(index, opp, walk.own, &order);
            counts[value_kind(layer, slot)][value_kind(layer, negative)]++;
            self_negative += negative == slot;
        }
    }
    for (int i = 0; i < 9; i++)
        atomic_fetch_add(&classes->count[i / 3][i % 3], counts[i / 3][i % 3]);
    atomic_fetch_add(&classes->self_negative, self_negative);
}

const struct layer_kernel KERNEL = {
    .begin = begin, .spread = spread, .finish = finish, .classify = classify, .verify = verify};
