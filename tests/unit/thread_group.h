/* thread_group.h - threads that take the part of processes (peers.h). */
#ifndef THREAD_GROUP_H
#define THREAD_GROUP_H

#include <pthread.h>

#include "unit.h"

enum { GROUP_MAX = 4, NUMBERS_MAX = 256, SUMS_IN_USE = 3 };

/* A group whose processes are threads. Each call of a member waits for all others. */
struct group {
    int size;
    pthread_mutex_t mutex;
    pthread_cond_t all;
    int waiting;
    unsigned turn; /* how often all have met */
    bool broken;
    const void *out[GROUP_MAX];
    const size_t *out_bytes[GROUP_MAX];
    uint64_t sums[SUMS_IN_USE][NUMBERS_MAX]; /* of calls in turn */
};

struct member {
    struct group *group;
    int rank;
    int calls;
    int sums;     /* calls of sum() among them */
    int fails_at; /* call, 0: never */
    int lies_at;  /* exchange that sends addresses of no record */
    void (*task)(struct member *member);
    paua_peers peers;
    void *context; /* of the task */
    paua_status status;
};

/* Waits for all; false when one has failed. The mutex is held. */
static bool meet(struct group *group)
{
    unsigned turn = group->turn;
    if (group->broken)
        return false;
    if (++group->waiting == group->size) {
        group->waiting = 0;
        group->turn++;
        pthread_cond_broadcast(&group->all);
    }
    while (turn == group->turn && !group->broken)
        pthread_cond_wait(&group->all, &group->mutex);
    return turn != group->turn;
}

static bool fails(struct member *member)
{
    if (++member->calls != member->fails_at)
        return false;
    pthread_mutex_lock(&member->group->mutex);
    member->group->broken = true;
    pthread_cond_broadcast(&member->group->all);
    pthread_mutex_unlock(&member->group->mutex);
    return true;
}

static bool exchange(const void *out, const size_t *out_bytes, void *in, size_t *in_bytes,
                     size_t stride, void *context)
{
    struct member *member = context;
    struct group *group = member->group;
    if (fails(member))
        return false;
    if (member->calls == member->lies_at)
        memset((uint8_t *)(uintptr_t)out, 0xff, stride * (size_t)group->size);
    pthread_mutex_lock(&group->mutex);
    group->out[member->rank] = out;
    group->out_bytes[member->rank] = out_bytes;
    bool good = meet(group);
    pthread_mutex_unlock(&group->mutex);
    for (int i = 0; i < group->size && good; i++) {
        if (i == member->rank)
            continue;
        in_bytes[i] = group->out_bytes[i][member->rank];
        memcpy((uint8_t *)in + (size_t)i * stride,
               (const uint8_t *)group->out[i] + (size_t)member->rank * stride, in_bytes[i]);
    }
    pthread_mutex_lock(&group->mutex);
    good = good && meet(group);
    pthread_mutex_unlock(&group->mutex);
    return good;
}

/* The members meet once, since there are thousands of calls: who has met has read the sums of the
 * call before, and these are cleared before anybody adds to them two calls later. */
static bool sum(uint64_t *numbers, int count, void *context)
{
    struct member *member = context;
    struct group *group = member->group;
    if (fails(member))
        return false;
    int call = member->sums++;
    uint64_t *sums = group->sums[call % SUMS_IN_USE];
    pthread_mutex_lock(&group->mutex);
    for (int i = 0; i < count; i++)
        sums[i] += numbers[i];
    bool good = meet(group);
    if (good)
        memcpy(numbers, sums, (size_t)count * sizeof *numbers);
    if (good && member->rank == 0)
        memset(group->sums[(call + SUMS_IN_USE - 1) % SUMS_IN_USE], 0, sizeof *group->sums);
    pthread_mutex_unlock(&group->mutex);
    return good;
}

static void *live(void *argument)
{
    struct member *member = argument;
    member->task(member);
    return NULL;
}

/* Runs the members, whose tasks and peculiarities are set, to their end. */
static inline void run_group(struct member *members, int size)
{
    struct group group = {.size = size};
    pthread_t threads[GROUP_MAX];
    pthread_mutex_init(&group.mutex, NULL);
    pthread_cond_init(&group.all, NULL);
    for (int i = 0; i < size; i++) {
        members[i].group = &group;
        members[i].rank = i;
        members[i].calls = 0;
        members[i].sums = 0;
        members[i].status = PAUA_OK;
        members[i].peers = (paua_peers){i, size, exchange, sum, &members[i]};
        assert_int_equal(pthread_create(&threads[i], NULL, live, &members[i]), 0);
    }
    for (int i = 0; i < size; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&group.mutex);
    pthread_cond_destroy(&group.all);
}

#endif
