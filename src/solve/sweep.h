/* sweep.h - the second method of solving, for comparison. */
#ifndef SOLVE_SWEEP_H
#define SOLVE_SWEEP_H

#include "solve/layer.h"

/* Solves a layer, or two that are each other's mirror, whose values are allocated; finish them as after retrograde
 * analysis (layer.h). */
void sweep_solve(struct layer *const layers[], int count);

#endif
