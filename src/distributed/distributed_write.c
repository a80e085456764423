/* distributed_write.c - writes the table of a distributed solve: process 0 writes what all
 * compress.
 *
 * Each block is compressed twice by the process that holds it: first for its size and checksum,
 * from which process 0 knows where every block goes, then to be sent there. So all processes
 * compress at once, and none holds more than its messages. Overflow values, which are few, are
 * sent first. */
#include <errno.h>
#include <string.h>

#include "distributed/distributed.h"
#include "solve/write.h"

/* One layer on its way into the file. `file`, `entries` and `done` are of process 0. */
struct shipment {
    struct paua_distributed *group;
    const struct distributed_part *part;
    struct write_file *file;
    uint8_t *entries; /* of the layer */
    uint32_t *done;   /* by process: blocks that have come; the memory of messages.answers_read */
    uint64_t next;    /* own block, from the beginning of the part */
    bool packs;       /* send blocks; otherwise their entries */
};

/* Blocks of this process's part; the last one may be short. */
static uint64_t blocks_here(const struct distributed_part *part)
{
    return format_blocks(part->end - part->first);
}

/* Fills the message to process 0. */
static void load_message(struct shipment *shipment)
{
    struct distributed_messages *messages = &shipment->group->messages;
    const struct distributed_part *part = shipment->part;
    const uint8_t *values = shipment->group->values + part->base;
    uint8_t *out = (uint8_t *)distributed_out(messages, 0), entry[FORMAT_ENTRY] = {0};
    uint8_t packed[WRITE_PACKED_MAX];
    size_t room = messages->room * sizeof *messages->out, at = 0;
    for (; shipment->next < blocks_here(part) && room - at >= FORMAT_BLOCK; shipment->next++) {
        uint64_t from = shipment->next * FORMAT_BLOCK, left = part->end - part->first - from;
        write_pack(values + from, (uint32_t)(left < FORMAT_BLOCK ? left : FORMAT_BLOCK), packed,
                   entry);
        size_t bytes = shipment->packs ? bytes_get(entry + FORMAT_ENTRY_PACKED, 4) : FORMAT_ENTRY;
        memcpy(out + at, shipment->packs ? packed : entry, bytes);
        at += bytes;
    }
    memset(messages->out_bytes, 0,
           (size_t)shipment->group->peers.size * sizeof *messages->out_bytes);
    messages->out_bytes[0] = at; /* the first process keeps its own */
}

/* Takes entries or blocks of one process. */
static paua_status unload_from(struct shipment *shipment, int process, const uint8_t *bytes,
                               size_t count)
{
    uint64_t blocks = shipment->part->slots / FORMAT_BLOCK, first = (uint64_t)process * blocks;
    uint64_t all = format_blocks(shipment->part->layer->index.slots);
    for (size_t at = 0, size; at < count; at += size) {
        uint64_t block = first + shipment->done[process]++;
        uint8_t *entry = shipment->entries + block * FORMAT_ENTRY;
        if (block >= all || block >= first + blocks)
            return PAUA_ERROR_CORRUPT;
        size = shipment->packs ? bytes_get(entry + FORMAT_ENTRY_PACKED, 4) : FORMAT_ENTRY;
        if (size == 0 || size > count - at)
            return PAUA_ERROR_CORRUPT;
        if (!shipment->packs)
            memcpy(entry, bytes + at, size);
        else if (!write_block(shipment->file, bytes + at, entry))
            return PAUA_ERROR_IO;
    }
    return PAUA_OK;
}

/* Takes the messages of all processes. */
static paua_status unload_messages(struct shipment *shipment)
{
    struct distributed_messages *messages = &shipment->group->messages;
    const uint8_t *own = (const uint8_t *)distributed_out(messages, 0);
    paua_status status = unload_from(shipment, 0, own, messages->out_bytes[0]);
    for (int i = 1; i < shipment->group->peers.size && status == PAUA_OK; i++)
        status = unload_from(shipment, i, (const uint8_t *)distributed_in(messages, i),
                             messages->in_bytes[i]);
    return status;
}

/* Sends all blocks of a layer, or their entries, to process 0; together. */
static paua_status ship_layer(struct shipment *shipment)
{
    struct paua_distributed *group = shipment->group;
    uint64_t left = 1;
    paua_status status = PAUA_OK;
    shipment->next = 0;
    memset(shipment->done, 0, (size_t)group->peers.size * sizeof *shipment->done);
    while (status == PAUA_OK && left > 0) {
        load_message(shipment);
        if (!distributed_exchange(group))
            return PAUA_ERROR_IO;
        if (group->peers.rank == 0)
            status = unload_messages(shipment);
        if (status == PAUA_OK && atomic_load(&group->stop))
            status = PAUA_ERROR_CONFLICT;
        left = blocks_here(shipment->part) - shipment->next;
        status = distributed_agree(group, status, &left);
    }
    return status;
}

