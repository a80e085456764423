/* state.h - the inside of a solve. */
#ifndef SOLVE_STATE_H
#define SOLVE_STATE_H

#include <paua/solve.h>

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
    struct layer layers[LAYERS_MAX]
                       [LAYERS_MAX]; /* [own][opp]; those without values are not initialized */
    int order[LAYERS_MAX * LAYERS_MAX]
             [2];                  /* own, opp: from the fewest marbles up, mirrors together */
    pthread_mutex_t overflow_lock; /* of all layers */
    int count;                     /* layers in all */
    int solved;                    /* layers of `order` that are done */
    /* how far the layers that come next are */
    bool initialized;           /* every slot has its first number */
    int remoteness;             /* what is being propagated, or -1: all is propagated */
    int layer;                  /* which of the layers, 0 or 1, is telling */
    uint32_t class;             /* its first class that has not propagated */
    uint64_t propagated;        /* slots that have told at this remoteness */
    uint64_t propagated_before; /* and at all before */
    paua_solve_fault faults[LAYER_FAULTS_MAX]; /* of the last verification */
    int fault_count;
    int64_t saved_ms; /* when the last checkpoint was written */
    atomic_bool stop;
};

/* A layer of solve->order. */
static inline struct layer *state_layer(struct paua_solve *solve, int i)
{
    return &solve->layers[solve->order[i][0]][solve->order[i][1]];
}

/* Allocates the values of `layers` layers from `first` on. */
paua_status state_allocate(struct paua_solve *solve, int first, int layers);

/* After a call that could be stopped: what is solved is kept if it was. Returns the status. */
paua_status state_end_call(struct paua_solve *solve, paua_status status);

/* Notes a wrong record, of which it is said that it has this value, while there is room for more. */
void state_add_fault(struct paua_solve *solve, const struct layer *layer, uint64_t slot, int value);

/* Notes the longest loss of a solved layer. It is in no file: one pass over the values finds it again. */
void state_find_longest_loss(struct layer *layer);

/* Layers from `first` on that are solved together: one, or two that are each other's mirror. */
int state_group_size(const struct paua_solve *solve, int first);

#endif
