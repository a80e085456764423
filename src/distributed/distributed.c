/* distributed.c - retrograde analysis by several processes: the steps of solve.c, each done by
 * all together.
 *
 * A process works on its part of a layer. Records of other parts are read by question and
 * answer, and their predecessor updates are sent as messages (distributed_rounds.c); results are
 * summed over all processes.
 */
#include "distributed/distributed.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "board/shape.h"
#include "table/format.h"

/* Bytes of messages: in all, and for each process in each direction. The minimum holds what one
 * position may send, twice. */
enum { MESSAGES_TOTAL = 1 << 24, MESSAGES_MAX = 1 << 20, MESSAGES_MIN = 1 << 16 };

extern const struct distributed_kernel distributed_kernel_any;
#if defined(__x86_64__)
extern const struct distributed_kernel distributed_kernel_v3;
#endif

/* The kernels for x86-64-v3 where the processor is one, else the portable ones. */
static const struct distributed_kernel *kernel_for(const paua_board *board)
{
#if defined(__x86_64__)
    if (board->cpu_v3)
        return &distributed_kernel_v3;
#endif
    (void)board;
    return &distributed_kernel_any;
}

/* Addresses in the buffer for one process: an equal share of MESSAGES_TOTAL, within limits. */
static uint32_t messages_room(int size)
{
    int bytes = MESSAGES_TOTAL / size;
    bytes = bytes > MESSAGES_MAX ? MESSAGES_MAX : bytes < MESSAGES_MIN ? MESSAGES_MIN : bytes;
    return (uint32_t)bytes / sizeof(uint32_t);
}

/* Slots of each part of a layer. */
static uint64_t part_slots(uint64_t slots, int size)
{
    uint64_t blocks = format_blocks(slots);
    return (blocks + (uint64_t)size - 1) / (uint64_t)size * FORMAT_BLOCK;
}

/* Lays out the parts of all layers; returns the bytes that they take. */
static uint64_t lay_out(struct paua_distributed *group, struct paua_solve *solve, int rank,
                        int size)
{
    uint64_t bytes = 0;
    for (int i = 0; i < solve->count; i++) {
        struct distributed_part *part = &group->parts[i];
        uint64_t slots = state_layer(solve, i)->index.slots;
        part->layer = state_layer(solve, i);
        part->slots = part_slots(slots, size);
        part->base = bytes;
        part->first = (uint64_t)rank * part->slots < slots ? (uint64_t)rank * part->slots : slots;
        part->end = part->first + part->slots < slots ? part->first + part->slots : slots;
        bytes += part->slots;
        for (int k = 0; k < solve->count; k++) {
            if (part->layer->mirror == state_layer(solve, k))
                part->mirror = &group->parts[k];
            if (part->layer->below == state_layer(solve, k))
                part->below = &group->parts[k];
        }
    }
    return bytes;
}

/* Bytes that a process allocates. */
static uint64_t bytes_of(struct paua_solve *solve, uint64_t values, int size)
{
    uint64_t bytes = values + sizeof *solve + sizeof(struct paua_distributed);
    uint64_t each = messages_room(size) * (2 * sizeof(uint32_t) + sizeof(uint16_t)) +
                    2 * sizeof(uint32_t) + 2 * sizeof(size_t) + sizeof(uint64_t);
    for (int i = 0; i < solve->count; i++)
        bytes += index_layer_bytes(&state_layer(solve, i)->index);
    return bytes + each * (uint64_t)size;
}

/* A solve without values, for its layers and their numbering. */
static paua_status number_layers(const paua_board *board, const paua_solve_options *options,
                                 struct paua_solve **out)
{
    paua_solve_options plain = *options;
    plain.memory_bytes = 0;
    plain.checkpoint = NULL;
    if (options->threads != 1 || options->method != PAUA_SOLVE_RETROGRADE)
        return PAUA_ERROR_BAD_ARGUMENT;
    return paua_solve_new(board, &plain, out);
}

uint64_t paua_distributed_bytes(const paua_board *board, const paua_solve_options *options,
                                int size, uint64_t *positions)
{
    struct paua_distributed group = {0};
    struct paua_solve *solve;
    uint64_t sum = 0;
    if (size < 1 || size > PAUA_PEERS_MAX || number_layers(board, options, &solve) != PAUA_OK)
        return 0;
    uint64_t values = lay_out(&group, solve, 0, size);
    for (int i = 0; i < solve->count; i++)
        sum += state_layer(solve, i)->index.positions;
    if (positions)
        *positions = sum;
    uint64_t bytes = values > UINT32_MAX ? 0 : bytes_of(solve, values, size);
    paua_solve_free(solve);
    return bytes;
}

