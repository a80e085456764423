/* distributed.c - a joint solve from its beginning to its end. Steps as in solve.c, each done by all processes together. */
#include "distributed/distributed.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "board/shape.h"
#include "table/format.h"

/* Bytes for each process in each direction. The least one has room for what a position may send, twice. */
enum { MAIL_ALL = 1 << 24, MAIL_MOST = 1 << 20, MAIL_LEAST = 1 << 16 };

extern const struct joint_kernel joint_kernel_any;
#if defined(__x86_64__)
extern const struct joint_kernel joint_kernel_v3;
#endif

static const struct joint_kernel *kernel_for(const paua_board *board)
{
#if defined(__x86_64__)
    if (board->cpu_v3)
        return &joint_kernel_v3;
#endif
    (void)board;
    return &joint_kernel_any;
}

static uint32_t mail_room(int size)
{
    int bytes = MAIL_ALL / size;
    bytes = bytes > MAIL_MOST ? MAIL_MOST : bytes < MAIL_LEAST ? MAIL_LEAST : bytes;
    return (uint32_t)bytes / sizeof(uint32_t);
}

/* Slots of each part of a layer. */
static uint64_t part_slots(uint64_t slots, int size)
{
    uint64_t blocks = format_blocks(slots);
    return (blocks + (uint64_t)size - 1) / (uint64_t)size * FORMAT_BLOCK;
}

/* Where the parts of all layers lie; returns the bytes that they take. */
static uint64_t lay_out(struct paua_joint *joint, struct paua_solve *solve, int rank, int size)
{
    uint64_t bytes = 0;
    for (int i = 0; i < solve->count; i++) {
        struct joint_part *part = &joint->parts[i];
        uint64_t slots = state_layer(solve, i)->index.slots;
        part->layer = state_layer(solve, i);
        part->slots = part_slots(slots, size);
        part->base = bytes;
        part->first = (uint64_t)rank * part->slots < slots ? (uint64_t)rank * part->slots : slots;
        part->end = part->first + part->slots < slots ? part->first + part->slots : slots;
        bytes += part->slots;
        for (int k = 0; k < solve->count; k++) {
            if (part->layer->mirror == state_layer(solve, k))
                part->mirror = &joint->parts[k];
            if (part->layer->below == state_layer(solve, k))
                part->below = &joint->parts[k];
        }
    }
    return bytes;
}

static uint64_t bytes_of(struct paua_solve *solve, uint64_t values, int size)
{
    uint64_t bytes = values + sizeof *solve + sizeof(struct paua_joint);
    uint64_t each = mail_room(size) * (2 * sizeof(uint32_t) + sizeof(uint16_t)) +
                    2 * sizeof(uint32_t) + 2 * sizeof(size_t) + sizeof(uint64_t);
    for (int i = 0; i < solve->count; i++)
        bytes += index_layer_bytes(&state_layer(solve, i)->index);
    return bytes + each * (uint64_t)size;
}

/* A solve for its layers and their numbering. */
static paua_status number(const paua_board *board, const paua_solve_options *options,
                          struct paua_solve **out)
{
    paua_solve_options plain = *options;
    plain.memory_bytes = 0;
    plain.checkpoint = NULL;
    if (options->threads != 1 || options->method != PAUA_SOLVE_RETROGRADE)
        return PAUA_BAD_ARGUMENT;
    return paua_solve_new(board, &plain, out);
}

uint64_t paua_joint_bytes(const paua_board *board, const paua_solve_options *options, int size,
                          uint64_t *positions)
{
    struct paua_joint joint = {0};
    struct paua_solve *solve;
    uint64_t sum = 0;
    if (size < 1 || size > PAUA_PEERS_MAX || number(board, options, &solve) != PAUA_OK)
        return 0;
    uint64_t values = lay_out(&joint, solve, 0, size);
    for (int i = 0; i < solve->count; i++)
        sum += state_layer(solve, i)->index.positions;
    if (positions)
        *positions = sum;
    uint64_t bytes = values > UINT32_MAX ? 0 : bytes_of(solve, values, size);
    paua_solve_free(solve);
    return bytes;
}

