/* analysis_job.h - a search on behalf of a client, and the stream of lines that it makes: what
 * analyses of positions and reviews of games have in common.
 *
 * A job has two owners, its stream and its search, and is freed when both are over. A client that
 * closes the stream stops the search. Places are limited (service_limits); a request for
 * which there is none gets 429. Never two reviews at a time, so that a position need not wait for
 * them.
 *
 * Locks: the job's lock is taken before that of its stream, and no other under it.
 */
#ifndef SERVICE_ANALYSIS_JOB_H
#define SERVICE_ANALYSIS_JOB_H

#include <pthread.h>

#include <jansson.h>

#include "http/http.h"
#include "service/computer/search_pool.h"

struct game;
struct games;

struct analysis_job {
    struct search_pool_job search; /* first */
    struct games *games;
    struct search_pool *pool;
    paua_game *game; /* owned */
    paua_limits limits;
    void (*analyse)(struct analysis_job *job, paua_engine *engine); /* makes the lines */
    void *owner;         /* of a review: who keeps its lines; else NULL */
    struct game *source; /* of a review, held; else NULL */
    bool sse;
    atomic_int owners;

    pthread_mutex_t mutex; /* guards what follows */
    http_stream *stream;   /* NULL once it is closed */
    char *text;            /* all lines so far, JSON */
    size_t size, capacity, sent;
    bool broken; /* a line is missing for want of memory */
    bool finished;
};

/* A job about a game, which it takes over, also on failure. NULL: out of memory. */
struct analysis_job *analysis_job_new(struct games *games, struct search_pool *pool,
                                      http_request *request, paua_game *game);

/* Responds with the stream and queues the search, or responds 429. Takes the job over. */
void analysis_job_submit(struct analysis_job *job, http_request *request);

/* Responds with the stream of a job whose lines are all there. Takes the job over. */
void analysis_job_replay(struct analysis_job *job, http_request *request);

/* Adds the line {"type": TYPE, ...}; takes the object over. Called by analyse(). */
void analysis_job_add_line(struct analysis_job *job, const char *type, json_t *object);
/* Adds a line of type "error". */
void analysis_job_add_error(struct analysis_job *job, paua_status status);

#endif /* SERVICE_ANALYSIS_JOB_H */
