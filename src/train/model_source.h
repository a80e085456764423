/* model_source.h - a network's output and its slopes, compiled for any processor and for
 * x86-64-v3. */
#include <math.h>
#include <string.h>

#include "train/label.h"
#include "train/model.h"

typedef float lanes __attribute__((vector_size(32)));
typedef int32_t masks __attribute__((vector_size(32)));

enum { LANES = 8, PART = NET_HIDDEN_STEP / LANES };

#define INLINE static inline __attribute__((always_inline))

/* Loads eight numbers, aligned to 32 bytes. */
INLINE lanes load_lanes(const float *at)
{
    return *(const lanes *)(const void *)at;
}

/* Stores eight numbers, aligned to 32 bytes. */
INLINE void store_lanes(float *at, lanes value)
{
    *(lanes *)(void *)at = value;
}

/* Broadcasts a number to all lanes. */
INLINE lanes all_lanes(float value)
{
    return (lanes){value, value, value, value, value, value, value, value};
}

/* Keeps the lanes where the mask is set; the others become 0. */
INLINE lanes mask_lanes(lanes value, masks where)
{
    return (lanes)((masks)value & where);
}

/* Horizontal sum of all lanes. */
INLINE float sum_of(lanes value)
{
    float sum = 0;
    for (int k = 0; k < LANES; k++)
        sum += value[k];
    return sum;
}

/* The sums of one perspective; a part of them stays in registers while all columns are added. */
static void add_columns(const struct model *model, const uint8_t *features, int count, float *sums)
{
    const int hidden = model->hidden;
    const float *columns = model->numbers + model_columns(model);
    for (int first = 0; first < hidden; first += NET_HIDDEN_STEP) {
        lanes part[PART];
        for (int k = 0; k < PART; k++)
            part[k] = load_lanes(model->numbers + first + LANES * k);
        for (int i = 0; i < count; i++) {
            const float *column = columns + features[i] * hidden + first;
            for (int k = 0; k < PART; k++)
                part[k] += load_lanes(column + LANES * k);
        }
        for (int k = 0; k < PART; k++)
            store_lanes(sums + first + LANES * k, part[k]);
    }
}

/* What one perspective adds to the output; sums become what is squared: clipped to 0 .. 1. */
static float perspective_output(const float *weights, float *sums, int hidden)
{
    const lanes one = all_lanes(1);
    lanes sum = all_lanes(0);
    for (int i = 0; i < hidden; i += LANES) {
        lanes value = load_lanes(sums + i);
        value = mask_lanes(value, value > 0);
        value = mask_lanes(value, value < one) + mask_lanes(one, value >= one);
        store_lanes(sums + i, value);
        sum += value * value * load_lanes(weights + i);
    }
    return sum_of(sum);
}

/* The output in log-odds. `values` receives both perspectives' clipped sums, for the gradient. */
static float output_of(const struct model *model, const struct model_example *example,
                       float values[PAUA_SIDES][NET_HIDDEN_MAX])
{
    const int hidden = model->hidden;
    const float *weights =
        model->numbers + model_output(model) + (size_t)(2 * example->bucket * hidden);
    float sum = model->numbers[model_output_bias(model) + (size_t)example->bucket];
    for (int side = 0; side < PAUA_SIDES; side++) {
        add_columns(model, example->features[side], example->count, values[side]);
        sum += perspective_output(weights + side * hidden, values[side], hidden);
    }
    return sum;
}

/* Forward pass alone, for validation. */
static float model_forward(const struct model *model, const struct model_example *example)
{
    _Alignas(64) float values[PAUA_SIDES][NET_HIDDEN_MAX];
    return output_of(model, example, values);
}

/* The slopes of one perspective, given that of the output. A sum beyond 0 .. 1 has none. */
static void slope_side(const struct model *model, const struct model_example *example, int side,
                       float error, const float *values, float *slopes)
{
    const int hidden = model->hidden;
    const size_t at = model_output(model) + (size_t)((2 * example->bucket + side) * hidden);
    const lanes one = all_lanes(1), errors = all_lanes(error), twice = all_lanes(2 * error);
    float *columns = slopes + model_columns(model);
    for (int first = 0; first < hidden; first += NET_HIDDEN_STEP) {
        lanes part[PART];
        for (int k = 0; k < PART; k++) {
            const int i = first + LANES * k;
            const lanes value = load_lanes(values + i);
            float *weight = slopes + at + i;
            store_lanes(weight, load_lanes(weight) + errors * value * value);
            part[k] = mask_lanes(twice * value * load_lanes(model->numbers + at + i), value < one);
            store_lanes(slopes + i, load_lanes(slopes + i) + part[k]);
        }
        for (int i = 0; i < example->count; i++) {
            float *column = columns + example->features[side][i] * hidden + first;
            for (int k = 0; k < PART; k++)
                store_lanes(column + LANES * k, load_lanes(column + LANES * k) + part[k]);
        }
    }
}

/* Backpropagation: adds the gradient of the log-loss to `slopes`. Returns the loss. */
static double model_backward(const struct model *model, const struct model_example *example,
                             float *slopes)
{
    _Alignas(64) float values[PAUA_SIDES][NET_HIDDEN_MAX];
    const double p = label_sigmoid((double)output_of(model, example, values));
    const float error = (float)(p - (double)example->label);
    slopes[model_output_bias(model) + (size_t)example->bucket] += error;
    for (int side = 0; side < PAUA_SIDES; side++)
        slope_side(model, example, side, error, values[side], slopes);
    return label_loss(p, (double)example->label);
}

const struct model_kernel KERNEL = {model_forward, model_backward};
