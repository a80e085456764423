/* distributed_rounds.c - bulk-synchronous rounds (Valiant 1990): each process works on its part
 * until its messages are full, then all exchange them.
 *
 * Every process takes part in every round, also one that is done or has failed, with empty
 * messages. At the end of a round all know what is left and the worst status, so that they
 * continue or end together.
 */
#include <string.h>

#include "base/clock.h"
#include "distributed/distributed.h"

enum { AHEAD = 16 }; /* records to prefetch */

/* What is summed after each round: the slots left, whether a checkpoint is due, processes by
 * status. */
enum { LEFT, DUE, STATUSES, NUMBERS = STATUSES + PAUA_STATUS_COUNT };

bool distributed_sum(struct paua_distributed *group, uint64_t *numbers, int count)
{
    if (!group->broken)
        group->broken = !group->peers.sum(numbers, count, group->peers.context);
    return !group->broken;
}

bool distributed_share(struct paua_distributed *group, uint64_t number)
{
    memset(group->each, 0, (size_t)group->peers.size * sizeof *group->each);
    group->each[group->peers.rank] = number;
    return distributed_sum(group, group->each, group->peers.size);
}

bool distributed_max(struct paua_distributed *group, uint64_t *number)
{
    if (!distributed_share(group, *number))
        return false;
    for (int i = 0; i < group->peers.size; i++)
        *number = group->each[i] > *number ? group->each[i] : *number;
    return true;
}

bool distributed_find_longest_loss(struct paua_distributed *group,
                                   const struct distributed_part *part)
{
    uint64_t longest = (uint64_t)layer_longest_loss(
        group->values + part->base, part->end - part->first, &group->overflow, part->base);
    if (!distributed_max(group, &longest))
        return false;
    atomic_store(&part->layer->longest_loss, (int)longest);
    return true;
}

/* Sums the numbers of all processes; returns the worst of their statuses. */
static paua_status sum_round(struct paua_distributed *group, paua_status status,
                             uint64_t numbers[NUMBERS])
{
    numbers[STATUSES + status] = 1;
    if (!distributed_sum(group, numbers, NUMBERS))
        return PAUA_ERROR_IO;
    for (int i = PAUA_STATUS_COUNT - 1; i > PAUA_OK; i--)
        if (numbers[STATUSES + i])
            return (paua_status)i;
    return PAUA_OK;
}

paua_status distributed_agree(struct paua_distributed *group, paua_status status, uint64_t *left)
{
    uint64_t numbers[NUMBERS] = {[LEFT] = left ? *left : 0};
    status = sum_round(group, status, numbers);
    if (left)
        *left = numbers[LEFT];
    return status;
}

bool distributed_exchange(struct paua_distributed *group)
{
    struct distributed_messages *messages = &group->messages;
    const paua_peers *peers = &group->peers;
    size_t stride = messages->room * sizeof *messages->out;
    if (!group->broken && peers->size > 1)
        group->broken = !peers->exchange(messages->out, messages->out_bytes, messages->in,
                                         messages->in_bytes, stride, peers->context);
    for (int i = 0; i < peers->size; i++)
        group->sent += i == peers->rank ? 0 : messages->out_bytes[i];
    return !group->broken;
}

/* Sends the addresses that a step has queued. */
static bool send_addresses(struct paua_distributed *group)
{
    struct distributed_messages *messages = &group->messages;
    for (int i = 0; i < group->peers.size; i++)
        messages->out_bytes[i] = messages->count[i] * sizeof *messages->out;
    return distributed_exchange(group);
}

/* Addresses that a process has sent, this one included. */
struct addresses {
    const uint32_t *list;
    uint32_t count;
};

/* The addresses that a process has sent. One out of range drops them all and sets group->fault. */
static struct addresses addresses_from(struct paua_distributed *group, int process)
{
    const struct distributed_messages *messages = &group->messages;
    struct addresses own = {distributed_out(messages, process), messages->count[process]};
    struct addresses others = {distributed_in(messages, process),
                               (uint32_t)(messages->in_bytes[process] / sizeof(uint32_t))};
    struct addresses from = process == group->peers.rank ? own : others;
    bool good = from.count <= messages->room;
    for (uint32_t i = 0; i < from.count && good; i++)
        good = from.list[i] < group->bytes;
    if (!good) {
        group->fault = PAUA_ERROR_CORRUPT;
        from.count = 0;
    }
    return from;
}

