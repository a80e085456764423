/* fair_queue.c - start-time fair queueing (Goyal, Vin and Cheng 1996). A job is tagged with the
 * virtual time at which it would start if each client had a worker of its own: now, or when the
 * client's earlier jobs are done. The least tag is next, and virtual time is the tag of the job
 * begun last. So a client that comes anew is soon next, however much others have queued.
 *
 * The networks of a client are clients with faster workers: a job starts when all of them have done
 * their earlier jobs, of which each has a chain of its own.
 *
 * When work that has begun would end is remembered in a table of bounded size: the key chooses a
 * row, in which the greatest tags stay. A tag below virtual time says nothing. */
#include "service/core/fair_queue.h"

#include <stddef.h>

void fair_queue_init(struct fair_queue *queue)
{
    *queue = (struct fair_queue){.first = NULL};
    queue->last = &queue->first;
}

/* What a job takes of the share of a level: the less, the larger the share is. */
static uint64_t level_cost(int cost, int level)
{
    const int weight = http_client_factor(HTTP_CLIENT_LEVELS - 1) / http_client_factor(level);

    return (uint64_t)cost * (uint64_t)weight;
}

static uint64_t max_tag(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* When the work of a client or a network that has begun would end; 0: that is not known. */
static uint64_t begun_end_tag(const struct fair_queue *queue, uint64_t key)
{
    const struct fair_client *row = queue->begun[key % FAIR_ROWS];

    for (int i = 0; i < FAIR_ROW_CLIENTS && key != 0; i++) {
        if (row[i].key == key)
            return row[i].end_tag;
    }
    return 0;
}

void fair_queue_add(struct fair_queue *queue, struct fair_job *job)
{
    const uint64_t *keys = job->client.keys;
    const int cost = job->cost > 0 ? job->cost : 1;

    /* When the earlier jobs of each level end, and how many there are. */
    for (int level = 0; level < HTTP_CLIENT_LEVELS; level++) {
        job->end_tags[level] = max_tag(queue->virtual_time, begun_end_tag(queue, keys[level]));
        job->ranks.counts[level] = level == 0 || keys[level] != 0;
    }
    for (const struct fair_job *other = queue->first; other; other = other->next) {
        for (int level = 0; level < HTTP_CLIENT_LEVELS && keys[level]; level++) {
            if (other->client.keys[level] == keys[level]) {
                job->end_tags[level] = max_tag(job->end_tags[level], other->end_tags[level]);
                job->ranks.counts[level]++;
            }
        }
    }

    job->start_tag = queue->virtual_time;
    for (int level = 0; level < HTTP_CLIENT_LEVELS; level++) {
        job->start_tag = max_tag(job->start_tag, job->end_tags[level]);
        job->end_tags[level] += level_cost(cost, level);
    }
    job->next = NULL;
    job->link = queue->last;
    *queue->last = job;
    queue->last = &job->next;
    queue->count++;
}

/* Remembers when begun work would end. */
static void begun_set(struct fair_queue *queue, uint64_t key, uint64_t end_tag)
{
    struct fair_client *row = queue->begun[key % FAIR_ROWS], *found = row;

    for (struct fair_client *each = row; each < row + FAIR_ROW_CLIENTS; each++) {
        if (each->key == key) {
            found = each;
            break;
        }
        if (each->end_tag < found->end_tag)
            found = each;
    }
    if (found->key == key || found->end_tag < end_tag)
        *found = (struct fair_client){.key = key, .end_tag = end_tag};
}

void fair_queue_begin(struct fair_queue *queue, const struct fair_job *job)
{
    queue->virtual_time = max_tag(queue->virtual_time, job->start_tag);
    for (int level = 0; level < HTTP_CLIENT_LEVELS && job->client.keys[level]; level++)
        begun_set(queue, job->client.keys[level], job->end_tags[level]);
}

void fair_queue_remove(struct fair_queue *queue, struct fair_job *job)
{
    *job->link = job->next;
    if (job->next)
        job->next->link = job->link;
    else
        queue->last = job->link;
    queue->count--;
    /* Those behind it in the list came after it. */
    for (struct fair_job *other = job->next; other; other = other->next) {
        for (int level = 0; level < HTTP_CLIENT_LEVELS && job->client.keys[level]; level++)
            other->ranks.counts[level] -= other->client.keys[level] == job->client.keys[level];
    }
}

bool fair_job_precedes(const struct fair_job *job, const struct fair_job *other)
{
    return !other || job->start_tag < other->start_tag;
}

http_tally fair_queue_tally(const struct fair_queue *queue, const http_client *client)
{
    http_tally tally = {{0}};

    for (const struct fair_job *job = queue->first; job; job = job->next)
        http_tally_add(&tally, client, &job->client);
    return tally;
}

/* How much of its share the client or a network of it has, whichever has the most. */
static uint64_t tally_load(const http_tally *tally)
{
    uint64_t load = 0;

    for (int level = 0; level < HTTP_CLIENT_LEVELS; level++)
        load = max_tag(load, level_cost(tally->counts[level], level));
    return load;
}

struct fair_job *fair_queue_excess(const struct fair_queue *queue, const http_client *client)
{
    struct fair_job *most = NULL;
    http_tally tally = fair_queue_tally(queue, client);

    for (int level = 0; level < HTTP_CLIENT_LEVELS; level++)
        tally.counts[level] += level == 0 || client->keys[level] != 0;
    uint64_t load = tally_load(&tally);
    for (struct fair_job *job = queue->first; job; job = job->next) {
        if (tally_load(&job->ranks) > load) {
            load = tally_load(&job->ranks);
            most = job;
        }
    }
    return most;
}
