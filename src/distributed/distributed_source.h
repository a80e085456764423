/* distributed_source.h - the source of the loops of distributed solves (distributed.h). The file that includes it defines KERNEL.
 *
 * They come to the same values as the layers' kernels (layer.h), but what they need of other records
 * they ask for, and what follows for other records they send.
 */
#include <string.h>

#include "distributed/distributed.h"
#include "solve/generator.h"

/* Room to leave: a position has at most NEIGHBOURS_MAX neighbours, each counted for at most twelve alike. */
enum { SPARE = NEIGHBOURS_MAX * INDEX_SYMMETRIES };

/* A position of the part. */
struct place {
    uint64_t slot;
    uint32_t own, opp;
    bool alone; /* no symmetry keeps the own marbles */
    uint8_t *value;
};

/* Returns the process that it is for. */
INLINE int queue_address(struct distributed_messages *messages, const struct distributed_part *part,
                         uint64_t slot)
{
    int process = (int)(slot / part->slots);
    uint32_t *count = &messages->count[process];
    distributed_out(messages, process)[*count] = (uint32_t)(part->base + slot % part->slots);
    messages->full |= ++*count > messages->room - SPARE;
    return process;
}

/* The value of a position of any process when answers are heard, and 0 before. */
INLINE int remote_value(struct distributed_walk *walk, const struct distributed_part *part,
                        uint32_t own, uint32_t opp)
{
    struct distributed_messages *messages = walk->messages;
    int order;
    if (messages->answered) {
        int process = messages->asked[messages->next++];
        uint32_t index = messages->answers_read[process]++;
        const uint32_t *answers = distributed_in(messages, process);
        return messages->wide ? (int)answers[index] : ((const uint8_t *)answers)[index];
    }
    uint64_t slot = index_slot(&part->layer->index, own, opp, &order);
    messages->asked[messages->next++] = (uint16_t)queue_address(messages, part, slot);
    return 0;
}

/* What moves are worth: whether one draws, the least value of a win (0: none), the greatest of a loss. */
struct worth {
    bool draws;
    int win, loss;
};

/* value: of the position after the move, for the side that then moves. */
INLINE void add_move(struct worth *worth, int value)
{
    if (value == 0)
        worth->draws = true;
    else if (value % 2 == 0 && value + 1 > worth->loss)
        worth->loss = value + 1;
    else if (value % 2 && (!worth->win || value + 1 < worth->win))
        worth->win = value + 1;
}

INLINE struct worth worth_of_ejections(struct distributed_walk *walk,
                                       const struct bitboards *boards)
{
    struct worth worth = {0};
    struct neighbours neighbours;
    generate_ejections(boards, &neighbours);
    if (neighbours.count && !walk->part->below)
        worth.win = 2;
    else
        for (int i = 0; i < neighbours.count; i++)
            add_move(&worth, remote_value(walk, walk->part->below, neighbours.list[i].opp,
                                          neighbours.list[i].own));
    return worth;
}

INLINE struct bitboards bitboards_at(const struct distributed_walk *walk, const struct place *place)
{
    return bitboards_of(walk->part->layer->index.base, place->own, place->opp);
}

INLINE bool is_position(const struct distributed_walk *walk, const struct place *place)
{
    int order;
    return place->alone ||
           index_slot(&walk->part->layer->index, place->own, place->opp, &order) == place->slot;
}

INLINE uint64_t address_of(const struct distributed_walk *walk, const uint8_t *value)
{
    return (uint64_t)(value - walk->values);
}

INLINE int value_at(const struct distributed_walk *walk, const struct place *place)
{
    int byte = *place->value;
    return byte == LAYER_OVERFLOW_WIN || byte == LAYER_OVERFLOW_LOSS
               ? overflow_get(walk->overflow, address_of(walk, place->value))
               : byte;
}

INLINE void set_value(struct distributed_walk *walk, const struct place *place, int value)
{
    *place->value = layer_byte(walk->part->layer, value);
    if (value > walk->part->layer->value_max)
        overflow_put(walk->overflow, address_of(walk, place->value), value);
}