/* The address to prefetch while address i is updated. */
static uint32_t address_ahead(const struct addresses *from, uint32_t i)
{
    return from->list[i + AHEAD < from->count ? i + AHEAD : i];
}

/* Mark these positions as won: a move of each reaches a lost position. */
static void mark_wins(uint8_t *values, struct addresses from, uint8_t value)
{
    for (uint32_t i = 0; i < from.count; i++) {
        uint8_t *at = &values[from.list[i]];
        __builtin_prefetch(&values[address_ahead(&from, i)], 1);
        if (*at > value)
            *at = value;
    }
}

/* mark_wins() for a value that does not fit a byte. */
static void mark_overflow_wins(struct paua_distributed *group, struct addresses from, int value)
{
    for (uint32_t i = 0; i < from.count; i++) {
        uint8_t *at = &group->values[from.list[i]];
        if (*at < LAYER_OPEN &&
            (*at != LAYER_OVERFLOW_WIN || overflow_get(&group->overflow, from.list[i]) <= value))
            continue;
        *at = LAYER_OVERFLOW_WIN;
        overflow_put(&group->overflow, from.list[i], value);
    }
}

/* Take one open move away from each of these positions: it leads to a win of the other side.
 * Where it was the last one, an ejection may delay the loss; that is settled when its remoteness
 * comes up. */
static void decrement_open_moves_of(struct paua_distributed *group, struct addresses from,
                                    int value, int value_max)
{
    uint8_t byte = (uint8_t)(value > value_max ? LAYER_OVERFLOW_LOSS : value);
    uint8_t *values = group->values;
    for (uint32_t i = 0; i < from.count; i++) {
        uint8_t *at = &values[from.list[i]];
        __builtin_prefetch(&values[address_ahead(&from, i)], 1);
        if (*at <= LAYER_OPEN || *at == LAYER_DRAWN || --*at > LAYER_OPEN)
            continue;
        *at = byte;
        if (value > value_max)
            overflow_put(&group->overflow, from.list[i], value);
    }
}

/* What follows from the positions that have been propagated goes to those who hold their
 * predecessors. */
static bool deliver_updates(struct paua_distributed *group, const struct distributed_walk *walk)
{
    int value = walk->value + 1, value_max = walk->part->layer->value_max;
    if (!send_addresses(group))
        return false;
    for (int i = 0; i < group->peers.size; i++) {
        struct addresses from = addresses_from(group, i);
        if (value % 2)
            decrement_open_moves_of(group, from, value, value_max);
        else if (value <= value_max)
            mark_wins(group->values, from, (uint8_t)value);
        else
            mark_overflow_wins(group, from, value);
    }
    return true;
}

/* Answers the questions of one process. A question takes four bytes, so that there is room for
 * any answer. */
static size_t answer_questions(const struct paua_distributed *group, struct addresses from,
                               uint32_t *to)
{
    const uint8_t *values = group->values;
    for (uint32_t i = 0; i < from.count; i++) {
        uint8_t byte = values[from.list[i]];
        __builtin_prefetch(&values[address_ahead(&from, i)]);
        if (!group->messages.wide)
            ((uint8_t *)to)[i] = byte;
        else if (byte == LAYER_OVERFLOW_WIN || byte == LAYER_OVERFLOW_LOSS)
            to[i] = (uint32_t)overflow_get(&group->overflow, from.list[i]);
        else
            to[i] = byte;
    }
    return group->messages.wide ? from.count * sizeof *to : from.count;
}

