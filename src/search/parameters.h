/* parameters.h - the numbers of the search that only matches can decide: one list gives each its
 * name, its value and the range in which it may be tuned (`paua tune`).
 *
 * Depths are in plies, margins in thousandths of a unit of log-odds. */
#ifndef SEARCH_PARAMETERS_H
#define SEARCH_PARAMETERS_H

#include <stdbool.h>

/* name, value, least, most. Aspiration windows: half the width of the first. Reverse futility
 * pruning (rfp): greatest depth, margin for each ply. Late move pruning (lmp): greatest depth,
 * moves searched beside the square of the depth; futility pruning of the rest: margin for each ply.
 * Late move reductions (lmr): least depth; constant, and divisor of log(depth) * log(moves), both
 * in hundredths of a ply; history of a quiet move, in ten thousands, that is worth a ply. Internal
 * iterative reduction (iir): least depth. Singular extensions: least depth; margin for each
 * ply. Where the score decides at a limit: what a marble counts more n plies before it, in
 * hundredths, divided by the root of n (limit.c). */
#define SEARCH_PARAMETERS(X)                                                                       \
    X(aspiration_window, 150, 20, 1000)                                                            \
    X(rfp_depth, 6, 0, 12)                                                                         \
    X(rfp_margin, 120, 20, 500)                                                                    \
    X(lmp_depth, 5, 0, 12)                                                                         \
    X(lmp_moves, 3, 1, 20)                                                                         \
    X(futility_margin, 120, 20, 500)                                                               \
    X(lmr_depth, 3, 1, 8)                                                                          \
    X(lmr_base, 50, 0, 200)                                                                        \
    X(lmr_divisor, 200, 80, 500)                                                                   \
    X(lmr_history, 40, 5, 400)                                                                     \
    X(iir_depth, 4, 2, 12)                                                                         \
    X(singular_depth, 6, 4, 16)                                                                    \
    X(singular_margin, 30, 1, 200)                                                                 \
    X(limit_lead, 200, 0, 1000)

struct search_parameters {
#define SEARCH_PARAMETER(name, value, least, most) int name;
    SEARCH_PARAMETERS(SEARCH_PARAMETER)
#undef SEARCH_PARAMETER
};

/* Sets all to their values. */
void parameters_reset(struct search_parameters *out);

/* False: no parameter has this name, or the value is out of its range. */
bool parameters_set(struct search_parameters *out, const char *name, int value);

#endif