/* The first of so many records that holds walk->value, which does not fit a byte; NULL: none does. */
static uint8_t *find_overflow_value(const struct distributed_walk *walk, uint8_t *at,
                                    uint64_t count)
{
    uint8_t byte = layer_byte(walk->part->layer, walk->value);
    for (const uint8_t *end = at + count; (at = memchr(at, byte, (size_t)(end - at))); at++)
        if (overflow_get(walk->overflow, address_of(walk, at)) == walk->value)
            return at;
    return NULL;
}

/* Visits the slots of a range, or those that hold walk->value, until the messages are full. */
INLINE uint64_t visit(struct distributed_walk *walk, uint64_t from, uint64_t to, bool seek,
                      void (*at)(struct distributed_walk *walk, const struct place *place))
{
    const struct distributed_part *part = walk->part;
    const struct index_layer *index = &part->layer->index;
    uint8_t *values = walk->values + part->base;
    uint64_t class_end = 0;
    uint32_t free = 0;
    struct place place = {0};
    for (uint64_t slot = from; slot < to; slot++) {
        if (walk->messages->full)
            return slot;
        place.value = values + (slot - part->first);
        if (seek) {
            place.value = walk->value > part->layer->value_max
                              ? find_overflow_value(walk, place.value, to - slot)
                              : memchr(place.value, walk->value, to - slot);
            if (!place.value)
                break;
            slot = part->first + (uint64_t)(place.value - values);
        }
        if (slot >= class_end) {
            uint64_t class = slot / index->opp_sets;
            class_end = (class + 1) * index->opp_sets;
            place.own = index->representative[class];
            place.alone = index->stabiliser[class] == 1;
            free = index->base->all ^ place.own;
        }
        place.slot = slot;
        place.opp = index_expand(index->subsets[slot + index->opp_sets - class_end], free);
        at(walk, &place);
    }
    return to;
}

INLINE void begin_at(struct distributed_walk *walk, const struct place *place)
{
    if (!is_position(walk, place)) {
        *place->value = 0;
        return;
    }
    struct bitboards boards = bitboards_at(walk, place);
    struct worth worth = worth_of_ejections(walk, &boards);
    if (!walk->messages->answered)
        return;
    int quiet = count_quiet_moves(&boards), value = worth.win;
    if (!value && !worth.draws && !quiet)
        value = worth.loss ? worth.loss : walk->part->layer->stuck_loses;
    if (value)
        set_value(walk, place, value);
    else
        *place->value = (uint8_t)(worth.draws || !quiet ? LAYER_DRAWN : LAYER_OPEN + quiet);
    walk->failed |= LAYER_OPEN + quiet >= LAYER_DRAWN;
}

static uint64_t begin(struct distributed_walk *walk, uint64_t from, uint64_t to)
{
    return visit(walk, from, to, false, begin_at);
}

INLINE void settle_at(struct distributed_walk *walk, const struct place *place)
{
    struct bitboards boards = bitboards_at(walk, place);
    struct worth worth = worth_of_ejections(walk, &boards);
    if (walk->messages->answered && worth.loss > walk->value)
        set_value(walk, place, worth.loss);
}

static uint64_t settle(struct distributed_walk *walk, uint64_t from, uint64_t to)
{
    return visit(walk, from, to, true, settle_at);
}

struct target {
    uint64_t slot;
    int moves;
};

/* A position that symmetries keep meets each predecessor as often as they move it: each counts once for
 * the moves from it that are alike. */
INLINE int merge(struct target *targets, int count, int order)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        int k = 0;
        while (k < kept && targets[k].slot != targets[i].slot)
            k++;
        if (k == kept)
            targets[kept++] = targets[i];
        else
            targets[k].moves += targets[i].moves;
    }
    for (int k = 0; k < kept; k++)
        targets[k].moves /= order;
    return kept;
}

