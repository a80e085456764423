/* analysis_job.h - a search for a client whose results are a stream of lines: the common part of
 * analyses of positions (analysis.c) and reviews of games (review.c).
 *
 * A job has two owners, its stream and its search, and is freed when both are done. A client that
 * closes the stream stops the search. The jobs are limited (service_limits); beyond the limit a
 * request gets 429. Only one review runs at a time, so that analyses need not wait for reviews.
 *
 * Locks: the job's lock is taken before that of its stream, and no other under it.
 */
#ifndef SERVICE_ANALYSIS_JOB_H
#define SERVICE_ANALYSIS_JOB_H

#include <pthread.h>

#include <jansson.h>

#include "http/http.h"
#include "service/computer/search_pool.h"

struct games;

struct analysis_job {
    struct search_pool_job search; /* first */
    struct games *games;
    struct search_pool *pool;
    paua_game *game; /* owned */
    paua_limits limits;
    void (*analyse)(struct analysis_job *job,
                    paua_engine *engine);      /* on a worker: adds the lines */
    void (*release)(struct analysis_job *job); /* frees the struct; its members are freed before */
    bool sse;
    atomic_int owners;

    pthread_mutex_t mutex; /* guards what follows */
    http_stream *stream;   /* NULL once it is closed */
    char *text;            /* all lines so far, JSON */
    size_t size, capacity, sent;
    bool broken; /* memory ran out: a line is missing */
    bool finished;
};

/* Sets up a job whose memory is all zero, and takes the game over. The caller then sets `limits`,
 * `analyse` and `release`. */
void analysis_job_init(struct analysis_job *job, struct games *games, struct search_pool *pool,
                       http_request *request, paua_game *game);

/* Responds with the stream and queues the search, or responds 429. Takes the job over. */
void analysis_job_submit(struct analysis_job *job, http_request *request);

/* Responds with the stream of a job that has all its lines. Takes the job over. */
void analysis_job_replay(struct analysis_job *job, http_request *request);

/* Adds the line {"type": TYPE, ...}; takes the object over. For analyse(). */
void analysis_job_add_line(struct analysis_job *job, const char *type, json_t *object);
/* Adds a line of type "error". */
void analysis_job_add_error(struct analysis_job *job, paua_status status);

#endif /* SERVICE_ANALYSIS_JOB_H */
