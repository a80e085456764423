/* table.c - opens a solved board's file and probes it: blocks are decompressed on demand and
 * cached per probe.
 *
 * The head is read and checked when the table is opened, a block when it is first needed (SHA-256
 * both times). Blocks are read by pread() and not mapped: a file that is cut off or a disk that
 * fails is then an error and not a signal, for 1 of the 14 microseconds of a block.
 */
#define _POSIX_C_SOURCE 200809L
#include <paua/table.h>

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <zstd.h>

#include "base/error.h"
#include "base/sha256.h"
#include "table/format.h"
#include "table/index.h"
#include "table/read.h"

/* A head of HEAD_MAX bytes is that of a table of 180 thousand million records. */
enum { LAYERS_MAX = 256, CACHE = 64, HEAD_MAX = 1 << 30 };

struct table_layer {
    struct index_layer index;
    uint64_t first_block;
    uint64_t first_overflow, overflows;
    paua_layer_counts counts;
};

struct paua_table {
    paua_table_info info;
    atomic_int health; /* a paua_status: why the first read failed that did */
    int file;
    paua_board *board; /* owned */
    uint8_t *head;     /* owned; all before the first block */
    const uint8_t *entries;
    uint64_t blocks, overflows;
    struct index_board base;
    struct table_layer *layers; /* owned */
};

/* A decompressed block. */
struct cached_block {
    uint64_t block; /* its number plus one; 0: empty */
    uint8_t values[FORMAT_BLOCK];
};

struct paua_probe {
    const paua_table *table; /* borrowed */
    ZSTD_DCtx *context;      /* owned */
    uint8_t *checked;        /* owned; a bit for each block: its checksum was right */
    int sides[3];            /* of the board of the last position; 0: none yet */
    bool same, turned;       /* that board is the table's, or the table's turned by `map` */
    int map[PAUA_CELLS_MAX];
    struct cached_block cache[CACHE]; /* direct-mapped */
    uint8_t packed[FORMAT_BLOCK];     /* a block as it is in the file */
};

/* Fills the error and returns the status. */
static paua_status refuse_table(paua_error *error, paua_status status, const char *path,
                                const char *why)
{
    return error_fill(error, status, 0, "%.180s: %s", path, why);
}

/* Whether the head's checksum is right; the checksum itself counts as zeros. */
static bool head_is_whole(const uint8_t *head, size_t bytes)
{
    struct sha256 state;
    uint8_t zeros[FORMAT_SUM] = {0}, sum[FORMAT_SUM];
    sha256_begin(&state);
    sha256_add(&state, head, FORMAT_AT_SUM);
    sha256_add(&state, zeros, FORMAT_SUM);
    sha256_add(&state, head + FORMAT_HEADER, bytes - FORMAT_HEADER);
    sha256_end(&state, sum);
    return memcmp(sum, head + FORMAT_AT_SUM, FORMAT_SUM) == 0;
}

/* Checks the fixed part of the head and takes over what it says. */
static paua_status check_fixed(paua_table *table, const uint8_t *head, const char *path,
                               paua_error *error)
{
    paua_table_info *info = &table->info;
    uint64_t layers = bytes_get(head + FORMAT_AT_LAYERS, 4);
    if (memcmp(head + FORMAT_AT_MAGIC, format_magic, sizeof format_magic) != 0)
        return refuse_table(error, PAUA_ERROR_CORRUPT, path, "is not a table");
    if (bytes_get(head + FORMAT_AT_VERSION, 4) != FORMAT_VERSION)
        return refuse_table(error, PAUA_ERROR_UNSUPPORTED, path,
                            "is a table of another format version");
    if (bytes_get(head + FORMAT_AT_BYTES, 8) != info->bytes)
        return refuse_table(error, PAUA_ERROR_CORRUPT, path,
                            "is truncated, or followed by extra data");
    table->blocks = bytes_get(head + FORMAT_AT_BLOCKS, 8);
    table->overflows = bytes_get(head + FORMAT_AT_OVERFLOWS, 8);
    if (layers == 0 || layers > LAYERS_MAX || table->blocks > info->bytes / FORMAT_ENTRY ||
        table->overflows > info->bytes / FORMAT_OVERFLOW ||
        format_head_bytes(layers, table->blocks, table->overflows) > info->bytes)
        return refuse_table(error, PAUA_ERROR_CORRUPT, path, "its header is damaged");
    if (format_head_bytes(layers, table->blocks, table->overflows) > HEAD_MAX)
        return refuse_table(error, PAUA_ERROR_UNSUPPORTED, path, "has a header of more than 1 GiB");
    if (head[FORMAT_AT_VALUE_BYTES] != 1 || bytes_get(head + FORMAT_AT_BLOCK, 4) != FORMAT_BLOCK)
        return refuse_table(error, PAUA_ERROR_UNSUPPORTED, path,
                            "has records or blocks of another size");
    for (int i = 0; i < 3; i++)
        info->sides[i] = head[FORMAT_AT_SIDES + i];
    info->marbles = head[FORMAT_AT_MARBLES];
    info->win = head[FORMAT_AT_WIN];
    info->stuck_loses = head[FORMAT_AT_STUCK] != 0;
    info->positions = bytes_get(head + FORMAT_AT_POSITIONS, 8);
    info->layers = (int)layers;
    return PAUA_OK;
}