/* Sends the entries or the blocks of all layers, the top one first; together. */
static paua_status ship_all(struct paua_distributed *group, struct write_file *file, bool packs)
{
    struct shipment shipment = {.group = group,
                                .file = file,
                                .entries = file->entries,
                                .done = group->messages.answers_read,
                                .packs = packs};
    paua_status status = PAUA_OK;
    for (int i = group->solve->count - 1; i >= 0 && status == PAUA_OK; i--) {
        shipment.part = &group->parts[i];
        status = ship_layer(&shipment);
        if (group->peers.rank == 0)
            shipment.entries += format_blocks(shipment.part->layer->index.slots) * FORMAT_ENTRY;
    }
    return status;
}

/* Takes overflow values of one process: pairs of address and value. */
static paua_status take_overflows(struct paua_distributed *group, int process, const uint32_t *list,
                                  size_t bytes)
{
    for (size_t i = 0; i + 1 < bytes / sizeof *list; i += 2) {
        struct distributed_part *part = &group->parts[group->solve->count - 1];
        if (list[i] >= group->bytes || !list[i + 1] || list[i + 1] > DISTRIBUTED_VALUE_MAX)
            return PAUA_ERROR_CORRUPT;
        while (list[i] < part->base)
            part--;
        uint64_t slot = (uint64_t)process * part->slots + (list[i] - part->base);
        if (slot >= part->layer->index.slots)
            return PAUA_ERROR_CORRUPT;
        overflow_put(&part->layer->overflow, slot, (int)list[i + 1]);
        if (part->layer->overflow.failed)
            return PAUA_ERROR_NO_MEMORY;
    }
    return PAUA_OK;
}

/* Sends all overflow values to process 0, which puts them into its layers; together. */
static paua_status ship_overflows(struct paua_distributed *group)
{
    struct distributed_messages *messages = &group->messages;
    uint32_t *out = distributed_out(messages, 0);
    size_t next = 0;
    uint64_t left = messages->wide;
    paua_status status = PAUA_OK;
    while (status == PAUA_OK && left > 0) {
        uint32_t count = 0;
        for (; next < group->overflow.room && count + 2 <= messages->room; next++)
            if (group->overflow.entries[next].value) {
                out[count++] = (uint32_t)group->overflow.entries[next].slot;
                out[count++] = (uint32_t)group->overflow.entries[next].value;
            }
        memset(messages->out_bytes, 0, (size_t)group->peers.size * sizeof *messages->out_bytes);
        messages->out_bytes[0] = count * sizeof *out;
        if (!distributed_exchange(group))
            return PAUA_ERROR_IO;
        if (group->peers.rank == 0)
            status = take_overflows(group, 0, out, messages->out_bytes[0]);
        for (int i = 1; i < group->peers.size && group->peers.rank == 0 && status == PAUA_OK; i++)
            status = take_overflows(group, i, distributed_in(messages, i), messages->in_bytes[i]);
        left = group->overflow.room - next;
        status = distributed_agree(group, status, &left);
    }
    return status;
}

/* `file` is used in the first process only. */
static paua_status write_all(struct paua_distributed *group, const struct write_plan *plan,
                             const char *path, struct write_file *file)
{
    bool first = group->peers.rank == 0;
    paua_status status = first ? write_begin(file, plan, path) : PAUA_OK;
    int reason = errno;
    paua_status agreed = distributed_agree(group, status, NULL);
    if (agreed == PAUA_OK)
        agreed = ship_all(group, file, false);
    for (uint64_t i = 0; i < file->blocks && agreed == PAUA_OK; i++)
        write_place(file, file->entries + i * FORMAT_ENTRY);
    if (agreed == PAUA_OK) {
        agreed = ship_all(group, file, true);
        reason = errno;
    }
    errno = reason;
    if (first)
        agreed = write_end(file, plan, agreed);
    reason = errno;
    agreed = distributed_agree(group, agreed, NULL);
    errno = reason;
    return agreed;
}

paua_status paua_distributed_write(paua_distributed *group, const char *path)
{
    const struct layer *layers[LAYERS_MAX * LAYERS_MAX];
    struct write_file file = {.out = {.file = -1}};
    int count = paua_distributed_layers(group);
    if (count == 0)
        return PAUA_ERROR_BAD_ARGUMENT;
    for (int i = 0; i < count; i++)
        layers[i] = group->parts[count - 1 - i].layer;
    const struct write_plan plan = {
        .board = group->solve->board,
        .marbles = group->options.marbles,
        .win = group->options.win,
        .stuck_loses = group->options.stuck_loses,
        .count = count,
        .layers = layers,
    };
    paua_status status = ship_overflows(group);
    if (status == PAUA_OK)
        status = write_all(group, &plan, path, &file);
    for (int i = 0; i < count; i++)
        overflow_free(&group->parts[i].layer->overflow);
    if (status == PAUA_ERROR_CONFLICT)
        distributed_save(group);
    atomic_store(&group->stop, false);
    return status;
}
