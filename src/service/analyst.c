/* analyst.c - the threads that analyse, the jobs that wait for them, and the streams that tell of it. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "service/analysis.h"

#define JOBS_MAX        16 /* at one time, those that run among them */
#define CLIENT_JOBS_MAX 4  /* of these of one address */
#define RETRY_SECONDS   "2"
#define NICE            10 /* the computer's moves come first */

struct analyst {
    struct analysts *all;
    pthread_t thread;
    struct own_engine own; /* changed under the lock */
    struct job *job;       /* under the lock */
};

struct analysts {
    struct service *service;
    size_t tt_bytes;
    int count, started;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t work;
    bool halted;
    struct job *first, **last; /* in the order in which they came */
    bool reviewing;
    uint64_t done;
    struct analyst threads[];
};

/* Gives up one hold, or both. */
static void job_release(struct job *job, int holds)
{
    if (atomic_fetch_sub(&job->holders, holds) > holds)
        return;
    paua_game_free(job->game);
    if (job->source)
        cache_release(job->all->service->cache, job->source);
    pthread_mutex_destroy(&job->mutex);
    free(job->text);
    free(job);
}

struct job *job_new(struct service *service, http_request *request, paua_game *game)
{
    struct job *job = calloc(1, sizeof *job);

    if (!job) {
        paua_game_free(game);
        return NULL;
    }
    job->all = service->analysts;
    job->game = game;
    job->client = http_client_key(request);
    job->sse = wants_sse(request);
    atomic_init(&job->holders, 2); /* the stream and the work */
    pthread_mutex_init(&job->mutex, NULL);
    return job;
}

/* Under the job's lock. */
static bool make_room(struct job *job, size_t more)
{
    size_t room = job->room ? job->room : 4096;
    char *grown;

    while (room < job->size + more)
        room *= 2;
    if (room == job->room)
        return true;
    grown = realloc(job->text, room);
    if (!grown)
        return false;
    job->text = grown;
    job->room = room;
    return true;
}

void job_tell(struct job *job, const char *type, json_t *object)
{
    char *members = object ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(10)) : NULL,
         *line = NULL;
    int size = members ? asprintf(&line, "{\"type\":\"%s\",%s\n", type, members + 1) : -1;

    json_decref(object);
    pthread_mutex_lock(&job->mutex);
    if (size > 0 && make_room(job, (size_t)size)) {
        memcpy(job->text + job->size, line, (size_t)size);
        job->size += (size_t)size;
    }
    if (job->stream)
        http_stream_wake(job->stream);
    pthread_mutex_unlock(&job->mutex);
    free(members);
    if (size > 0)
        free(line);
}

void job_fail(struct job *job, paua_status status)
{
    job_tell(job, "error",
             json_pack("{s:{s:s,s:s}}", "error", "code", "internal", "message",
                       paua_status_text(status)));
}

static void job_finish(struct job *job)
{
    pthread_mutex_lock(&job->mutex);
    job->finished = true;
    if (job->stream)
        http_stream_wake(job->stream);
    pthread_mutex_unlock(&job->mutex);
}

/* Each line begins with {"type":"NAME". */
static void write_sse(const char *lines, size_t size, FILE *to)
{
    const char *end = lines + size;

    while (lines < end) {
        const char *stop = memchr(lines, '\n', (size_t)(end - lines));
        const char *name = lines + strlen("{\"type\":\"");

        fprintf(to, "event: %.*s\ndata: %.*s\n\n", (int)strcspn(name, "\""), name,
                (int)(stop - lines), lines);
        lines = stop + 1;
    }
}

static char *job_next(void *context, size_t *size)
{
    struct job *job = context;
    char *text = NULL;
    FILE *to;

    pthread_mutex_lock(&job->mutex);
    if (job->given < job->size && (to = open_memstream(&text, size))) {
        if (job->sse)
            write_sse(job->text + job->given, job->size - job->given, to);
        else
            fwrite(job->text + job->given, 1, job->size - job->given, to);
        job->given = job->size;
        fclose(to);
    }
    pthread_mutex_unlock(&job->mutex);
    return text;
}

static bool job_over(void *context)
{
    struct job *job = context;
    bool over;

    pthread_mutex_lock(&job->mutex);
    over = job->finished;
    pthread_mutex_unlock(&job->mutex);
    return over;
}

static void job_add(struct analysts *all, struct job *job)
{
    job->link = all->last;
    *all->last = job;
    all->last = &job->next;
}

static void job_remove(struct analysts *all, struct job *job)
{
    *job->link = job->next;
    if (job->next)
        job->next->link = job->link;
    else
        all->last = job->link;
}

/* Nobody listens: what waits is dropped, what runs is stopped. */
static void job_close(void *context)
{
    struct job *job = context;
    struct analysts *all = job->all;
    bool dropped = false;

    pthread_mutex_lock(&job->mutex);
    job->stream = NULL;
    pthread_mutex_unlock(&job->mutex);
    pthread_mutex_lock(&all->mutex);
    atomic_store(&job->left, true);
    if (job->state == JOB_WAITING) {
        job_remove(all, job);
        dropped = true;
    }
    for (int i = 0; i < all->started; i++) {
        if (all->threads[i].job == job && all->threads[i].own.engine)
            paua_engine_stop(all->threads[i].own.engine);
    }
    pthread_mutex_unlock(&all->mutex);
    job_release(job, dropped ? 2 : 1);
}