void paua_joint_free(paua_joint *joint)
{
    if (!joint)
        return;
    paua_solve_free(joint->solve);
    free(joint->values);
    free(joint->each);
    far_free(&joint->far);
    free(joint->mail.out);
    free(joint->mail.in);
    free(joint->mail.count);
    free(joint->mail.asked);
    free(joint->mail.heard);
    free(joint->mail.out_bytes);
    free(joint->mail.in_bytes);
    free(joint);
}

static bool allocate(struct paua_joint *joint)
{
    struct joint_mail *mail = &joint->mail;
    size_t size = (size_t)joint->peers.size;
    mail->room = mail_room(joint->peers.size);
    mail->out = calloc(size * mail->room, sizeof *mail->out);
    mail->in = calloc(size * mail->room, sizeof *mail->in);
    mail->asked = calloc(size * mail->room, sizeof *mail->asked);
    mail->count = calloc(size, sizeof *mail->count);
    mail->heard = calloc(size, sizeof *mail->heard);
    mail->out_bytes = calloc(size, sizeof *mail->out_bytes);
    mail->in_bytes = calloc(size, sizeof *mail->in_bytes);
    joint->each = calloc(size, sizeof *joint->each);
    joint->values = calloc(joint->bytes, 1);
    return mail->out && mail->in && mail->asked && mail->count && mail->heard && mail->out_bytes &&
           mail->in_bytes && joint->each && joint->values;
}

static paua_status prepare(const paua_board *board, const paua_solve_options *options,
                           struct paua_joint *joint)
{
    const paua_peers *peers = &joint->peers;
    paua_status status = number(board, options, &joint->solve);
    if (status != PAUA_OK)
        return status;
    joint->kernel = kernel_for(board);
    joint->bytes = lay_out(joint, joint->solve, peers->rank, peers->size);
    if (joint->bytes == 0 || joint->bytes > UINT32_MAX)
        return PAUA_UNSUPPORTED;
    if (options->memory_bytes &&
        bytes_of(joint->solve, joint->bytes, peers->size) > options->memory_bytes)
        return PAUA_NO_MEMORY;
    return allocate(joint) ? PAUA_OK : PAUA_NO_MEMORY;
}

paua_status paua_joint_new(const paua_board *board, const paua_solve_options *options,
                           const paua_peers *peers, paua_joint **out)
{
    struct paua_joint none = {.peers = *peers};
    if (peers->size < 1 || peers->size > PAUA_PEERS_MAX || peers->rank < 0 ||
        peers->rank >= peers->size)
        return PAUA_BAD_ARGUMENT;
    struct paua_joint *joint = calloc(1, sizeof *joint);
    paua_status status = PAUA_NO_MEMORY;
    if (joint) {
        joint->peers = *peers;
        joint->options = *options;
        atomic_init(&joint->stop, false);
        status = prepare(board, options, joint);
    }
    status = joint_agree(joint ? joint : &none, status, NULL);
    if (status == PAUA_OK)
        *out = joint;
    else
        paua_joint_free(joint);
    return status;
}

static struct joint_walk walk_of(struct paua_joint *joint, const struct joint_part *part)
{
    return (struct joint_walk){
        .part = part, .mail = &joint->mail, .values = joint->values, .far = &joint->far};
}

/* Whether an entry is that of a record: it may have been lowered to a value that fits its byte. */
static bool stands(const struct paua_joint *joint, const struct far_entry *entry)
{
    return entry->value &&
           joint->values[entry->slot] == (entry->value % 2 ? LAYER_FAR_LOSS : LAYER_FAR_WIN);
}

/* The least value after `after` that waits here to be told; INT_MAX: none does. */
static int next_value(const struct paua_joint *joint, int together, int after)
{
    uint64_t begin = joint->parts[joint->solved].base;
    int next = INT_MAX, later = INT_MAX;
    for (int i = 0; i < together; i++) {
        const struct joint_part *part = &joint->parts[joint->solved + i];
        const uint8_t *values = joint->values + part->base;
        for (uint64_t k = 0; k < part->end - part->first; k++)
            if (values[k] > after && values[k] < next && values[k] <= part->layer->near)
                next = values[k];
    }
    for (size_t i = 0; next == INT_MAX && i < joint->far.room; i++) {
        const struct far_entry *entry = &joint->far.entries[i];
        if (entry->slot >= begin && entry->value > after && stands(joint, entry))
            later = entry->value < later ? entry->value : later;
    }
    return next < later ? next : later;
}