/* Whether a process has answered every question, and with values. */
static bool is_answer_valid(const struct paua_distributed *group, int process)
{
    const struct distributed_messages *messages = &group->messages;
    const uint32_t *numbers = distributed_in(messages, process);
    const uint8_t *bytes = (const uint8_t *)numbers;
    uint32_t count = messages->count[process], most = 0;
    if (process != group->peers.rank &&
        messages->in_bytes[process] != (messages->wide ? count * sizeof *numbers : count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t value = messages->wide ? numbers[i] : bytes[i];
        most = value > most ? value : most;
    }
    return most <= (messages->wide ? DISTRIBUTED_VALUE_MAX : LAYER_VALUE_MAX);
}

/* Sends the questions, answers those of others. Answers come back in the same order, in
 * messages.in. */
static bool exchange_questions(struct paua_distributed *group)
{
    struct distributed_messages *messages = &group->messages;
    if (!send_addresses(group))
        return false;
    for (int i = 0; i < group->peers.size; i++) {
        struct addresses from = addresses_from(group, i);
        uint32_t *to =
            i == group->peers.rank ? distributed_in(messages, i) : distributed_out(messages, i);
        messages->out_bytes[i] = answer_questions(group, from, to);
    }
    if (!distributed_exchange(group))
        return false;
    for (int i = 0; i < group->peers.size; i++)
        if (!is_answer_valid(group, i))
            group->fault = PAUA_ERROR_CORRUPT;
    return true;
}

/* One round: as many positions as the messages hold. False: the group is broken. */
static bool do_round(struct paua_distributed *group, struct distributed_walk *walk,
                     const struct distributed_phase *phase, uint64_t *cursor)
{
    const struct distributed_part *part = walk->part;
    struct distributed_messages *messages = walk->messages;
    uint64_t from = part->first + *cursor;
    memset(messages->count, 0, (size_t)group->peers.size * sizeof *messages->count);
    memset(messages->answers_read, 0, (size_t)group->peers.size * sizeof *messages->answers_read);
    messages->next = 0;
    messages->full = messages->answered = false;
    uint64_t to = phase->step(walk, from, part->end);
    if (!(phase->asks ? exchange_questions(group) : deliver_updates(group, walk)))
        return false;
    if (phase->asks && group->fault == PAUA_OK) {
        messages->next = 0;
        messages->full = false;
        messages->answered = true;
        phase->step(walk, from, to);
    }
    *cursor = to - part->first;
    return true;
}

/* Whether a checkpoint is due. Only process 0 looks at its clock, so that all write it in the
 * same round. */
static bool is_due(const struct paua_distributed *group, const struct distributed_phase *phase)
{
    return phase->keeps && group->options.checkpoint && group->peers.rank == 0 &&
           clock_now_ms() - group->saved_ms >= group->options.checkpoint_ms;
}

/* Reports progress, as far as this process's part is done. */
static void report_round(const struct distributed_walk *walk, const struct distributed_phase *phase,
                         uint64_t cursor)
{
    const struct distributed_part *part = walk->part;
    const paua_solve_progress progress = {
        .own = part->layer->index.own,
        .opp = part->layer->index.opp,
        .phase = phase->name,
        .remoteness = walk->value - 1,
        .done = part->end > part->first ? (double)cursor / (double)(part->end - part->first) : 1};
    if (phase->callback)
        phase->callback(&progress, phase->context);
}

paua_status distributed_rounds(struct paua_distributed *group, struct distributed_walk *walk,
                               const struct distributed_phase *phase, uint64_t *cursor)
{
    const struct distributed_part *part = walk->part;
    for (;;) {
        if (!do_round(group, walk, phase, cursor))
            return PAUA_ERROR_IO;
        uint64_t numbers[NUMBERS] = {
            [LEFT] = part->end - part->first - *cursor, [DUE] = is_due(group, phase)};
        paua_status status = walk->failed                ? PAUA_ERROR_UNSUPPORTED
                             : group->overflow.failed    ? PAUA_ERROR_NO_MEMORY
                             : group->fault              ? group->fault
                             : atomic_load(&group->stop) ? PAUA_ERROR_CONFLICT
                                                         : PAUA_OK;
        status = sum_round(group, status, numbers);
        report_round(walk, phase, *cursor);
        if (phase->keeps)
            group->propagated = walk->found;
        if (status == PAUA_ERROR_CONFLICT || (status == PAUA_OK && numbers[DUE]))
            distributed_save(group);
        if (status != PAUA_OK || numbers[LEFT] == 0)
            return status;
    }
}
