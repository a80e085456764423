/* pool.c - worker threads that sleep on a condition variable between turns. A parallel loop is
 * shared out by an atomic counter of small ranges (dynamic scheduling); there is no work stealing
 * and no queue. */
#define _POSIX_C_SOURCE 200809L
#include "base/pool.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/condition.h"

struct pool_worker {
    struct pool *pool;
    int number;
    pthread_t thread;
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t begins, ends;
    /* Under the lock: */
    unsigned turn; /* how often work has begun */
    bool closing;
    pool_work *work; /* of this turn */
    void *context;

    atomic_int working; /* workers that have not ended this turn */
    atomic_int waking;  /* workers that have not begun it */
    int threads;
    struct pool_worker workers[];
};

/* Sleeps until the next turn begins. False: the pool is closing. */
static bool pool_next_turn(struct pool *pool, unsigned *turn, pool_work **work, void **context)
{
    pthread_mutex_lock(&pool->lock);
    while (pool->turn == *turn && !pool->closing)
        pthread_cond_wait(&pool->begins, &pool->lock);
    *turn = pool->turn;
    *work = pool->work;
    *context = pool->context;
    bool closing = pool->closing;
    pthread_mutex_unlock(&pool->lock);
    return !closing;
}

/* The last worker to end wakes the waiting caller. */
static void pool_end_turn(struct pool *pool)
{
    if (atomic_fetch_sub(&pool->working, 1) > 1)
        return;
    pthread_mutex_lock(&pool->lock);
    pthread_cond_signal(&pool->ends);
    pthread_mutex_unlock(&pool->lock);
}

/* The body of a worker thread: works once in each turn, until the pool closes. */
static void *pool_thread(void *argument)
{
    struct pool_worker *worker = argument;
    struct pool *pool = worker->pool;
    unsigned turn = 0;
    pool_work *work;
    void *context;
    while (pool_next_turn(pool, &turn, &work, &context)) {
        atomic_fetch_sub_explicit(&pool->waking, 1, memory_order_relaxed);
        work(worker->number, context);
        pool_end_turn(pool);
    }
    return NULL;
}

/* Starts as many threads as the system grants. They inherit a mask that blocks all signals. */
static void pool_start_threads(struct pool *pool, int threads)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (pool->threads < threads) {
        struct pool_worker *worker = &pool->workers[pool->threads];
        *worker = (struct pool_worker){.pool = pool, .number = pool->threads + 1};
        if (pthread_create(&worker->thread, NULL, pool_thread, worker) != 0)
            break;
        pool->threads++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

struct pool *pool_new(int size)
{
    assert(size >= 1);
    int threads = size - 1;
    struct pool *pool = calloc(1, sizeof *pool + (size_t)threads * sizeof pool->workers[0]);
    if (!pool)
        return NULL;
    atomic_init(&pool->working, 0);
    atomic_init(&pool->waking, 0);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->begins, NULL);
    condition_init(&pool->ends);
    pool_start_threads(pool, threads);
    return pool;
}

void pool_free(struct pool *pool)
{
    if (!pool)
        return;
    assert(atomic_load(&pool->working) == 0);
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    pthread_cond_broadcast(&pool->begins);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->threads; i++)
        pthread_join(pool->workers[i].thread, NULL);
    pthread_cond_destroy(&pool->ends);
    pthread_cond_destroy(&pool->begins);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

int pool_size(const struct pool *pool)
{
    return pool->threads + 1;
}

/* Wakes all workers for the next turn; the one before must have ended. */
static void pool_begin_turn(struct pool *pool, pool_work *work, void *context)
{
    assert(atomic_load(&pool->working) == 0);
    if (pool->threads == 0)
        return;
    pthread_mutex_lock(&pool->lock);
    atomic_store(&pool->working, pool->threads);
    atomic_store(&pool->waking, pool->threads);
    pool->work = work;
    pool->context = context;
    pool->turn++;
    pthread_cond_broadcast(&pool->begins);
    pthread_mutex_unlock(&pool->lock);
}

/* Whether all workers have begun the turn. Relaxed: a hint for waiting, not a fence. */
static bool pool_has_begun(const struct pool *pool)
{
    return atomic_load_explicit(&pool->waking, memory_order_relaxed) == 0;
}

/* Waits a little until all have begun: first spinning, then asleep. A thread that is woken while
 * every processor is busy is queued on one of them, perhaps on the caller's, until the scheduler
 * rebalances: for milliseconds, though another processor may be idle by then. When the caller
 * sleeps, that thread begins, and the caller is woken where there is room. */
