/* net_source.h - the inner loops of a network, compiled for any processor and, by NET_V3, for x86-64-v3. */
#include "eval/net.h"

#ifdef NET_V3
#include <immintrin.h>

enum { LANES = 16 };

/* A part of the sums stays in registers while all columns are added to it. */
static inline void update_part(const struct net *net, const int16_t *from, int16_t *to,
                               const struct net_changes *changes, int first, int vectors)
{
    __m256i sums[8];
    const size_t hidden = (size_t)net->hidden;
    const int16_t *columns = net->columns + first;
    for (int k = 0; k < vectors; k++)
        sums[k] = _mm256_load_si256((const __m256i *)(const void *)(from + first + LANES * k));
    for (int i = 0; i < changes->added; i++) {
        const int16_t *column = columns + changes->add[i] * hidden;
        for (int k = 0; k < vectors; k++)
            sums[k] = _mm256_add_epi16(
                sums[k], _mm256_load_si256((const __m256i *)(const void *)(column + LANES * k)));
    }
    for (int i = 0; i < changes->taken; i++) {
        const int16_t *column = columns + changes->take[i] * hidden;
        for (int k = 0; k < vectors; k++)
            sums[k] = _mm256_sub_epi16(
                sums[k], _mm256_load_si256((const __m256i *)(const void *)(column + LANES * k)));
    }
    for (int k = 0; k < vectors; k++)
        _mm256_store_si256((__m256i *)(void *)(to + first + LANES * k), sums[k]);
}

static void update(const struct net *net, const int16_t *from, int16_t *to,
                   const struct net_changes *changes)
{
    int first = 0;
    for (; first + 8 * LANES <= net->hidden; first += 8 * LANES)
        update_part(net, from, to, changes, first, 8);
    for (; first < net->hidden; first += 2 * LANES)
        update_part(net, from, to, changes, first, 2);
}

/* Of one side. A square times a weight needs 32 bits, a clipped sum times a weight only 16: that product first. A
 * lane adds up at most NET_HIDDEN_MAX / 8 numbers of 255 * 255 * 127, which 31 bits hold. */
static inline __m256i output_side(const int16_t *sums, const int16_t *weights, int hidden)
{
    const __m256i zero = _mm256_setzero_si256(), one = _mm256_set1_epi16(NET_ONE);
    __m256i even = zero, odd = zero;
    for (int i = 0; i < hidden; i += 2 * LANES) {
        __m256i a = _mm256_load_si256((const __m256i *)(const void *)(sums + i));
        __m256i b = _mm256_load_si256((const __m256i *)(const void *)(sums + i + LANES));
        __m256i v = _mm256_load_si256((const __m256i *)(const void *)(weights + i));
        __m256i w = _mm256_load_si256((const __m256i *)(const void *)(weights + i + LANES));
        a = _mm256_min_epi16(_mm256_max_epi16(a, zero), one);
        b = _mm256_min_epi16(_mm256_max_epi16(b, zero), one);
        even = _mm256_add_epi32(even, _mm256_madd_epi16(_mm256_mullo_epi16(a, v), a));
        odd = _mm256_add_epi32(odd, _mm256_madd_epi16(_mm256_mullo_epi16(b, w), b));
    }
    return _mm256_add_epi32(even, odd);
}

static int64_t output(const struct net *net, const int16_t *own, const int16_t *other, int bucket)
{
    const int16_t *weights = net->output + (size_t)bucket * 2 * (size_t)net->hidden;
    int32_t lanes[LANES];
    int64_t sum = 0;
    _mm256_storeu_si256((__m256i *)(void *)lanes, output_side(own, weights, net->hidden));
    _mm256_storeu_si256((__m256i *)(void *)(lanes + LANES / 2),
                        output_side(other, weights + net->hidden, net->hidden));
    for (int i = 0; i < LANES; i++)
        sum += lanes[i];
    return sum;
}

#else

static void update(const struct net *net, const int16_t *from, int16_t *to,
                   const struct net_changes *changes)
{
    const int hidden = net->hidden;
    for (int k = 0; k < hidden; k++)
        to[k] = from[k];
    for (int i = 0; i < changes->added; i++) {
        const int16_t *column = net->columns + changes->add[i] * (size_t)hidden;
        for (int k = 0; k < hidden; k++)
            to[k] = (int16_t)(uint16_t)(to[k] + column[k]);
    }
    for (int i = 0; i < changes->taken; i++) {
        const int16_t *column = net->columns + changes->take[i] * (size_t)hidden;
        for (int k = 0; k < hidden; k++)
            to[k] = (int16_t)(uint16_t)(to[k] - column[k]);
    }
}

static int64_t output_side(const int16_t *sums, const int16_t *weights, int hidden)
{
    int64_t all = 0;
    for (int first = 0; first < hidden; first += NET_HIDDEN_STEP) {
        int part = 0;
        for (int k = first; k < first + NET_HIDDEN_STEP; k++) {
            int sum = sums[k] < 0 ? 0 : sums[k] > NET_ONE ? NET_ONE : sums[k];
            part += sum * sum * weights[k];
        }
        all += part;
    }
    return all;
}

static int64_t output(const struct net *net, const int16_t *own, const int16_t *other, int bucket)
{
    const int16_t *weights = net->output + (size_t)bucket * 2 * (size_t)net->hidden;
    return output_side(own, weights, net->hidden) +
           output_side(other, weights + net->hidden, net->hidden);
}

#endif

const struct net_kernel NET_KERNEL = {update, output};
