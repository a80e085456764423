/* distributed_checkpoint.c - the state of one process of a joint solve in a file, for this machine.
 *
 * Each process has two files, PATH.RANK.0 and PATH.RANK.1, which are written in turn. Before a new generation is written,
 * all processes have the last one and none has a file of the name that it gets. So whenever they are killed, there
 * is a generation that all have, and files of one generation are of one moment.
 *
 *   struct head; counts of each solved layer, in solving order; values of those and of the layers that are being solved,
 *   and the long ones that their bytes cannot hold; the SHA-256 of all that.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "distributed/distributed.h"
#include "solve/sealed.h"

#define MAGIC "PauaJoin"

enum { VERSION = 2, GENERATION_MAX = 1 << 30 };

struct head {
    char magic[8];
    uint32_t version;
    uint8_t sides[3], marbles, win, stuck_loses, reserved[2];
    int32_t rank, size, generation;
    int32_t solved, stage, layer, distance;
    uint64_t cursor, told, values, fars;
};

struct counts {
    uint64_t wins, losses, longest;
};

static char *name_of(const struct paua_joint *joint, const char *path, int generation)
{
    char *name;
    return asprintf(&name, "%s.%d.%d", path, joint->peers.rank, generation % 2) < 0 ? NULL : name;
}

/* Bytes of values up to the layers that are being solved, these included. */
static uint64_t values_of(const struct paua_joint *joint, int solved)
{
    int next =
        solved < joint->solve->count ? solved + state_together(joint->solve, solved) : solved;
    return next < joint->solve->count ? joint->parts[next].base : joint->bytes;
}

static struct head head_of(const struct paua_joint *joint)
{
    struct head head = {
        .magic = MAGIC,
        .version = VERSION,
        .marbles = (uint8_t)joint->options.marbles,
        .win = (uint8_t)joint->options.win,
        .stuck_loses = joint->options.stuck_loses,
        .rank = joint->peers.rank,
        .size = joint->peers.size,
        .generation = joint->generation,
        .solved = joint->solved,
        .stage = joint->stage,
        .layer = joint->layer,
        .distance = joint->distance,
        .cursor = joint->cursor,
        .told = joint->told,
        .values = values_of(joint, joint->solved),
        .fars = joint->far.count,
    };
    for (int i = 0; i < 3; i++)
        head.sides[i] = (uint8_t)paua_board_side(joint->solve->board, i);
    return head;
}

static void put_all(struct sealed *sealed, void *from)
{
    const struct paua_joint *joint = from;
    const struct head head = head_of(joint);
    sealed_put(sealed, &head, sizeof head);
    for (int i = 0; i < head.solved; i++) {
        const struct layer *layer = joint->parts[i].layer;
        const struct counts counts = {atomic_load(&layer->wins), atomic_load(&layer->losses),
                                      (uint64_t)atomic_load(&layer->longest)};
        sealed_put(sealed, &counts, sizeof counts);
    }
    sealed_put(sealed, joint->values, head.values);
    for (size_t i = 0; i < joint->far.room; i++)
        if (joint->far.entries[i].value)
            sealed_put(sealed, &joint->far.entries[i], sizeof joint->far.entries[i]);
}

static paua_status save(struct paua_joint *joint)
{
    char *name = name_of(joint, joint->options.checkpoint, joint->generation);
    paua_status status = name ? sealed_write(name, put_all, joint) : PAUA_NO_MEMORY;
    free(name);
    return status;
}

static paua_status remove_file(const struct paua_joint *joint, int generation)
{
    char *name = name_of(joint, joint->options.checkpoint, generation);
    bool gone = name && (unlink(name) == 0 || errno == ENOENT);
    free(name);
    return gone ? PAUA_OK : PAUA_IO;
}

void joint_save(struct paua_joint *joint)
{
    if (!joint->options.checkpoint)
        return;
    joint->generation++;
    paua_status status = remove_file(joint, joint->generation);
    if (joint_agree(joint, status, NULL) != PAUA_OK ||
        joint_agree(joint, save(joint), NULL) != PAUA_OK)
        joint->generation--;
    joint->saved_ms = clock_now_ms();
}

void paua_joint_forget(const paua_joint *joint)
{
    for (int i = 0; i < 2 && joint->options.checkpoint; i++)
        remove_file(joint, i);
}

static bool same_solve(const struct head *head, const struct paua_joint *joint)
{
    const struct head own = head_of(joint);
    return memcmp(head->sides, own.sides, sizeof own.sides) == 0 && head->marbles == own.marbles &&
           head->win == own.win && head->stuck_loses == own.stuck_loses && head->rank == own.rank &&
           head->size == own.size;
}

/* What a head says can be: layers are solved pairwise, and a cursor lies in its part. */
static bool makes_sense(const struct head *head, const struct paua_joint *joint)
{
    if (head->generation <= 0 || head->generation > GENERATION_MAX)
        return false;
    int count = joint->solve->count, at = 0;
    while (at < head->solved && at < count)
        at += state_together(joint->solve, at);
    if (at != head->solved || head->values != values_of(joint, head->solved))
        return false;
    if (head->solved == count)
        return head->cursor == 0;
    if (head->layer < 0 || head->layer >= state_together(joint->solve, at))
        return false;
    const struct joint_part *part = &joint->parts[head->solved + head->layer];
    return head->cursor <= part->end - part->first && head->stage >= JOINT_BEGIN &&
           head->stage <= JOINT_TELL && head->distance >= 0 && head->distance < JOINT_VALUE_MAX;
}

