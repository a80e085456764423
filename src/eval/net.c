/* net.c - reading, checking and writing the file of a network (docs/net-format.md), and the network
 * that is built into the library. An open net is its file in memory, aligned to 64 bytes, with the
 * weights in the byte order of this machine. */
#include "eval/net.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/sha256.h"

/* Offsets of the fields. */
enum {
    VERSION = 4,
    AT_VERSION = 8,
    AT_FEATURES = 12,
    AT_HIDDEN = 16,
    AT_BUCKETS = 20,
    AT_SCALE = 24,
    AT_ONE = 28,
    AT_OUTPUT_ONE = 32,
    AT_RESERVED = 36, /* zeros */
    AT_ABOUT = 64,
    HEADER = AT_ABOUT + NET_ABOUT_MAX,
    SUM = SHA256_BYTES, /* of everything before it */
    ALIGNMENT = 64
};

static const uint8_t magic[AT_VERSION] = {'P', 'a', 'u', 'a', 'N', 'e', 't', 's'};

const uint8_t net_cell[NET_CELLS] = {
    0,  1,  2,  3,  4,  35, 36, 37, 38, 39, 40, 41, 42, 5,  6,  7,  8,  9,  10, 43, 44,
    45, 46, 47, 48, 49, 11, 12, 13, 14, 15, 16, 17, 50, 51, 52, 53, 54, 55, 18, 19, 20,
    21, 22, 23, 24, 25, 56, 57, 58, 59, 60, 26, 27, 28, 29, 30, 31, 32, 33, 34,
};

/* A 32-bit field of the header. */
static uint32_t field_at(const uint8_t *bytes, int at)
{
    return (uint32_t)bytes_get(bytes + at, 4);
}

/* The number of 16-bit weights; the 32-bit ones follow them. */
static size_t weight_count(int hidden, int buckets)
{
    return (size_t)hidden * (1 + NET_FEATURES + 2 * (size_t)buckets);
}

size_t net_size(int hidden, int buckets)
{
    return HEADER + 2 * weight_count(hidden, buckets) + 4 * (size_t)buckets + SUM;
}

/* The size of a file by the fields of its header. */
static size_t file_size_of(const uint8_t *bytes)
{
    return net_size((int)field_at(bytes, AT_HIDDEN), (int)field_at(bytes, AT_BUCKETS));
}

struct net net_of(const paua_net *file)
{
    const uint8_t *bytes = (const uint8_t *)file;
    struct net net = {
        .hidden = (int)field_at(bytes, AT_HIDDEN),
        .buckets = (int)field_at(bytes, AT_BUCKETS),
        .scale = (int)field_at(bytes, AT_SCALE),
        .bias = (const int16_t *)(const void *)(bytes + HEADER),
    };
    net.feature_weights = net.bias + net.hidden;
    net.output = net.feature_weights + (size_t)NET_FEATURES * (size_t)net.hidden;
    net.output_bias =
        (const int32_t *)(const void *)(net.bias + weight_count(net.hidden, net.buckets));
    return net;
}

/* Whether hidden layer, buckets and scale are in range. */
static bool are_sizes_valid(uint32_t hidden, uint32_t buckets, uint32_t scale)
{
    return hidden > 0 && hidden <= NET_HIDDEN_MAX && hidden % NET_HIDDEN_STEP == 0 && buckets > 0 &&
           buckets <= NET_BUCKETS_MAX && buckets % 2 == 0 && scale > 0 && scale <= NET_SCALE_MAX;
}

/* Whether it is printable ASCII, then at least one zero up to the end. */
static bool is_plain_text(const uint8_t *text)
{
    int at = 0;
    while (at < NET_ABOUT_MAX && text[at] >= ' ' && text[at] <= '~')
        at++;
    if (at == NET_ABOUT_MAX)
        return false;
    while (at < NET_ABOUT_MAX && !text[at])
        at++;
    return at == NET_ABOUT_MAX;
}

