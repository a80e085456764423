/* fitted_weights.h - written by `paua fit`, not by hand.
 *
 * Fitted to 440873 positions of self-play:
 * eval fitted, nodes 800, random 2%, adjudicated from 3000;
 * seed 2; checksum cd8d74a1a8756890; lambda 0.30.
 * Log-loss against the results of 46961 held-out positions: 0.5588;
 * of the search's scores: 0.5565.
 * A score of 1000 is one unit of log-odds. The comments are scores per unit
 * of the feature (a marble, a step, ...). */
#ifndef EVAL_FITTED_WEIGHTS_H
#define EVAL_FITTED_WEIGHTS_H

#include "eval/fitted.h"

static const int32_t fitted_weights[FITTED_PHASES][FITTED_FEATURES] = {
    {
        [FITTED_MARBLES] = 819181,      /* 800.0 */
        [FITTED_NEED_1] = -1426399,     /* -1393.0 */
        [FITTED_NEED_2] = -220410,      /* -215.2 */
        [FITTED_NEED_3] = 24777,        /* 24.2 */
        [FITTED_DISTANCE] = -557,       /* -139.2 */
        [FITTED_RING_0] = 25621,        /* 25.0 */
        [FITTED_RING_1] = -70105,       /* -68.5 */
        [FITTED_RING_2] = -38140,       /* -37.2 */
        [FITTED_PAIRS] = 96663,         /* 94.4 */
        [FITTED_ALONE] = -12551,        /* -12.3 */
        [FITTED_TRIPLES] = 28774,       /* 28.1 */
        [FITTED_SPLIT] = 16333,         /* 15.9 */
        [FITTED_LIBERTIES] = 63658,     /* 62.2 */
        [FITTED_EJECT_OWN] = 169463,    /* 165.5 */
        [FITTED_EJECT_OTHER] = -121847, /* -119.0 */
        [FITTED_PUSH_OWN] = 93221,      /* 91.0 */
        [FITTED_PUSH_OTHER] = -86500,   /* -84.5 */
        [FITTED_TEMPO] = 95251,         /* 93.0 */
    },
    {
        [FITTED_MARBLES] = 1228633,     /* 1199.8 */
        [FITTED_NEED_1] = 40916,        /* 40.0 */
        [FITTED_NEED_2] = -67357,       /* -65.8 */
        [FITTED_NEED_3] = -130720,      /* -127.7 */
        [FITTED_DISTANCE] = -661,       /* -165.1 */
        [FITTED_RING_0] = 87346,        /* 85.3 */
        [FITTED_RING_1] = -63429,       /* -61.9 */
        [FITTED_RING_2] = -16660,       /* -16.3 */
        [FITTED_PAIRS] = 149350,        /* 145.8 */
        [FITTED_ALONE] = -85172,        /* -83.2 */
        [FITTED_TRIPLES] = 23125,       /* 22.6 */
        [FITTED_SPLIT] = 77997,         /* 76.2 */
        [FITTED_LIBERTIES] = 113261,    /* 110.6 */
        [FITTED_EJECT_OWN] = 161695,    /* 157.9 */
        [FITTED_EJECT_OTHER] = -206505, /* -201.7 */
        [FITTED_PUSH_OWN] = 124174,     /* 121.3 */
        [FITTED_PUSH_OTHER] = -120584,  /* -117.8 */
        [FITTED_TEMPO] = 88338,         /* 86.3 */
    },
};

#endif