/* Opens one of the two files and reads its head. */
static paua_status open_file(const struct paua_joint *joint, const char *path, int generation,
                             struct sealed *sealed, struct head *head)
{
    char *name = name_of(joint, path, generation);
    sealed->file = -1;
    paua_status status = name ? sealed_open(sealed, name) : PAUA_NO_MEMORY;
    free(name);
    if (status != PAUA_OK)
        return status;
    sealed_get(sealed, head, sizeof *head);
    if (sealed->broken || memcmp(head->magic, MAGIC, sizeof head->magic) != 0 ||
        head->version != VERSION || head->generation % 2 != generation % 2)
        return PAUA_CORRUPT;
    if (!same_solve(head, joint))
        return PAUA_CONFLICT;
    return makes_sense(head, joint) ? PAUA_OK : PAUA_CORRUPT;
}

static paua_status get_fars(struct paua_joint *joint, struct sealed *sealed,
                            const struct head *head)
{
    for (uint64_t i = 0; i < head->fars && !sealed->broken; i++) {
        struct far_entry entry = {0};
        sealed_get(sealed, &entry, sizeof entry);
        if (entry.slot >= head->values || entry.value <= 0 || entry.value > JOINT_VALUE_MAX)
            return PAUA_CORRUPT;
        far_put(&joint->far, entry.slot, entry.value);
    }
    return joint->far.failed ? PAUA_NO_MEMORY : PAUA_OK;
}

static paua_status get_all(struct paua_joint *joint, struct sealed *sealed, const struct head *head)
{
    for (int i = 0; i < head->solved; i++) {
        struct layer *layer = joint->parts[i].layer;
        struct counts counts = {0};
        sealed_get(sealed, &counts, sizeof counts);
        atomic_store(&layer->wins, counts.wins);
        atomic_store(&layer->losses, counts.losses);
        atomic_store(&layer->longest, (int)counts.longest);
    }
    sealed_get(sealed, joint->values, head->values);
    paua_status status = get_fars(joint, sealed, head);
    return status == PAUA_OK ? sealed_check(sealed) : status;
}

/* The generations that this process has, 0 for none; PAUA_OK when there is one. */
static paua_status look_for(const struct paua_joint *joint, const char *path, int generations[2])
{
    paua_status worst = PAUA_NOT_FOUND;
    bool any = false;
    for (int i = 0; i < 2; i++) {
        struct sealed sealed;
        struct head head;
        paua_status status = open_file(joint, path, i, &sealed, &head);
        sealed_close(&sealed);
        generations[i] = status == PAUA_OK ? head.generation : 0;
        any |= status == PAUA_OK;
        worst = status > worst ? status : worst;
    }
    return any ? PAUA_OK : worst;
}

/* The last generation that every process has, 0 for none; together. */
static paua_status choose(struct paua_joint *joint, const int generations[2], int *chosen)
{
    uint64_t firsts[2] = {0}, have[2];
    for (int i = 0; i < 2 && joint->peers.rank == 0; i++)
        firsts[i] = (uint64_t)generations[i];
    if (!joint_sum(joint, firsts, 2))
        return PAUA_IO;
    for (int i = 0; i < 2; i++)
        have[i] = firsts[i] > 0 && (uint64_t)generations[i] == firsts[i];
    if (!joint_sum(joint, have, 2))
        return PAUA_IO;
    *chosen = 0;
    for (int i = 0; i < 2; i++)
        if (have[i] == (uint64_t)joint->peers.size && (int)firsts[i] > *chosen)
            *chosen = (int)firsts[i];
    return *chosen ? PAUA_OK : PAUA_NOT_FOUND;
}

paua_status paua_joint_resume(paua_joint *joint, const char *path)
{
    int generations[2] = {0}, chosen;
    struct sealed sealed;
    struct head head = {0};
    if (joint->solved > 0 || joint->generation > 0)
        return PAUA_BAD_ARGUMENT;
    paua_status status = joint_agree(joint, look_for(joint, path, generations), NULL);
    if (status == PAUA_OK)
        status = choose(joint, generations, &chosen);
    if (status != PAUA_OK)
        return status;
    status = open_file(joint, path, chosen, &sealed, &head);
    if (status == PAUA_OK)
        status = get_all(joint, &sealed, &head);
    sealed_close(&sealed);
    uint64_t fars = joint->far.count;
    status = joint_agree(joint, status, &fars);
    if (status != PAUA_OK)
        return status;
    joint->mail.wide = fars > 0;
    joint->generation = head.generation;
    joint->solved = head.solved;
    joint->stage = head.stage;
    joint->layer = head.layer;
    joint->distance = head.distance;
    joint->cursor = head.cursor;
    joint->told = head.told;
    return PAUA_OK;
}
