/* search_pool.c - worker threads, each with an engine of its own, and a fair queue of jobs for each
 * class (fair_queue.h), in which those that run stay. The threads are a pool of src/base; the
 * queues are short linked lists, walked under one lock. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/clock.h"
#include "base/condition.h"
#include "base/pool.h"
#include "service/computer/search_pool.h"

struct search_worker {
    struct search_pool *pool;
    enum search_class job_class;
    /* The engine and what it was made for. The worker's own, but changed under the pool's lock,
     * because other threads may stop it. */
    paua_engine *engine; /* owned, or NULL */
    const paua_board *board;
    char eval[PAUA_EVAL_TEXT_MAX]; /* "": the default */
    struct search_pool_job *job;   /* under the lock: the running one, or NULL */
};

struct search_queue {
    struct search_class_config config;
    pthread_cond_t changed; /* there may be something to do for this class */
    struct fair_queue jobs; /* reserved, waiting and running */
    int64_t began_ms;       /* when a job was begun last */
    bool exclusive_runs;
};

struct search_pool {
    struct pool *threads;
    pthread_mutex_t mutex; /* guards what follows, and all jobs */
    bool halted;
    const paua_table *const *tables; /* borrowed */
    int table_count;
    struct search_queue queues[SEARCH_CLASSES];
    int worker_count;
    struct search_worker workers[];
};

/* The first job of a class, or NULL, and the one after another, in the order in which they came. */
static struct search_pool_job *queue_first(const struct search_queue *queue)
{
    return (struct search_pool_job *)queue->jobs.first;
}

static struct search_pool_job *queue_after(const struct search_pool_job *job)
{
    return (struct search_pool_job *)job->share.next;
}

/* Takes a job out of the queue. Under the pool's lock. */
static void queue_remove(struct search_queue *queue, struct search_pool_job *job)
{
    fair_queue_remove(&queue->jobs, &job->share);
    job->state = SEARCH_IDLE;
}

/* Of the jobs that may start now the one with the least tag, of equal ones the oldest; or NULL and
 * how long to wait for the next job. */
static struct search_pool_job *queue_next_job(const struct search_queue *queue, int64_t *wait_ms)
{
    struct search_pool_job *best = NULL;
    int64_t now = clock_now_ms();

    *wait_ms = 60 * 1000;
    for (struct search_pool_job *job = queue_first(queue); job; job = queue_after(job)) {
        if (job->state != SEARCH_WAITING || (job->exclusive && queue->exclusive_runs))
            continue;
        if (job->not_before_ms > now) {
            if (job->not_before_ms - now < *wait_ms)
                *wait_ms = job->not_before_ms - now;
        } else if (fair_job_precedes(&job->share, best ? &best->share : NULL)) {
            best = job;
        }
    }
    return best;
}

/* Whether the class and the client may have one more job, reserved and running ones included. */
static enum search_place queue_place(const struct search_queue *queue,
                                     const struct search_pool_job *job)
{
    const http_tally tally = fair_queue_tally(&queue->jobs, &job->share.client);

    if (http_tally_excess(&tally, queue->config.client_jobs_max, queue->config.jobs_max) > 0)
        return SEARCH_NO_CLIENT_PLACE;
    return queue->jobs.count < queue->config.jobs_max ? SEARCH_PLACE : SEARCH_NO_PLACE;
}

enum search_place search_pool_reserve(struct search_pool *pool, struct search_pool_job *job)
{
    struct search_queue *queue = &pool->queues[job->job_class];

    assert(job->state == SEARCH_IDLE);
    pthread_mutex_lock(&pool->mutex);
    enum search_place place = pool->halted ? SEARCH_NO_PLACE : queue_place(queue, job);
    if (place == SEARCH_PLACE) {
        fair_queue_add(&queue->jobs, &job->share);
        job->state = SEARCH_RESERVED;
    }
    pthread_mutex_unlock(&pool->mutex);
    return place;
}

/* Makes a queued job wait. Under the pool's lock. */
static void queue_wake(struct search_queue *queue, struct search_pool_job *job, int delay_ms)
{
    job->may_start_ms = clock_now_ms() + (delay_ms > 0 ? delay_ms : 0);
    job->not_before_ms = delay_ms > 0 ? job->may_start_ms : 0;
    job->state = SEARCH_WAITING;
    pthread_cond_signal(&queue->changed);
}

bool search_pool_submit(struct search_pool *pool, struct search_pool_job *job, int delay_ms)
{
    struct search_queue *queue = &pool->queues[job->job_class];

    pthread_mutex_lock(&pool->mutex);
    assert(job->state == SEARCH_IDLE || job->state == SEARCH_RESERVED);
    bool accepted = !pool->halted && !search_pool_job_cancelled(job);
    if (!accepted && job->state == SEARCH_RESERVED) {
        queue_remove(queue, job);
    } else if (accepted) {
        if (job->state == SEARCH_IDLE)
            fair_queue_add(&queue->jobs, &job->share);
        queue_wake(queue, job, delay_ms);
    }
    pthread_mutex_unlock(&pool->mutex);
    return accepted;
}

