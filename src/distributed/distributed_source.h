/* distributed_source.h - the kernels of a distributed solve (distributed.h).
 *
 * They compute the same values as those of layer_source.h, where the algorithm is explained; but
 * records of other processes are asked for, and updates of predecessors are sent. CMake compiles
 * this file once for each kind of processor, with KERNEL as the name of the table at its end.
 */
#include <string.h>

#include "distributed/distributed.h"
#include "solve/generator.h"

/* Room that one position may need: NEIGHBOURS_MAX neighbours, each with at most twelve moves
 * that symmetries make of one. */
enum { SPARE = NEIGHBOURS_MAX * INDEX_SYMMETRIES };

/* A position of the part. */
struct part_position {
    uint64_t slot;
    uint32_t own, opp;
    bool alone; /* no symmetry keeps the own marbles */
    uint8_t *value;
};

/* Queues the address of a slot for the process that holds it, and returns that process. */
INLINE int queue_address(struct distributed_messages *messages, const struct distributed_part *part,
                         uint64_t slot)
{
    int process = (int)(slot / part->slots);
    uint32_t *count = &messages->count[process];
    distributed_out(messages, process)[*count] = (uint32_t)(part->base + slot % part->slots);
    messages->full |= ++*count > messages->room - SPARE;
    return process;
}

/* The value of a position of any process; 0 in the first run, which only queues the question. */
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

/* The best of several moves of each kind: whether one draws, the quickest win (0: none), the
 * slowest loss. */
struct worth {
    bool draws;
    int win, loss;
};

/* Takes in a move that leads to a position of this value. */
INLINE void add_move(struct worth *worth, int value)
{
    if (value == 0)
        worth->draws = true;
    else if (value % 2 == 0 && value + 1 > worth->loss)
        worth->loss = value + 1;
    else if (value % 2 && (!worth->win || value + 1 < worth->win))
        worth->win = value + 1;
}

/* The values of all ejections, from the layer below, which may be in other processes. Without a
 * layer below, an ejection wins at once (R10): value 2, remoteness 1. */
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

/* The position of a slot. */
INLINE struct bitboards bitboards_at(const struct distributed_walk *walk,
                                     const struct part_position *place)
{
    return bitboards_of(walk->part->layer->index.base, place->own, place->opp);
}

/* Whether a slot is the canonical one of its position. */
INLINE bool is_position(const struct distributed_walk *walk, const struct part_position *place)
{
    int order;
    return place->alone ||
           index_slot(&walk->part->layer->index, place->own, place->opp, &order) == place->slot;
}

/* The 32-bit address of a record of this process. */
INLINE uint64_t address_of(const struct distributed_walk *walk, const uint8_t *value)
{
    return (uint64_t)(value - walk->values);
}

/* The value of a record of this process, from the overflow table where it exceeds a byte. */
INLINE int value_at(const struct distributed_walk *walk, const struct part_position *place)
{
    int byte = *place->value;
    return byte == LAYER_OVERFLOW_WIN || byte == LAYER_OVERFLOW_LOSS
               ? overflow_get(walk->overflow, address_of(walk, place->value))
               : byte;
}

/* Stores a value, in the overflow table as well where it exceeds a byte. */
INLINE void set_value(struct distributed_walk *walk, const struct part_position *place, int value)
{
    *place->value = layer_byte(walk->part->layer, value);
    if (value > walk->part->layer->value_max)
        overflow_put(walk->overflow, address_of(walk, place->value), value);
}

/* The first of `count` records that holds walk->value, which does not fit a byte; NULL: none. */
static uint8_t *find_overflow_value(const struct distributed_walk *walk, uint8_t *at,
                                    uint64_t count)
{
    uint8_t byte = layer_byte(walk->part->layer, walk->value);
    for (const uint8_t *end = at + count; (at = memchr(at, byte, (size_t)(end - at))); at++)
        if (overflow_get(walk->overflow, address_of(walk, at)) == walk->value)
            return at;
    return NULL;
}

/* Visits the slots of a range, or with `seek` those that hold walk->value, until the messages
 * are full. */
