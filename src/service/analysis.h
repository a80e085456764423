/* analysis.h - analyses of positions and reviews of games for whoever asks, told line by line while they are made.
 *
 * A few threads do it, which give way to everything else that the machine does, in the order in which it was asked for;
 * never two reviews at a time, so that a position need not wait for them. Whoever stops listening stops the work.
 * Of one address so many jobs are taken, of all together so many more; others are told to come back.
 *
 * Locks: the analysts' lock is taken before no other; a job's before that of its stream.
 */
#ifndef SERVICE_ANALYSIS_H
#define SERVICE_ANALYSIS_H

#include <paua/explain.h>

#include "service/internal.h"

#define ANALYSIS_TIME_MS     2000 /* when the request names no limit */
#define ANALYSIS_TIME_MAX_MS 5000
#define ANALYSIS_NODES_MAX   10000000
#define ANALYSIS_LINES_MAX   5
#define REVIEW_MOVES_MAX     1000

/* analysis.c: what POST /analysis asks for. */
struct analysis {
    paua_game *game; /* owned */
    paua_limits limits;
};
bool analysis_request(struct boards *boards, json_t *body, struct analysis *out,
                      struct fault *fault);

/* analyst.c */
struct analysts;

typedef enum job_state { JOB_NEW, JOB_WAITING, JOB_RUNNING } job_state;

struct job {
    struct analysts *all;
    bool review;
    paua_game *game; /* owned */
    paua_limits limits;
    struct game *source; /* a review's, held; else NULL */
    uint64_t client;
    bool sse;
    atomic_int holders;
    atomic_bool left; /* nobody listens any more */

    /* under the analysts' lock, from job_submit() on */
    struct job *next, **link;
    job_state state;

    pthread_mutex_t mutex; /* guards what follows */
    http_stream *stream;   /* NULL once it is closed */
    char *text;            /* all that was told: lines of JSON */
    size_t size, room, given;
    bool finished;
};

struct analysts *analysts_new(struct service *service, int threads, size_t tt_bytes);
paua_status analysts_start(struct analysts *all);
void analysts_halt(struct analysts *all);
void analysts_free(struct analysts *all);
void analysts_count(struct analysts *all, uint64_t *done, int *waiting);

/* A job about a game, which it takes over, also where it fails: then NULL, no memory. */
struct job *job_new(struct service *service, http_request *request, paua_game *game);
/* Answers the request with what the job will tell, or by a refusal; takes the job over. */
void job_submit(struct job *job, http_request *request);
/* The same for one that has been told in full already. */
void job_repeat(struct job *job, http_request *request);
/* Adds {"type": TYPE, ...}; takes the object over. */
void job_tell(struct job *job, const char *type, json_t *object);
void job_fail(struct job *job, paua_status status); /* tells that it cannot be done */

/* What the analysts do with a job. */
void analysis_run(struct job *job, paua_engine *engine);
void review_run(struct job *job, paua_engine *engine);

#endif /* SERVICE_ANALYSIS_H */
