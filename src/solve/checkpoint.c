/* checkpoint.c - the state of a solve in a file, for this machine: numbers in its byte order.
 *
 *   struct checkpoint_head for each layer that has been begun, in solving order: struct
 *   layer_state, its values, its overflow entries SHA-256 of all that
 */
#include "solve/checkpoint.h"

#include <string.h>

#include "base/file.h"

enum { VERSION = 2, REMOTENESS_MAX = 1 << 30 };

#define MAGIC "PauaStop"

struct checkpoint_head {
    char magic[8];
    uint8_t sides[3], marbles, win, stuck_loses, initialized, reserved;
    int32_t solved, layers, remoteness, layer; /* layers: how many follow */
    uint32_t class;
    uint32_t version;
    uint64_t propagated, propagated_before;
};

struct layer_state {
    uint64_t slots, wins, losses, overflows;
    int64_t longest;
};

/* The head of a checkpoint of this solve: what is solved (options) and how far (progress). */
static struct checkpoint_head head_of(const struct paua_solve *solve)
{
    struct checkpoint_head head = {
        .magic = MAGIC,
        .marbles = (uint8_t)solve->options.marbles,
        .win = (uint8_t)solve->options.win,
        .stuck_loses = solve->options.stuck_loses,
        .initialized = solve->initialized,
        .solved = solve->solved,
        .layers = solve->solved,
        .remoteness = solve->remoteness,
        .layer = solve->layer,
        .class = solve->class,
        .version = VERSION,
        .propagated = solve->propagated,
        .propagated_before = solve->propagated_before,
    };
    for (int i = 0; i < 3; i++)
        head.sides[i] = (uint8_t)paua_board_side(solve->board, i);
    if (solve->initialized)
        head.layers += state_group_size(solve, solve->solved);
    return head;
}

/* Writes a layer: its counts, one byte for each slot, the overflow entries in use. */
static void put_layer(struct file_writer *writer, const struct layer *layer)
{
    const struct layer_state counts = {layer->index.slots, atomic_load(&layer->wins),
                                       atomic_load(&layer->losses), layer->overflow.count,
                                       atomic_load(&layer->longest_win)};
    file_put(writer, &counts, sizeof counts);
    file_put(writer, (const void *)layer->values, layer->index.slots);
    for (size_t i = 0; i < layer->overflow.room; i++)
        if (layer->overflow.entries[i].value)
            file_put(writer, &layer->overflow.entries[i], sizeof layer->overflow.entries[i]);
}

/* Writes the whole checkpoint, the checksum last. */
static void put_all(struct file_writer *writer, struct paua_solve *solve)
{
    const struct checkpoint_head head = head_of(solve);
    file_put(writer, &head, sizeof head);
    for (int i = 0; i < head.layers; i++)
        put_layer(writer, state_layer(solve, i));
    file_put_sum(writer);
}

paua_status checkpoint_write(struct paua_solve *solve, const char *path)
{
    struct file_writer writer;
    paua_status status = file_create(&writer, path);
    if (status != PAUA_OK)
        return status;
    put_all(&writer, solve);
    return file_finish(&writer, PAUA_OK);
}

/* Whether the checkpoint is of the same board, marbles and rules. */
static bool is_same_solve(const struct checkpoint_head *head, const struct paua_solve *solve)
{
    const struct checkpoint_head own = head_of(solve);
    return memcmp(head->sides, own.sides, sizeof own.sides) == 0 && head->marbles == own.marbles &&
           head->win == own.win && head->stuck_loses == own.stuck_loses &&
           head->layers >= head->solved && head->solved >= 0 && head->layers <= solve->count;
}

/* Reads one layer. The longest loss of a solved one is not in the file. */
static paua_status get_layer(struct file_reader *reader, struct paua_solve *solve, int i,
                             bool solved)
{
    struct layer *layer = state_layer(solve, i);
    struct layer_state counts;
    file_get(reader, &counts, sizeof counts);
    if (reader->failed || counts.slots != layer->index.slots)
        return PAUA_ERROR_CORRUPT;
    paua_status status = state_allocate(solve, i, 1);
    if (status != PAUA_OK)
        return status;
    file_get(reader, (void *)layer->values, layer->index.slots);
    for (uint64_t k = 0; k < counts.overflows && !reader->failed; k++) {
        struct overflow_entry entry = {0};
        file_get(reader, &entry, sizeof entry);
        if (entry.slot >= layer->index.slots || entry.value <= 0 || entry.value > REMOTENESS_MAX)
            return PAUA_ERROR_CORRUPT;
        overflow_put(&layer->overflow, entry.slot, entry.value);
    }
    if (layer->overflow.failed)
        return PAUA_ERROR_NO_MEMORY;
    atomic_store(&layer->wins, counts.wins);
    atomic_store(&layer->losses, counts.losses);
    atomic_store(&layer->longest_win, (int)counts.longest);
    if (solved && !reader->failed)
        state_find_longest_loss(layer);
    return reader->failed ? PAUA_ERROR_CORRUPT : PAUA_OK;
}

/* Whether the numbers of a head are in range, so that a solve can continue from them. */
static bool is_plausible(const struct checkpoint_head *head, struct paua_solve *solve)
{
    if (!head->initialized)
        return head->layers == head->solved;
    if (head->solved >= solve->count || head->remoteness < -1 || head->remoteness > REMOTENESS_MAX)
        return false;
    int group = state_group_size(solve, head->solved);
    return head->layers == head->solved + group && head->layer >= 0 && head->layer < group &&
           head->class <= state_layer(solve, head->solved + head->layer)->index.classes;
}

/* Reads a checkpoint. Layers are restored as they are read, progress only when the checksum is
 * right. */
static paua_status get_all(struct paua_solve *solve, struct file_reader *reader)
{
    struct checkpoint_head head;
    paua_status status = PAUA_OK;
    file_get(reader, &head, sizeof head);
    if (reader->failed || memcmp(head.magic, MAGIC, sizeof head.magic) != 0 ||
        head.version != VERSION)
        return PAUA_ERROR_CORRUPT;
    if (!is_same_solve(&head, solve))
        return PAUA_ERROR_CONFLICT;
    if (!is_plausible(&head, solve))
        return PAUA_ERROR_CORRUPT;
    for (int i = 0; i < head.layers && status == PAUA_OK; i++)
        status = get_layer(reader, solve, i, i < head.solved);
    if (status == PAUA_OK)
        status = file_check_sum(reader);
    if (status != PAUA_OK)
        return status;
    solve->solved = head.solved;
    solve->initialized = head.initialized;
    solve->remoteness = head.remoteness;
    solve->layer = head.layer;
    solve->class = head.class;
    solve->propagated = head.propagated;
    solve->propagated_before = head.propagated_before;
    return PAUA_OK;
}

paua_status paua_solve_resume(paua_solve *solve, const char *path)
{
    if (solve->solved > 0 || solve->initialized)
        return PAUA_ERROR_BAD_ARGUMENT;
    struct file_reader reader;
    paua_status status = file_open(&reader, path);
    if (status == PAUA_OK)
        status = get_all(solve, &reader);
    file_close(&reader);
    return status;
}