INLINE uint64_t visit_slots(struct distributed_walk *walk, uint64_t from, uint64_t to, bool seek,
                            void (*at)(struct distributed_walk *walk,
                                       const struct part_position *place))
{
    const struct distributed_part *part = walk->part;
    const struct index_layer *index = &part->layer->index;
    uint8_t *values = walk->values + part->base;
    uint64_t class_end = 0;
    uint32_t free = 0;
    struct part_position place = {0};
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

/* Step 1 for one slot. */
INLINE void begin_at(struct distributed_walk *walk, const struct part_position *place)
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

/* Step 1 for the slots of a range. */
static uint64_t begin_slots(struct distributed_walk *walk, uint64_t from, uint64_t to)
{
    return visit_slots(walk, from, to, false, begin_at);
}

/* A position whose quiet moves all lose: an ejection may lose more slowly. */
INLINE void settle_at(struct distributed_walk *walk, const struct part_position *place)
{
    struct bitboards boards = bitboards_at(walk, place);
    struct worth worth = worth_of_ejections(walk, &boards);
    if (walk->messages->answered && worth.loss > walk->value)
        set_value(walk, place, worth.loss);
}

/* Visits the losses of the current remoteness, which an ejection may delay. */
static uint64_t settle_slots(struct distributed_walk *walk, uint64_t from, uint64_t to)
{
    return visit_slots(walk, from, to, true, settle_at);
}

/* A predecessor, and how many of its moves lead to the position. */
struct predecessor {
    uint64_t slot;
    int moves;
};

/* A position kept by `order` symmetries generates a predecessor once for each image of it.
 * Merges those of one slot and divides, so that each of its moves counts once. */
INLINE int merge_predecessors(struct predecessor *predecessors, int count, int order)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        int k = 0;
        while (k < kept && predecessors[k].slot != predecessors[i].slot)
            k++;
        if (k == kept)
            predecessors[kept++] = predecessors[i];
        else
            predecessors[k].moves += predecessors[i].moves;
    }
    for (int k = 0; k < kept; k++)
        predecessors[k].moves /= order;
    return kept;
}

/* Step 2 for one position. A win needs one message to its predecessor, a loss one for each move. */
INLINE void propagate_at(struct distributed_walk *walk, const struct part_position *place)
{
    const struct distributed_part *mirror = walk->part->mirror;
    const struct index_layer *index = &walk->part->layer->index;
    struct bitboards boards = bitboards_of(index->base, place->opp, place->own);
    struct neighbours neighbours;
    struct predecessor predecessors[NEIGHBOURS_MAX];
    int order = 1, count;
    generate_predecessors(&boards, &neighbours);
    count = neighbours.count;
    for (int i = 0; i < count; i++)
        predecessors[i].slot = index_slot(&mirror->layer->index, neighbours.list[i].own,
                                          neighbours.list[i].opp, &predecessors[i].moves);
    if (!place->alone)
        index_slot(index, place->own, place->opp, &order);
    if (order > 1)
        count = merge_predecessors(predecessors, count, order);
    for (int i = 0; i < count; i++)
        for (int k = walk->value % 2 ? 1 : predecessors[i].moves; k > 0; k--)
            queue_address(walk->messages, mirror, predecessors[i].slot);
    walk->found++;
}

/* Step 2 for the positions of the current remoteness in a range. */
static uint64_t propagate_slots(struct distributed_walk *walk, uint64_t from, uint64_t to)
{
    return visit_slots(walk, from, to, true, propagate_at);
}

/* Step 3 for one slot. */
INLINE void finish_at(struct distributed_walk *walk, const struct part_position *place)
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

/* Step 3 for the slots of a range. */
static uint64_t finish_slots(struct distributed_walk *walk, uint64_t from, uint64_t to)
{
    return visit_slots(walk, from, to, false, finish_at);
}

/* Compares one record with the values of the positions its moves lead to. */
INLINE void verify_at(struct distributed_walk *walk, const struct part_position *place)
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

/* Verifies the slots of a range. */
static uint64_t verify_slots(struct distributed_walk *walk, uint64_t from, uint64_t to)
{
    return visit_slots(walk, from, to, false, verify_at);
}

/* 0 draw, 1 win, 2 loss. */
INLINE int kind_of(int value)
{
    return value == 0 ? 0 : 1 + value % 2;
}

/* Counts the outcome class of one constellation: its value and that of its negative. */
INLINE void classify_at(struct distributed_walk *walk, const struct part_position *place)
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

/* Counts the outcome classes of the constellations in a range. */
static uint64_t classify_slots(struct distributed_walk *walk, uint64_t from, uint64_t to)
{
    return visit_slots(walk, from, to, false, classify_at);
}

const struct distributed_kernel KERNEL = {.begin = begin_slots,
                                          .settle = settle_slots,
                                          .propagate = propagate_slots,
                                          .finish = finish_slots,
                                          .verify = verify_slots,
                                          .classify = classify_slots};