/* Everything but the checksum and the weights. */
static paua_status check_header(const uint8_t *bytes, size_t size, paua_error *error)
{
    if (size < HEADER || memcmp(bytes, magic, sizeof magic) != 0)
        return error_fill(error, PAUA_ERROR_CORRUPT, 0, "is not a net");
    if (field_at(bytes, AT_VERSION) != VERSION)
        return error_fill(error, PAUA_ERROR_UNSUPPORTED, AT_VERSION,
                          "is a net of version %u, not %d", field_at(bytes, AT_VERSION), VERSION);
    if (field_at(bytes, AT_FEATURES) != NET_FEATURES || field_at(bytes, AT_ONE) != NET_ONE ||
        field_at(bytes, AT_OUTPUT_ONE) != NET_OUTPUT_ONE)
        return error_fill(error, PAUA_ERROR_UNSUPPORTED, AT_FEATURES,
                          "is a net of unknown features or units");
    for (int at = AT_RESERVED; at < AT_ABOUT; at++)
        if (bytes[at])
            return error_fill(error, PAUA_ERROR_UNSUPPORTED, (size_t)at, "uses a reserved field");
    if (!are_sizes_valid(field_at(bytes, AT_HIDDEN), field_at(bytes, AT_BUCKETS),
                         field_at(bytes, AT_SCALE)))
        return error_fill(error, PAUA_ERROR_UNSUPPORTED, AT_HIDDEN,
                          "is a net of an unsupported size: %u hidden, %u buckets, scale %u",
                          field_at(bytes, AT_HIDDEN), field_at(bytes, AT_BUCKETS),
                          field_at(bytes, AT_SCALE));
    if (size != file_size_of(bytes))
        return error_fill(error, PAUA_ERROR_CORRUPT, size,
                          "is truncated, or followed by extra data: %zu bytes, not %zu", size,
                          file_size_of(bytes));
    if (!is_plain_text(bytes + AT_ABOUT))
        return error_fill(error, PAUA_ERROR_CORRUPT, AT_ABOUT, "its description is not plain text");
    return PAUA_OK;
}

/* Whether the output weights fit the 16-bit products of the inner loops (net_source.h). */
static bool outputs_fit(const struct net *net)
{
    for (int i = 0; i < net->buckets * 2 * net->hidden; i++)
        if (net->output[i] > NET_OUTPUT_MAX || net->output[i] < -NET_OUTPUT_MAX)
            return false;
    return true;
}

