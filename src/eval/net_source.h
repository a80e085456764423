/* net_source.h - the arithmetic of the network: incremental accumulator updates, and the SCReLU
 * output layer in the same pass, while the numbers are in registers. Compiled for any processor and
 * for x86-64-v3; the build defines KERNEL as the symbol. All variants are equal to the last bit. */
#include "eval/eval.h"

#include <string.h>

#include "base/bits.h"
#include "eval/lanes.h"

enum {
    PLIES_BACK = 3, /* accumulators searched for the nearest one; older ones differ more */
    OUTPUT_UNIT = NET_ONE * NET_ONE * NET_OUTPUT_ONE
};

/* The features that each perspective gains and loses between two positions. */
struct feature_changes {
    int added, removed;
    uint8_t add[PAUA_SIDES][NET_ACTIVE_MAX], remove[PAUA_SIDES][NET_ACTIVE_MAX];
};

enum { TILE = 8 }; /* registers that hold a part of an accumulator during an update */

_Static_assert(NET_HIDDEN_STEP % LANES == 0, "rows of weights are whole registers");
_Static_assert(NET_HIDDEN_MAX * 2 / LANES <= INT32_MAX / (NET_ONE * NET_ONE * NET_OUTPUT_MAX),
               "a perspective's part of the output fits 32 bits in each lane");

/* Updates TILE or fewer registers' worth of an accumulator from index `first` on, and adds their
 * part of the output layer: SCReLU activations times output weights. A square times a weight needs
 * 32 bits, a clipped value times a weight only 16: that product comes first. */
static inline lanes_sums update_tile(const struct net *net, int first, int vectors,
                                     const int16_t *from, int16_t *to,
                                     const struct feature_changes *changes, int side,
                                     const int16_t *output, lanes_sums sum)
{
    lanes_wrapping tile[TILE];
    for (int k = 0; k < vectors; k++)
        tile[k] = ((const lanes_wrapping *)(const void *)(from + first))[k];
    for (int i = 0; i < changes->added; i++) {
        const lanes_wrapping *row =
            (const void *)(net->feature_weights + changes->add[side][i] * net->hidden + first);
        for (int k = 0; k < vectors; k++)
            tile[k] += row[k];
    }
    for (int i = 0; i < changes->removed; i++) {
        const lanes_wrapping *row =
            (const void *)(net->feature_weights + changes->remove[side][i] * net->hidden + first);
        for (int k = 0; k < vectors; k++)
            tile[k] -= row[k];
    }
    const lanes *weights = (const void *)(output + first);
    for (int k = 0; k < vectors; k++) {
        ((lanes_wrapping *)(void *)(to + first))[k] = tile[k];
        const lanes value = lanes_clamp((lanes)tile[k], NET_ONE);
        sum += lanes_multiply_pairs(value * weights[k], value);
    }
    return sum;
}

/* Computes one perspective's accumulator `to` from another one and the features between them.
 * Returns its part of the output, by these output weights. */
static int64_t update_accumulator(const struct net *net, const int16_t *from, int16_t *to,
                                  const struct feature_changes *changes, int side,
                                  const int16_t *output)
{
    lanes_sums sum = {0};
    int first = 0;
    for (; first + TILE * LANES <= net->hidden; first += TILE * LANES)
        sum = update_tile(net, first, TILE, from, to, changes, side, output, sum);
    for (; first < net->hidden; first += LANES)
        sum = update_tile(net, first, 1, from, to, changes, side, output, sum);
    int64_t all = 0;
    for (int k = 0; k < LANES / 2; k++)
        all += sum[k];
    return all;
}

/* The marbles that a side still has to eject, within the range of the features. */
static inline uint8_t left_to_eject(const struct eval *eval, const paua_position *position,
                                    int side)
{
    int left = eval->win - position->ejected[side];
    return (uint8_t)(left < 1 ? 1 : left > NET_LEFT ? NET_LEFT : left);
}

static inline struct net_inputs inputs_of(const struct eval *eval, const paua_position *position)
{
    return (struct net_inputs){
        {position->marbles[PAUA_BLACK], position->marbles[PAUA_WHITE]},
        {left_to_eject(eval, position, PAUA_BLACK), left_to_eject(eval, position, PAUA_WHITE)},
        eval->score_range,
        net_quiet(&eval->limits, position->quiet, position->ply - 1)};
}

/* Appends the features of marbles of `side` on these cells, in both perspectives. */
static inline int append_marbles(uint8_t list[PAUA_SIDES][NET_ACTIVE_MAX], int count,
                                 paua_set cells, int side)
{
    for (; cells; count++) {
        int cell = net_cell[bits_take(&cells)];
        list[side][count] = (uint8_t)(NET_OWN + cell);
        list[1 - side][count] = (uint8_t)(NET_OTHER + cell);
    }
    return count;
}

/* Appends the feature of the marbles that `side` has left to eject, in both perspectives. */
static inline int append_left(uint8_t list[PAUA_SIDES][NET_ACTIVE_MAX], int count, int left,
                              int side)
{
    list[side][count] = (uint8_t)(NET_OWN_LEFT + left);
    list[1 - side][count] = (uint8_t)(NET_OTHER_LEFT + left);
    return count + 1;
}