/* The next distance at which a position of any process waits to be told; -1: none does. */
static paua_status next_distance(struct paua_joint *joint, int together)
{
    uint64_t next = INT_MAX;
    if (!joint_say(joint, (uint64_t)next_value(joint, together, joint->distance + 1)))
        return PAUA_IO;
    for (int i = 0; i < joint->peers.size; i++)
        next = joint->each[i] < next ? joint->each[i] : next;
    joint->distance = next < INT_MAX ? (int)next - 1 : -1;
    return PAUA_OK;
}

/* What is still open is a draw. Counts are those of all processes. */
static paua_status finish_layer(struct paua_joint *joint, const struct joint_part *part)
{
    struct joint_walk walk = walk_of(joint, part);
    joint->mail.full = false;
    joint->kernel->finish(&walk, part->first, part->end);
    uint64_t counts[] = {walk.wins, walk.losses}, longest = 0;
    if (!joint_sum(joint, counts, 2) || !joint_say(joint, (uint64_t)walk.longest))
        return PAUA_IO;
    for (int i = 0; i < joint->peers.size; i++)
        longest = joint->each[i] > longest ? joint->each[i] : longest;
    atomic_store(&part->layer->wins, counts[0]);
    atomic_store(&part->layer->losses, counts[1]);
    atomic_store(&part->layer->longest, (int)longest);
    return PAUA_OK;
}

static paua_status finish(struct paua_joint *joint, int together)
{
    paua_status status = PAUA_OK;
    for (int i = 0; i < together && status == PAUA_OK; i++)
        status = finish_layer(joint, &joint->parts[joint->solved + i]);
    if (status != PAUA_OK)
        return status;
    bool settled = far_settle(&joint->far, joint->values);
    uint64_t fars = joint->far.count;
    status = joint_agree(joint, settled ? PAUA_OK : PAUA_NO_MEMORY, &fars);
    joint->mail.wide = fars > 0;
    joint->solved += together;
    joint->stage = JOINT_BEGIN;
    joint->distance = 0;
    return status;
}

/* Losses are settled before they are told; wins need not be. */
static void go_to(struct paua_joint *joint, int distance)
{
    joint->distance = distance;
    joint->stage = distance % 2 ? JOINT_TELL : JOINT_SETTLE;
    joint->told = 0;
}

/* What comes after a stage that all layers have gone through. */
static paua_status next_stage(struct paua_joint *joint, int together)
{
    uint64_t told = joint->told;
    joint->layer = 0;
    if (joint->stage == JOINT_BEGIN)
        go_to(joint, 0);
    else if (joint->stage == JOINT_SETTLE)
        joint->stage = JOINT_TELL;
    else {
        if (!joint_sum(joint, &told, 1))
            return PAUA_IO;
        if (told)
            joint->distance++;
        else if (next_distance(joint, together) != PAUA_OK)
            return PAUA_IO;
        if (joint->distance < 0)
            return finish(joint, together);
        go_to(joint, joint->distance);
    }
    return PAUA_OK;
}

/* One stage of one layer. */
static paua_status run_stage(struct paua_joint *joint, struct joint_phase phase)
{
    const struct joint_kernel *kernel = joint->kernel;
    struct joint_walk walk = walk_of(joint, &joint->parts[joint->solved + joint->layer]);
    if (joint->stage == JOINT_SETTLE && !walk.part->below)
        return PAUA_OK; /* no ejection loses */
    phase.step = joint->stage == JOINT_BEGIN    ? kernel->begin
                 : joint->stage == JOINT_SETTLE ? kernel->settle
                                                : kernel->tell;
    phase.name = joint->stage == JOINT_BEGIN ? "moves" : "distance";
    phase.asks = joint->stage != JOINT_TELL;
    walk.value = joint->distance + 1;
    walk.found = joint->told;
    return joint_rounds(joint, &walk, &phase, &joint->cursor);
}

