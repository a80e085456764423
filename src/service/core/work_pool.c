/* work_pool.c - a queue shared by start-time fair queueing (Goyal, Vin and Cheng 1996), as in
 * search_pool.c: a job is tagged with the virtual time at which it would start if each client had a
 * thread of its own; the least tag is next, and virtual time is the tag of the job started last.
 *
 * What is known of clients is in a table of bounded size, whoever comes: the key chooses a row, in
 * which clients without jobs make room for others. */
#define _GNU_SOURCE
#include "service/core/work_pool.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "service/core/response.h"

#define THREADS_MAX   8
#define CLIENT_ROWS   128
#define ROW_CLIENTS   8
#define RETRY_SECONDS 1

struct work_client {
    uint64_t key;     /* 0: none */
    uint64_t end_tag; /* of its newest job */
    int waiting;      /* jobs */
};

struct work_pool {
    struct work_pool_config config;
    pthread_t threads[THREADS_MAX];
    int thread_count;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t added;
    struct work *first, **last; /* in the order in which they came */
    struct work_client clients[CLIENT_ROWS][ROW_CLIENTS];
    uint64_t virtual_time;
    int waiting, running;
    bool halted;
};

/* What is known of the client of a job; NULL: the job is nobody's. Where the row is full of others
 * that wait, the client is taken for one of them. Under the lock. */
static struct work_client *find_client(struct work_pool *pool, const struct work *work)
{
    struct work_client *row = pool->clients[work->client % CLIENT_ROWS];
    struct work_client *idle = &row[0];

    if (work->client == 0)
        return NULL;
    for (struct work_client *client = row; client < row + ROW_CLIENTS; client++) {
        if (client->key == work->client)
            return client;
        /* Of those without jobs the one whose turn would be first. */
        if (client->waiting == 0 && (idle->waiting > 0 || client->end_tag < idle->end_tag))
            idle = client;
    }
    if (idle->waiting == 0)
        *idle = (struct work_client){.key = work->client};
    return idle;
}

/* Appends a job. Under the lock. */
static void queue_add(struct work_pool *pool, struct work *work)
{
    struct work_client *client = find_client(pool, work);

    work->of = client;
    work->start_tag = pool->virtual_time;
    if (client) {
        if (client->end_tag > work->start_tag)
            work->start_tag = client->end_tag;
        client->end_tag = work->start_tag + 1;
        client->waiting++;
    }
    work->next = NULL;
    *pool->last = work;
    pool->last = &work->next;
    pool->waiting++;
    pthread_cond_signal(&pool->added);
}

/* Takes a job out of the queue. Under the lock. */
static void queue_remove(struct work_pool *pool, struct work *work)
{
    struct work **link = &pool->first;

    while (*link != work)
        link = &(*link)->next;
    *link = work->next;
    if (!work->next)
        pool->last = link;
    pool->waiting--;
    if (work->of)
        work->of->waiting--;
}

/* The job that is next: the oldest of the least tag; or NULL. Under the lock. */
static struct work *queue_next(const struct work_pool *pool)
{
    struct work *best = pool->first;

    for (struct work *work = best; work; work = work->next) {
        if (work->start_tag < best->start_tag)
            best = work;
    }
    return best;
}

/* Takes out the newest job of the client that has the most, if it has more than `count`. NULL:
 * nobody has. Under the lock. */
static struct work *queue_take_excess(struct work_pool *pool, int count)
{
    struct work_client *most = NULL;
    struct work *newest = NULL;

    for (int i = 0; i < CLIENT_ROWS * ROW_CLIENTS; i++) {
        struct work_client *client = &pool->clients[i / ROW_CLIENTS][i % ROW_CLIENTS];

        if (client->waiting > count) {
            count = client->waiting;
            most = client;
        }
    }
    if (!most)
        return NULL;
    for (struct work *work = pool->first; work; work = work->next) {
        if (work->of == most)
            newest = work;
    }
    queue_remove(pool, newest);
    most->end_tag = newest->start_tag;
    return newest;
}

enum work_refusal work_pool_add(struct work_pool *pool, struct work *work)
{
    struct work *excess = NULL;
    enum work_refusal refusal = WORK_ADMITTED;

    pthread_mutex_lock(&pool->mutex);
    struct work_client *client = find_client(pool, work);
    const int count = client ? client->waiting : 0;
    if (pool->halted) {
        refusal = WORK_FULL;
    } else if (client && count >= pool->config.client_jobs_max) {
        refusal = WORK_CLIENT_FULL;
    } else if (pool->waiting >= pool->config.jobs_max) {
        excess = queue_take_excess(pool, count + 1);
        refusal = excess ? WORK_ADMITTED : WORK_FULL;
    }
    if (refusal == WORK_ADMITTED)
        queue_add(pool, work);
    pthread_mutex_unlock(&pool->mutex);
    if (excess)
        excess->refused(excess);
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
        while (!pool->first && !pool->halted)
            pthread_cond_wait(&pool->added, &pool->mutex);
        if (pool->halted)
            break;
        struct work *work = queue_next(pool);
        queue_remove(pool, work);
        if (pool->virtual_time < work->start_tag)
            pool->virtual_time = work->start_tag;
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
    pool->last = &pool->first;
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
    struct work *rest = pool->first;
    pool->first = NULL;
    pool->last = &pool->first;
    pool->waiting = 0;
    pool->halted = true;
    pthread_cond_broadcast(&pool->added);
    pthread_mutex_unlock(&pool->mutex);
    while (rest) {
        struct work *next = rest->next;

        rest->refused(rest);
        rest = next;
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
    int jobs = pool->waiting + pool->running;
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
    *self = (struct handled_request){.work = {.client = http_client_key(request),
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
