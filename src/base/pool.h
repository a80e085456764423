/* pool.h - worker threads that stay between tasks.
 *
 * A pool has workers 0 .. pool_size()-1. Worker 0 is the thread that calls; the others sleep until
 * there is work, so that a start and a wait take about 0.2 ms and a pool of size 1 has no thread
 * and costs nothing. One thread at a time may use a pool, and work must not use the pool that runs
 * it. Whatever the caller wrote before the start is visible to the workers, and what they wrote is
 * visible to the caller after the wait. Workers block all signals: those are handled on the
 * program's other threads.
 */
#ifndef BASE_POOL_H
#define BASE_POOL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct pool;

/* What a worker does in one turn. */
typedef void pool_work(int worker, void *context);

/* A pool of `size` workers, at least 1. If the system grants fewer threads, the pool is smaller.
 * NULL: out of memory. */
struct pool *pool_new(int size);

/* Ends the threads, none of which is working. NULL is allowed. */
void pool_free(struct pool *pool);

int pool_size(const struct pool *pool);

/* Each worker calls work(worker, context) once, worker 0 on the calling thread. Returns when all
 * are done. */
void pool_run(struct pool *pool, pool_work *work, void *context);

/* Each worker but 0 calls work(worker, context) once; the caller is free to do worker 0's part, or
 * something else, until pool_wait(). Returns when all have begun, usually within 0.1 ms; where
 * processors are scarce it gives up waiting for that after less than a millisecond. */
void pool_start(struct pool *pool, pool_work *work, void *context);

/* Waits until all have ended, at most `timeout_ms` milliseconds; negative: without limit. True: all
 * have ended. */
bool pool_wait(struct pool *pool, int timeout_ms);

/* Does the items from .. to-1 of a loop. False ends the loop early. Runs on several threads at
 * once. */
typedef bool pool_part(uint32_t from, uint32_t to, void *context);

/* Called now and then on the calling thread with the share that is done, 0 .. 1. */
typedef void pool_progress(double done, void *context);

struct pool_loop {
    uint32_t from, end; /* the items from .. end-1 */
    pool_part *part;
    pool_progress *progress; /* may be NULL */
    void *context;
    const atomic_bool *stop; /* borrowed; once true, the loop ends early. May be NULL. */
};

/* A parallel loop: does each item once, in ranges that begin in ascending order. Returns loop->end,
 * or less: stopped, all items before the returned one are done and none from it on; after a part
 * that returned false, the first item of the first such part. */
uint32_t pool_for(struct pool *pool, const struct pool_loop *loop);

#endif
