/* net.h - the learned evaluation: an efficiently updatable neural network (NNUE) with one hidden
 * layer; docs/net-format.md has the file and the formula.
 *
 * Each side has a perspective, the board as its own: the features of a perspective are its marbles,
 * the opponent's marbles, how many each still has to eject, and how near an end by score and a
 * draw by quiet plies, those without an ejection, are. Only the quiet plies count that end the game
 * before the score does. A perspective's accumulator is the bias of the hidden layer plus the
 * weights of its active features, in 16 bits. The output layer weighs the activations (SCReLU:
 * clipped to 0 .. 1, then squared) of both accumulators, that of the side to move first.
 */
#ifndef EVAL_NET_H
#define EVAL_NET_H

#include <paua/eval.h>

enum {
    NET_CELLS = 61, /* numbered by rows: a1 is 0, a2 is 1, b1 is 5, i9 is 60 */

    /* features of a perspective */
    NET_OWN = 0,                       /* + cell: one of its marbles */
    NET_OTHER = NET_CELLS,             /* + cell: one of the opponent's */
    NET_OWN_LEFT = 2 * NET_CELLS - 1,  /* + marbles it has to eject, 1 .. NET_LEFT */
    NET_OTHER_LEFT = NET_OWN_LEFT + 6, /* + marbles the opponent has to eject */
    NET_LIMIT = NET_OTHER_LEFT + 7,    /* + range of plies left, net_limit() */
    NET_LIMITS = 5,
    NET_QUIET = NET_LIMIT + NET_LIMITS, /* + range of quiet plies left, net_quiet() */
    NET_QUIETS = 6,
    NET_FEATURES = NET_QUIET + NET_QUIETS,
    NET_LEFT = 6, /* more count as this many */
    /* features of a perspective that a position can have */
    NET_ACTIVE_MAX = NET_CELLS + PAUA_SIDES + 2,

    NET_HIDDEN_STEP = 32,
    NET_HIDDEN_MAX = 512,
    NET_BUCKETS_MAX = 8,
    NET_SCALE_MAX = 10000,
    NET_ONE = 255,       /* 1.0 in an accumulator: the upper end of the clipping */
    NET_OUTPUT_ONE = 64, /* 1.0 in an output weight */
    NET_OUTPUT_MAX = 127,
    NET_SCORE_MAX = 20000,

    NET_ABOUT_MAX = 64 /* bytes of the description, with its NUL */
};

/* The weights of a network, wherever they are; all borrowed. H is `hidden`. */
struct net {
    int hidden;  /* NET_HIDDEN_STEP .. NET_HIDDEN_MAX in such steps */
    int buckets; /* 2 .. NET_BUCKETS_MAX, even */
    int scale;   /* the score of an output of 1.0: 1 .. NET_SCALE_MAX */
    const int16_t *bias;
    const int16_t *feature_weights; /* NET_FEATURES times H */
    /* for each bucket H for the side to move and H for the opponent, within +-NET_OUTPUT_MAX */
    const int16_t *output;
    /* for each bucket, in units of 1 / (NET_ONE * NET_ONE * NET_OUTPUT_ONE) */
    const int32_t *output_bias;
};

/* The network's number of a cell of the 5x5x5 board. */
extern const uint8_t net_cell[NET_CELLS];

/* The weights of an open net; those of 16 bits are aligned to 64 bytes. */
struct net net_of(const paua_net *file);

/* Bytes of the file of a network of this size. */
size_t net_size(int hidden, int buckets);

/* Writes the file's net_size() bytes. `about` says in printable ASCII where the net is from; it is
 * truncated to fit. Returns PAUA_OK, or PAUA_ERROR_BAD_ARGUMENT for numbers out of range (nothing
 * is written). */
paua_status net_write(const struct net *net, const char *about, uint8_t *bytes);

/* The output bucket of a position: by the number of marbles ejected, in one half of the buckets
 * where quiet plies count (their range is not 0), in the other where they do not. */
static inline int net_bucket(const struct net *net, const paua_position *position, int quiet_range)
{
    const int half = net->buckets / 2;
    const int bucket = (position->ejected[0] + position->ejected[1]) * half / (2 * NET_LEFT);
    return (bucket < half ? bucket : half - 1) + (quiet_range ? half : 0);
}

/* The limits of a game on plies: `quiet` of them without an ejection are a draw (R13), after
 * `score` the score decides (R14). 0: no such limit. */
struct net_limits {
    int quiet, score;
};

/* The range of the plies left until the score decides, after this many; 0 where it does not. */
static inline uint8_t net_limit(const struct net_limits *limits, int played)
{
    const int left = limits->score - played;
    if (!limits->score)
        return 0;
    return left >= 200 ? 1 : left >= 120 ? 2 : left >= 60 ? 3 : 4;
}

/* Whether the game is drawn before the score decides, unless a marble is ejected: then its quiet
 * plies count. The last `quiet` of those played were without an ejection. */
static inline bool net_quiet_counts(const struct net_limits *limits, int quiet, int played)
{
    return limits->quiet && (!limits->score || limits->quiet - quiet <= limits->score - played);
}

/* The fewest plies of a range of net_quiet(); 0 for the range where they do not count. */
static inline uint8_t net_quiet_least(int range)
{
    static const uint8_t least[NET_QUIETS] = {0, 150, 100, 60, 30, 1};
    return least[range];
}

/* The range of the plies left until they draw; 0 where quiet plies do not count. */
static inline uint8_t net_quiet(const struct net_limits *limits, int quiet, int played)
{
    const int left = limits->quiet - quiet;
    if (!net_quiet_counts(limits, quiet, played))
        return 0;
    int range = 1;
    while (range < NET_QUIETS - 1 && left < net_quiet_least(range))
        range++;
    return (uint8_t)range;
}

/* What the features of a position are made of. */
struct net_inputs {
    paua_set marbles[PAUA_SIDES];
    uint8_t left[PAUA_SIDES]; /* marbles each has to eject, 1 .. NET_LEFT; 0: no such feature */
    uint8_t limit;            /* net_limit() */
    uint8_t quiet;            /* net_quiet() */
};

/* The accumulators of both perspectives at each ply of a search, whatever position they were last
 * computed for. */
struct accumulator_stack {
    const int16_t *filled_for; /* feature_weights of the net that filled it */
    int plies;
    struct net_inputs *inputs; /* owned; by ply; left[0] is 0 where there is no accumulator yet */
    int16_t *values;           /* owned; for each ply H of Black and H of White */
};

struct eval;

/* Scoring a position, in the variant that suits the processor. All are equal to the last bit. */
struct net_kernel {
    /* Lists the features of a position in both perspectives. Returns how many each has. */
    int (*list_features)(const struct net_inputs *inputs, uint8_t list[PAUA_SIDES][NET_ACTIVE_MAX]);
    /* Refreshes both accumulators from the bias. */
    int (*score)(const struct eval *eval, const paua_position *position);
    /* Updates the accumulators at this ply from those of this or a recent ply. */
    int (*score_at)(const struct eval *eval, struct accumulator_stack *stack, int ply,
                    const paua_position *position);
};

extern const struct net_kernel net_kernel_any;
#if defined(__x86_64__)
extern const struct net_kernel net_kernel_v3;
#endif

#endif
