/* sweep.h - the second method of solving, to compare with: value iteration. */
#ifndef SOLVE_SWEEP_H
#define SOLVE_SWEEP_H

#include "solve/layer.h"

/* Solves a layer, or two that are each other's mirror. Their values are allocated; finish() of
 * their kernel (layer.h) comes after, as with retrograde analysis. */
void sweep_solve(struct layer *const layers[], int count);

#endif
