/* write.c - writes a solved board as a table (docs/table-format.md): the head last, when all
 * blocks are placed.
 *
 * Blocks are compressed by all threads, a batch at a time, and written in order, so that the
 * bytes do not depend on the number of threads.
 */
#include "solve/write.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* blocks that are compressed at a time, and the level of Zstandard */
enum { BATCH = 1024, LEVEL = 6 };

/* Blocks that are compressed at a time. */
struct block_batch {
    const uint8_t *values;
    uint64_t slots;
    uint8_t *entries;
    uint8_t *packed; /* owned; WRITE_PACKED_MAX bytes for each */
};

void write_pack(const uint8_t *values, uint32_t slots, uint8_t *packed, uint8_t *entry)
{
    assert(slots > 0 && slots <= FORMAT_BLOCK);
    size_t bytes = ZSTD_compress(packed, WRITE_PACKED_MAX, values, slots, LEVEL);
    if (ZSTD_isError(bytes) || bytes >= slots) {
        memcpy(packed, values, slots);
        bytes = slots;
    }
    bytes_put(entry + FORMAT_ENTRY_PACKED, bytes, 4);
    bytes_put(entry + FORMAT_ENTRY_SLOTS, slots, 4);
    sha256_of(packed, bytes, entry + FORMAT_ENTRY_SUM);
}

/* Compresses blocks from .. to-1 of a batch. */
static bool pack_blocks(uint32_t from, uint32_t to, void *context)
{
    const struct block_batch *batch = context;
    for (uint32_t i = from; i < to; i++) {
        uint64_t left = batch->slots - (uint64_t)i * FORMAT_BLOCK;
        write_pack(batch->values + (uint64_t)i * FORMAT_BLOCK,
                   (uint32_t)(left < FORMAT_BLOCK ? left : FORMAT_BLOCK),
                   batch->packed + (size_t)i * WRITE_PACKED_MAX,
                   batch->entries + (size_t)i * FORMAT_ENTRY);
    }
    return true;
}

void write_place(struct write_file *file, uint8_t *entry)
{
    bytes_put(entry + FORMAT_ENTRY_OFFSET, file->at, 8);
    file->at += bytes_get(entry + FORMAT_ENTRY_PACKED, 4);
}

bool write_block(struct write_file *file, const uint8_t *packed, const uint8_t *entry)
{
    file_put_at(&file->out, packed, bytes_get(entry + FORMAT_ENTRY_PACKED, 4),
                bytes_get(entry + FORMAT_ENTRY_OFFSET, 8));
    return !file->out.error;
}

/* Compresses a batch of blocks on all threads, then writes them in order. */
static paua_status write_batch(struct write_file *file, const struct block_batch *batch,
                               uint32_t blocks, struct pool *pool, const atomic_bool *stop)
{
    const struct pool_loop loop = {
        .end = blocks, .part = pack_blocks, .context = (void *)batch, .stop = stop};
    if (pool_for(pool, &loop) < blocks)
        return PAUA_ERROR_CONFLICT;
    for (uint32_t i = 0; i < blocks; i++) {
        uint8_t *entry = batch->entries + (size_t)i * FORMAT_ENTRY;
        write_place(file, entry);
        if (!write_block(file, batch->packed + (size_t)i * WRITE_PACKED_MAX, entry))
            return PAUA_ERROR_IO;
    }
    return PAUA_OK;
}

/* Writes the blocks of a layer, batch by batch, and fills their entries. */
static paua_status write_layer(struct write_file *file, uint8_t *entries, const struct layer *layer,
                               struct pool *pool, const atomic_bool *stop)
{
    const uint8_t *values = (const uint8_t *)layer->values;
    uint64_t blocks = format_blocks(layer->index.slots);
    struct block_batch batch = {.packed = malloc((size_t)BATCH * WRITE_PACKED_MAX)};
    paua_status status = batch.packed ? PAUA_OK : PAUA_ERROR_NO_MEMORY;
    for (uint64_t first = 0; first < blocks && status == PAUA_OK; first += BATCH) {
        uint64_t count = blocks - first < BATCH ? blocks - first : BATCH;
        batch.values = values + first * FORMAT_BLOCK;
        batch.slots = layer->index.slots - first * FORMAT_BLOCK;
        batch.entries = entries + first * FORMAT_ENTRY;
        status = write_batch(file, &batch, (uint32_t)count, pool, stop);
    }
    free(batch.packed);
    return status;
}

/* Fills a layer's entry in the head (docs/table-format.md); `block` is its first block. */
static void put_layer(uint8_t *at, const struct layer *layer, uint64_t block)
{
    bytes_put(at + FORMAT_LAYER_OWN, (uint64_t)layer->index.own, 1);
    bytes_put(at + FORMAT_LAYER_OPP, (uint64_t)layer->index.opp, 1);
    bytes_put(at + FORMAT_LAYER_LONGEST, (uint64_t)atomic_load(&layer->longest_win), 4);
    bytes_put(at + FORMAT_LAYER_SLOTS, layer->index.slots, 8);
    bytes_put(at + FORMAT_LAYER_POSITIONS, layer->index.positions, 8);
    bytes_put(at + FORMAT_LAYER_WINS, atomic_load(&layer->wins), 8);
    bytes_put(at + FORMAT_LAYER_LOSSES, atomic_load(&layer->losses), 8);
    bytes_put(at + FORMAT_LAYER_BLOCK, block, 8);
    bytes_put(at + FORMAT_LAYER_OVERFLOWS, layer->overflow.count, 8);
}

