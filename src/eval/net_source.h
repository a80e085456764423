/* net_source.h - the arithmetic of the network: incremental accumulator updates and the SCReLU
 * output layer. Compiled for any processor and, with KERNEL_V3 (AVX2), for x86-64-v3; the build
 * defines KERNEL as the symbol. All variants are equal to the last bit. */
#include "eval/eval.h"

#include "base/bits.h"

enum {
    PLIES_BACK = 3, /* accumulators searched for the nearest one; older ones differ more */
    CHANGES_MAX = NET_CELLS + PAUA_SIDES + 1,
    OUTPUT_UNIT = NET_ONE * NET_ONE * NET_OUTPUT_ONE
};

/* The features that each perspective gains and loses between two positions. */
struct feature_changes {
    int added, removed;
    uint8_t add[PAUA_SIDES][CHANGES_MAX], remove[PAUA_SIDES][CHANGES_MAX];
};

#ifdef KERNEL_V3
#include <immintrin.h>

enum { LANES = 16 };

static inline __m256i load_lanes(const int16_t *at)
{
    return _mm256_load_si256((const __m256i *)(const void *)at);
}

/* Updates `vectors` registers' worth of an accumulator from index `first` on: they stay in
 * registers while the weights of all changed features are added or subtracted. */
static inline void update_tile(const struct net *net, int first, int vectors, const int16_t *from,
                               int16_t *to, const struct feature_changes *changes, int side)
{
    __m256i tile[8];
    const int16_t *weights = net->feature_weights + first;
    for (int k = 0; k < vectors; k++)
        tile[k] = load_lanes(from + first + LANES * k);
    for (int i = 0; i < changes->added; i++) {
        const int16_t *row = weights + changes->add[side][i] * net->hidden;
        for (int k = 0; k < vectors; k++)
            tile[k] = _mm256_add_epi16(tile[k], load_lanes(row + LANES * k));
    }
    for (int i = 0; i < changes->removed; i++) {
        const int16_t *row = weights + changes->remove[side][i] * net->hidden;
        for (int k = 0; k < vectors; k++)
            tile[k] = _mm256_sub_epi16(tile[k], load_lanes(row + LANES * k));
    }
    for (int k = 0; k < vectors; k++)
        _mm256_store_si256((__m256i *)(void *)(to + first + LANES * k), tile[k]);
}

/* Computes one perspective's accumulator `to` from another one and the features between them. */
static void update_accumulator(const struct net *net, const int16_t *from, int16_t *to,
                               const struct feature_changes *changes, int side)
{
    int first = 0;
    for (; first + 8 * LANES <= net->hidden; first += 8 * LANES)
        update_tile(net, first, 8, from, to, changes, side);
    for (; first + 4 * LANES <= net->hidden; first += 4 * LANES)
        update_tile(net, first, 4, from, to, changes, side);
    for (; first < net->hidden; first += 2 * LANES)
        update_tile(net, first, 2, from, to, changes, side);
}

/* One perspective's part of the output: SCReLU activations times output weights. A square times a
 * weight needs 32 bits, a clipped value times a weight only 16: that product comes first. Each of
 * eight lanes sums at most NET_HIDDEN_MAX / 8 numbers of 255 * 255 * 127, which fits 31 bits. */
static int64_t output_of(const int16_t *accumulator, const int16_t *weights, int hidden)
{
    const __m256i zero = _mm256_setzero_si256(), one = _mm256_set1_epi16(NET_ONE);
    __m256i even = zero, odd = zero;
    for (int i = 0; i < hidden; i += 2 * LANES) {
        __m256i a = load_lanes(accumulator + i), b = load_lanes(accumulator + i + LANES);
        a = _mm256_min_epi16(_mm256_max_epi16(a, zero), one);
        b = _mm256_min_epi16(_mm256_max_epi16(b, zero), one);
        __m256i v = _mm256_mullo_epi16(a, load_lanes(weights + i));
        __m256i w = _mm256_mullo_epi16(b, load_lanes(weights + i + LANES));
        even = _mm256_add_epi32(even, _mm256_madd_epi16(v, a));
        odd = _mm256_add_epi32(odd, _mm256_madd_epi16(w, b));
    }
    even = _mm256_add_epi32(even, odd);
    /* Horizontal sum: eight numbers of 32 bits, widened to 64. */
    __m256i wide = _mm256_add_epi64(_mm256_cvtepi32_epi64(_mm256_castsi256_si128(even)),
                                    _mm256_cvtepi32_epi64(_mm256_extracti128_si256(even, 1)));
    __m128i pair = _mm_add_epi64(_mm256_castsi256_si128(wide), _mm256_extracti128_si256(wide, 1));
    return _mm_cvtsi128_si64(pair) + _mm_extract_epi64(pair, 1);
}

#else

/* Computes one perspective's accumulator `to` from another one and the features between them.
 * Overflow wraps, as the format says. */