void paua_distributed_free(paua_distributed *group)
{
    if (!group)
        return;
    paua_solve_free(group->solve);
    free(group->values);
    free(group->each);
    overflow_free(&group->overflow);
    free(group->messages.out);
    free(group->messages.in);
    free(group->messages.count);
    free(group->messages.asked);
    free(group->messages.answers_read);
    free(group->messages.out_bytes);
    free(group->messages.in_bytes);
    free(group);
}

/* Allocates message buffers and the values of all parts. The caller frees them on failure, too. */
static bool allocate_group(struct paua_distributed *group)
{
    struct distributed_messages *messages = &group->messages;
    size_t size = (size_t)group->peers.size;
    messages->room = messages_room(group->peers.size);
    messages->out = calloc(size * messages->room, sizeof *messages->out);
    messages->in = calloc(size * messages->room, sizeof *messages->in);
    messages->asked = calloc(size * messages->room, sizeof *messages->asked);
    messages->count = calloc(size, sizeof *messages->count);
    messages->answers_read = calloc(size, sizeof *messages->answers_read);
    messages->out_bytes = calloc(size, sizeof *messages->out_bytes);
    messages->in_bytes = calloc(size, sizeof *messages->in_bytes);
    group->each = calloc(size, sizeof *group->each);
    group->values = calloc(group->bytes, 1);
    return messages->out && messages->in && messages->asked && messages->count &&
           messages->answers_read && messages->out_bytes && messages->in_bytes && group->each &&
           group->values;
}

/* Numbers the layers, divides them among the processes and allocates this process's parts.
 * PAUA_ERROR_UNSUPPORTED: an address would not fit 32 bits. */
static paua_status prepare_group(const paua_board *board, const paua_solve_options *options,
                                 struct paua_distributed *group)
{
    const paua_peers *peers = &group->peers;
    paua_status status = number_layers(board, options, &group->solve);
    if (status != PAUA_OK)
        return status;
    group->kernel = kernel_for(board);
    group->bytes = lay_out(group, group->solve, peers->rank, peers->size);
    if (group->bytes == 0 || group->bytes > UINT32_MAX)
        return PAUA_ERROR_UNSUPPORTED;
    if (options->memory_bytes &&
        bytes_of(group->solve, group->bytes, peers->size) > options->memory_bytes)
        return PAUA_ERROR_NO_MEMORY;
    return allocate_group(group) ? PAUA_OK : PAUA_ERROR_NO_MEMORY;
}

paua_status paua_distributed_new(const paua_board *board, const paua_solve_options *options,
                                 const paua_peers *peers, paua_distributed **out)
{
    struct paua_distributed none = {.peers = *peers};
    if (peers->size < 1 || peers->size > PAUA_PEERS_MAX || peers->rank < 0 ||
        peers->rank >= peers->size)
        return PAUA_ERROR_BAD_ARGUMENT;
    struct paua_distributed *group = calloc(1, sizeof *group);
    paua_status status = PAUA_ERROR_NO_MEMORY;
    if (group) {
        group->peers = *peers;
        group->options = *options;
        atomic_init(&group->stop, false);
        status = prepare_group(board, options, group);
    }
    status = distributed_agree(group ? group : &none, status, NULL);
    if (status == PAUA_OK)
        *out = group;
    else
        paua_distributed_free(group);
    return status;
}

/* A walk over this process's part of a layer, its results at zero. */
static struct distributed_walk walk_of(struct paua_distributed *group,
                                       const struct distributed_part *part)
{
    return (struct distributed_walk){.part = part,
                                     .messages = &group->messages,
                                     .values = group->values,
                                     .overflow = &group->overflow};
}

/* Whether an overflow entry is valid: its record may have been lowered to a value that fits the
 * byte. */
static bool is_valid_entry(const struct paua_distributed *group, const struct overflow_entry *entry)
{
    return entry->value && group->values[entry->slot] ==
                               (entry->value % 2 ? LAYER_OVERFLOW_LOSS : LAYER_OVERFLOW_WIN);
}

/* The least value greater than `after` among the records here; INT_MAX: none. */
static int next_value(const struct paua_distributed *group, int together, int after)
{
    uint64_t begin = group->parts[group->solved].base;
    int next = INT_MAX, later = INT_MAX;
    for (int i = 0; i < together; i++) {
        const struct distributed_part *part = &group->parts[group->solved + i];
        const uint8_t *values = group->values + part->base;
        for (uint64_t k = 0; k < part->end - part->first; k++)
            if (values[k] > after && values[k] < next && values[k] <= part->layer->value_max)
                next = values[k];
    }
    for (size_t i = 0; next == INT_MAX && i < group->overflow.room; i++) {
        const struct overflow_entry *entry = &group->overflow.entries[i];
        if (entry->slot >= begin && entry->value > after && is_valid_entry(group, entry))
            later = entry->value < later ? entry->value : later;
    }
    return next < later ? next : later;
}

