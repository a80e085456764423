/* lanes.h - 16-bit numbers side by side in a register: AVX2 (16 of them), SSE2, NEON or
 * WebAssembly's SIMD (8). Arithmetic operators are the compiler's; the functions are those that it
 * does not find by itself. Without any of these it makes do with what there is.
 *
 * No AVX-512: on Zen 4 an accumulator of 512 numbers takes 148 ns with it and 88 with AVX2. */
#ifndef EVAL_LANES_H
#define EVAL_LANES_H

#include <stdint.h>

#if defined(__AVX2__) || defined(__SSE2__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#if defined(__AVX2__)
enum { LANES = 16 };
#else
enum { LANES = 8 };
#endif

typedef int16_t lanes __attribute__((vector_size(2 * LANES), may_alias));
/* for sums that may wrap */
typedef uint16_t lanes_wrapping __attribute__((vector_size(2 * LANES), may_alias));
typedef int32_t lanes_sums __attribute__((vector_size(2 * LANES)));

/* Each number clamped to 0 .. most. */
static inline lanes lanes_clamp(lanes values, int16_t most)
{
#if defined(__AVX2__)
    return (lanes)_mm256_min_epi16(_mm256_max_epi16((__m256i)values, _mm256_setzero_si256()),
                                   _mm256_set1_epi16(most));
#elif defined(__SSE2__)
    return (lanes)_mm_min_epi16(_mm_max_epi16((__m128i)values, _mm_setzero_si128()),
                                _mm_set1_epi16(most));
#elif defined(__ARM_NEON)
    return (lanes)vminq_s16(vmaxq_s16((int16x8_t)values, vdupq_n_s16(0)), vdupq_n_s16(most));
#elif defined(__wasm_simd128__)
    return (lanes)wasm_i16x8_min(wasm_i16x8_max((v128_t)values, wasm_i16x8_splat(0)),
                                 wasm_i16x8_splat(most));
#else
    for (int k = 0; k < LANES; k++)
        values[k] = values[k] < 0 ? 0 : values[k] > most ? most : values[k];
    return values;
#endif
}

/* Products in 32 bits, added up in pairs. Which ones make a pair depends on the processor, so only
 * the total is the same everywhere. */
static inline lanes_sums lanes_multiply_pairs(lanes a, lanes b)
{
#if defined(__AVX2__)
    return (lanes_sums)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#elif defined(__SSE2__)
    return (lanes_sums)_mm_madd_epi16((__m128i)a, (__m128i)b);
#elif defined(__ARM_NEON)
    const int16x8_t v = (int16x8_t)a, w = (int16x8_t)b;
    return (lanes_sums)vmlal_s16(vmull_s16(vget_low_s16(v), vget_low_s16(w)), vget_high_s16(v),
                                 vget_high_s16(w));
#elif defined(__wasm_simd128__)
    return (lanes_sums)wasm_i32x4_dot_i16x8((v128_t)a, (v128_t)b);
#else
    lanes_sums pairs;
    for (int k = 0; k < LANES / 2; k++)
        pairs[k] = a[2 * k] * b[2 * k] + a[2 * k + 1] * b[2 * k + 1];
    return pairs;
#endif
}

#endif
