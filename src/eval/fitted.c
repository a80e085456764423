/* fitted.c - the "fitted" evaluation: the geometry that its features need of a board. The features
 * are in fitted_source.h, the weights, fitted to games by logistic regression, in
 * fitted_weights.h. */
#include "eval/eval.h"

#include "base/bits.h"
#include "board/shape.h"
#include "eval/players.h"

const char *fitted_feature_name(int feature)
{
    static const char *const names[FITTED_FEATURES] = {
#define X(name, group) #name,
        FITTED_MAP(X)
#undef X
    };
    return names[feature];
}

const char *fitted_feature_group(int feature)
{
    static const char *const groups[FITTED_FEATURES] = {
#define X(name, group) group,
        FITTED_MAP(X)
#undef X
    };
    return groups[feature];
}

/* A cell's half steps from the centre across one of the three axes of the board. */
static int offset_of(const struct eval *eval, int cell, int axis)
{
    if (axis == 0)
        return eval->across[cell];
    return axis == 1 ? eval->along[cell] : eval->along[cell] - eval->across[cell];
}

/* Adds a cell to the line of its offset on an axis. */
static void add_to_line(struct fitted *fitted, int axis, int offset, int cell)
{
    int i = 0;
    while (i < fitted->lines[axis] && fitted->offset[axis][i] != offset)
        i++;
    if (i == fitted->lines[axis])
        fitted->lines[axis]++;
    fitted->offset[axis][i] = (int8_t)offset;
    fitted->line[axis][i] |= PAUA_SET(cell);
}

/* The rings along the edge, from the outermost inwards. */
static void find_edge_rings(const struct board_shape *shape, struct fitted *fitted)
{
    paua_set inside = shape->all;
    for (int i = 0; i < FITTED_RINGS; i++) {
        paua_set outside = shape->all ^ inside;
        for (int d = 0; d < PAUA_DIRECTION_COUNT; d++)
            fitted->ring[i] |= inside & (shape->edge[d] | board_step(shape, outside, d));
        inside ^= fitted->ring[i];
    }
}

const struct fitted_kernel *fitted_kernel_for(const struct eval *eval)
{
#if defined(__x86_64__)
    if (eval->board->cpu_v3)
        return &fitted_kernel_v3;
#endif
    (void)eval;
    return &fitted_kernel_any;
}

/* Lines, rings and the weights of R for this board, and the functions for its processor. */
static void fitted_prepare(struct eval *eval)
{
    struct fitted *fitted = &eval->fitted;
    for (int axis = 0; axis < 3; axis++)
        for (paua_set left = eval->board->shape.all; left;) {
            int cell = bits_take(&left);
            add_to_line(fitted, axis, offset_of(eval, cell, axis), cell);
        }
    find_edge_rings(&eval->board->shape, fitted);
    for (int n = 1; n <= PAUA_CELLS_MAX; n++)
        fitted->share[n] = ((6 << FITTED_FINE_BITS) + 7 * n) / (14 * n); /* rounded */
    const struct fitted_kernel *kernel = fitted_kernel_for(eval);
    eval->score = eval->fallback = eval->board->full ? kernel->score_full : kernel->score;
    eval->players = players_kernel_for(eval)->score;
}

const struct eval_kind eval_fitted = {"fitted", 0, fitted_prepare, NULL};