/* Reads bytes of the file. PAUA_OK, PAUA_ERROR_CORRUPT (the file has been cut off) or PAUA_ERROR_IO
 * (errno). */
static paua_status read_at(const paua_table *table, void *bytes, size_t count, uint64_t offset)
{
    for (uint8_t *at = bytes; count > 0;) {
        ssize_t got = pread(table->file, at, count, (off_t)offset);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got < 0 ? PAUA_ERROR_IO : PAUA_ERROR_CORRUPT;
        at += got;
        offset += (uint64_t)got;
        count -= (size_t)got;
    }
    return PAUA_OK;
}

/* Opens the file and reads as much of its head as the fixed part says there is. */
static paua_status read_head(const char *path, paua_table *table, paua_error *error)
{
    struct stat about;
    table->file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (table->file < 0 || fstat(table->file, &about) != 0)
        return refuse_table(error, PAUA_ERROR_IO, path, strerror(errno));
    if (!S_ISREG(about.st_mode) || about.st_size < FORMAT_HEADER)
        return refuse_table(error, PAUA_ERROR_CORRUPT, path, "is not a table");
    table->info.bytes = (uint64_t)about.st_size;
    uint8_t fixed[FORMAT_HEADER];
    paua_status status = read_at(table, fixed, sizeof fixed, 0);
    if (status == PAUA_OK)
        status = check_fixed(table, fixed, path, error);
    else
        refuse_table(error, status, path, strerror(errno));
    if (status != PAUA_OK)
        return status;
    size_t bytes =
        (size_t)format_head_bytes((uint64_t)table->info.layers, table->blocks, table->overflows);
    table->head = malloc(bytes);
    if (!table->head)
        return refuse_table(error, PAUA_ERROR_NO_MEMORY, path, "out of memory");
    if (read_at(table, table->head, bytes, 0) == PAUA_ERROR_IO)
        return refuse_table(error, PAUA_ERROR_IO, path, strerror(errno));
    if (!head_is_whole(table->head, bytes))
        return refuse_table(error, PAUA_ERROR_CORRUPT, path, "its header is damaged");
    table->entries = table->head + FORMAT_HEADER + (size_t)table->info.layers * FORMAT_LAYER;
    return PAUA_OK;
}

/* Whether a layer can have this many records; checked before anything is allocated for it. */
static bool is_slot_count_plausible(const paua_table *table, int own, int opp, uint64_t slots)
{
    const struct index_board *base = &table->base;
    if (own < 1 || opp < 1 || own + opp > base->cells)
        return false;
    uint64_t positions =
        (uint64_t)base->binomial[base->cells][own] * base->binomial[base->cells - own][opp];
    return format_blocks(slots) <= table->blocks && positions <= slots * (uint64_t)base->symmetries;
}