paua_status paua_joint_run(paua_joint *joint, paua_solve_callback callback, void *context)
{
    const struct joint_phase phase = {.keeps = true, .callback = callback, .context = context};
    paua_status status = PAUA_OK;
    joint->saved_ms = clock_now_ms();
    while (status == PAUA_OK && joint->solved < joint->solve->count) {
        int together = state_together(joint->solve, joint->solved);
        status = run_stage(joint, phase);
        if (status != PAUA_OK)
            break;
        joint->cursor = 0;
        if (++joint->layer == together)
            status = next_stage(joint, together);
    }
    atomic_store(&joint->stop, false);
    return status;
}

void paua_joint_stop(paua_joint *joint)
{
    atomic_store(&joint->stop, true);
}

static bool is_solved(const struct paua_joint *joint)
{
    return joint->solved == joint->solve->count;
}

/* Notes the first wrong records of all processes, in their order, and adds up how many there are; together. */
static paua_status keep_faults(struct paua_joint *joint, const struct joint_walk *walk,
                               uint64_t *bad)
{
    struct paua_solve *solve = joint->solve;
    uint64_t numbers[LAYER_FAULTS_MAX][2] = {{0}}, before = 0, count = 0;
    if (!joint_say(joint, walk->found))
        return PAUA_IO;
    for (int i = 0; i < joint->peers.size; i++) {
        before += i < joint->peers.rank ? joint->each[i] : 0;
        count += joint->each[i];
    }
    for (uint64_t i = 0; i < walk->found && before + i < LAYER_FAULTS_MAX; i++) {
        numbers[before + i][0] = walk->faults[i].slot;
        numbers[before + i][1] = (uint64_t)walk->faults[i].value;
    }
    *bad += count;
    if (count > 0 && !joint_sum(joint, numbers[0], 2 * LAYER_FAULTS_MAX))
        return PAUA_IO;
    for (uint64_t i = 0; i < count && i < LAYER_FAULTS_MAX; i++) {
        if (numbers[i][0] >= walk->part->layer->index.slots)
            return PAUA_CORRUPT;
        state_keep_fault(solve, walk->part->layer, numbers[i][0], (int)numbers[i][1]);
    }
    return PAUA_OK;
}

paua_status paua_joint_verify(paua_joint *joint, paua_solve_callback callback, void *context,
                              uint64_t *bad)
{
    const struct joint_phase phase = {.step = joint->kernel->verify,
                                      .asks = true,
                                      .name = "verify",
                                      .callback = callback,
                                      .context = context};
    paua_status status = PAUA_OK;
    uint64_t wrong = 0;
    if (!is_solved(joint))
        return PAUA_BAD_ARGUMENT;
    joint->solve->fault_count = 0;
    for (int i = 0; i < joint->solve->count && status == PAUA_OK; i++) {
        struct joint_walk walk = walk_of(joint, &joint->parts[i]);
        uint64_t cursor = 0;
        status = joint_rounds(joint, &walk, &phase, &cursor);
        if (status == PAUA_OK)
            status = keep_faults(joint, &walk, &wrong);
    }
    atomic_store(&joint->stop, false);
    if (status == PAUA_OK)
        *bad = wrong;
    return status;
}

int paua_joint_faults(const paua_joint *joint)
{
    return paua_solve_faults(joint->solve);
}

const paua_solve_fault *paua_joint_fault_at(const paua_joint *joint, int i)
{
    return paua_solve_fault_at(joint->solve, i);
}

paua_status paua_joint_classes(paua_joint *joint, paua_class_counts *out)
{
    const struct joint_phase phase = {
        .step = joint->kernel->classify, .asks = true, .name = "classes"};
    struct joint_walk walk = walk_of(joint, &joint->parts[joint->solve->count - 1]);
    uint64_t cursor = 0;
    if (!is_solved(joint))
        return PAUA_BAD_ARGUMENT;
    paua_status status = joint_rounds(joint, &walk, &phase, &cursor);
    atomic_store(&joint->stop, false);
    if (status != PAUA_OK)
        return status;
    if (!joint_sum(joint, walk.classes, 9) || !joint_sum(joint, &walk.self_negative, 1))
        return PAUA_IO;
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

int paua_joint_layers(const paua_joint *joint)
{
    return is_solved(joint) ? joint->solve->count : 0;
}

paua_layer_counts paua_joint_layer(const paua_joint *joint, int i)
{
    return paua_solve_layer(joint->solve, i);
}

uint64_t paua_joint_sent(const paua_joint *joint)
{
    return joint->sent;
}
