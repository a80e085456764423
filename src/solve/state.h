/* state.h - the state of a solve, for the files of this room and for src/distributed. */
#ifndef SOLVE_STATE_H
#define SOLVE_STATE_H

#include <paua/lab/solve.h>

#include "base/pool.h"
#include "solve/layer.h"

enum { LAYERS_MAX = PAUA_SOLVE_MARBLES_MAX + 1 };

struct paua_solve {
    const paua_board *board; /* borrowed, or own_board */
    paua_board *own_board;   /* owned; of a solve that was loaded, else NULL */
    paua_solve_options options;
    struct pool *pool; /* owned; its threads */
    struct index_board base;
    const struct layer_kernel *kernel;
    pthread_mutex_t overflow_lock; /* of all layers */
    atomic_bool stop;              /* set by any thread */
    int64_t saved_ms;              /* when the last checkpoint was written */

    /* [own][opp]; a layer that has not been begun has no values */
    struct layer layers[LAYERS_MAX][LAYERS_MAX];
    /* {own, opp}: from the fewest marbles up, a layer and its mirror next to each other */
    int order[LAYERS_MAX * LAYERS_MAX][2];
    int count;  /* of layers */
    int solved; /* layers that are done, the first ones of `order` */

    /* progress of the group of layers that comes next: one layer, or two that are each other's
     * mirror */
    bool initialized;           /* step 1 is done */
    int remoteness;             /* of the positions that are being propagated; -1: step 2 is done */
    int layer;                  /* of the group, 0 or 1, that is being propagated */
    uint32_t class;             /* of that layer, the first one that has not been propagated */
    uint64_t propagated;        /* positions of this remoteness so far */
    uint64_t propagated_before; /* positions of smaller remoteness */

    /* wrong records that the last verification found */
    paua_solve_fault faults[LAYER_FAULTS_MAX];
    int fault_count;
};

/* A layer of solve->order. */
static inline struct layer *state_layer(struct paua_solve *solve, int i)
{
    return &solve->layers[solve->order[i][0]][solve->order[i][1]];
}

/* Allocates the values of `layers` layers from `first` on. */
paua_status state_allocate(struct paua_solve *solve, int first, int layers);

/* Ends a call that could be stopped: writes a checkpoint if it was, and clears the stop. Returns
 * the status. */
paua_status state_end_call(struct paua_solve *solve, paua_status status);

/* Notes a wrong record and the value it holds, unless LAYER_FAULTS_MAX are noted. */
void state_add_fault(struct paua_solve *solve, const struct layer *layer, uint64_t slot, int value);

/* Notes the longest loss of a solved layer, by one pass over its values. No file stores it. */
void state_find_longest_loss(struct layer *layer);

/* The number of layers from `first` on that are solved as a group: one, or two that are each
 * other's mirror. */
int state_group_size(const struct paua_solve *solve, int first);

#endif