/* Reads one layer's entry and numbers its positions. */
static paua_status read_layer(paua_table *table, int i)
{
    const uint8_t *at = table->head + FORMAT_HEADER + (size_t)i * FORMAT_LAYER;
    struct table_layer *layer = &table->layers[i];
    int own = at[FORMAT_LAYER_OWN], opp = at[FORMAT_LAYER_OPP];
    uint64_t wins = bytes_get(at + FORMAT_LAYER_WINS, 8);
    uint64_t losses = bytes_get(at + FORMAT_LAYER_LOSSES, 8);
    uint64_t slots = bytes_get(at + FORMAT_LAYER_SLOTS, 8);
    if (!is_slot_count_plausible(table, own, opp, slots))
        return PAUA_ERROR_CORRUPT;
    paua_status status = index_layer_init(&layer->index, &table->base, own, opp);
    if (status != PAUA_OK)
        return status;
    layer->first_block = bytes_get(at + FORMAT_LAYER_BLOCK, 8);
    layer->counts = (paua_layer_counts){
        .own = own,
        .opp = opp,
        .positions = layer->index.positions,
        .wins = wins,
        .losses = losses,
        .draws = layer->index.positions - wins - losses,
        .longest_loss = -1,
        .longest_win = (int)bytes_get(at + FORMAT_LAYER_LONGEST, 4),
    };
    layer->overflows = bytes_get(at + FORMAT_LAYER_OVERFLOWS, 8);
    layer->first_overflow = i ? layer[-1].first_overflow + layer[-1].overflows : 0;
    bool fits = layer->overflows <= table->overflows &&
                layer->first_overflow <= table->overflows - layer->overflows &&
                slots == layer->index.slots && wins + losses <= layer->index.positions &&
                layer->first_block <= table->blocks &&
                format_blocks(layer->index.slots) <= table->blocks - layer->first_block;
    return fits ? PAUA_OK : PAUA_ERROR_CORRUPT;
}

static paua_status read_layers(paua_table *table)
{
    const int *sides = table->info.sides;
    paua_status status = paua_board_new(sides[0], sides[1], sides[2], &table->board);
    if (status != PAUA_OK)
        return status;
    status = index_board_init(&table->base, table->board);
    if (status != PAUA_OK)
        return status;
    table->layers = calloc((size_t)table->info.layers, sizeof *table->layers);
    if (!table->layers)
        return PAUA_ERROR_NO_MEMORY;
    for (int i = 0; i < table->info.layers; i++) {
        status = read_layer(table, i);
        if (status != PAUA_OK)
            return status;
    }
    return PAUA_OK;
}

/* Reads the layers' entries; the error says what is wrong with them. */
static paua_status check_layers(paua_table *table, const char *path, paua_error *error)
{
    paua_status status = read_layers(table);
    if (status == PAUA_OK)
        return PAUA_OK;
    if (status == PAUA_ERROR_NO_MEMORY)
        return refuse_table(error, status, path, "out of memory");
    return refuse_table(error, PAUA_ERROR_CORRUPT, path, "its layers do not fit its board");
}

paua_status paua_table_open(const char *path, paua_table **out, paua_error *error)
{
    paua_table *table = calloc(1, sizeof *table);
    if (!table)
        return refuse_table(error, PAUA_ERROR_NO_MEMORY, path, "out of memory");
    atomic_init(&table->health, PAUA_OK);
    paua_status status = read_head(path, table, error);
    if (status == PAUA_OK)
        status = check_layers(table, path, error);
    if (status == PAUA_OK)
        *out = table;
    else
        paua_table_close(table);
    return status;
}

void paua_table_close(paua_table *table)
{
    if (!table)
        return;
    for (int i = 0; table->layers && i < table->info.layers; i++)
        index_layer_free(&table->layers[i].index);
    free(table->layers);
    paua_board_free(table->board);
    free(table->head);
    if (table->file >= 0)
        close(table->file);
    free(table);
}

const paua_table_info *paua_table_about(const paua_table *table)
{
    return &table->info;
}

const paua_board *paua_table_board(const paua_table *table)
{
    return table->board;
}

paua_layer_counts paua_table_layer(const paua_table *table, int i)
{
    assert(i >= 0 && i < table->info.layers);
    return table->layers[i].counts;
}

paua_status paua_table_health(const paua_table *table)
{
    return (paua_status)atomic_load(&table->health);
}

paua_probe *paua_probe_new(const paua_table *table)
{
    paua_probe *probe = calloc(1, sizeof *probe);
    if (!probe)
        return NULL;
    probe->table = table;
    probe->context = ZSTD_createDCtx();
    probe->checked = calloc(table->blocks / 8 + 1, 1);
    if (!probe->context || !probe->checked) {
        paua_probe_free(probe);
        return NULL;
    }
    return probe;
}

void paua_probe_free(paua_probe *probe)
{
    if (!probe)
        return;
    ZSTD_freeDCtx(probe->context);
    free(probe->checked);
    free(probe);
}

const paua_table *paua_probe_table(const paua_probe *probe)
{
    return probe->table;
}

/* Whether the block's checksum is right. Checked once: it takes as long as decompression. */
static bool is_whole(paua_probe *probe, uint64_t block, const uint8_t *bytes, size_t size)
{
    const uint8_t *entry = probe->table->entries + block * FORMAT_ENTRY;
    if (probe->checked[block / 8] >> block % 8 & 1)
        return true;
    if (!sha256_matches(bytes, size, entry + FORMAT_ENTRY_SUM))
        return false;
    probe->checked[block / 8] |= (uint8_t)(1u << block % 8);
    return true;
}