/* An aligned copy with the weights in native byte order; NULL without memory. */
static paua_net *copy_native(const uint8_t *bytes, size_t size)
{
    uint8_t *image = aligned_alloc(ALIGNMENT, (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    if (!image)
        return NULL;
    memcpy(image, bytes, size);
    struct net net = net_of((paua_net *)image);
    _Static_assert(HEADER % ALIGNMENT == 0, "the weights are aligned, too");
    const uint8_t *from = bytes + HEADER;
    int16_t *to = (int16_t *)(void *)(image + HEADER);
    size_t count = weight_count(net.hidden, net.buckets);
    for (size_t i = 0; i < count; i++, from += 2)
        to[i] = (int16_t)bytes_get(from, 2);
    int32_t *bias = (int32_t *)(void *)(to + count);
    for (int i = 0; i < net.buckets; i++, from += 4)
        bias[i] = (int32_t)bytes_get(from, 4);
    return (paua_net *)image;
}

paua_status paua_net_read(const void *bytes, size_t size, paua_net **out, paua_error *error)
{
    paua_status status = check_header(bytes, size, error);
    if (status != PAUA_OK)
        return status;
    if (!sha256_matches(bytes, size - SUM, (const uint8_t *)bytes + size - SUM))
        return error_fill(error, PAUA_ERROR_CORRUPT, size - SUM, "its checksum is wrong");
    paua_net *file = copy_native(bytes, size);
    if (!file)
        return error_fill(error, PAUA_ERROR_NO_MEMORY, 0, "out of memory");
    struct net net = net_of(file);
    if (!outputs_fit(&net)) {
        paua_net_free(file);
        return error_fill(error, PAUA_ERROR_CORRUPT, HEADER, "has an output weight beyond %d",
                          NET_OUTPUT_MAX);
    }
    *out = file;
    return PAUA_OK;
}

paua_status paua_net_open(const char *path, paua_net **out, paua_error *error)
{
    /* One byte more than the largest net, to recognise files that are too long. */
    size_t most = net_size(NET_HIDDEN_MAX, NET_BUCKETS_MAX) + 1;
    FILE *file = fopen(path, "rb");
    if (!file)
        return error_fill(error, PAUA_ERROR_IO, 0, "%s", strerror(errno));
    uint8_t *bytes = malloc(most);
    size_t size = bytes ? fread(bytes, 1, most, file) : 0;
    paua_status status;
    if (!bytes)
        status = error_fill(error, PAUA_ERROR_NO_MEMORY, 0, "out of memory");
    else if (ferror(file))
        status = error_fill(error, PAUA_ERROR_IO, size, "%s", strerror(errno));
    else
        status = paua_net_read(bytes, size, out, error);
    free(bytes);
    fclose(file);
    return status;
}

void paua_net_free(paua_net *net)
{
    free(net);
}

#ifdef NET_EMBEDDED
extern const uint8_t net_embedded[];
#endif

/* The build has checked the file and placed it as it is, aligned. */
const paua_net *paua_net_embedded(void)
{
#if defined(NET_EMBEDDED) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return (const paua_net *)net_embedded;
#else
    return NULL;
#endif
}

char *paua_net_name(const paua_net *net, char name[PAUA_NET_NAME_MAX])
{
    const uint8_t *bytes = (const uint8_t *)net;
    const uint8_t *sum = bytes + file_size_of(bytes) - SUM;
    for (int i = 0; i < PAUA_NET_NAME_MAX / 2; i++)
        snprintf(name + 2 * (size_t)i, 3, "%02x", sum[i]);
    return name;
}

const char *paua_net_about(const paua_net *net)
{
    return (const char *)net + AT_ABOUT;
}

paua_status net_write(const struct net *net, const char *about, uint8_t *bytes)
{
    if (!are_sizes_valid((uint32_t)net->hidden, (uint32_t)net->buckets, (uint32_t)net->scale) ||
        !outputs_fit(net))
        return PAUA_ERROR_BAD_ARGUMENT;
    char text[NET_ABOUT_MAX] = {0};
    snprintf(text, sizeof text, "%s", about);
    if (!is_plain_text((const uint8_t *)text))
        return PAUA_ERROR_BAD_ARGUMENT;
    memset(bytes, 0, HEADER);
    memcpy(bytes, magic, sizeof magic);
    bytes_put(bytes + AT_VERSION, VERSION, 4);
    bytes_put(bytes + AT_FEATURES, NET_FEATURES, 4);
    bytes_put(bytes + AT_HIDDEN, (uint64_t)net->hidden, 4);
    bytes_put(bytes + AT_BUCKETS, (uint64_t)net->buckets, 4);
    bytes_put(bytes + AT_SCALE, (uint64_t)net->scale, 4);
    bytes_put(bytes + AT_ONE, NET_ONE, 4);
    bytes_put(bytes + AT_OUTPUT_ONE, NET_OUTPUT_ONE, 4);
    memcpy(bytes + AT_ABOUT, text, sizeof text);
    uint8_t *at = bytes + HEADER;
    for (int i = 0; i < net->hidden; i++, at += 2)
        bytes_put(at, (uint16_t)net->bias[i], 2);
    for (int i = 0; i < NET_FEATURES * net->hidden; i++, at += 2)
        bytes_put(at, (uint16_t)net->feature_weights[i], 2);
    for (int i = 0; i < net->buckets * 2 * net->hidden; i++, at += 2)
        bytes_put(at, (uint16_t)net->output[i], 2);
    for (int i = 0; i < net->buckets; i++, at += 4)
        bytes_put(at, (uint32_t)net->output_bias[i], 4);
    sha256_of(bytes, (size_t)(at - bytes), at);
    return PAUA_OK;
}
