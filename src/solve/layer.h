/* layer.h - one layer while it is solved, and what can be done with it.
 *
 * A layer is all positions in which the side to move and the other one have given numbers of marbles
 * (table/index.h). Quiet moves lead to its mirror, the layer with the two numbers swapped (itself when they
 * are equal), ejections to a layer with fewer marbles.
 *
 * One byte a slot. A decided position holds its value, the remoteness plus one, so that even numbers are wins and odd ones losses
 * of the side to move; values above `value_max` stand in `overflow`, and the byte says only which of the two it is. While a
 * layer is solved, open positions hold LAYER_OPEN and how many of their quiet moves are not known to lose, or
 * LAYER_DRAWN when they cannot lose any more; a value that has not come yet may still be lowered. In the
 * end what is open is a draw and holds 0, as slots do that stand for no position.
 */
#ifndef SOLVE_LAYER_H
#define SOLVE_LAYER_H

#include <pthread.h>
#include <stdatomic.h>

#include "solve/overflow.h"
#include "table/format.h"
#include "table/index.h"

enum {
    LAYER_VALUE_MAX = FORMAT_VALUE_MAX, /* the largest value that a byte holds */
    LAYER_OVERFLOW_WIN = FORMAT_OVERFLOW_WIN,
    LAYER_OVERFLOW_LOSS = FORMAT_OVERFLOW_LOSS,
    LAYER_OPEN = 128,
    LAYER_DRAWN = 255
};

struct layer {
    struct index_layer index;
    _Atomic uint8_t *values;   /* owned; index.slots of them */
    struct layer *mirror;      /* borrowed; after a quiet move */
    const struct layer *below; /* borrowed; after an ejection, NULL: an ejection wins */
    bool stuck_loses;          /* R12 */
    int value_max;             /* LAYER_VALUE_MAX; tests lower it */
    struct overflow
        overflow; /* owned; values above value_max, and such as have been lowered since */
    pthread_mutex_t *overflow_lock; /* borrowed; while several threads put */
    /* once it is solved; positions before symmetry */
    atomic_ullong wins, losses;
    atomic_int longest_win, longest_loss; /* in plies */
};

/* The byte for a value. */
static inline uint8_t layer_byte(const struct layer *layer, int value)
{
    if (value <= layer->value_max)
        return (uint8_t)value;
    return value % 2 ? LAYER_OVERFLOW_LOSS : LAYER_OVERFLOW_WIN;
}

/* The value of a decided position, or of a draw once the layer is solved. */
static inline int layer_value(const struct layer *layer, uint64_t slot)
{
    int value = atomic_load_explicit(&layer->values[slot], memory_order_relaxed);
    return value == LAYER_OVERFLOW_WIN || value == LAYER_OVERFLOW_LOSS
               ? overflow_get(&layer->overflow, slot)
               : value;
}

/* Notes a value above value_max; the byte is set by the caller. Any thread, while nobody gets. */
void layer_put_overflow(struct layer *layer, uint64_t slot, int value);

/* Plies of the longest loss among solved records, 0 if there is none. The first record is number `base`
 * of those that the overflow table counts. */
int layer_longest_loss(const uint8_t *values, uint64_t count, const struct overflow *overflow,
                       uint64_t base);

/* Its results are to be added up from nothing. */
void layer_forget_counts(struct layer *layer);

/* Constellations of a layer with as many marbles on both sides, by what happens when each side begins. */
struct layer_classes {
    atomic_ullong
        count[3]
             [3]; /* [value when own begins][value when opp begins], as 0, 1, 2: draw, win, loss of
                                     the beginner */
    atomic_ullong self_negative;
};

/* The first slots that were found wrong, in no order. */
enum { LAYER_FAULTS_MAX = 10 };

struct layer_faults {
    atomic_ullong count; /* all that were found; as many as fit are kept */
    uint64_t slots[LAYER_FAULTS_MAX];
};

/* The loops over a layer, for any processor and for x86-64-v3. Ranges are of classes (table/index.h); different ranges
 * may run at the same time. */
struct layer_kernel {
    /* Gives every slot its first number. False when a position has too many moves for a byte. */
    bool (*begin)(struct layer *layer, uint32_t from, uint32_t to);

    /* Tells the predecessors of every position that is decided at this remoteness; how many there are. Their values
     * are not above value_max: remoteness <= value_max - 2. */
    uint64_t (*propagate)(struct layer *layer, uint32_t from, uint32_t to, int remoteness);

    /* The same for values above value_max and the whole layer; nobody else is at work. */
    uint64_t (*propagate_overflow)(struct layer *layer, int remoteness);

    /* Makes draws of open positions, and adds up the range's results. */
    void (*finish)(struct layer *layer, uint32_t from, uint32_t to);

    /* Adds up the classes of non-isomorphic constellations; the layer is its own mirror. */
    void (*classify)(const struct layer *layer, uint32_t from, uint32_t to,
                     struct layer_classes *classes);

    /* Notes the slots of the range that, once the layer is solved, differ from what their moves say. */
    void (*verify)(const struct layer *layer, uint32_t from, uint32_t to,
                   struct layer_faults *faults);
};

const struct layer_kernel *layer_kernel_for(const paua_board *board);

#endif
