/* random_net.h - networks of random numbers for tests. */
#ifndef RANDOM_NET_H
#define RANDOM_NET_H

#include <stdlib.h>

#include "base/random.h"
#include "eval/net.h"

enum { RANDOM_NET_WEIGHTS = (1 + NET_FEATURES + 2 * NET_BUCKETS_MAX) * NET_HIDDEN_MAX };

/* The file of a net of this size; free() it. Hidden weights are such that sums fall on all sides of 0 and 255,
 * or of any 16 bits, so that sums wrap. */
static inline uint8_t *random_net_file(uint64_t seed, int hidden, int buckets, bool wild)
{
    static int16_t weights[RANDOM_NET_WEIGHTS];
    int32_t output_bias[NET_BUCKETS_MAX];
    int inner = (1 + NET_FEATURES) * hidden;
    struct net net = {
        .hidden = hidden,
        .buckets = buckets,
        .scale = 1 + (int)random_below(&seed, wild ? NET_SCALE_MAX : 1000),
        .bias = weights,
        .feature_weights = weights + hidden,
        .output = weights + inner,
        .output_bias = output_bias,
    };
    for (int i = 0; i < inner; i++)
        weights[i] = wild ? (int16_t)(random_next(&seed) & 0xffff)
                          : (int16_t)((int)random_below(&seed, 161) - 70);
    for (int i = 0; i < 2 * buckets * hidden; i++)
        weights[inner + i] =
            (int16_t)((int)random_below(&seed, 2 * NET_OUTPUT_MAX + 1) - NET_OUTPUT_MAX);
    for (int i = 0; i < buckets; i++)
        output_bias[i] = (int32_t)(uint32_t)random_next(&seed) / (wild ? 1 : 1000);
    uint8_t *bytes = malloc(net_size(hidden, buckets));
    if (bytes && net_write(&net, "random", bytes) != PAUA_OK) {
        free(bytes);
        return NULL;
    }
    return bytes;
}

static inline paua_net *random_net(uint64_t seed, int hidden, int buckets, bool wild)
{
    paua_net *net = NULL;
    uint8_t *bytes = random_net_file(seed, hidden, buckets, wild);
    if (!bytes || paua_net_read(bytes, net_size(hidden, buckets), &net, NULL) != PAUA_OK)
        net = NULL;
    free(bytes);
    return net;
}

#endif