/* Appends a feature that is the same in both perspectives. */
static inline int append_common(uint8_t list[PAUA_SIDES][NET_ACTIVE_MAX], int count, int feature)
{
    list[0][count] = list[1][count] = (uint8_t)feature;
    return count + 1;
}

/* Lists the features to add and to remove between two positions; `from` may be all zeros, which has
 * no features. */
static void find_changes(const struct net_inputs *from, const struct net_inputs *to,
                         struct feature_changes *changes)
{
    int added = 0, removed = 0;
    for (int side = 0; side < PAUA_SIDES; side++) {
        const paua_set old = from->marbles[side], new = to->marbles[side];
        added = append_marbles(changes->add, added, new & ~old, side);
        removed = append_marbles(changes->remove, removed, old & ~new, side);
        if (to->left[side] == from->left[side])
            continue;
        added = append_left(changes->add, added, to->left[side], side);
        if (from->left[side])
            removed = append_left(changes->remove, removed, from->left[side], side);
    }
    if (!from->left[0] || from->limit != to->limit)
        added = append_common(changes->add, added, NET_LIMIT + to->limit);
    if (from->left[0] && from->limit != to->limit)
        removed = append_common(changes->remove, removed, NET_LIMIT + from->limit);
    if (!from->left[0] || from->quiet != to->quiet)
        added = append_common(changes->add, added, NET_QUIET + to->quiet);
    if (from->left[0] && from->quiet != to->quiet)
        removed = append_common(changes->remove, removed, NET_QUIET + from->quiet);
    changes->added = added;
    changes->removed = removed;
}

static int list_features(const struct net_inputs *inputs, uint8_t list[PAUA_SIDES][NET_ACTIVE_MAX])
{
    const struct net_inputs nothing = {0};
    struct feature_changes changes;
    find_changes(&nothing, inputs, &changes);
    for (int side = 0; side < PAUA_SIDES; side++)
        memcpy(list[side], changes.add[side], (size_t)changes.added);
    return changes.added;
}

/* How many features differ between two positions. */
static inline int count_changes(const struct net_inputs *a, const struct net_inputs *b)
{
    return bits_count(a->marbles[0] ^ b->marbles[0]) + bits_count(a->marbles[1] ^ b->marbles[1]) +
           2 * (a->left[0] != b->left[0]) + 2 * (a->left[1] != b->left[1]) +
           2 * (a->limit != b->limit) + 2 * (a->quiet != b->quiet);
}

/* The score, from the accumulators `from` of both perspectives and the features in which the
 * position differs from theirs. The position's own accumulators are stored `to`. */
static int score_changes(const struct eval *eval, const paua_position *position, int quiet_range,
                         const int16_t *const from[PAUA_SIDES], int16_t *to,
                         const struct feature_changes *changes)
{
    const struct net *net = &eval->net;
    const int bucket = net_bucket(net, position, quiet_range);
    int64_t sum = net->output_bias[bucket];
    for (int side = 0; side < PAUA_SIDES; side++) {
        const int row = 2 * bucket + (side != position->to_move);
        sum += update_accumulator(net, from[side], to + side * net->hidden, changes, side,
                                  net->output + row * net->hidden);
    }
    const int64_t score = sum * net->scale / OUTPUT_UNIT;
    return (int)(score > NET_SCORE_MAX    ? NET_SCORE_MAX
                 : score < -NET_SCORE_MAX ? -NET_SCORE_MAX
                                          : score);
}

/* A full refresh: both accumulators from the bias and all active features. */
static int score_from_bias(const struct eval *eval, const paua_position *position)
{
    _Alignas(64) int16_t values[PAUA_SIDES * NET_HIDDEN_MAX];
    const struct net_inputs nothing = {0}, inputs = inputs_of(eval, position);
    const int16_t *const bias[PAUA_SIDES] = {eval->net.bias, eval->net.bias};
    struct feature_changes changes;
    find_changes(&nothing, &inputs, &changes);
    return score_changes(eval, position, inputs.quiet, bias, values, &changes);
}

/* An incremental update: both accumulators from the nearest ones known. */
static int score_incrementally(const struct eval *eval, struct accumulator_stack *stack, int ply,
                               const paua_position *position)
{
    const struct net_inputs nothing = {0}, inputs = inputs_of(eval, position);
    const int hidden = eval->net.hidden;
    int16_t *values = stack->values + ply * PAUA_SIDES * hidden;

    /* 1. Find the accumulators that differ in the fewest features: the bias, or a recent ply. */
    const struct net_inputs *nearest = &nothing;
    const int16_t *from[PAUA_SIDES] = {eval->net.bias, eval->net.bias};
    int fewest = count_changes(&nothing, &inputs);
    for (int back = 0; back <= PLIES_BACK && back <= ply; back++) {
        const struct net_inputs *known = &stack->inputs[ply - back];
        const int count = count_changes(known, &inputs);
        if (count < fewest && known->left[0]) {
            fewest = count;
            nearest = known;
            from[0] = values - back * PAUA_SIDES * hidden;
            from[1] = from[0] + hidden;
        }
    }

    /* 2. Update both perspectives from there. */
    struct feature_changes changes;
    find_changes(nearest, &inputs, &changes);
    stack->inputs[ply] = inputs;
    return score_changes(eval, position, inputs.quiet, from, values, &changes);
}

const struct net_kernel KERNEL = {list_features, score_from_bias, score_incrementally};