/* The next remoteness at which a position of any process is decided; -1: none. Together. */
static paua_status next_remoteness(struct paua_distributed *group, int together)
{
    uint64_t next = INT_MAX;
    if (!distributed_share(group, (uint64_t)next_value(group, together, group->remoteness + 1)))
        return PAUA_ERROR_IO;
    for (int i = 0; i < group->peers.size; i++)
        next = group->each[i] < next ? group->each[i] : next;
    group->remoteness = next < INT_MAX ? (int)next - 1 : -1;
    return PAUA_OK;
}

/* Step 3 of one layer; the results are those of all processes. */
static paua_status finish_layer(struct paua_distributed *group, const struct distributed_part *part)
{
    struct distributed_walk walk = walk_of(group, part);
    group->messages.full = false;
    group->kernel->finish(&walk, part->first, part->end);
    uint64_t counts[] = {walk.wins, walk.losses}, longest = (uint64_t)walk.longest;
    if (!distributed_sum(group, counts, 2) || !distributed_max(group, &longest) ||
        !distributed_find_longest_loss(group, part))
        return PAUA_ERROR_IO;
    atomic_store(&part->layer->wins, counts[0]);
    atomic_store(&part->layer->losses, counts[1]);
    atomic_store(&part->layer->longest_win, (int)longest);
    return PAUA_OK;
}

/* Step 3, then on to the next group of layers. */
static paua_status finish_layers(struct paua_distributed *group, int together)
{
    paua_status status = PAUA_OK;
    for (int i = 0; i < together && status == PAUA_OK; i++)
        status = finish_layer(group, &group->parts[group->solved + i]);
    if (status != PAUA_OK)
        return status;
    bool settled = overflow_prune(&group->overflow, group->values);
    uint64_t overflows = group->overflow.count;
    status = distributed_agree(group, settled ? PAUA_OK : PAUA_ERROR_NO_MEMORY, &overflows);
    group->messages.wide = overflows > 0;
    group->solved += together;
    group->stage = DISTRIBUTED_BEGIN;
    group->remoteness = 0;
    return status;
}

/* Goes to a remoteness. Losses are settled before they are propagated, wins need not be. */
static void go_to(struct paua_distributed *group, int remoteness)
{
    group->remoteness = remoteness;
    group->stage = remoteness % 2 ? DISTRIBUTED_PROPAGATE : DISTRIBUTED_SETTLE;
    group->propagated = 0;
}

/* What follows a stage that all layers of the group have been through. */
static paua_status next_stage(struct paua_distributed *group, int together)
{
    uint64_t propagated = group->propagated;
    group->layer = 0;
    if (group->stage == DISTRIBUTED_BEGIN)
        go_to(group, 0);
    else if (group->stage == DISTRIBUTED_SETTLE)
        group->stage = DISTRIBUTED_PROPAGATE;
    else {
        if (!distributed_sum(group, &propagated, 1))
            return PAUA_ERROR_IO;
        if (propagated)
            group->remoteness++;
        else if (next_remoteness(group, together) != PAUA_OK)
            return PAUA_ERROR_IO;
        if (group->remoteness < 0)
            return finish_layers(group, together);
        go_to(group, group->remoteness);
    }
    return PAUA_OK;
}

/* One stage of one layer. */
static paua_status run_stage(struct paua_distributed *group, struct distributed_phase phase)
{
    const struct distributed_kernel *kernel = group->kernel;
    struct distributed_walk walk = walk_of(group, &group->parts[group->solved + group->layer]);
    if (group->stage == DISTRIBUTED_SETTLE && !walk.part->below)
        return PAUA_OK; /* no ejection loses */
    phase.step = group->stage == DISTRIBUTED_BEGIN    ? kernel->begin
                 : group->stage == DISTRIBUTED_SETTLE ? kernel->settle
                                                      : kernel->propagate;
    phase.name = group->stage == DISTRIBUTED_BEGIN ? "moves" : "remoteness";
    phase.asks = group->stage != DISTRIBUTED_PROPAGATE;
    walk.value = group->remoteness + 1;
    walk.found = group->propagated;
    return distributed_rounds(group, &walk, &phase, &group->cursor);
}