void search_pool_resubmit(struct search_pool *pool, struct search_pool_job *job,
                          enum search_class job_class, const http_client *client, int delay_ms)
{
    pthread_mutex_lock(&pool->mutex);
    if (job->state == SEARCH_WAITING && !pool->halted) {
        queue_remove(&pool->queues[job->job_class], job);
        job->job_class = job_class;
        job->share.client = *client;
        fair_queue_add(&pool->queues[job_class].jobs, &job->share);
        queue_wake(&pool->queues[job_class], job, delay_ms);
    }
    pthread_mutex_unlock(&pool->mutex);
}

/* Stops the search of a worker's job. A stop lasts until the engine is resumed for the next job, so
 * it also ends a search that is only about to begin. Under the lock. */
static void worker_stop_job(struct search_worker *worker)
{
    atomic_store(&worker->job->cancelled, true);
    if (worker->engine)
        paua_engine_stop(worker->engine);
}

bool search_pool_cancel(struct search_pool *pool, struct search_pool_job *job)
{
    bool removed = false;

    pthread_mutex_lock(&pool->mutex);
    atomic_store(&job->cancelled, true);
    if (job->state == SEARCH_WAITING) {
        queue_remove(&pool->queues[job->job_class], job);
        removed = true;
    }
    for (int i = 0; i < pool->worker_count; i++) {
        if (pool->workers[i].job == job)
            worker_stop_job(&pool->workers[i]);
    }
    pthread_mutex_unlock(&pool->mutex);
    return removed;
}

bool search_pool_job_cancelled(const struct search_pool_job *job)
{
    return atomic_load(&job->cancelled);
}

paua_engine *search_worker_engine(struct search_worker *worker, const paua_board *board,
                                  const char *eval)
{
    struct search_pool *pool = worker->pool;
    paua_engine *engine = NULL, *old = worker->engine;
    /* The programs of the past had no transposition table. */
    size_t tt_bytes = eval ? 0 : pool->queues[worker->job_class].config.tt_bytes;

    if (old && worker->board == board && strcmp(worker->eval, eval ? eval : "") == 0)
        return old;
    pthread_mutex_lock(&pool->mutex);
    worker->engine = NULL;
    pthread_mutex_unlock(&pool->mutex);
    /* Before the new one is made, so that there is memory for one only. */
    paua_engine_free(old);
    if (paua_engine_new(board, tt_bytes, eval, &engine) != PAUA_OK)
        return NULL;
    if (!eval && pool->table_count > 0 &&
        paua_engine_use_tables(engine, pool->tables, pool->table_count) != PAUA_OK) {
        paua_engine_free(engine);
        return NULL;
    }
    pthread_mutex_lock(&pool->mutex);
    worker->engine = engine;
    worker->board = board;
    snprintf(worker->eval, sizeof worker->eval, "%s", eval ? eval : "");
    if (search_pool_job_cancelled(worker->job))
        paua_engine_stop(engine);
    pthread_mutex_unlock(&pool->mutex);
    return engine;
}

/* Runs one job. Called and left with the lock, which is free meanwhile. */
static void worker_run_job(struct search_worker *worker, struct search_pool_job *job)
{
    struct search_pool *pool = worker->pool;
    struct search_queue *queue = &pool->queues[worker->job_class];
    bool exclusive = job->exclusive;

    job->state = SEARCH_RUNNING;
    fair_queue_begin(&queue->jobs, &job->share);
    worker->job = job;
    queue->began_ms = clock_now_ms();
    queue->exclusive_runs |= exclusive;
    /* A stop may have come too late for an earlier job. */
    if (worker->engine)
        paua_engine_resume(worker->engine);
    pthread_mutex_unlock(&pool->mutex);
    job->run(job, worker);
    pthread_mutex_lock(&pool->mutex);
    worker->job = NULL;
    queue_remove(queue, job);
    if (exclusive) {
        queue->exclusive_runs = false;
        pthread_cond_broadcast(&queue->changed);
    }
    pthread_mutex_unlock(&pool->mutex);
    job->finished(job);
    pthread_mutex_lock(&pool->mutex);
}

/* Sleeps until the queue changes, at most this long. Under the lock. */
static void queue_wait(struct search_queue *queue, pthread_mutex_t *mutex, int64_t wait_ms)
{
    condition_wait(&queue->changed, mutex, clock_now_ns() + wait_ms * 1000000);
}

