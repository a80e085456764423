#define _GNU_SOURCE
#include "solve/write.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>
#include <zstd.h>

#include "solve/work.h"
#include "table/format.h"

enum { BATCH = 1024, LEVEL = 6, BOUND = ZSTD_COMPRESSBOUND(FORMAT_BLOCK) };

/* A file that is being written: everything before the first block is written last. */
struct writer {
    int file;
    uint8_t *head; /* owned */
    size_t head_bytes;
    uint8_t *entries; /* in head */
    uint64_t at;      /* where the next block goes */
    uint64_t block;   /* and its number */
    int threads;
    const atomic_bool *stop;
};

/* Blocks that are compressed together. */
struct batch {
    const uint8_t *values;
    uint64_t slots;
    uint8_t *entries;
    uint8_t *packed; /* owned; BOUND bytes for each */
};

static uint32_t slots_of(const struct batch *batch, uint32_t i)
{
    uint64_t left = batch->slots - (uint64_t)i * FORMAT_BLOCK;
    return (uint32_t)(left < FORMAT_BLOCK ? left : FORMAT_BLOCK);
}

static bool pack_blocks(uint32_t from, uint32_t to, void *context)
{
    const struct batch *batch = context;
    for (uint32_t i = from; i < to; i++) {
        const uint8_t *plain = batch->values + (uint64_t)i * FORMAT_BLOCK;
        uint8_t *packed = batch->packed + (size_t)i * BOUND;
        uint8_t *entry = batch->entries + (size_t)i * FORMAT_ENTRY;
        uint32_t slots = slots_of(batch, i);
        size_t bytes = ZSTD_compress(packed, BOUND, plain, slots, LEVEL);
        if (ZSTD_isError(bytes) || bytes >= slots) {
            memcpy(packed, plain, slots);
            bytes = slots;
        }
        format_put(entry + FORMAT_ENTRY_PACKED, bytes, 4);
        format_put(entry + FORMAT_ENTRY_SLOTS, slots, 4);
        crypto_hash_sha256(entry + FORMAT_ENTRY_SUM, packed, bytes);
    }
    return true;
}

static bool write_at(int file, const uint8_t *bytes, size_t count, uint64_t at)
{
    while (count > 0) {
        ssize_t done = pwrite(file, bytes, count, (off_t)at);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        bytes += done;
        at += (uint64_t)done;
        count -= (size_t)done;
    }
    return true;
}

static paua_status write_batch(struct writer *writer, const struct batch *batch, uint32_t blocks)
{
    const struct work work = {.items = blocks,
                              .threads = writer->threads,
                              .part = pack_blocks,
                              .context = (void *)batch,
                              .stop = writer->stop};
    if (work_run(&work) < blocks)
        return PAUA_CONFLICT;
    for (uint32_t i = 0; i < blocks; i++) {
        uint8_t *entry = batch->entries + (size_t)i * FORMAT_ENTRY;
        size_t bytes = format_get(entry + FORMAT_ENTRY_PACKED, 4);
        format_put(entry + FORMAT_ENTRY_OFFSET, writer->at, 8);
        if (!write_at(writer->file, batch->packed + (size_t)i * BOUND, bytes, writer->at))
            return PAUA_IO;
        writer->at += bytes;
    }
    writer->block += blocks;
    return PAUA_OK;
}

static paua_status write_layer(struct writer *writer, const struct layer *layer)
{
    const uint8_t *values = (const uint8_t *)layer->values;
    uint64_t blocks = format_blocks(layer->index.slots);
    struct batch batch = {.packed = malloc((size_t)BATCH * BOUND)};
    paua_status status = batch.packed ? PAUA_OK : PAUA_NO_MEMORY;
    for (uint64_t first = 0; first < blocks && status == PAUA_OK; first += BATCH) {
        uint64_t count = blocks - first < BATCH ? blocks - first : BATCH;
        batch.values = values + first * FORMAT_BLOCK;
        batch.slots = layer->index.slots - first * FORMAT_BLOCK;
        batch.entries = writer->entries + writer->block * FORMAT_ENTRY;
        status = write_batch(writer, &batch, (uint32_t)count);
    }
    free(batch.packed);
    return status;
}

