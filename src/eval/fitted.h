/* fitted.h - the "fitted" evaluation: its features, and the geometry that they are computed
 * from. */
#ifndef EVAL_FITTED_H
#define EVAL_FITTED_H

#include <paua/position.h>

/* X(NAME, group). A feature is a whole number, mostly the side to move's count less the opponent's.
 * The fit reports the value of each group. */
#define FITTED_MAP(X)                                                                              \
    X(MARBLES, "marbles")                                                                          \
    X(NEED_1, "need")                                                                              \
    X(NEED_2, "need")                                                                              \
    X(NEED_3, "need")                                                                              \
    X(DISTANCE, "distance")                                                                        \
    X(RING_0, "rings")                                                                             \
    X(RING_1, "rings")                                                                             \
    X(RING_2, "rings")                                                                             \
    X(PAIRS, "pairs")                                                                              \
    X(ALONE, "alone")                                                                              \
    X(TRIPLES, "triples")                                                                          \
    X(SPLIT, "split")                                                                              \
    X(LIBERTIES, "liberties")                                                                      \
    X(EJECT_OWN, "ejections")                                                                      \
    X(EJECT_OTHER, "ejections")                                                                    \
    X(PUSH_OWN, "pushes")                                                                          \
    X(PUSH_OTHER, "pushes")                                                                        \
    X(TEMPO, "tempo")

enum fitted_feature {
#define X(name, group) FITTED_##name,
    FITTED_MAP(X)
#undef X
        FITTED_FEATURES
};

enum {
    FITTED_LINES = 61,    /* along one axis of the longest board */
    FITTED_RINGS = 3,     /* along the edge */
    FITTED_STEP = 256,    /* one step of DISTANCE */
    FITTED_ONE = 1024,    /* a weight of 1.0: one unit of score per unit of the feature */
    FITTED_PHASES = 2,    /* weights with no marble ejected, and with all but the last */
    FITTED_FINE_BITS = 16 /* fractional bits of the point R */
};

/* The geometry as the features need it; plain data. */
struct fitted {
    /* the lines of each of three axes: their number, half steps from the centre, and cells */
    int lines[3];
    int8_t offset[3][FITTED_LINES];
    paua_set line[3][FITTED_LINES];
    paua_set ring[FITTED_RINGS];       /* the edge first */
    int32_t share[PAUA_CELLS_MAX + 1]; /* by n: 3/7 of 1/n, the weight of one marble in R */
};

struct eval;

/* The features and scores of a position of two sides, in the variant that suits the processor;
 * marbles of anybody else are walls. */
struct fitted_kernel {
    void (*features)(const struct eval *eval, const paua_position *position,
                     int32_t features[FITTED_FEATURES]);
    int (*score)(const struct eval *eval, const paua_position *position);
    int (*score_full)(const struct eval *eval, const paua_position *position); /* 5x5x5 alone */
};

extern const struct fitted_kernel fitted_kernel_any;
#if defined(__x86_64__)
extern const struct fitted_kernel fitted_kernel_v3;
#endif

/* The phase of the game: 0 with no marble ejected, `most` when each side needs one more. */
static inline int fitted_phase(const paua_position *position, int most)
{
    int out = position->ejected[0] + position->ejected[1];
    return out < most ? out : most;
}

const char *fitted_feature_name(int feature);
const char *fitted_feature_group(int feature);

const struct fitted_kernel *fitted_kernel_for(const struct eval *eval);

#endif
