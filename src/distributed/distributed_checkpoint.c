/* distributed_checkpoint.c - the state of one process of a distributed solve in a file, for this
 * machine.
 *
 * Each process has two files, PATH.RANK.0 and PATH.RANK.1, which are written in turn. Before a
 * new generation is written, all processes have the last one, and none has a file of the name
 * that the new one gets. So whenever they are killed, there is a generation that all have, and
 * files of one generation are of one moment.
 *
 *   struct part_head struct part_counts of each solved layer, in solving order values of those
 *   and of the layers that are being solved their overflow entries SHA-256 of all that
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "distributed/distributed.h"

#define MAGIC "PauaJoin"

enum { VERSION = 2, GENERATION_MAX = 1 << 30 };

struct part_head {
    char magic[8];
    uint32_t version;
    uint8_t sides[3], marbles, win, stuck_loses, reserved[2];
    int32_t rank, size, generation;
    int32_t solved, stage, layer, remoteness;
    uint64_t cursor, propagated, values, overflows;
};

struct part_counts {
    uint64_t wins, losses, longest;
};

/* The file of a generation; two names are used in turn. Owned by the caller; NULL: out of
 * memory. */
static char *name_of(const struct paua_distributed *group, const char *path, int generation)
{
    char *name;
    return asprintf(&name, "%s.%d.%d", path, group->peers.rank, generation % 2) < 0 ? NULL : name;
}

/* Bytes of values up to the layers that are being solved, these included. */
static uint64_t values_of(const struct paua_distributed *group, int solved)
{
    int next =
        solved < group->solve->count ? solved + state_group_size(group->solve, solved) : solved;
    return next < group->solve->count ? group->parts[next].base : group->bytes;
}

/* The head of this process's file: what is solved, this process's rank, and how far it is. */
static struct part_head head_of(const struct paua_distributed *group)
{
    struct part_head head = {
        .magic = MAGIC,
        .version = VERSION,
        .marbles = (uint8_t)group->options.marbles,
        .win = (uint8_t)group->options.win,
        .stuck_loses = group->options.stuck_loses,
        .rank = group->peers.rank,
        .size = group->peers.size,
        .generation = group->generation,
        .solved = group->solved,
        .stage = group->stage,
        .layer = group->layer,
        .remoteness = group->remoteness,
        .cursor = group->cursor,
        .propagated = group->propagated,
        .values = values_of(group, group->solved),
        .overflows = group->overflow.count,
    };
    for (int i = 0; i < 3; i++)
        head.sides[i] = (uint8_t)paua_board_side(group->solve->board, i);
    return head;
}

/* Writes this process's checkpoint, the checksum last. */
static void put_all(struct file_writer *writer, const struct paua_distributed *group)
{
    const struct part_head head = head_of(group);
    file_put(writer, &head, sizeof head);
    for (int i = 0; i < head.solved; i++) {
        const struct layer *layer = group->parts[i].layer;
        const struct part_counts counts = {atomic_load(&layer->wins), atomic_load(&layer->losses),
                                           (uint64_t)atomic_load(&layer->longest_win)};
        file_put(writer, &counts, sizeof counts);
    }
    file_put(writer, group->values, head.values);
    for (size_t i = 0; i < group->overflow.room; i++)
        if (group->overflow.entries[i].value)
            file_put(writer, &group->overflow.entries[i], sizeof group->overflow.entries[i]);
    file_put_sum(writer);
}

/* Writes the file of the current generation; only a complete one gets the final name. */
static paua_status write_file(struct paua_distributed *group)
{
    char *name = name_of(group, group->options.checkpoint, group->generation);
    if (!name)
        return PAUA_ERROR_NO_MEMORY;
    struct file_writer writer;
    paua_status status = file_create(&writer, name);
    free(name);
    if (status != PAUA_OK)
        return status;
    put_all(&writer, group);
    return file_finish(&writer, PAUA_OK);
}

/* Removes the file of a generation. PAUA_OK also where there is none. */
static paua_status remove_file(const struct paua_distributed *group, int generation)
{
    char *name = name_of(group, group->options.checkpoint, generation);
    bool gone = name && (unlink(name) == 0 || errno == ENOENT);
    free(name);
    return gone ? PAUA_OK : PAUA_ERROR_IO;
}

void distributed_save(struct paua_distributed *group)
{
    if (!group->options.checkpoint)
        return;
    group->generation++;
    paua_status status = remove_file(group, group->generation);
    if (distributed_agree(group, status, NULL) != PAUA_OK ||
        distributed_agree(group, write_file(group), NULL) != PAUA_OK)
        group->generation--;
    group->saved_ms = clock_now_ms();
}

void paua_distributed_forget(const paua_distributed *group)
{
    for (int i = 0; i < 2 && group->options.checkpoint; i++)
        remove_file(group, i);
}

/* Whether a file is of the same solve and the same process. */
static bool is_same_solve(const struct part_head *head, const struct paua_distributed *group)
{
    const struct part_head own = head_of(group);
    return memcmp(head->sides, own.sides, sizeof own.sides) == 0 && head->marbles == own.marbles &&
           head->win == own.win && head->stuck_loses == own.stuck_loses && head->rank == own.rank &&
           head->size == own.size;
}

/* Whether the numbers of a head are in range: whole groups of layers are solved, the cursor is
 * in its part. */
