/* model.c - a network in 32-bit floating point: its weights, its inputs, and its way from and to
 * the quantised file. The loops over it are model_source.h. */
#include "train/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/cpu.h"
#include "base/random.h"

bool model_create(struct model *model, int hidden, int buckets)
{
    *model = (struct model){.hidden = hidden, .buckets = buckets};
    model->size = model_output_bias(model) + (size_t)buckets;
    model->numbers = aligned_alloc(64, (model->size * sizeof(float) + 63) / 64 * 64);
    return model->numbers != NULL;
}

void model_destroy(struct model *model)
{
    free(model->numbers);
    model->numbers = NULL;
}

/* -most .. most */
static float random_weight(uint64_t *state, double most)
{
    return (float)(((double)random_next(state) / 18446744073709551616.0 * 2 - 1) * most);
}

/* About thirty columns are added up; sums begin where they are neither 0 nor 1, mostly. */
void model_draw(struct model *model, uint64_t seed)
{
    const size_t output = model_output(model), bias = model_output_bias(model);
    for (size_t i = 0; i < model->size; i++)
        if (i < model_columns(model))
            model->numbers[i] = 0.2F;
        else if (i < output)
            model->numbers[i] = random_weight(&seed, 0.12);
        else
            model->numbers[i] = i < bias ? random_weight(&seed, sqrt(1.0 / model->hidden)) : 0;
}

/* Numbers of the file, in units of `one`. */
static void read_row(float *row, const int16_t *from, int count, float one)
{
    for (int i = 0; i < count; i++)
        row[i] = (float)from[i] * one;
}

void model_read(struct model *model, const struct net *net, int unit)
{
    const float one = 1.0F / NET_ONE;
    const float output_one = (float)net->scale / (float)(unit * NET_OUTPUT_ONE);
    const int hidden = model->hidden, known = net->hidden, rows = 2 * model->buckets;
    float *columns = model->numbers + model_columns(model);
    float *output = model->numbers + model_output(model);
    float *output_bias = model->numbers + model_output_bias(model);
    read_row(model->numbers, net->bias, known, one);
    for (int i = 0; i < NET_FEATURES; i++)
        read_row(columns + (ptrdiff_t)i * hidden, net->feature_weights + (ptrdiff_t)i * known,
                 known, one);
    memset(output, 0, (size_t)(rows * hidden) * sizeof *output);
    for (int i = 0; i < rows; i++)
        read_row(output + (ptrdiff_t)i * hidden, net->output + (ptrdiff_t)i * known, known,
                 output_one);
    for (int i = 0; i < model->buckets; i++)
        output_bias[i] = (float)net->output_bias[i] * output_one * one * one;
}

void model_maps(const paua_board *board, uint8_t maps[MODEL_SYMMETRIES][NET_CELLS])
{
    struct samples_order order;
    samples_order(board, &order);
    for (int s = 0; s < MODEL_SYMMETRIES; s++)
        for (int i = 0; i < NET_CELLS; i++)
            maps[s][i] = (uint8_t)paua_board_map_cell(board, s, order.cell[i]);
}

/* The cells of a sample's set under a symmetry. */
static paua_set map_cells(uint64_t bits, const uint8_t map[NET_CELLS])
{
    paua_set cells = 0;
    while (bits)
        cells |= PAUA_SET(map[bits_take(&bits)]);
    return cells;
}

void model_fill(const struct model_datum *datum, const uint8_t map[NET_CELLS], double label,
                struct model_example *example)
{
    const struct net_inputs inputs = {
        .marbles = {map_cells(datum->own, map), map_cells(datum->other, map)},
        .left = {datum->left[0], datum->left[1]},
        .limit = datum->limit,
        .quiet = datum->quiet,
    };
    example->count = net_kernel_any.list_features(&inputs, example->features);
    example->bucket = datum->bucket;
    example->label = (float)label;
}

const struct model_kernel *model_kernel_here(void)
{
#if defined(__x86_64__)
    if (cpu_has_v3())
        return &model_kernel_v3;
#endif
    return &model_kernel_any;
}

/* Quantises a weight to multiples of 1 / `one`, saturated at +-most. */
static int16_t round_weight(float number, int one, int most)
{
    double value = round((double)number * one);
    return (int16_t)(value > most ? most : value < -most ? -most : value);
}

uint8_t *model_write(const struct model *model, int scale, const char *about, size_t *size)
{
    const size_t output = model_output(model), bias = model_output_bias(model);
    int32_t output_bias[NET_BUCKETS_MAX];
    int16_t *whole = malloc(bias * sizeof *whole);
    uint8_t *bytes = malloc(net_size(model->hidden, model->buckets));
    if (!whole || !bytes) {
        free(whole);
        free(bytes);
        return NULL;
    }
    for (size_t i = 0; i < bias; i++)
        whole[i] = i < output ? round_weight(model->numbers[i], NET_ONE, INT16_MAX)
                              : round_weight(model->numbers[i], NET_OUTPUT_ONE, NET_OUTPUT_MAX);
    for (int i = 0; i < model->buckets; i++)
        output_bias[i] = (int32_t)lround((double)model->numbers[bias + (size_t)i] * NET_ONE *
                                         NET_ONE * NET_OUTPUT_ONE);
    const struct net net = {
        .hidden = model->hidden,
        .buckets = model->buckets,
        .scale = scale,
        .bias = whole,
        .feature_weights = whole + model_columns(model),
        .output = whole + output,
        .output_bias = output_bias,
    };
    if (net_write(&net, about, bytes) == PAUA_OK) {
        *size = net_size(model->hidden, model->buckets);
    } else {
        free(bytes);
        bytes = NULL;
    }
    free(whole);
    return bytes;
}