/* Reads, checks and decompresses a block. PAUA_OK, PAUA_ERROR_CORRUPT or PAUA_ERROR_IO. */
static paua_status unpack_block(paua_probe *probe, uint64_t block, uint8_t values[FORMAT_BLOCK])
{
    const paua_table *table = probe->table;
    const uint8_t *entry = table->entries + block * FORMAT_ENTRY;
    uint64_t offset = bytes_get(entry + FORMAT_ENTRY_OFFSET, 8);
    size_t packed = bytes_get(entry + FORMAT_ENTRY_PACKED, 4);
    size_t slots = bytes_get(entry + FORMAT_ENTRY_SLOTS, 4);
    if (slots > FORMAT_BLOCK || packed > slots || slots == 0 || offset > table->info.bytes ||
        packed > table->info.bytes - offset)
        return PAUA_ERROR_CORRUPT;
    paua_status status = read_at(table, probe->packed, packed, offset);
    if (status != PAUA_OK)
        return status;
    if (!is_whole(probe, block, probe->packed, packed))
        return PAUA_ERROR_CORRUPT;
    if (packed < slots)
        return ZSTD_decompressDCtx(probe->context, values, slots, probe->packed, packed) == slots
                   ? PAUA_OK
                   : PAUA_ERROR_CORRUPT;
    memcpy(values, probe->packed, slots);
    return PAUA_OK;
}

/* The same, and remembers for paua_table_health() what failed. */
static paua_status load_block(paua_probe *probe, uint64_t block, uint8_t values[FORMAT_BLOCK])
{
    paua_status status = unpack_block(probe, block, values);
    if (status != PAUA_OK) {
        int healthy = PAUA_OK;
        paua_table *table = (paua_table *)(uintptr_t)probe->table;
        atomic_compare_exchange_strong(&table->health, &healthy, (int)status);
    }
    return status;
}

paua_status table_read_layer(const paua_table *table, int i, uint8_t *values, uint64_t slots)
{
    assert(i >= 0 && i < table->info.layers);
    const struct table_layer *layer = &table->layers[i];
    paua_probe *probe = paua_probe_new(table);
    paua_status status = slots == layer->index.slots ? PAUA_OK : PAUA_ERROR_CORRUPT;
    uint8_t block[FORMAT_BLOCK];
    if (!probe)
        return PAUA_ERROR_NO_MEMORY;
    for (uint64_t at = 0; at < slots && status == PAUA_OK; at += FORMAT_BLOCK) {
        uint64_t left = slots - at;
        status = load_block(probe, layer->first_block + at / FORMAT_BLOCK, block);
        if (status == PAUA_OK)
            memcpy(values + at, block, left < FORMAT_BLOCK ? left : FORMAT_BLOCK);
    }
    int why = errno;
    paua_probe_free(probe);
    errno = why;
    return status;
}

bool table_read_overflow(const paua_table *table, int i, uint64_t k,
                         struct table_overflow *overflow)
{
    const struct table_layer *layer = &table->layers[i];
    const uint8_t *overflows = table->entries + table->blocks * FORMAT_ENTRY;
    if (k >= layer->overflows)
        return false;
    const uint8_t *at = overflows + (layer->first_overflow + k) * FORMAT_OVERFLOW;
    overflow->slot = bytes_get(at + FORMAT_OVERFLOW_SLOT, 8);
    overflow->value = (int)bytes_get(at + FORMAT_OVERFLOW_VALUE, 4);
    return overflow->slot < layer->index.slots && overflow->value > 0;
}

/* The overflow value of a slot, by binary search; 0 if there is none. */
static int find_overflow(const paua_table *table, int i, uint64_t slot)
{
    uint64_t low = 0, high = table->layers[i].overflows;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        struct table_overflow overflow;
        if (!table_read_overflow(table, i, middle, &overflow))
            return 0;
        if (overflow.slot == slot)
            return overflow.value;
        if (overflow.slot < slot)
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}

/* A block's values by way of the cache. As load_block(). */
static paua_status fetch_block(paua_probe *probe, uint64_t block, const uint8_t **values)
{
    struct cached_block *cached = &probe->cache[block % CACHE];
    *values = cached->values;
    if (cached->block == block + 1)
        return PAUA_OK;
    cached->block = 0;
    paua_status status = load_block(probe, block, cached->values);
    if (status == PAUA_OK)
        cached->block = block + 1;
    return status;
}

