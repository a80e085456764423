/* search_thread.c - runs searches on one POSIX thread, with a condition variable to wait with a
 * deadline. The same thread runs all searches: a referee that measures how long this program waits
 * for a processor (match/process.h) gets no figures of threads that have ended. */
#define _POSIX_C_SOURCE 200809L

#include "cli/search_thread.h"

#include <time.h>

/* Runs a search. It is finished before `after` is called, which may lead to the next
 * search_thread_start(); that only waits until this thread is idle. */
static void run_search(struct search_thread *job)
{
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
}

/* The thread: runs the requested searches in turn. */
static void *run_searches(void *context)
{
    struct search_thread *job = context;
    pthread_mutex_lock(&job->lock);
    for (;;) {
        job->idle = true;
        pthread_cond_broadcast(&job->changed);
        while (!job->requested && !job->ending)
            pthread_cond_wait(&job->changed, &job->lock);
        if (!job->requested)
            break;
        job->requested = job->idle = false;
        pthread_mutex_unlock(&job->lock);
        run_search(job);
        pthread_mutex_lock(&job->lock);
    }
    pthread_mutex_unlock(&job->lock);
    return NULL;
}

/* Creates the thread before the first search. False: failed. */
static bool ensure_thread(struct search_thread *job)
{
    pthread_condattr_t attributes;

    if (job->exists)
        return true;
    pthread_mutex_init(&job->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&job->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    job->requested = job->ending = false;
    job->exists = pthread_create(&job->thread, NULL, run_searches, job) == 0;
    if (!job->exists) {
        pthread_cond_destroy(&job->changed);
        pthread_mutex_destroy(&job->lock);
    }
    return job->exists;
}

bool search_thread_start(struct search_thread *job)
{
    job->best = PAUA_NO_MOVE;
    job->last = (paua_search_info){0};
    if (!ensure_thread(job))
        return false;
    pthread_mutex_lock(&job->lock);
    job->finished = job->idle = job->stopping = false;
    job->requested = job->started = true;
    pthread_cond_broadcast(&job->changed);
    pthread_mutex_unlock(&job->lock);
    return true;
}

/* Waits at most this long until the search is finished. The caller holds job->lock. */
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
    if (!job->started)
        return true;
    pthread_mutex_lock(&job->lock);
    if (milliseconds >= 0)
        wait_until(job, milliseconds);
    const bool over = job->finished || milliseconds < 0;
    while (over && !(job->finished && job->idle))
        pthread_cond_wait(&job->changed, &job->lock);
    job->started = !over;
    pthread_mutex_unlock(&job->lock);
    return over;
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

void search_thread_end(struct search_thread *job)
{
    if (!job->exists)
        return;
    search_thread_wait(job, -1);
    pthread_mutex_lock(&job->lock);
    job->ending = true;
    pthread_cond_broadcast(&job->changed);
    pthread_mutex_unlock(&job->lock);
    pthread_join(job->thread, NULL);
    pthread_cond_destroy(&job->changed);
    pthread_mutex_destroy(&job->lock);
    job->exists = false;
}
