/* net_source.h - what a network's score of a position is, compiled for any processor and, with KERNEL_V3, for
 * x86-64-v3. */
#include "eval/eval.h"

#include "base/bits.h"

enum {
    REACH = 3, /* plies back that are worth a look: what was scored before then differs more */
    CHANGES_MAX = NET_CELLS + PAUA_SIDES,
    UNIT = NET_ONE * NET_ONE * NET_OUTPUT_ONE
};

/* The features that each side's perspective gains and loses. */
struct changes {
    int added, taken;
    uint8_t add[PAUA_SIDES][CHANGES_MAX], take[PAUA_SIDES][CHANGES_MAX];
};

#ifdef KERNEL_V3
#include <immintrin.h>

enum { LANES = 16 };

static inline __m256i load(const int16_t *at)
{
    return _mm256_load_si256((const __m256i *)(const void *)at);
}

/* A part of the sums stays in registers while all columns are added to it. */
static inline void update_part(const struct net *net, int first, int vectors, const int16_t *from,
                               int16_t *to, const struct changes *changes, int side)
{
    __m256i sums[8];
    const int16_t *feature_weights = net->feature_weights + first;
    for (int k = 0; k < vectors; k++)
        sums[k] = load(from + first + LANES * k);
    for (int i = 0; i < changes->added; i++) {
        const int16_t *column = feature_weights + changes->add[side][i] * net->hidden;
        for (int k = 0; k < vectors; k++)
            sums[k] = _mm256_add_epi16(sums[k], load(column + LANES * k));
    }
    for (int i = 0; i < changes->taken; i++) {
        const int16_t *column = feature_weights + changes->take[side][i] * net->hidden;
        for (int k = 0; k < vectors; k++)
            sums[k] = _mm256_sub_epi16(sums[k], load(column + LANES * k));
    }
    for (int k = 0; k < vectors; k++)
        _mm256_store_si256((__m256i *)(void *)(to + first + LANES * k), sums[k]);
}

static void update(const struct net *net, const int16_t *from, int16_t *to,
                   const struct changes *changes, int side)
{
    int first = 0;
    for (; first + 8 * LANES <= net->hidden; first += 8 * LANES)
        update_part(net, first, 8, from, to, changes, side);
    for (; first + 4 * LANES <= net->hidden; first += 4 * LANES)
        update_part(net, first, 4, from, to, changes, side);
    for (; first < net->hidden; first += 2 * LANES)
        update_part(net, first, 2, from, to, changes, side);
}

/* A square times a weight needs 32 bits, a clipped sum times a weight only 16: that product comes first. Each of
 * eight lanes adds up at most NET_HIDDEN_MAX / 8 numbers of 255 * 255 * 127, for which 31 bits are enough. */
static int64_t output_side(const int16_t *sums, const int16_t *weights, int hidden)
{
    const __m256i zero = _mm256_setzero_si256(), one = _mm256_set1_epi16(NET_ONE);
    __m256i even = zero, odd = zero;
    for (int i = 0; i < hidden; i += 2 * LANES) {
        __m256i a = _mm256_min_epi16(_mm256_max_epi16(load(sums + i), zero), one);
        __m256i b = _mm256_min_epi16(_mm256_max_epi16(load(sums + i + LANES), zero), one);
        __m256i v = _mm256_mullo_epi16(a, load(weights + i));
        __m256i w = _mm256_mullo_epi16(b, load(weights + i + LANES));
        even = _mm256_add_epi32(even, _mm256_madd_epi16(v, a));
        odd = _mm256_add_epi32(odd, _mm256_madd_epi16(w, b));
    }
    even = _mm256_add_epi32(even, odd);
    /* eight numbers of 32 bits as four of 64 */
    __m256i wide = _mm256_add_epi64(_mm256_cvtepi32_epi64(_mm256_castsi256_si128(even)),
                                    _mm256_cvtepi32_epi64(_mm256_extracti128_si256(even, 1)));
    __m128i pair = _mm_add_epi64(_mm256_castsi256_si128(wide), _mm256_extracti128_si256(wide, 1));
    return _mm_cvtsi128_si64(pair) + _mm_extract_epi64(pair, 1);
}

#else

/* Sums wrap, as the format says. */
static void update(const struct net *net, const int16_t *from, int16_t *to,
                   const struct changes *changes, int side)
{
    const int hidden = net->hidden;
    for (int k = 0; k < hidden; k++)
        to[k] = from[k];
    for (int i = 0; i < changes->added; i++) {
        const int16_t *column = net->feature_weights + changes->add[side][i] * hidden;
        for (int k = 0; k < hidden; k++)
            to[k] = (int16_t)(to[k] + column[k]);
    }
    for (int i = 0; i < changes->taken; i++) {
        const int16_t *column = net->feature_weights + changes->take[side][i] * hidden;
        for (int k = 0; k < hidden; k++)
            to[k] = (int16_t)(to[k] - column[k]);
    }
}

