/* search_pool.h - the bounded pool of threads that search, and the jobs that wait for it.
 *
 * One pool does the computer's moves and the analyses. Every class of jobs has workers of its own,
 * so that no kind of job can take all of them; where processors are scarce, the nice value of a
 * class decides. Within a class each client gets an equal share of the workers' time, and the jobs
 * of one client run in the order in which they were submitted. Every worker keeps an engine from
 * job to job.
 *
 * The life of a job, which belongs to the caller throughout:
 *
 *   search_pool_reserve()  RESERVED  where the class limits its jobs: takes a place, or says "full"
 *   search_pool_submit()   WAITING   may be given a time before which it does not start
 *                          RUNNING   run() on a worker: searches with search_worker_engine()
 *                          IDLE      finished() on the same worker: the pool has released the job,
 *                                    which may be freed or submitted again
 *
 * search_pool_cancel() at any time takes a waiting job back, or stops the search of a running one.
 *
 * Locks: the pool's own lock is the innermost of the service. No callback runs under it.
 */
#ifndef SERVICE_SEARCH_POOL_H
#define SERVICE_SEARCH_POOL_H

#include <stdatomic.h>

#include <paua/search.h>

#include "service/core/fair_queue.h"

struct search_pool;
struct search_worker;

enum search_class {
    SEARCH_QUICK_MOVES,      /* a person waits for a move of a low level, which takes a moment */
    SEARCH_MOVES,            /* a person waits for a move */
    SEARCH_BACKGROUND_MOVES, /* nobody waits, or somebody watches computers play */
    SEARCH_ANALYSES,
    SEARCH_CLASSES
};

struct search_class_config {
    int workers;
    int nice;            /* added to the nice value of the process */
    size_t tt_bytes;     /* memory of each worker's transposition table */
    int jobs_max;        /* reserved, waiting and running; 0: no limit, jobs are not reserved */
    int client_jobs_max; /* of these, of one client; 0: no limit */
};

/* What search_pool_reserve() found. */
enum search_place {
    SEARCH_PLACE,          /* the job has a place */
    SEARCH_NO_PLACE,       /* the class has as many jobs as it may, or the pool is halted */
    SEARCH_NO_CLIENT_PLACE /* the client, or a network around it, has as many as it may */
};

enum search_pool_job_state { SEARCH_IDLE, SEARCH_RESERVED, SEARCH_WAITING, SEARCH_RUNNING };

/* A job; the caller's own struct begins with it. */
struct search_pool_job {
    /* The caller sets .client and .cost, the milliseconds that it expects the job to take. */
    struct fair_job share; /* must be first: the queue finds the job by it */

    /* Set by the caller. */
    enum search_class job_class;
    void (*run)(struct search_pool_job *job, struct search_worker *worker);
    void (*finished)(struct search_pool_job *job);
    bool exclusive; /* never two exclusive jobs of a class at a time */

    /* The pool's, under its lock; all zero at first. Times are of the monotonic clock. */
    enum search_pool_job_state state;
    int64_t not_before_ms; /* 0: it may start at once */
    int64_t may_start_ms;  /* since when it could have started, whether at once or after a delay */
    atomic_bool cancelled;
};

/* Starts the threads. Engines that are no programs of the past probe the tablebases (paua/search.h;
 * borrowed). NULL: out of memory, or the system grants too few threads. */
struct search_pool *search_pool_new(const struct search_class_config classes[SEARCH_CLASSES],
                                    const paua_table *const *tables, int table_count);

/* Stops all searches and ends the threads. Jobs that wait stay where they are: neither run() nor
 * finished() is called for them. Afterwards nothing can be submitted. */
void search_pool_halt(struct search_pool *pool);

/* After search_pool_halt(). NULL is allowed. */
void search_pool_free(struct search_pool *pool);

/* Takes a place for the job, unless the class or the client has none left. */
enum search_place search_pool_reserve(struct search_pool *pool, struct search_pool_job *job);

/* Queues an idle or a reserved job, to start after `delay_ms`. False: it was cancelled, or the pool
 * is halted; the pool has released it, and finished() is not called. */
bool search_pool_submit(struct search_pool *pool, struct search_pool_job *job, int delay_ms);

/* Moves a waiting job to another class, which must not limit its jobs, and to another client and
 * delay; without effect on a job that is not waiting. */
void search_pool_resubmit(struct search_pool *pool, struct search_pool_job *job,
                          enum search_class job_class, const http_client *client, int delay_ms);

/* Cancels a job. True: it was waiting, the pool has released it, and finished() is not called.
 * False: it is reserved (then search_pool_submit() will refuse it), running, or not in the pool. */
bool search_pool_cancel(struct search_pool *pool, struct search_pool_job *job);

/* Whether a running job should end: it was cancelled, or the pool is being halted. */
bool search_pool_job_cancelled(const struct search_pool_job *job);

/* The worker's engine for this board and the evaluation of this name (paua/eval.h; NULL: the
 * default one). The worker owns it, and keeps it for the next job that asks for the same. Called by
 * run() only. NULL: out of memory. */
paua_engine *search_worker_engine(struct search_worker *worker, const paua_board *board,
                                  const char *eval);

/* Whether the pool makes progress. It does not when it is halted, or when a job of some class could
 * have started for `patience_ms`, and no job of that class did. Analyses are left out: they may
 * take long. */
bool search_pool_makes_progress(struct search_pool *pool, int64_t patience_ms);

/* How many jobs of a class there are: reserved, waiting and running. */
int search_pool_jobs(struct search_pool *pool, enum search_class job_class);

/* How many jobs of a class wait, those with a delay included. */
int search_pool_waiting(struct search_pool *pool, enum search_class job_class);

/* Adds to a tally the waiting jobs of a class that belong to a client or to a network around it. */
void search_pool_tally_waiting(struct search_pool *pool, enum search_class job_class,
                               const http_client *client, http_tally *tally);

#endif /* SERVICE_SEARCH_POOL_H */