static void update_accumulator(const struct net *net, const int16_t *from, int16_t *to,
                               const struct feature_changes *changes, int side)
{
    const int hidden = net->hidden;
    for (int k = 0; k < hidden; k++)
        to[k] = from[k];
    for (int i = 0; i < changes->added; i++) {
        const int16_t *row = net->feature_weights + changes->add[side][i] * hidden;
        for (int k = 0; k < hidden; k++)
            to[k] = (int16_t)(to[k] + row[k]);
    }
    for (int i = 0; i < changes->removed; i++) {
        const int16_t *row = net->feature_weights + changes->remove[side][i] * hidden;
        for (int k = 0; k < hidden; k++)
            to[k] = (int16_t)(to[k] - row[k]);
    }
}

/* One perspective's part of the output: SCReLU activations times output weights. */
static int64_t output_of(const int16_t *accumulator, const int16_t *weights, int hidden)
{
    int64_t all = 0;
    for (int first = 0; first < hidden; first += NET_HIDDEN_STEP) {
        int part = 0; /* as many terms as fit 32 bits */
        for (int k = first; k < first + NET_HIDDEN_STEP; k++) {
            int value = accumulator[k];
            value = value < 0 ? 0 : value > NET_ONE ? NET_ONE : value;
            part += value * value * weights[k];
        }
        all += part;
    }
    return all;
}

#endif

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
        eval->limit};
}

/* Appends the features of marbles of `side` on these cells, in both perspectives. */
static inline int append_marbles(uint8_t list[PAUA_SIDES][CHANGES_MAX], int count, paua_set cells,
                                 int side)
{
    for (; cells; count++) {
        int cell = net_cell[bits_take(&cells)];
        list[side][count] = (uint8_t)(NET_OWN + cell);
        list[1 - side][count] = (uint8_t)(NET_OTHER + cell);
    }
    return count;
}

/* Appends the feature of the marbles that `side` has left to eject, in both perspectives. */
static inline int append_left(uint8_t list[PAUA_SIDES][CHANGES_MAX], int count, int left, int side)
{
    list[side][count] = (uint8_t)(NET_OWN_LEFT + left);
    list[1 - side][count] = (uint8_t)(NET_OTHER_LEFT + left);
    return count + 1;
}

/* Appends the feature of the plies left, in both perspectives. */
static inline int append_limit(uint8_t list[PAUA_SIDES][CHANGES_MAX], int count, int limit)
{
    list[0][count] = list[1][count] = (uint8_t)(NET_LIMIT + limit);
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
        added = append_limit(changes->add, added, to->limit);
    if (from->left[0] && from->limit != to->limit)
        removed = append_limit(changes->remove, removed, from->limit);
    changes->added = added;
    changes->removed = removed;
}

/* How many features differ between two positions. */
static inline int count_changes(const struct net_inputs *a, const struct net_inputs *b)
{
    return bits_count(a->marbles[0] ^ b->marbles[0]) + bits_count(a->marbles[1] ^ b->marbles[1]) +
           2 * (a->left[0] != b->left[0]) + 2 * (a->left[1] != b->left[1]) +
           2 * (a->limit != b->limit);
}

/* The output layer: the score from the accumulators of both perspectives. */
static int score_accumulators(const struct eval *eval, const paua_position *position,
                              const int16_t *black, const int16_t *white)
{
    const struct net *net = &eval->net;
    const int bucket = net_bucket(net, position);
    const int16_t *weights = net->output + bucket * 2 * net->hidden;
    const bool first = position->to_move == PAUA_BLACK;
    int64_t sum = net->output_bias[bucket] +
                  output_of(first ? black : white, weights, net->hidden) +
                  output_of(first ? white : black, weights + net->hidden, net->hidden);
    int64_t score = sum * net->scale / OUTPUT_UNIT;
    return (int)(score > NET_SCORE_MAX    ? NET_SCORE_MAX
                 : score < -NET_SCORE_MAX ? -NET_SCORE_MAX
                                          : score);
}

/* A full refresh: both accumulators from the bias and all active features. */
static int score_from_bias(const struct eval *eval, const paua_position *position)
{
    _Alignas(64) int16_t values[PAUA_SIDES][NET_HIDDEN_MAX];
    const struct net_inputs nothing = {0}, inputs = inputs_of(eval, position);
    struct feature_changes changes;
    find_changes(&nothing, &inputs, &changes);
    for (int side = 0; side < PAUA_SIDES; side++)
        update_accumulator(&eval->net, eval->net.bias, values[side], &changes, side);
    return score_accumulators(eval, position, values[0], values[1]);
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
    if (fewest > 0 || from[0] != values) {
        struct feature_changes changes;
        find_changes(nearest, &inputs, &changes);
        for (int side = 0; side < PAUA_SIDES; side++)
            update_accumulator(&eval->net, from[side], values + side * hidden, &changes, side);
        stack->inputs[ply] = inputs;
    }

    /* 3. The output layer. */
    return score_accumulators(eval, position, values, values + hidden);
}

const struct net_kernel KERNEL = {score_from_bias, score_incrementally};