INLINE void propagate_at(struct distributed_walk *walk, const struct place *place)
{
    const struct distributed_part *mirror = walk->part->mirror;
    const struct index_layer *index = &walk->part->layer->index;
    struct bitboards boards = bitboards_of(index->base, place->opp, place->own);
    struct neighbours neighbours;
    struct target targets[NEIGHBOURS_MAX];
    int order = 1, count;
    generate_predecessors(&boards, &neighbours);
    count = neighbours.count;
    for (int i = 0; i < count; i++)
        targets[i].slot = index_slot(&mirror->layer->index, neighbours.list[i].own,
                                     neighbours.list[i].opp, &targets[i].moves);
    if (!place->alone)
        index_slot(index, place->own, place->opp, &order);
    if (order > 1)
        count = merge(targets, count, order);
    for (int i = 0; i < count; i++)
        for (int k = walk->value % 2 ? 1 : targets[i].moves; k > 0; k--)
            queue_address(walk->messages, mirror, targets[i].slot);
    walk->found++;
}

static uint64_t propagate(struct distributed_walk *walk, uint64_t from, uint64_t to)
{
    return visit(walk, from, to, true, propagate_at);
}

INLINE void finish_at(struct distributed_walk *walk, const struct place *place)
{
    const struct index_layer *index = &walk->part->layer->index;
    int order = 1, value;
    if (*place->value >= LAYER_OPEN)
        *place->value = 0;
    if (*place->value == 0)
        return;
    value = value_at(walk, place);
    if (!place->alone)
        index_slot(index, place->own, place->opp, &order);
    *(value % 2 ? &walk->losses : &walk->wins) += (uint64_t)(index->base->symmetries / order);
    if (value % 2 == 0 && value - 1 > walk->longest)
        walk->longest = value - 1;
}

static uint64_t finish(struct distributed_walk *walk, uint64_t from, uint64_t to)
{
    return visit(walk, from, to, false, finish_at);
}

INLINE void verify_at(struct distributed_walk *walk, const struct place *place)
{
    int wanted = 0;
    if (is_position(walk, place)) {
        struct bitboards boards = bitboards_at(walk, place);
        struct worth worth = worth_of_ejections(walk, &boards);
        struct neighbours quiet;
        generate_quiet_moves(&boards, &quiet);
        for (int i = 0; i < quiet.count; i++)
            add_move(&worth,
                     remote_value(walk, walk->part->mirror, quiet.list[i].opp, quiet.list[i].own));
        if (worth.win)
            wanted = worth.win;
        else if (!worth.draws)
            wanted = worth.loss ? worth.loss : walk->part->layer->stuck_loses ? 1 : 0;
    }
    if (!walk->messages->answered)
        return;
    int value = value_at(walk, place);
    if (value == wanted)
        return;
    if (walk->found < LAYER_FAULTS_MAX)
        walk->faults[walk->found] = (struct overflow_entry){place->slot, value};
    walk->found++;
}

static uint64_t verify(struct distributed_walk *walk, uint64_t from, uint64_t to)
{
    return visit(walk, from, to, false, verify_at);
}

/* 0 draw, 1 win, 2 loss. */
INLINE int kind_of(int value)
{
    return value == 0 ? 0 : 1 + value % 2;
}

INLINE void classify_at(struct distributed_walk *walk, const struct place *place)
{
    int order;
    if (!is_position(walk, place))
        return;
    int negative = remote_value(walk, walk->part, place->opp, place->own);
    if (walk->messages->answered)
        walk->classes[3 * kind_of(*place->value) + kind_of(negative)]++;
    else
        walk->self_negative +=
            index_slot(&walk->part->layer->index, place->opp, place->own, &order) == place->slot;
}

static uint64_t classify(struct distributed_walk *walk, uint64_t from, uint64_t to)
{
    return visit(walk, from, to, false, classify_at);
}

const struct distributed_kernel KERNEL = {.begin = begin,
                                          .settle = settle,
                                          .propagate = propagate,
                                          .finish = finish,
                                          .verify = verify,
                                          .classify = classify};
