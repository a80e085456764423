/* fair_queue.h - jobs that wait for workers, in an order in which clients get equal shares of the
 * work, and the networks around a client no more than the shares of a few (http/client.h): the
 * queue of work_pool and of the search pool. Its owner's lock guards it.
 */
#ifndef SERVICE_FAIR_QUEUE_H
#define SERVICE_FAIR_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "http/client.h"

enum { FAIR_ROWS = 128, FAIR_ROW_CLIENTS = 8 };

struct fair_job {
    http_client client; /* nobody's: each such job counts as one of a client of its own */
    int cost;           /* of its work, in any unit; at least 1 */

    /* The queue's. */
    uint64_t start_tag, end_tags[HTTP_CLIENT_LEVELS]; /* see fair_queue.c */
    http_tally ranks; /* it and the jobs that came before it, of its client and its networks */
    struct fair_job *next, **link;
};

struct fair_queue {
    struct fair_job *first, **last; /* in the order in which they came */
    int count;
    uint64_t virtual_time;
    struct fair_client {
        uint64_t key, end_tag; /* when its work that has begun would end */
    } begun[FAIR_ROWS][FAIR_ROW_CLIENTS];
};

void fair_queue_init(struct fair_queue *queue);

/* Appends a job, whose client and cost are set. */
void fair_queue_add(struct fair_queue *queue, struct fair_job *job);

/* The work of a job begins: its client has had its turn. The job stays in the queue. */
void fair_queue_begin(struct fair_queue *queue, const struct fair_job *job);

/* Takes a job out. One that has not begun costs its client nothing. */
void fair_queue_remove(struct fair_queue *queue, struct fair_job *job);

/* Whether a job comes before another one, or before none (NULL). Of equal ones that comes first
 * which was added first: look at them in their order. */
bool fair_job_precedes(const struct fair_job *job, const struct fair_job *other);

/* How many jobs of a client and its networks are in the queue; of nobody: 0. */
http_tally fair_queue_tally(const struct fair_queue *queue, const http_client *client);

/* The newest job of the client or network that has the most for its share, if that is more than the
 * client would have with one more job, or NULL. */
struct fair_job *fair_queue_excess(const struct fair_queue *queue, const http_client *client);

#endif /* SERVICE_FAIR_QUEUE_H */
