/* fair_queue.c - start-time fair queueing (Goyal, Vin and Cheng 1996). A job is tagged with the
 * virtual time at which it would start if each client had a worker of its own: now, or when the
 * client's earlier jobs are done. The least tag is next, and virtual time is the tag of the job
 * begun last. So a client that comes anew is soon next, however much others have queued.
 *
 * When a client's work that has begun would end is remembered in a table of bounded size: the key
 * chooses a row, in which the greatest tags stay. A tag below virtual time says nothing. */
#include "service/core/fair_queue.h"

#include <stddef.h>

void fair_queue_init(struct fair_queue *queue)
{
    *queue = (struct fair_queue){.first = NULL};
    queue->last = &queue->first;
}

static uint64_t end_tag(const struct fair_job *job)
{
    return job->start_tag + (uint64_t)(job->cost > 0 ? job->cost : 1);
}

/* The newest job of a client, or NULL. */
static struct fair_job *find_newest(const struct fair_queue *queue, uint64_t client)
{
    if (client == 0)
        return NULL;
    for (struct fair_job *job = queue->first; job; job = job->next) {
        if (job->client == client && job->client_jobs > 0)
            return job;
    }
    return NULL;
}

/* When the work of a client that has begun would end; 0: that is not known. */
static uint64_t begun_end_tag(const struct fair_queue *queue, uint64_t client)
{
    const struct fair_client *row = queue->begun[client % FAIR_ROWS];

    for (int i = 0; i < FAIR_ROW_CLIENTS && client != 0; i++) {
        if (row[i].client == client)
            return row[i].end_tag;
    }
    return 0;
}

void fair_queue_add(struct fair_queue *queue, struct fair_job *job)
{
    struct fair_job *newest = find_newest(queue, job->client);
    const uint64_t begun = begun_end_tag(queue, job->client);

    job->start_tag = queue->virtual_time;
    if (job->start_tag < begun)
        job->start_tag = begun;
    if (newest && job->start_tag < end_tag(newest))
        job->start_tag = end_tag(newest);
    job->client_jobs = 1;
    if (newest) {
        job->client_jobs += newest->client_jobs;
        newest->client_jobs = 0;
    }
    job->next = NULL;
    job->link = queue->last;
    *queue->last = job;
    queue->last = &job->next;
    queue->count++;
}

void fair_queue_begin(struct fair_queue *queue, const struct fair_job *job)
{
    struct fair_client *row = queue->begun[job->client % FAIR_ROWS], *found = row;

    if (queue->virtual_time < job->start_tag)
        queue->virtual_time = job->start_tag;
    if (job->client == 0)
        return;
    for (struct fair_client *each = row; each < row + FAIR_ROW_CLIENTS; each++) {
        if (each->client == job->client) {
            found = each;
            break;
        }
        if (each->end_tag < found->end_tag)
            found = each;
    }
    if (found->client == job->client || found->end_tag < end_tag(job))
        *found = (struct fair_client){.client = job->client, .end_tag = end_tag(job)};
}

void fair_queue_remove(struct fair_queue *queue, struct fair_job *job)
{
    *job->link = job->next;
    if (job->next)
        job->next->link = job->link;
    else
        queue->last = job->link;
    queue->count--;
    if (job->client_jobs == 1)
        return;
    /* It was not the client's only one. */
    struct fair_job *newest = job;
    int count = job->client_jobs;
    for (struct fair_job *other = queue->first; other; other = other->next) {
        if (other->client == job->client) {
            newest = other;
            count += other->client_jobs;
        }
    }
    newest->client_jobs = count - 1;
}

bool fair_job_precedes(const struct fair_job *job, const struct fair_job *other)
{
    return !other || job->start_tag < other->start_tag;
}

int fair_queue_client_jobs(const struct fair_queue *queue, uint64_t client)
{
    const struct fair_job *newest = find_newest(queue, client);

    return newest ? newest->client_jobs : 0;
}

struct fair_job *fair_queue_excess(const struct fair_queue *queue, int count)
{
    struct fair_job *most = NULL;

    for (struct fair_job *job = queue->first; job; job = job->next) {
        if (job->client_jobs > count) {
            count = job->client_jobs;
            most = job;
        }
    }
    return most;
}
