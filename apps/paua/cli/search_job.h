/* search_job.h - a search on its own thread, so that the caller can go on listening. */
#ifndef PAUA_CLI_SEARCH_JOB_H
#define PAUA_CLI_SEARCH_JOB_H

#include <pthread.h>
#include <stdbool.h>

#include <paua/search.h>

/* Set to zero before the first use. All of it belongs to the thread that starts jobs; what the search
 * leaves here may be read once the job is over. */
struct search_job {
    paua_engine *engine;   /* borrowed while the job runs */
    const paua_game *game; /* borrowed likewise, and not to be changed */
    paua_limits limits;
    paua_search_callback callback; /* on the searching thread; may be NULL */
    void (*after)(struct search_job *job,
                  void *context); /* likewise, when it is over; may be NULL */
    void *context;
    bool
        until_stopped; /* it is not over before search_job_stop(), even when there is nothing left to do */

    paua_status status;
    paua_move best;
    paua_search_info last; /* its pv belongs to the engine */

    bool started; /* and not yet joined */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool finished, stopping;
};

/* Starts a search; false if there is no thread for it. The members up to `until_stopped` are the caller's
 * to fill. */
bool search_job_start(struct search_job *job);

/* Waits up to so many milliseconds, negative: as long as it takes. True when no job runs any more. */
bool search_job_wait(struct search_job *job, int milliseconds);

/* Ends the search early and waits for it. */
void search_job_stop(struct search_job *job);

#endif