static bool is_plausible(const struct part_head *head, const struct paua_distributed *group)
{
    if (head->generation <= 0 || head->generation > GENERATION_MAX)
        return false;
    int count = group->solve->count, at = 0;
    while (at < head->solved && at < count)
        at += state_group_size(group->solve, at);
    if (at != head->solved || head->values != values_of(group, head->solved))
        return false;
    if (head->solved == count)
        return head->cursor == 0;
    if (head->layer < 0 || head->layer >= state_group_size(group->solve, at))
        return false;
    const struct distributed_part *part = &group->parts[head->solved + head->layer];
    return head->cursor <= part->end - part->first && head->stage >= DISTRIBUTED_BEGIN &&
           head->stage <= DISTRIBUTED_PROPAGATE && head->remoteness >= 0 &&
           head->remoteness < DISTRIBUTED_VALUE_MAX;
}

/* Opens one of the two files and reads its head. */
static paua_status open_file(const struct paua_distributed *group, const char *path, int generation,
                             struct file_reader *reader, struct part_head *head)
{
    char *name = name_of(group, path, generation);
    reader->file = -1;
    paua_status status = name ? file_open(reader, name) : PAUA_ERROR_NO_MEMORY;
    free(name);
    if (status != PAUA_OK)
        return status;
    file_get(reader, head, sizeof *head);
    if (reader->failed || memcmp(head->magic, MAGIC, sizeof head->magic) != 0 ||
        head->version != VERSION || head->generation % 2 != generation % 2)
        return PAUA_ERROR_CORRUPT;
    if (!is_same_solve(head, group))
        return PAUA_ERROR_CONFLICT;
    return is_plausible(head, group) ? PAUA_OK : PAUA_ERROR_CORRUPT;
}

/* Reads the overflow entries. An address or a value out of range: PAUA_ERROR_CORRUPT. */
static paua_status get_overflows(struct paua_distributed *group, struct file_reader *reader,
                                 const struct part_head *head)
{
    for (uint64_t i = 0; i < head->overflows && !reader->failed; i++) {
        struct overflow_entry entry = {0};
        file_get(reader, &entry, sizeof entry);
        if (entry.slot >= head->values || entry.value <= 0 || entry.value > DISTRIBUTED_VALUE_MAX)
            return PAUA_ERROR_CORRUPT;
        overflow_put(&group->overflow, entry.slot, entry.value);
    }
    return group->overflow.failed ? PAUA_ERROR_NO_MEMORY : PAUA_OK;
}

/* Reads what follows the head: counts, values, overflow entries, checksum. */
static paua_status get_all(struct paua_distributed *group, struct file_reader *reader,
                           const struct part_head *head)
{
    for (int i = 0; i < head->solved; i++) {
        struct layer *layer = group->parts[i].layer;
        struct part_counts counts = {0};
        file_get(reader, &counts, sizeof counts);
        atomic_store(&layer->wins, counts.wins);
        atomic_store(&layer->losses, counts.losses);
        atomic_store(&layer->longest_win, (int)counts.longest);
    }
    file_get(reader, group->values, head->values);
    paua_status status = get_overflows(group, reader, head);
    return status == PAUA_OK ? file_check_sum(reader) : status;
}

/* The generations that this process has, 0 for none; PAUA_OK when there is one. */
static paua_status look_for(const struct paua_distributed *group, const char *path,
                            int generations[2])
{
    paua_status worst = PAUA_ERROR_NOT_FOUND;
    bool any = false;
    for (int i = 0; i < 2; i++) {
        struct file_reader reader;
        struct part_head head;
        paua_status status = open_file(group, path, i, &reader, &head);
        file_close(&reader);
        generations[i] = status == PAUA_OK ? head.generation : 0;
        any |= status == PAUA_OK;
        worst = status > worst ? status : worst;
    }
    return any ? PAUA_OK : worst;
}

/* The last generation that every process has, 0 for none; together. */
static paua_status choose_generation(struct paua_distributed *group, const int generations[2],
                                     int *chosen)
{
    uint64_t firsts[2] = {0}, have[2];
    for (int i = 0; i < 2 && group->peers.rank == 0; i++)
        firsts[i] = (uint64_t)generations[i];
    if (!distributed_sum(group, firsts, 2))
        return PAUA_ERROR_IO;
    for (int i = 0; i < 2; i++)
        have[i] = firsts[i] > 0 && (uint64_t)generations[i] == firsts[i];
    if (!distributed_sum(group, have, 2))
        return PAUA_ERROR_IO;
    *chosen = 0;
    for (int i = 0; i < 2; i++)
        if (have[i] == (uint64_t)group->peers.size && (int)firsts[i] > *chosen)
            *chosen = (int)firsts[i];
    return *chosen ? PAUA_OK : PAUA_ERROR_NOT_FOUND;
}

paua_status paua_distributed_resume(paua_distributed *group, const char *path)
{
    int generations[2] = {0}, chosen;
    struct file_reader reader;
    struct part_head head = {0};
    if (group->solved > 0 || group->generation > 0)
        return PAUA_ERROR_BAD_ARGUMENT;
    paua_status status = distributed_agree(group, look_for(group, path, generations), NULL);
    if (status == PAUA_OK)
        status = choose_generation(group, generations, &chosen);
    if (status != PAUA_OK)
        return status;
    status = open_file(group, path, chosen, &reader, &head);
    if (status == PAUA_OK)
        status = get_all(group, &reader, &head);
    file_close(&reader);
    uint64_t overflows = group->overflow.count;
    status = distributed_agree(group, status, &overflows);
    if (status != PAUA_OK)
        return status;
    for (int i = 0; i < head.solved; i++)
        if (!distributed_find_longest_loss(group, &group->parts[i]))
            return PAUA_ERROR_IO;
    group->messages.wide = overflows > 0;
    group->generation = head.generation;
    group->solved = head.solved;
    group->stage = head.stage;
    group->layer = head.layer;
    group->remoteness = head.remoteness;
    group->cursor = head.cursor;
    group->propagated = head.propagated;
    return PAUA_OK;
}
