/* search_thread.h - searches on a thread of their own, one after the other, while the caller
 * handles input and interrupts. */
#ifndef PAUA_CLI_SEARCH_THREAD_H
#define PAUA_CLI_SEARCH_THREAD_H

#include <pthread.h>
#include <stdbool.h>

#include <paua/search.h>

/* Zero it before the first use. It belongs to the thread that starts searches; the results may
 * be read once the search is over. */
struct search_thread {
    paua_engine *engine;   /* borrowed while a search runs */
    const paua_game *game; /* borrowed likewise, and not to be changed */
    paua_limits limits;
    paua_search_callback callback; /* on the searching thread; may be NULL */
    void (*after)(struct search_thread *job,
                  void *context); /* likewise, when it is over; may be NULL */
    void *context;
    bool until_stopped; /* wait for search_thread_stop() even when the search is finished */

    paua_status status;
    paua_move best;
    paua_search_info last; /* its pv belongs to the engine */

    bool exists;  /* the thread, from the first search to search_thread_end() */
    bool started; /* a search, and it has not been waited for yet */
    pthread_t thread;
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t changed;
    bool requested; /* a search, and the thread has not begun it yet */
    bool finished;  /* the search */
    bool idle;      /* and its `after` has returned */
    bool stopping, ending;
};

/* Starts a search; false if there is no thread for it. No other one may run. The caller fills the
 * members up to `until_stopped`. */
bool search_thread_start(struct search_thread *job);

/* Waits up to this time, without limit if negative. True when no search runs any more. */
bool search_thread_wait(struct search_thread *job, int milliseconds);

/* Ends the search early and waits for it. */
void search_thread_stop(struct search_thread *job);

/* Waits for the search, and ends the thread, if there is one. */
void search_thread_end(struct search_thread *job);

#endif
