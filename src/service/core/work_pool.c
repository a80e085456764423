/* work_pool.c - threads that take jobs from a fair queue (fair_queue.h). */
#define _GNU_SOURCE
#include "service/core/work_pool.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "service/core/response.h"

#define THREADS_MAX   8
#define RETRY_SECONDS 1

struct work_pool {
    struct work_pool_config config;
    pthread_t threads[THREADS_MAX];
    int thread_count;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t added;
    struct fair_queue waiting;
    int running;
    bool halted;
};

/* The job that is next, or NULL. Under the lock. */
static struct fair_job *next_job(const struct fair_queue *queue)
{
    struct fair_job *best = NULL;

    for (struct fair_job *job = queue->first; job; job = job->next) {
        if (fair_job_precedes(job, best))
            best = job;
    }
    return best;
}

enum work_refusal work_pool_add(struct work_pool *pool, struct work *work)
{
    struct fair_job *excess = NULL;
    enum work_refusal refusal = WORK_ADMITTED;

    work->share.cost = 1;
    pthread_mutex_lock(&pool->mutex);
    const http_tally tally = fair_queue_tally(&pool->waiting, &work->share.client);
    if (pool->halted) {
        refusal = WORK_FULL;
    } else if (http_tally_excess(&tally, pool->config.client_jobs_max, pool->config.jobs_max) > 0) {
        refusal = WORK_CLIENT_FULL;
    } else if (pool->waiting.count >= pool->config.jobs_max) {
        excess = fair_queue_excess(&pool->waiting, &work->share.client);
        refusal = excess ? WORK_ADMITTED : WORK_FULL;
    }
    if (excess)
        fair_queue_remove(&pool->waiting, excess);
    if (refusal == WORK_ADMITTED) {
        fair_queue_add(&pool->waiting, &work->share);
        pthread_cond_signal(&pool->added);
    }
    pthread_mutex_unlock(&pool->mutex);
    if (excess)
        ((struct work *)excess)->refused((struct work *)excess);
    return refusal;
}

/* A thread. */
static void *work_pool_run(void *context)
{
    struct work_pool *pool = context;

    /* Linux: of this thread alone. */
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + pool->config.nice);
    pthread_mutex_lock(&pool->mutex);
    for (;;) {
        while (!pool->waiting.first && !pool->halted)
            pthread_cond_wait(&pool->added, &pool->mutex);
        if (pool->halted)
            break;
        struct work *work = (struct work *)next_job(&pool->waiting);
        fair_queue_begin(&pool->waiting, &work->share);
        fair_queue_remove(&pool->waiting, &work->share);
        pool->running++;
        pthread_mutex_unlock(&pool->mutex);
        work->run(work);
        pthread_mutex_lock(&pool->mutex);
        pool->running--;
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

struct work_pool *work_pool_new(const struct work_pool_config *config)
{
    struct work_pool *pool = calloc(1, sizeof *pool);

    if (!pool)
        return NULL;
    pool->config = *config;
    fair_queue_init(&pool->waiting);
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->added, NULL);
    while (pool->thread_count < config->workers && pool->thread_count < THREADS_MAX &&
           pthread_create(&pool->threads[pool->thread_count], NULL, work_pool_run, pool) == 0)
        pool->thread_count++;
    if (pool->thread_count > 0)
        return pool;
    work_pool_free(pool);
    return NULL;
}

void work_pool_halt(struct work_pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    struct fair_job *rest = pool->waiting.first;
    fair_queue_init(&pool->waiting);
    pool->halted = true;
    pthread_cond_broadcast(&pool->added);
    pthread_mutex_unlock(&pool->mutex);
    while (rest) {
        struct work *work = (struct work *)rest;

        rest = rest->next;
        work->refused(work);
    }
}

void work_pool_free(struct work_pool *pool)
{
    if (!pool)
        return;
    work_pool_halt(pool);
    for (int i = 0; i < pool->thread_count; i++)
        pthread_join(pool->threads[i], NULL);
    pthread_cond_destroy(&pool->added);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
}

int work_pool_jobs(struct work_pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    int jobs = pool->waiting.count + pool->running;
    pthread_mutex_unlock(&pool->mutex);
    return jobs;
}

/* A request that waits for its handler. */
struct handled_request {
    struct work work; /* first */
    http_request *request;
    http_handler handler;
    void *context;
};

static void handled_request_run(struct work *work)
{
    struct handled_request *self = (struct handled_request *)work;

    self->handler(self->request, self->context);
    free(self);
}

static void refuse_request(http_request *request, int status)
{
    http_add_retry_after(request, RETRY_SECONDS);
    respond_error(request, status, status == 429 ? "too_many" : "busy",
                  status == 429 ? "too many requests of this kind wait for this address"
                                : "too many requests of this kind wait; try again in a moment");
}

static void handled_request_refused(struct work *work)
{
    struct handled_request *self = (struct handled_request *)work;

    refuse_request(self->request, 503);
    free(self);
}

void work_pool_handle(struct work_pool *pool, http_request *request, http_handler handler,
                      void *context)
{
    struct handled_request *self = malloc(sizeof *self);

    if (!self) {
        respond_no_memory(request);
        return;
    }
    *self = (struct handled_request){.work = {.share.client = *http_request_client(request),
                                              .run = handled_request_run,
                                              .refused = handled_request_refused},
                                     .request = request,
                                     .handler = handler,
                                     .context = context};
    http_defer(request);
    enum work_refusal refusal = work_pool_add(pool, &self->work);
    if (refusal == WORK_ADMITTED)
        return;
    free(self);
    refuse_request(request, refusal == WORK_CLIENT_FULL ? 429 : 503);
}