paua_status paua_distributed_run(paua_distributed *group, paua_solve_callback callback,
                                 void *context)
{
    const struct distributed_phase phase = {
        .keeps = true, .callback = callback, .context = context};
    paua_status status = PAUA_OK;
    group->saved_ms = clock_now_ms();
    while (status == PAUA_OK && group->solved < group->solve->count) {
        int together = state_group_size(group->solve, group->solved);
        status = run_stage(group, phase);
        if (status != PAUA_OK)
            break;
        group->cursor = 0;
        if (++group->layer == together)
            status = next_stage(group, together);
    }
    atomic_store(&group->stop, false);
    return status;
}

void paua_distributed_stop(paua_distributed *group)
{
    atomic_store(&group->stop, true);
}

static bool is_solved(const struct paua_distributed *group)
{
    return group->solved == group->solve->count;
}

/* Notes the first wrong records of all processes, in slot order, and counts all of them;
 * together. */
static paua_status keep_faults(struct paua_distributed *group, const struct distributed_walk *walk,
                               uint64_t *bad)
{
    struct paua_solve *solve = group->solve;
    uint64_t numbers[LAYER_FAULTS_MAX][2] = {{0}}, before = 0, count = 0;
    if (!distributed_share(group, walk->found))
        return PAUA_ERROR_IO;
    for (int i = 0; i < group->peers.size; i++) {
        before += i < group->peers.rank ? group->each[i] : 0;
        count += group->each[i];
    }
    for (uint64_t i = 0; i < walk->found && before + i < LAYER_FAULTS_MAX; i++) {
        numbers[before + i][0] = walk->faults[i].slot;
        numbers[before + i][1] = (uint64_t)walk->faults[i].value;
    }
    *bad += count;
    if (count > 0 && !distributed_sum(group, numbers[0], 2 * LAYER_FAULTS_MAX))
        return PAUA_ERROR_IO;
    for (uint64_t i = 0; i < count && i < LAYER_FAULTS_MAX; i++) {
        if (numbers[i][0] >= walk->part->layer->index.slots)
            return PAUA_ERROR_CORRUPT;
        state_add_fault(solve, walk->part->layer, numbers[i][0], (int)numbers[i][1]);
    }
    return PAUA_OK;
}

paua_status paua_distributed_verify(paua_distributed *group, paua_solve_callback callback,
                                    void *context, uint64_t *bad)
{
    const struct distributed_phase phase = {.step = group->kernel->verify,
                                            .asks = true,
                                            .name = "verify",
                                            .callback = callback,
                                            .context = context};
    paua_status status = PAUA_OK;
    uint64_t wrong = 0;
    if (!is_solved(group))
        return PAUA_ERROR_BAD_ARGUMENT;
    group->solve->fault_count = 0;
    for (int i = 0; i < group->solve->count && status == PAUA_OK; i++) {
        struct distributed_walk walk = walk_of(group, &group->parts[i]);
        uint64_t cursor = 0;
        status = distributed_rounds(group, &walk, &phase, &cursor);
        if (status == PAUA_OK)
            status = keep_faults(group, &walk, &wrong);
    }
    atomic_store(&group->stop, false);
    if (status == PAUA_OK)
        *bad = wrong;
    return status;
}

int paua_distributed_faults(const paua_distributed *group)
{
    return paua_solve_faults(group->solve);
}

const paua_solve_fault *paua_distributed_fault_at(const paua_distributed *group, int i)
{
    return paua_solve_fault_at(group->solve, i);
}

paua_status paua_distributed_classes(paua_distributed *group, paua_class_counts *out)
{
    const struct distributed_phase phase = {
        .step = group->kernel->classify, .asks = true, .name = "classes"};
    struct distributed_walk walk = walk_of(group, &group->parts[group->solve->count - 1]);
    uint64_t cursor = 0;
    if (!is_solved(group))
        return PAUA_ERROR_BAD_ARGUMENT;
    paua_status status = distributed_rounds(group, &walk, &phase, &cursor);
    atomic_store(&group->stop, false);
    if (status != PAUA_OK)
        return status;
    if (!distributed_sum(group, walk.classes, 9) || !distributed_sum(group, &walk.self_negative, 1))
        return PAUA_ERROR_IO;
    *out = (paua_class_counts){0};
    for (int black = 0; black < 3; black++)
        for (int white = 0; white < 3; white++) {
            uint64_t count = walk.classes[3 * black + white];
            out->count[paua_class_of((paua_value)black, (paua_value)white)] += count;
            out->constellations += count;
        }
    out->up_to_negation = (out->constellations + walk.self_negative) / 2;
    return PAUA_OK;
}

int paua_distributed_layers(const paua_distributed *group)
{
    return is_solved(group) ? group->solve->count : 0;
}

paua_layer_counts paua_distributed_layer(const paua_distributed *group, int i)
{
    return paua_solve_layer(group->solve, i);
}

uint64_t paua_distributed_sent(const paua_distributed *group)
{
    return group->sent;
}