static void pool_await_begin(const struct pool *pool)
{
    enum { SPIN_NS = 80000, SLEEP_NS = 20000, SLEEPS = 8 };
    const struct timespec pause = {.tv_nsec = SLEEP_NS};
    int64_t start = clock_now_ns();
    while (!pool_has_begun(pool) && clock_now_ns() - start < SPIN_NS)
        continue;
    for (int i = 0; i < SLEEPS && !pool_has_begun(pool); i++)
        nanosleep(&pause, NULL);
}

void pool_start(struct pool *pool, pool_work *work, void *context)
{
    pool_begin_turn(pool, work, context);
    pool_await_begin(pool);
}

/* Sleeps until all have ended, or, unless it is negative, the timeout has passed. */
static bool pool_await_end(struct pool *pool, int timeout_ms)
{
    int64_t until_ns = clock_now_ns() + (int64_t)timeout_ms * 1000000;
    int error = 0;
    pthread_mutex_lock(&pool->lock);
    while (atomic_load(&pool->working) > 0 && error == 0)
        error = timeout_ms < 0 ? pthread_cond_wait(&pool->ends, &pool->lock)
                               : condition_wait(&pool->ends, &pool->lock, until_ns);
    pthread_mutex_unlock(&pool->lock);
    return atomic_load(&pool->working) == 0;
}

bool pool_wait(struct pool *pool, int timeout_ms)
{
    /* Some ten microseconds: less than falling asleep and being woken takes. */
    enum { SPINS = 20000 };
    for (int i = 0; i < SPINS; i++)
        if (atomic_load_explicit(&pool->working, memory_order_relaxed) == 0)
            break;
    return pool_await_end(pool, timeout_ms);
}

/* Sleeps at the end rather than spins: parallel loops run longer than a search, and their processor
 * time is measured. */
void pool_run(struct pool *pool, pool_work *work, void *context)
{
    pool_begin_turn(pool, work, context);
    work(0, context);
    pool_await_end(pool, -1);
}

/* A loop while it runs. Items are counted in 64 bits: every worker may step past the end once. */
struct pool_share {
    const struct pool_loop *loop;
    uint32_t step;
    atomic_uint_fast64_t next;   /* the first item that nobody has taken */
    atomic_uint_fast64_t failed; /* the first item of the first part that failed; loop->end: none */
};

/* Whether to stop taking ranges: a part has failed, or the caller wants to stop. */
static bool pool_loop_ended(const struct pool_share *share)
{
    const struct pool_loop *loop = share->loop;
    return atomic_load_explicit(&share->failed, memory_order_relaxed) < loop->end ||
           (loop->stop && atomic_load_explicit(loop->stop, memory_order_relaxed));
}

/* Notes a failed part. The first one in the order of the loop counts (atomic minimum). */
static void pool_loop_fail(struct pool_share *share, uint64_t from)
{
    uint_fast64_t first = atomic_load(&share->failed);
    while (from < first && !atomic_compare_exchange_weak(&share->failed, &first, from))
        continue;
}

/* Takes ranges until the loop ends. */
static void pool_take_ranges(int worker, void *context)
{
    struct pool_share *share = context;
    const struct pool_loop *loop = share->loop;
    while (!pool_loop_ended(share)) {
        uint64_t from = atomic_fetch_add(&share->next, share->step);
        if (from >= loop->end)
            return;
        uint64_t to = loop->end - from > share->step ? from + share->step : loop->end;
        if (!loop->part((uint32_t)from, (uint32_t)to, loop->context))
            pool_loop_fail(share, from);
        if (worker == 0 && loop->progress)
            loop->progress((double)to / loop->end, loop->context);
    }
}

uint32_t pool_for(struct pool *pool, const struct pool_loop *loop)
{
    enum { RANGES = 512 };
    assert(loop->from <= loop->end);
    struct pool_share share = {.loop = loop, .step = (loop->end - loop->from) / RANGES + 1};
    atomic_init(&share.next, loop->from);
    atomic_init(&share.failed, loop->end);
    if (loop->end - loop->from <= share.step) /* one range: not worth waking anybody */
        pool_take_ranges(0, &share);
    else
        pool_run(pool, pool_take_ranges, &share);
    uint64_t next = atomic_load(&share.next), failed = atomic_load(&share.failed);
    if (failed < loop->end)
        return (uint32_t)failed;
    return next < loop->end ? (uint32_t)next : loop->end;
}
