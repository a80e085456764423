/* analysis_job.c - jobs of the search pool whose results are streamed to a client line by line. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/file.h"
#include "service/computer/analysis_job.h"
#include "service/core/response.h"
#include "service/games/play/games.h"
#include "json/json_text.h"

#define RETRY_AFTER_SECONDS "2"

/* Gives up the ownership of the stream, of the search, or (2) of both. */
static void job_release(struct analysis_job *job, int owners)
{
    if (atomic_fetch_sub(&job->owners, owners) > owners)
        return;
    paua_game_free(job->game);
    pthread_mutex_destroy(&job->mutex);
    free(job->text);
    job->release(job);
}

void analysis_job_add_line(struct analysis_job *job, const char *type, json_t *object)
{
    char *members = json_write_text(object, JSON_COMPACT | JSON_REAL_PRECISION(10));
    char *line = NULL;
    int size = members ? asprintf(&line, "{\"type\":\"%s\",%s\n", type, members + 1) : -1;

    pthread_mutex_lock(&job->mutex);
    if (size > 0 && ARRAY_RESERVE(job->text, job->capacity, job->size + (size_t)size)) {
        memcpy(job->text + job->size, line, (size_t)size);
        job->size += (size_t)size;
    } else {
        job->broken = true;
    }
    if (job->stream)
        http_stream_wake(job->stream);
    pthread_mutex_unlock(&job->mutex);
    free(members);
    if (size > 0)
        free(line);
}

void analysis_job_add_error(struct analysis_job *job, paua_status status)
{
    analysis_job_add_line(job, "error",
                          json_pack("{s:{s:s,s:s}}", "error", "code", "internal", "message",
                                    paua_status_text(status)));
}

/* Writes lines of JSON as Server-Sent Events. Each line begins with {"type":"NAME". */
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

/* The server asks for the next piece of the stream. */
static bool on_stream_next(void *context, char **piece, size_t *size)
{
    struct analysis_job *job = context;
    struct memory_file file;

    pthread_mutex_lock(&job->mutex);
    bool complete = !job->broken;
    if (complete && job->sent < job->size) {
        complete = memory_file_open(&file);
        if (complete && job->sse)
            write_sse(job->text + job->sent, job->size - job->sent, file.to);
        else if (complete)
            fwrite(job->text + job->sent, 1, job->size - job->sent, file.to);
        complete = complete && (*piece = memory_file_close(&file, size));
        job->sent = job->size;
    }
    pthread_mutex_unlock(&job->mutex);
    return complete;
}

/* The server asks whether the stream ends with the lines written so far. */
static bool on_stream_over(void *context)
{
    struct analysis_job *job = context;

    pthread_mutex_lock(&job->mutex);
    bool over = job->finished;
    pthread_mutex_unlock(&job->mutex);
    return over;
}

/* The client has left, or has got everything: drops a search that waits, stops one that runs. */
static void on_stream_close(void *context)
{
    struct analysis_job *job = context;

    pthread_mutex_lock(&job->mutex);
    job->stream = NULL;
    pthread_mutex_unlock(&job->mutex);
    bool dropped = search_pool_cancel(job->pool, &job->search);
    job_release(job, dropped ? 2 : 1);
}

/* Responds with the event stream, as Server-Sent Events or as NDJSON. */
static void job_open_stream(struct analysis_job *job, http_request *request)
{
    static const http_stream_source calls = {
        .next = on_stream_next, .over = on_stream_over, .close = on_stream_close};

    respond_events(request, job->sse, &calls, job, &job->stream);
}

/* On a worker of the pool: runs the analysis. */
static void job_run(struct search_pool_job *search, struct search_worker *worker)
{
    struct analysis_job *job = (struct analysis_job *)search;
    paua_engine *engine = search_worker_engine(worker, paua_game_board(job->game), NULL);

    if (!engine)
        analysis_job_add_error(job, PAUA_ERROR_NO_MEMORY);
    else if (!search_pool_job_cancelled(search))
        job->analyse(job, engine);
}

/* On the same worker, when the pool does not count the job any more, so that whoever has read the
 * whole stream may ask for his next analysis: wakes the stream for the last time; the search gives
 * up its ownership of the job. */
static void job_finished(struct search_pool_job *search)
{
    struct analysis_job *job = (struct analysis_job *)search;

    atomic_fetch_add(&job->games->env->counters.analyses_done, 1);
    pthread_mutex_lock(&job->mutex);
    job->finished = true;
    if (job->stream)
        http_stream_wake(job->stream);
    pthread_mutex_unlock(&job->mutex);
    job_release(job, 1);
}

void analysis_job_init(struct analysis_job *job, struct games *games, struct search_pool *pool,
                       http_request *request, paua_game *game)
{
    job->search.job_class = SEARCH_ANALYSES;
    job->search.run = job_run;
    job->search.finished = job_finished;
    job->search.share.client = *http_request_client(request);
    job->games = games;
    job->pool = pool;
    job->game = game;
    job->sse = request_wants_sse(request);
    atomic_init(&job->owners, 2); /* the stream and the search */
    pthread_mutex_init(&job->mutex, NULL);
}

void analysis_job_submit(struct analysis_job *job, http_request *request)
{
    struct search_pool *pool = job->pool;
    enum search_place place = search_pool_reserve(pool, &job->search);
    if (place != SEARCH_PLACE) {
        env_count_limited(job->games->env,
                          place == SEARCH_NO_PLACE ? LIMIT_ANALYSES : LIMIT_CLIENT_ANALYSES);
        http_add_header(request, "Retry-After", RETRY_AFTER_SECONDS);
        respond_error(request, 429, "too_many",
                      "too many analyses are running; try again in " RETRY_AFTER_SECONDS
                      " seconds");
        job_release(job, 2);
        return;
    }
    /* First the stream: the search may add lines at once. The client may have left by then. */
    job_open_stream(job, request);
    if (!search_pool_submit(pool, &job->search, 0))
        job_release(job, 1);
}

void analysis_job_replay(struct analysis_job *job, http_request *request)
{
    job->finished = true;
    atomic_fetch_sub(&job->owners, 1); /* there is no search */
    job_open_stream(job, request);
}
