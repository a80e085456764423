/* net.h - the learned evaluation: a network of one hidden layer; docs/net-format.md has the file and the formula.
 *
 * Each side sees the board as its own: the features of a perspective are its marbles, the other side's, and how many
 * each still has to eject. A perspective's sums are the hidden layer's bias and the columns of its features,
 * added up in 16 bits; the output weighs their clipped squares, those of the side to move first.
 */
#ifndef EVAL_NET_H
#define EVAL_NET_H

#include <paua/eval.h>

enum {
    NET_CELLS = 61, /* numbered by rows: a1 is 0, a2 is 1, b1 is 5, i9 is 60 */

    /* features of a perspective */
    NET_OWN = 0,                       /* and the cell: one of its marbles */
    NET_OTHER = NET_CELLS,             /* and the cell: one of the other side's */
    NET_OWN_LEFT = 2 * NET_CELLS - 1,  /* and how many it has to eject, 1 .. NET_LEFT */
    NET_OTHER_LEFT = NET_OWN_LEFT + 6, /* the other side's */
    NET_FEATURES = NET_OTHER_LEFT + 6 + 1,
    NET_LEFT = 6, /* more count as so many */

    NET_HIDDEN_STEP = 32,
    NET_HIDDEN_MAX = 512,
    NET_BUCKETS_MAX = 8,
    NET_SCALE_MAX = 10000,
    NET_ONE = 255,       /* 1 of a hidden sum; larger ones are clipped to it */
    NET_OUTPUT_ONE = 64, /* 1 of an output weight */
    NET_OUTPUT_MAX = 127,
    NET_SCORE_MAX = 20000,

    NET_ABOUT_MAX = 64 /* bytes of the description, with its NUL */
};

/* The numbers of a network, wherever they are; all borrowed. H is `hidden`. */
struct net {
    int hidden;  /* NET_HIDDEN_STEP .. NET_HIDDEN_MAX in such steps */
    int buckets; /* 1 .. NET_BUCKETS_MAX */
    int scale;   /* the score of an output of 1: 1 .. NET_SCALE_MAX */
    const int16_t *bias;
    const int16_t *feature_weights; /* NET_FEATURES times H */
    /* for each bucket H for the side to move and H for the other one, none beyond NET_OUTPUT_MAX */
    const int16_t *output;
    /* for each bucket, in units of 1 / (NET_ONE * NET_ONE * NET_OUTPUT_ONE) */
    const int32_t *output_bias;
};

/* The network's number of a cell of the 5x5x5 board. */
extern const uint8_t net_cell[NET_CELLS];

/* The numbers of an open net; those of 16 bits lie at multiples of 64 bytes. */
struct net net_of(const paua_net *file);

/* Bytes of the file of a network of this size. */
size_t net_size(int hidden, int buckets);

/* Writes the file's net_size() bytes. about describes in printable ASCII where the net is from; it is cut off where it
 * is too long. Returns PAUA_OK or PAUA_BAD_ARGUMENT for numbers out of range (nothing is written). */
paua_status net_write(const struct net *net, const char *about, uint8_t *bytes);

/* Which output weights a position has: by how many marbles are out. */
static inline int net_bucket(const struct net *net, const paua_position *position)
{
    int bucket = (position->ejected[0] + position->ejected[1]) * net->buckets / (2 * NET_LEFT);
    return bucket < net->buckets ? bucket : net->buckets - 1;
}

/* What a network's sums depend on. */
struct net_inputs {
    paua_set marbles[PAUA_SIDES];
    uint8_t left[PAUA_SIDES]; /* what each has to eject, 1 .. NET_LEFT; 0: no such feature yet */
};

/* The sums of both sides at each ply of a search thread, whatever position they were computed for last. */
struct accumulator_stack {
    const int16_t *filled_for; /* the columns of the net that filled it */
    int plies;
    struct net_inputs *inputs; /* owned; a scene whose left[0] is 0 is none */
    int16_t *values;           /* owned; for each ply H of Black and H of White */
};

struct eval;

/* A network's score of a position, in the version that suits the processor. All are the same to the last bit. */
struct net_kernel {
    int (*score)(const struct eval *eval, const paua_position *position); /* from nothing */
    /* From what is remembered at this ply and the ones before it, wherever least has changed since. */
    int (*score_at)(const struct eval *eval, struct accumulator_stack *stack, int ply,
                    const paua_position *position);
};

extern const struct net_kernel net_kernel_any;
#if defined(__x86_64__)
extern const struct net_kernel net_kernel_v3;
#endif

#endif
