/* work_pool.h - bounded threads for work that takes milliseconds: pictures, exports, hashes.
 * Threads that answer everybody hand it to them.
 *
 * Each client has a queue of its own; the clients take turns, so that one who comes anew is soon
 * next, however much others have queued. Where all places are taken, the client with the most jobs
 * loses its newest one. The networks of a client are limited likewise (fair_queue.h). Thread-safe.
 */
#ifndef SERVICE_WORK_POOL_H
#define SERVICE_WORK_POOL_H

#include "http/http.h"
#include "service/core/fair_queue.h"

struct work_pool;

struct work_pool_config {
    int workers;
    int nice;            /* added to the nice value of the process */
    int jobs_max;        /* that wait */
    int client_jobs_max; /* of these, of one client */
};

enum work_refusal { WORK_ADMITTED, WORK_CLIENT_FULL, WORK_FULL };

/* A job; the caller's, until run() or refused() is called. */
struct work {
    struct fair_job share;          /* first; of it, the client is the caller's */
    void (*run)(struct work *);     /* on a thread of the pool */
    void (*refused)(struct work *); /* another client's job has taken its place, or the pool halts;
                                     * on any thread */
};

/* NULL: out of memory, or the system grants no thread. */
struct work_pool *work_pool_new(const struct work_pool_config *config);
/* Refuses the jobs that wait, and all further ones. Those that run are completed. */
void work_pool_halt(struct work_pool *pool);
/* Halts, completes the jobs that run and ends the threads. Nothing may be added any more. NULL is
 * allowed. */
void work_pool_free(struct work_pool *pool);

/* Adds a job, unless the client or the pool has no place for it. */
enum work_refusal work_pool_add(struct work_pool *pool, struct work *work);

/* Lets a handler run on the pool: defers the request, which gets 429 or 503 where there is no
 * place. */
void work_pool_handle(struct work_pool *pool, http_request *request, http_handler handler,
                      void *context);

/* How many jobs wait or run. */
int work_pool_jobs(struct work_pool *pool);

#endif /* SERVICE_WORK_POOL_H */