static void put_layer(uint8_t *at, const struct layer *layer, uint64_t block)
{
    format_put(at + FORMAT_LAYER_OWN, (uint64_t)layer->index.own, 1);
    format_put(at + FORMAT_LAYER_OPP, (uint64_t)layer->index.opp, 1);
    format_put(at + FORMAT_LAYER_LONGEST, (uint64_t)atomic_load(&layer->longest), 4);
    format_put(at + FORMAT_LAYER_SLOTS, layer->index.slots, 8);
    format_put(at + FORMAT_LAYER_POSITIONS, layer->index.positions, 8);
    format_put(at + FORMAT_LAYER_WINS, atomic_load(&layer->wins), 8);
    format_put(at + FORMAT_LAYER_LOSSES, atomic_load(&layer->losses), 8);
    format_put(at + FORMAT_LAYER_BLOCK, block, 8);
}

static void put_header(uint8_t *at, const struct write_plan *plan, uint64_t blocks, uint64_t bytes)
{
    uint64_t positions = 0;
    for (int i = 0; i < plan->count; i++)
        positions += plan->layers[i]->index.positions;
    memcpy(at + FORMAT_AT_MAGIC, format_magic, sizeof format_magic);
    format_put(at + FORMAT_AT_VERSION, FORMAT_VERSION, 4);
    for (int i = 0; i < 3; i++)
        at[FORMAT_AT_SIDES + i] = (uint8_t)paua_board_side(plan->board, i);
    at[FORMAT_AT_MARBLES] = (uint8_t)plan->marbles;
    at[FORMAT_AT_WIN] = (uint8_t)plan->win;
    at[FORMAT_AT_STUCK] = plan->stuck_loses;
    at[FORMAT_AT_VALUE_BYTES] = 1;
    format_put(at + FORMAT_AT_LAYERS, (uint64_t)plan->count, 4);
    format_put(at + FORMAT_AT_BLOCK, FORMAT_BLOCK, 4);
    format_put(at + FORMAT_AT_BLOCKS, blocks, 8);
    format_put(at + FORMAT_AT_POSITIONS, positions, 8);
    format_put(at + FORMAT_AT_BYTES, bytes, 8);
}

/* Blocks first, then the head with its sum, then everything to the disk. */
static paua_status write_all(struct writer *writer, const struct write_plan *plan, uint64_t blocks)
{
    uint8_t *layers = writer->head + FORMAT_HEADER;
    for (int i = 0; i < plan->count; i++) {
        put_layer(layers + (size_t)i * FORMAT_LAYER, plan->layers[i], writer->block);
        paua_status status = write_layer(writer, plan->layers[i]);
        if (status != PAUA_OK)
            return status;
    }
    put_header(writer->head, plan, blocks, writer->at);
    crypto_hash_sha256(writer->head + FORMAT_AT_SUM, writer->head, writer->head_bytes);
    bool done =
        write_at(writer->file, writer->head, writer->head_bytes, 0) && fsync(writer->file) == 0;
    return done ? PAUA_OK : PAUA_IO;
}

paua_status write_table(const struct write_plan *plan, const char *path, const atomic_bool *stop)
{
    struct writer writer = {.threads = plan->threads, .stop = stop};
    char *beside = NULL;
    uint64_t blocks = 0;
    paua_status status = PAUA_OK;
    for (int i = 0; i < plan->count; i++)
        blocks += format_blocks(plan->layers[i]->index.slots);
    writer.head_bytes =
        FORMAT_HEADER + (size_t)plan->count * FORMAT_LAYER + (size_t)blocks * FORMAT_ENTRY;
    writer.head = calloc(1, writer.head_bytes);
    if (!writer.head || asprintf(&beside, "%s.part", path) < 0) {
        free(writer.head);
        return PAUA_NO_MEMORY;
    }
    writer.entries = writer.head + FORMAT_HEADER + (size_t)plan->count * FORMAT_LAYER;
    writer.at = writer.head_bytes;
    writer.file = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (writer.file < 0)
        status = PAUA_IO;
    if (status == PAUA_OK)
        status = write_all(&writer, plan, blocks);
    if (writer.file >= 0 && close(writer.file) != 0 && status == PAUA_OK)
        status = PAUA_IO;
    if (status == PAUA_OK && rename(beside, path) != 0)
        status = PAUA_IO;
    if (status != PAUA_OK && writer.file >= 0) {
        int reason = errno;
        unlink(beside);
        errno = reason;
    }
    free(beside);
    free(writer.head);
    return status;
}