/* Fills the fixed part of the head (docs/table-format.md). */
static void put_header(uint8_t *at, const struct write_plan *plan, uint64_t blocks, uint64_t bytes)
{
    uint64_t positions = 0, overflows = 0;
    for (int i = 0; i < plan->count; i++) {
        positions += plan->layers[i]->index.positions;
        overflows += plan->layers[i]->overflow.count;
    }
    memcpy(at + FORMAT_AT_MAGIC, format_magic, sizeof format_magic);
    bytes_put(at + FORMAT_AT_VERSION, FORMAT_VERSION, 4);
    for (int i = 0; i < 3; i++)
        at[FORMAT_AT_SIDES + i] = (uint8_t)paua_board_side(plan->board, i);
    at[FORMAT_AT_MARBLES] = (uint8_t)plan->marbles;
    at[FORMAT_AT_WIN] = (uint8_t)plan->win;
    at[FORMAT_AT_STUCK] = plan->stuck_loses;
    at[FORMAT_AT_VALUE_BYTES] = 1;
    bytes_put(at + FORMAT_AT_LAYERS, (uint64_t)plan->count, 4);
    bytes_put(at + FORMAT_AT_BLOCK, FORMAT_BLOCK, 4);
    bytes_put(at + FORMAT_AT_BLOCKS, blocks, 8);
    bytes_put(at + FORMAT_AT_POSITIONS, positions, 8);
    bytes_put(at + FORMAT_AT_BYTES, bytes, 8);
    bytes_put(at + FORMAT_AT_OVERFLOWS, overflows, 8);
}

/* Puts a layer's overflow values. Returns where those of the next layer go, or NULL: out of
 * memory. */
static uint8_t *put_overflows(uint8_t *at, const struct layer *layer)
{
    struct overflow_entry *list = overflow_sorted(&layer->overflow);
    for (size_t i = 0; list && i < layer->overflow.count; i++, at += FORMAT_OVERFLOW) {
        bytes_put(at + FORMAT_OVERFLOW_SLOT, list[i].slot, 8);
        bytes_put(at + FORMAT_OVERFLOW_VALUE, (uint64_t)list[i].value, 4);
    }
    free(list);
    return list ? at : NULL;
}

paua_status write_begin(struct write_file *file, const struct write_plan *plan, const char *path)
{
    uint8_t *layer, *overflow;
    uint64_t overflows = 0;
    *file = (struct write_file){.out = {.file = -1}};
    for (int i = 0; i < plan->count; i++) {
        file->blocks += format_blocks(plan->layers[i]->index.slots);
        overflows += plan->layers[i]->overflow.count;
    }
    file->head_bytes = (size_t)format_head_bytes((uint64_t)plan->count, file->blocks, overflows);
    file->head = calloc(1, file->head_bytes);
    if (!file->head)
        return PAUA_ERROR_NO_MEMORY;
    layer = file->head + FORMAT_HEADER;
    file->entries = layer + (size_t)plan->count * FORMAT_LAYER;
    file->at = file->head_bytes;
    overflow = file->entries + file->blocks * FORMAT_ENTRY;
    for (uint64_t i = 0, block = 0; i < (uint64_t)plan->count; i++, layer += FORMAT_LAYER) {
        put_layer(layer, plan->layers[i], block);
        block += format_blocks(plan->layers[i]->index.slots);
        if (!(overflow = put_overflows(overflow, plan->layers[i])))
            return PAUA_ERROR_NO_MEMORY;
    }
    return file_create(&file->out, path);
}

/* The head with its sum. */
static void write_head(struct write_file *file, const struct write_plan *plan)
{
    put_header(file->head, plan, file->blocks, file->at);
    sha256_of(file->head, file->head_bytes, file->head + FORMAT_AT_SUM);
    file_put_at(&file->out, file->head, file->head_bytes, 0);
}

paua_status write_end(struct write_file *file, const struct write_plan *plan, paua_status status)
{
    if (status == PAUA_OK)
        write_head(file, plan);
    free(file->head);
    return file_finish(&file->out, status);
}

paua_status write_table(const struct write_plan *plan, const char *path, const atomic_bool *stop)
{
    struct write_file file;
    paua_status status = write_begin(&file, plan, path);
    uint8_t *entries = file.entries;
    for (int i = 0; i < plan->count && status == PAUA_OK; i++) {
        status = write_layer(&file, entries, plan->layers[i], plan->pool, stop);
        entries += format_blocks(plan->layers[i]->index.slots) * FORMAT_ENTRY;
    }
    return write_end(&file, plan, status);
}
