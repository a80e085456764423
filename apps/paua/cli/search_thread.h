/* search_thread.h - runs searches in turn on a thread of their own, while the caller handles input
 * and interrupts. */
#ifndef PAUA_CLI_SEARCH_THREAD_H
#define PAUA_CLI_SEARCH_THREAD_H

#include <pthread.h>
#include <stdbool.h>

#include <paua/search.h>

/* Must be zeroed before the first use. It belongs to the thread that starts searches, which may
 * read the results after search_thread_wait(). */
struct search_thread {
    paua_engine *engine;   /* borrowed while a search runs */
    const paua_game *game; /* borrowed and unchanged while a search runs */
    paua_limits limits;
    paua_search_callback callback; /* on the searching thread; may be NULL */
    void (*after)(struct search_thread *job,
                  void *context); /* likewise, when it is over; may be NULL */
    void *context;
    bool until_stopped; /* wait for search_thread_stop() even when the search is finished */

    paua_status status;
    paua_move best;
    paua_search_info last; /* its pv belongs to the engine */

    bool exists;  /* the thread runs: from the first search to search_thread_end() */
    bool started; /* a search was started and not waited for yet */
    pthread_t thread;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t changed;
    bool requested; /* the thread has to begin a search */
    bool finished;  /* the search has ended */
    bool idle;      /* `after` has returned, too */
    bool stopping;  /* search_thread_stop() was called */
    bool ending;    /* the thread has to end */
};

/* Starts a search; the caller has set the members up to `until_stopped`, and no other search runs.
 * False: no thread could be started. */
bool search_thread_start(struct search_thread *job);

/* Waits at most this long; negative: without limit. True: no search runs. */
bool search_thread_wait(struct search_thread *job, int milliseconds);

/* Stops the search and waits for its end. */
void search_thread_stop(struct search_thread *job);

/* Waits for the end of the search, and ends the thread, if there is one. */
void search_thread_end(struct search_thread *job);

#endif