static int64_t output_side(const int16_t *sums, const int16_t *weights, int hidden)
{
    int64_t all = 0;
    for (int first = 0; first < hidden; first += NET_HIDDEN_STEP) {
        int part = 0; /* what fits 32 bits */
        for (int k = first; k < first + NET_HIDDEN_STEP; k++) {
            int sum = sums[k] < 0 ? 0 : sums[k] > NET_ONE ? NET_ONE : sums[k];
            part += sum * sum * weights[k];
        }
        all += part;
    }
    return all;
}

#endif

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
        {left_to_eject(eval, position, PAUA_BLACK), left_to_eject(eval, position, PAUA_WHITE)}};
}

/* Lists what `side` has on these cells, as each of the two sees it. */
static inline int list_cells(uint8_t list[PAUA_SIDES][CHANGES_MAX], int count, paua_set cells,
                             int side)
{
    for (; cells; count++) {
        int cell = net_cell[bits_take(&cells)];
        list[side][count] = (uint8_t)(NET_OWN + cell);
        list[1 - side][count] = (uint8_t)(NET_OTHER + cell);
    }
    return count;
}

static inline int list_left(uint8_t list[PAUA_SIDES][CHANGES_MAX], int count, int left, int side)
{
    list[side][count] = (uint8_t)(NET_OWN_LEFT + left);
    list[1 - side][count] = (uint8_t)(NET_OTHER_LEFT + left);
    return count + 1;
}

static void find_changes(const struct net_inputs *from, const struct net_inputs *to,
                         struct changes *changes)
{
    int added = 0, taken = 0;
    for (int side = 0; side < PAUA_SIDES; side++) {
        const paua_set old = from->marbles[side], new = to->marbles[side];
        added = list_cells(changes->add, added, new & ~old, side);
        taken = list_cells(changes->take, taken, old & ~new, side);
        if (to->left[side] == from->left[side])
            continue;
        added = list_left(changes->add, added, to->left[side], side);
        if (from->left[side])
            taken = list_left(changes->take, taken, from->left[side], side);
    }
    changes->added = added;
    changes->taken = taken;
}

/* How many columns lie between two scenes. */
static inline int distance(const struct net_inputs *a, const struct net_inputs *b)
{
    return bits_count(a->marbles[0] ^ b->marbles[0]) + bits_count(a->marbles[1] ^ b->marbles[1]) +
           2 * (a->left[0] != b->left[0]) + 2 * (a->left[1] != b->left[1]);
}

/* black and white are the sums of both. */
static int score_of(const struct eval *eval, const paua_position *position, const int16_t *black,
                    const int16_t *white)
{
    const struct net *net = &eval->net;
    const int bucket = net_bucket(net, position);
    const int16_t *weights = net->output + bucket * 2 * net->hidden;
    const bool first = position->to_move == PAUA_BLACK;
    int64_t sum = net->output_bias[bucket] +
                  output_side(first ? black : white, weights, net->hidden) +
                  output_side(first ? white : black, weights + net->hidden, net->hidden);
    int64_t score = sum * net->scale / UNIT;
    return (int)(score > NET_SCORE_MAX    ? NET_SCORE_MAX
                 : score < -NET_SCORE_MAX ? -NET_SCORE_MAX
                                          : score);
}

static int score(const struct eval *eval, const paua_position *position)
{
    _Alignas(64) int16_t sums[PAUA_SIDES][NET_HIDDEN_MAX];
    const struct net_inputs nothing = {0}, inputs = inputs_of(eval, position);
    struct changes changes;
    find_changes(&nothing, &inputs, &changes);
    for (int side = 0; side < PAUA_SIDES; side++)
        update(&eval->net, eval->net.bias, sums[side], &changes, side);
    return score_of(eval, position, sums[0], sums[1]);
}

static int score_at(const struct eval *eval, struct accumulator_stack *stack, int ply,
                    const paua_position *position)
{
    const struct net_inputs nothing = {0}, inputs = inputs_of(eval, position);
    const struct net_inputs *nearest = &nothing;
    const int hidden = eval->net.hidden;
    int16_t *sums = stack->values + ply * PAUA_SIDES * hidden;
    const int16_t *from[PAUA_SIDES] = {eval->net.bias, eval->net.bias};
    int least = distance(&nothing, &inputs);
    for (int back = 0; back <= REACH && back <= ply; back++) {
        const struct net_inputs *known = &stack->inputs[ply - back];
        const int changes = distance(known, &inputs);
        if (changes < least && known->left[0]) {
            least = changes;
            nearest = known;
            from[0] = sums - back * PAUA_SIDES * hidden;
            from[1] = from[0] + hidden;
        }
    }
    if (least > 0 || from[0] != sums) {
        struct changes changes;
        find_changes(nearest, &inputs, &changes);
        for (int side = 0; side < PAUA_SIDES; side++)
            update(&eval->net, from[side], sums + side * hidden, &changes, side);
        stack->inputs[ply] = inputs;
    }
    return score_of(eval, position, sums, sums + hidden);
}

const struct net_kernel KERNEL = {score, score_at};