static void answer_stream(struct job *job, http_request *request)
{
    static const http_stream_source sse = {"text/event-stream", ":\n\n", job_next, job_over,
                                           job_close};
    static const http_stream_source ndjson = {"application/x-ndjson", "\n", job_next, job_over,
                                              job_close};

    http_add_header(request, "Cache-Control", "no-store");
    http_add_header(request, "X-Accel-Buffering", "no");
    http_respond_stream(request, job->sse ? &sse : &ndjson, job, &job->stream);
}

/* Whether there is a place for the job; under the lock. */
static bool admits(const struct analysts *all, const struct job *job)
{
    int jobs = 0, own = 0;

    for (const struct job *other = all->first; other; other = other->next) {
        jobs++;
        own += job->client != 0 && other->client == job->client;
    }
    return jobs < JOBS_MAX && own < CLIENT_JOBS_MAX && !all->halted;
}

void job_submit(struct job *job, http_request *request)
{
    struct analysts *all = job->all;
    bool admitted, left;

    pthread_mutex_lock(&all->mutex);
    admitted = admits(all, job);
    if (admitted)
        job_add(all, job);
    pthread_mutex_unlock(&all->mutex);
    if (!admitted) {
        http_add_header(request, "Retry-After", RETRY_SECONDS);
        reply_error(request, 429, "too_many", "too much is being analysed already");
        job_release(job, 2);
        return;
    }
    answer_stream(job, request);
    pthread_mutex_lock(&all->mutex);
    left = atomic_load(&job->left);
    if (left)
        job_remove(all, job);
    else
        job->state = JOB_WAITING;
    pthread_cond_signal(&all->work);
    pthread_mutex_unlock(&all->mutex);
    if (left)
        job_release(job, 1);
}

void job_repeat(struct job *job, http_request *request)
{
    job->finished = true;
    atomic_fetch_sub(&job->holders, 1); /* there is no work */
    answer_stream(job, request);
}

static void work(struct analyst *one, struct job *job)
{
    struct analysts *all = one->all;

    if (!own_engine_fit(&one->own, &all->mutex, paua_game_board(job->game), NULL, all->tt_bytes))
        job_fail(job, PAUA_NO_MEMORY);
    else if (!atomic_load(&job->left)) /* who leaves from here on stops the engine */
        (job->review ? review_run : analysis_run)(job, one->own.engine);
    job_finish(job);
}

/* The job that is to be done next, or NULL. */
static struct job *pick(struct analysts *all)
{
    struct job *job = all->first;

    while (job && (job->state != JOB_WAITING || (job->review && all->reviewing)))
        job = job->next;
    return job;
}

static void *analyst_run(void *context)
{
    struct analyst *one = context;
    struct analysts *all = one->all;

    /* on Linux this thread's alone */
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + NICE);
    pthread_mutex_lock(&all->mutex);
    while (!all->halted) {
        struct job *job = pick(all);

        if (!job) {
            pthread_cond_wait(&all->work, &all->mutex);
            continue;
        }
        job->state = JOB_RUNNING;
        one->job = job;
        all->reviewing |= job->review;
        if (one->own.engine)
            paua_engine_resume(
                one->own.engine); /* a stop may have come too late for an earlier job */
        pthread_mutex_unlock(&all->mutex);
        work(one, job);
        pthread_mutex_lock(&all->mutex);
        one->job = NULL;
        all->done++;
        all->reviewing &= !job->review;
        job_remove(all, job);
        pthread_cond_broadcast(&all->work);
        pthread_mutex_unlock(&all->mutex);
        job_release(job, 1);
        pthread_mutex_lock(&all->mutex);
    }
    pthread_mutex_unlock(&all->mutex);
    return NULL;
}

struct analysts *analysts_new(struct service *service, int threads, size_t tt_bytes)
{
    struct analysts *all = calloc(1, sizeof *all + (size_t)threads * sizeof all->threads[0]);

    if (!all)
        return NULL;
    all->service = service;
    all->tt_bytes = tt_bytes;
    all->count = threads;
    all->last = &all->first;
    pthread_mutex_init(&all->mutex, NULL);
    pthread_cond_init(&all->work, NULL);
    return all;
}

paua_status analysts_start(struct analysts *all)
{
    for (int i = 0; i < all->count; i++) {
        all->threads[i].all = all;
        if (pthread_create(&all->threads[i].thread, NULL, analyst_run, &all->threads[i]) != 0)
            return PAUA_NO_MEMORY;
        pthread_mutex_lock(&all->mutex);
        all->started++;
        pthread_mutex_unlock(&all->mutex);
    }
    return PAUA_OK;
}

/* The streams have ended by now, and with them all jobs but those that are just being stopped. */
void analysts_halt(struct analysts *all)
{
    pthread_mutex_lock(&all->mutex);
    all->halted = true;
    pthread_cond_broadcast(&all->work);
    pthread_mutex_unlock(&all->mutex);
    for (int i = 0; i < all->started; i++)
        pthread_join(all->threads[i].thread, NULL);
    all->started = 0;
}

void analysts_free(struct analysts *all)
{
    if (!all)
        return;
    for (int i = 0; i < all->count; i++)
        paua_engine_free(all->threads[i].own.engine);
    pthread_cond_destroy(&all->work);
    pthread_mutex_destroy(&all->mutex);
    free(all);
}

void analysts_count(struct analysts *all, uint64_t *done, int *waiting)
{
    *waiting = 0;
    pthread_mutex_lock(&all->mutex);
    *done = all->done;
    for (const struct job *job = all->first; job; job = job->next)
        *waiting += job->state == JOB_WAITING;
    pthread_mutex_unlock(&all->mutex);
}
