/* search_thread.c - a search on a POSIX thread, with a condition variable that waits with a
 * deadline. */
#define _POSIX_C_SOURCE 200809L

#include "cli/search_thread.h"

#include <time.h>

/* The search counts as finished before `after` is called: whoever gets that call may start the
 * next search, and only waits for this thread to end. */
static void *run_search(void *context)
{
    struct search_thread *job = context;

    job->status = paua_engine_search(job->engine, job->game, &job->limits, &job->best, &job->last,
                                     job->callback, job->context);
    pthread_mutex_lock(&job->lock);
    while (job->until_stopped && !job->stopping)
        pthread_cond_wait(&job->changed, &job->lock);
    job->finished = true;
    pthread_cond_broadcast(&job->changed);
    pthread_mutex_unlock(&job->lock);
    if (job->after)
        job->after(job, job->context);
    return NULL;
}

bool search_thread_start(struct search_thread *job)
{
    pthread_condattr_t attributes;

    job->best = PAUA_NO_MOVE;
    job->last = (paua_search_info){0};
    job->finished = job->stopping = false;
    pthread_mutex_init(&job->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&job->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    job->started = pthread_create(&job->thread, NULL, run_search, job) == 0;
    return job->started;
}

/* Waits for the end of the search, at most this long. The caller holds job->lock. */
static void wait_until(struct search_thread *job, int milliseconds)
{
    struct timespec end;

    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += milliseconds / 1000;
    end.tv_nsec += milliseconds % 1000 * 1000000L;
    if (end.tv_nsec >= 1000000000L) {
        end.tv_sec++;
        end.tv_nsec -= 1000000000L;
    }
    while (!job->finished && pthread_cond_timedwait(&job->changed, &job->lock, &end) == 0)
        ;
}

bool search_thread_wait(struct search_thread *job, int milliseconds)
{
    bool finished;

    if (!job->started)
        return true;
    pthread_mutex_lock(&job->lock);
    if (milliseconds >= 0)
        wait_until(job, milliseconds);
    finished = job->finished || milliseconds < 0;
    pthread_mutex_unlock(&job->lock);
    if (!finished)
        return false;
    pthread_join(job->thread, NULL);
    pthread_cond_destroy(&job->changed);
    pthread_mutex_destroy(&job->lock);
    job->started = false;
    return true;
}

void search_thread_stop(struct search_thread *job)
{
    if (!job->started)
        return;
    pthread_mutex_lock(&job->lock);
    job->stopping = true;
    pthread_cond_broadcast(&job->changed);
    pthread_mutex_unlock(&job->lock);
    paua_engine_stop(job->engine);
    search_thread_wait(job, -1);
    paua_engine_resume(job->engine); /* the search may have ended by itself just before */
}
