/* fitted.h - the evaluation whose weights are fitted to games: its features. */
#ifndef EVAL_FITTED_H
#define EVAL_FITTED_H

#include <paua/position.h>

/* X(NAME, group): a feature is a whole number, in most cases what the side to move has less what the other one has. The
 * fit reports by groups what each is worth. */
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
    FITTED_RINGS = 3,     /* from the edge; what lies farther in is the middle */
    FITTED_STEP = 256,    /* one step of DISTANCE */
    FITTED_ONE = 1024,    /* a weight of 1: one unit of a score for each of the feature */
    FITTED_PHASES = 2,    /* weights when no marble is out, and when all but the last are */
    FITTED_FINE_BITS = 16 /* of the point R */
};

/* The geometry as the features need it; plain data. */
struct fitted {
    int lines[3];                      /* on each of three axes: how many, */
    int8_t offset[3][FITTED_LINES];    /* how many half steps from the centre, */
    paua_set line[3][FITTED_LINES];    /* and their cells */
    paua_set ring[FITTED_RINGS];       /* the edge first */
    int32_t share[PAUA_CELLS_MAX + 1]; /* 3/7 of an n-th */
};

struct eval;

/* The features of a position of two plain sides, or of any: who is neither the side to move nor its opponent is a wall. */
struct fitted_kernel {
    void (*features)(const struct eval *eval, const paua_position *position,
                     int32_t features[FITTED_FEATURES]);
    int (*score)(const struct eval *eval, const paua_position *position);
    int (*score_full)(const struct eval *eval, const paua_position *position); /* on 5x5x5 */
    int (*between)(const struct eval *eval, const paua_position *position, int own, int other);
};

extern const struct fitted_kernel fitted_kernel_any;
#if defined(__x86_64__)
extern const struct fitted_kernel fitted_kernel_v3;
#endif

/* How far the game is: 0 when no marble is out, `most` when each side needs one more. */
static inline int fitted_phase(const paua_position *position, int most)
{
    int out = position->ejected[0] + position->ejected[1];
    return out < most ? out : most;
}

const char *fitted_feature_name(int feature);
const char *fitted_feature_group(int feature);

const struct fitted_kernel *fitted_kernel_for(const struct eval *eval);

#endif
