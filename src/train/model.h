/* model.h - a network while it is being trained: the one that docs/net-format.md describes, in
 * floating point.
 *
 * All its numbers lie in one array, in the order of the file: hidden bias, columns, output weights,
 * output biases. */
#ifndef TRAIN_MODEL_H
#define TRAIN_MODEL_H

#include "eval/net.h"
#include "train/samples.h"

enum { MODEL_SYMMETRIES = 12 };

/* One position to learn from. */
struct model_datum {
    uint64_t own, other;      /* as in a sample */
    int16_t score;            /* of the search */
    uint8_t left[PAUA_SIDES]; /* to eject: by the side to move, by the other */
    uint8_t bucket;
    uint8_t limit;  /* range of plies left, net_limit() */
    uint8_t quiet;  /* range of quiet plies left, net_quiet() */
    uint8_t points; /* of the game's result (label.h) */
};

/* The same as lists of features, own perspective first. */
struct model_example {
    int count;
    uint8_t features[PAUA_SIDES][NET_ACTIVE_MAX];
    int bucket;
    float label;
};

struct model {
    int hidden, buckets;
    size_t size;    /* numbers in all */
    float *numbers; /* owned; at a multiple of 64 bytes */
};

/* Where the parts of the array begin. */
static inline size_t model_columns(const struct model *model)
{
    return (size_t)model->hidden;
}

/* Output weights, after the hidden layer's bias and the columns of all features. */
static inline size_t model_output(const struct model *model)
{
    return (size_t)model->hidden * (1 + NET_FEATURES);
}

/* One output bias a bucket, after the output weights of both perspectives. */
static inline size_t model_output_bias(const struct model *model)
{
    return model_output(model) + (size_t)model->hidden * 2 * (size_t)model->buckets;
}

bool model_create(struct model *model, int hidden, int buckets);
void model_destroy(struct model *model);
void model_draw(struct model *model, uint64_t seed); /* numbers to begin with */

/* Takes the numbers of a net of as many buckets and no greater width. Units that it lacks stay as
 * they are, but for their output weights, which become 0. `unit` is the net's score of an output of
 * 1. */
void model_read(struct model *model, const struct net *net, int unit);

/* The cell of each bit of a sample's sets, under each symmetry of the board. */
void model_maps(const paua_board *board, uint8_t maps[MODEL_SYMMETRIES][NET_CELLS]);

/* Lists the features of a position under a symmetry; its label is the chance to win, 0 .. 1. */
void model_fill(const struct model_datum *datum, const uint8_t map[NET_CELLS], double label,
                struct model_example *example);

/* The file of the network, in whole numbers; free() it. NULL without memory. */
uint8_t *model_write(const struct model *model, int scale, const char *about, size_t *size);

/* The loops, in the version that suits the processor. Their sums differ in the last bits from one
 * to the other. */
struct model_kernel {
    /* The output: the log-odds of a win. */
    float (*output)(const struct model *model, const struct model_example *example);
    /* Adds the slope of the loss at each number to `slopes`, laid out as they are. Returns the
     * loss. */
    double (*slope)(const struct model *model, const struct model_example *example, float *slopes);
};

extern const struct model_kernel model_kernel_any;
#if defined(__x86_64__)
extern const struct model_kernel model_kernel_v3;
#endif

const struct model_kernel *model_kernel_here(void);

#endif