/* The life of a thread. Worker 0 of the pool is the thread that created it and does no jobs. */
static void worker_main(int number, void *context)
{
    struct search_pool *pool = context;
    struct search_worker *worker = &pool->workers[number - 1];
    struct search_queue *queue = &pool->queues[worker->job_class];
    int64_t wait_ms;

    /* On Linux the nice value is that of the calling thread alone. */
    if (queue->config.nice > 0)
        setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + queue->config.nice);
    pthread_mutex_lock(&pool->mutex);
    while (!pool->halted) {
        struct search_pool_job *job = queue_next_job(queue, &wait_ms);

        if (job)
            worker_run_job(worker, job);
        else
            queue_wait(queue, &pool->mutex, wait_ms);
    }
    pthread_mutex_unlock(&pool->mutex);
}

/* Makes an empty queue. */
static void queue_init(struct search_queue *queue, const struct search_class_config *config)
{
    queue->config = *config;
    fair_queue_init(&queue->jobs);
    condition_init(&queue->changed);
}

struct search_pool *search_pool_new(const struct search_class_config classes[SEARCH_CLASSES],
                                    const paua_table *const *tables, int table_count)
{
    int workers = 0;

    for (int i = 0; i < SEARCH_CLASSES; i++)
        workers += classes[i].workers;
    struct search_pool *pool = calloc(1, sizeof *pool + (size_t)workers * sizeof pool->workers[0]);
    if (!pool)
        return NULL;
    pool->tables = tables;
    pool->table_count = table_count;
    pthread_mutex_init(&pool->mutex, NULL);
    for (int i = 0; i < SEARCH_CLASSES; i++) {
        queue_init(&pool->queues[i], &classes[i]);
        for (int k = 0; k < classes[i].workers; k++) {
            struct search_worker *worker = &pool->workers[pool->worker_count++];

            worker->pool = pool;
            worker->job_class = (enum search_class)i;
        }
    }
    pool->threads = pool_new(workers + 1);
    if (!pool->threads || pool_size(pool->threads) < workers + 1) {
        pool_free(pool->threads);
        pool->threads = NULL;
        search_pool_free(pool);
        return NULL;
    }
    pool_start(pool->threads, worker_main, pool);
    return pool;
}

void search_pool_halt(struct search_pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    pool->halted = true;
    for (int i = 0; i < pool->worker_count; i++) {
        if (pool->workers[i].job)
            worker_stop_job(&pool->workers[i]);
    }
    for (int i = 0; i < SEARCH_CLASSES; i++)
        pthread_cond_broadcast(&pool->queues[i].changed);
    pthread_mutex_unlock(&pool->mutex);
    pool_wait(pool->threads, -1);
}

void search_pool_free(struct search_pool *pool)
{
    if (!pool)
        return;
    pool_free(pool->threads);
    for (int i = 0; i < pool->worker_count; i++)
        paua_engine_free(pool->workers[i].engine);
    for (int i = 0; i < SEARCH_CLASSES; i++)
        pthread_cond_destroy(&pool->queues[i].changed);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
}

/* Whether a job of the queue has been able to start since before `moment_ms`, and none did. Under
 * the pool's lock. */
static bool queue_is_stuck(const struct search_queue *queue, int64_t moment_ms)
{
    if (queue->began_ms > moment_ms)
        return false;
    for (const struct search_pool_job *job = queue_first(queue); job; job = queue_after(job)) {
        if (job->state == SEARCH_WAITING && job->may_start_ms <= moment_ms)
            return true;
    }
    return false;
}

bool search_pool_makes_progress(struct search_pool *pool, int64_t patience_ms)
{
    int64_t moment_ms = clock_now_ms() - patience_ms;

    pthread_mutex_lock(&pool->mutex);
    bool works = !pool->halted;
    for (int i = 0; i < SEARCH_CLASSES && works; i++)
        works = i == SEARCH_ANALYSES || !queue_is_stuck(&pool->queues[i], moment_ms);
    pthread_mutex_unlock(&pool->mutex);
    return works;
}

int search_pool_jobs(struct search_pool *pool, enum search_class job_class)
{
    pthread_mutex_lock(&pool->mutex);
    const int jobs = pool->queues[job_class].jobs.count;
    pthread_mutex_unlock(&pool->mutex);
    return jobs;
}

int search_pool_waiting(struct search_pool *pool, enum search_class job_class)
{
    int waiting = 0;

    pthread_mutex_lock(&pool->mutex);
    for (const struct search_pool_job *job = queue_first(&pool->queues[job_class]); job;
         job = queue_after(job))
        waiting += job->state == SEARCH_WAITING;
    pthread_mutex_unlock(&pool->mutex);
    return waiting;
}

void search_pool_tally_waiting(struct search_pool *pool, enum search_class job_class,
                               const http_client *client, http_tally *tally)
{
    pthread_mutex_lock(&pool->mutex);
    for (const struct search_pool_job *job = queue_first(&pool->queues[job_class]); job;
         job = queue_after(job)) {
        if (job->state == SEARCH_WAITING)
            http_tally_add(tally, client, &job->share.client);
    }
    pthread_mutex_unlock(&pool->mutex);
}