static paua_set map_set(const int map[PAUA_CELLS_MAX], paua_set set)
{
    paua_set image = 0;
    while (set)
        image |= PAUA_SET(map[bits_take(&set)]);
    return image;
}

/* Maps the marbles to the table's board; false if it is another board. */
static bool turn_marbles(paua_probe *probe, const paua_board *board, paua_set *own, paua_set *opp)
{
    const paua_table *table = probe->table;
    int alike = 0;
    for (int i = 0; i < 3; i++)
        alike += paua_board_side(board, i) == probe->sides[i];
    if (alike < 3) {
        for (int i = 0; i < 3; i++)
            probe->sides[i] = paua_board_side(board, i);
        probe->same = memcmp(probe->sides, table->info.sides, sizeof probe->sides) == 0;
        probe->turned = paua_board_turn(board, table->board, probe->map);
    }
    if (probe->turned && !probe->same) {
        *own = map_set(probe->map, *own);
        *opp = map_set(probe->map, *opp);
    }
    return probe->turned;
}

paua_status paua_probe_position(paua_probe *probe, const paua_board *board,
                                const paua_position *position, paua_value *value, int *remoteness)
{
    const paua_table *table = probe->table;
    paua_set own = position->marbles[position->to_move];
    paua_set opp = position->marbles[PAUA_OTHER(position->to_move)];
    int order;
    if (!turn_marbles(probe, board, &own, &opp))
        return PAUA_ERROR_NOT_FOUND;
    for (int i = 0; i < table->info.layers; i++) {
        const struct index_layer *index = &table->layers[i].index;
        if (index->own != bits_count(own) || index->opp != bits_count(opp))
            continue;
        uint64_t slot = index_slot(index, (uint32_t)own, (uint32_t)opp, &order);
        const uint8_t *values;
        paua_status status =
            fetch_block(probe, table->layers[i].first_block + slot / FORMAT_BLOCK, &values);
        if (status != PAUA_OK)
            return status;
        int found = values[slot % FORMAT_BLOCK];
        if (found > FORMAT_VALUE_MAX && !(found = find_overflow(table, i, slot)))
            return PAUA_ERROR_CORRUPT;
        *value = found == 0 ? PAUA_VALUE_DRAW : found % 2 ? PAUA_VALUE_LOSS : PAUA_VALUE_WIN;
        *remoteness = found ? found - 1 : 0;
        return PAUA_OK;
    }
    return PAUA_ERROR_NOT_FOUND;
}

/* The first slot of a layer with this value; PAUA_ERROR_NOT_FOUND, or as load_block(). */
static paua_status find_value(paua_probe *probe, int i, int value, uint64_t *slot)
{
    const struct table_layer *layer = &probe->table->layers[i];
    struct table_overflow overflow;
    for (uint64_t k = 0; table_read_overflow(probe->table, i, k, &overflow); k++)
        if (overflow.value == value) {
            *slot = overflow.slot;
            return PAUA_OK;
        }
    for (uint64_t first = 0; value <= FORMAT_VALUE_MAX && first < layer->index.slots;
         first += FORMAT_BLOCK) {
        uint64_t left = layer->index.slots - first;
        const uint8_t *values;
        paua_status status = fetch_block(probe, layer->first_block + first / FORMAT_BLOCK, &values);
        if (status != PAUA_OK)
            return status;
        const uint8_t *at =
            memchr(values, value, (size_t)(left < FORMAT_BLOCK ? left : FORMAT_BLOCK));
        if (at) {
            *slot = first + (uint64_t)(at - values);
            return PAUA_OK;
        }
    }
    return PAUA_ERROR_NOT_FOUND;
}

paua_status paua_probe_longest(paua_probe *probe, int i, paua_position *out)
{
    const paua_table *table = probe->table;
    uint64_t slot;
    if (i < 0 || i >= table->info.layers || table->layers[i].counts.wins == 0)
        return PAUA_ERROR_NOT_FOUND;
    const struct index_layer *index = &table->layers[i].index;
    paua_status status = find_value(probe, i, table->layers[i].counts.longest_win + 1, &slot);
    if (status != PAUA_OK)
        return status;
    uint32_t own = index->representative[slot / index->opp_sets];
    uint32_t opp = index_expand(index->subsets[slot % index->opp_sets], table->base.all ^ own);
    return paua_position_setup(table->board, own, opp, PAUA_BLACK, out);
}
