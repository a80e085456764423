/* layer.h - one layer of a solve: its records, and the kernels that fill them.
 *
 * A layer is all positions with given numbers of marbles of the side to move (own) and of the
 * other side (opp), numbered by table/index.h. A quiet move (one that ejects nothing) leads to
 * the mirror layer, the one with the two numbers swapped, which is the layer itself where they
 * are equal. An ejection leads to a layer with fewer marbles, or wins.
 *
 * One byte a slot:
 *
 *   0                    draw, or a slot that stands for no position
 *   1 .. value_max       decided: remoteness + 1; even: win, odd: loss of the side to move
 *   LAYER_OVERFLOW_WIN   a win whose value is in the overflow table
 *   LAYER_OVERFLOW_LOSS  a loss whose value is in the overflow table
 *   LAYER_OPEN + n       undecided; n quiet moves are not known to lose (only while the layer is
 *                        solved)
 *   LAYER_DRAWN          undecided, cannot lose any more (only while the layer is solved)
 *
 * A win may be found by way of an ejection before its remoteness comes up, and is then lowered
 * by a quicker quiet move. Values never rise, so the result does not depend on the number of
 * threads.
 */
#ifndef SOLVE_LAYER_H
#define SOLVE_LAYER_H

#include <pthread.h>
#include <stdatomic.h>

#include "solve/overflow.h"
#include "table/format.h"
#include "table/index.h"

enum {
    LAYER_VALUE_MAX = FORMAT_VALUE_MAX,
    LAYER_OVERFLOW_WIN = FORMAT_OVERFLOW_WIN,
    LAYER_OVERFLOW_LOSS = FORMAT_OVERFLOW_LOSS,
    LAYER_OPEN = 128,
    LAYER_DRAWN = 255
};

struct layer {
    struct index_layer index;
    _Atomic uint8_t *values;        /* owned; index.slots of them */
    struct layer *mirror;           /* borrowed; where quiet moves lead */
    const struct layer *below;      /* borrowed; where ejections lead; NULL: an ejection wins */
    bool stuck_loses;               /* R12 */
    int value_max;                  /* LAYER_VALUE_MAX; tests lower it */
    struct overflow overflow;       /* owned; larger values, also stale ones until the end */
    pthread_mutex_t *overflow_lock; /* borrowed; for layer_put_overflow() */

    /* results, once the layer is solved: positions before symmetry, and plies */
    atomic_ullong wins, losses;
    atomic_int longest_win, longest_loss;
};

/* The byte for a value. */
static inline uint8_t layer_byte(const struct layer *layer, int value)
{
    if (value <= layer->value_max)
        return (uint8_t)value;
    return value % 2 ? LAYER_OVERFLOW_LOSS : LAYER_OVERFLOW_WIN;
}

/* The value of a decided position, or 0 for a draw once the layer is solved. */
static inline int layer_value(const struct layer *layer, uint64_t slot)
{
    int value = atomic_load_explicit(&layer->values[slot], memory_order_relaxed);
    return value == LAYER_OVERFLOW_WIN || value == LAYER_OVERFLOW_LOSS
               ? overflow_get(&layer->overflow, slot)
               : value;
}

/* Puts a value above value_max into the overflow table; the caller sets the byte. May be called
 * by several threads at once, while none reads the table. */
void layer_put_overflow(struct layer *layer, uint64_t slot, int value);

/* Plies of the longest loss among `count` solved records, 0 if there is none. `base` is the
 * number of the first record in the overflow table. */
int layer_longest_loss(const uint8_t *values, uint64_t count, const struct overflow *overflow,
                       uint64_t base);

/* Resets the layer's results, before finish() adds them up. */
void layer_forget_counts(struct layer *layer);

/* Constellations of a layer with equally many marbles on both sides: [result when own
 * begins][result when opp begins], each 0 (draw), 1 (the beginner wins) or 2 (it loses). */
struct layer_classes {
    atomic_ullong count[3][3];
    atomic_ullong self_negative;
};

enum { LAYER_FAULTS_MAX = 10 };

/* Wrong records that a verification found: how many, and the slots of the first few, in any
 * order. */
struct layer_faults {
    atomic_ullong count;
    uint64_t slots[LAYER_FAULTS_MAX];
};

/* The loops over a layer, compiled for any processor and for x86-64-v3. A range is of classes of
 * own sets (table/index.h); different ranges may run at the same time. */
struct layer_kernel {
    /* Step 1: gives every slot its first byte. False: a position has too many moves for a byte. */
    bool (*begin)(struct layer *layer, uint32_t from, uint32_t to);

    /* Step 2: updates the predecessors of every position of this remoteness; returns how many
     * positions there are. All bytes that change hold their values: remoteness <= value_max - 2. */
    uint64_t (*propagate)(struct layer *layer, uint32_t from, uint32_t to, int remoteness);

    /* Step 2 for greater remoteness, over the whole layer, while no other thread works on it. */
    uint64_t (*propagate_overflow)(struct layer *layer, int remoteness);

    /* Step 3: turns open positions into draws and adds up the range's results. */
    void (*finish)(struct layer *layer, uint32_t from, uint32_t to);

    /* Counts the outcome classes of non-isomorphic constellations; the layer is its own mirror. */
    void (*classify)(const struct layer *layer, uint32_t from, uint32_t to,
                     struct layer_classes *classes);

    /* Compares every record of a solved layer with the values of the positions its moves lead
     * to. */
    void (*verify)(const struct layer *layer, uint32_t from, uint32_t to,
                   struct layer_faults *faults);
};

const struct layer_kernel *layer_kernel_for(const paua_board *board);

#endif
