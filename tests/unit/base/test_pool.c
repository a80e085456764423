/* Worker threads (base/pool.h). The search depends on how soon they begin: see one_processor. */
#define _GNU_SOURCE /* sched_setaffinity */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <time.h>

#include "base/clock.h"
#include "base/pool.h"
#include "unit.h"

enum { WORKERS = 5 };

static void sleep_ms(int ms)
{
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000L}, NULL);
}

/* Nothing here is atomic: what is written before and after must be visible without. */
struct task {
    int given[WORKERS], done[WORKERS];
    int slow; /* this worker is slower than the caller spins; -1: none */
};

static void do_task(int worker, void *context)
{
    struct task *task = context;
    if (task->slow == worker)
        sleep_ms(2);
    task->done[worker] += task->given[worker];
}

/* Each worker works once a turn, with or without the caller as worker 0. */
static void turns(void **state)
{
    (void)state;
    struct task task = {0};
    int wanted[WORKERS] = {0};
    struct pool *pool = pool_new(WORKERS);
    assert_non_null(pool);
    assert_int_equal(pool_size(pool), WORKERS);
    for (int turn = 0; turn < 2000; turn++) {
        const bool runs = turn % 3 == 0;
        task.slow = turn % 100 == 7 ? turn / 100 % WORKERS : -1;
        for (int i = 0; i < WORKERS; i++) {
            task.given[i] = turn + i;
            wanted[i] += i > 0 || runs ? turn + i : 0;
        }
        if (runs) {
            pool_run(pool, do_task, &task);
        } else {
            pool_start(pool, do_task, &task);
            assert_true(pool_wait(pool, -1));
        }
        assert_memory_equal(task.done, wanted, sizeof wanted);
    }
    pool_free(pool);
}

static void wait_for_flag(int worker, void *context)
{
    (void)worker;
    while (!atomic_load((atomic_bool *)context))
        sleep_ms(1);
}

static void a_wait_ends_in_time(void **state)
{
    (void)state;
    atomic_bool flag = false;
    struct pool *pool = pool_new(2);
    pool_start(pool, wait_for_flag, &flag);
    int64_t start = clock_now_ms();
    assert_false(pool_wait(pool, 0));
    assert_false(pool_wait(pool, 30));
    assert_true(clock_now_ms() - start >= 30);
    atomic_store(&flag, true);
    assert_true(pool_wait(pool, 60000));
    assert_true(clock_now_ms() - start < 60000);
    pool_free(pool);
}

static void set_flag(int worker, void *context)
{
    (void)worker;
    atomic_store((atomic_bool *)context, true);
}

/* How often of a hundred times the worker has begun when it has been started. */
static int count_begun(void)
{
    int count = 0;
    struct pool *pool = pool_new(2);
    assert_non_null(pool);
    for (int turn = 0; turn < 100; turn++) {
        atomic_bool begun = false;
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL); /* it falls asleep */
        pool_start(pool, set_flag, &begun);
        count += atomic_load(&begun);
        pool_wait(pool, -1);
    }
    pool_free(pool);
    return count;
}

/* A worker that is woken on the caller's processor can begin. Other programs may disturb that, but
 * not always. */
static void one_processor(void **state)
{
    (void)state;
    cpu_set_t all, one;
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    CPU_ZERO(&one);
    CPU_SET((size_t)sched_getcpu(), &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    int most = 0;
    for (int i = 0; i < 10 && most < 90; i++) {
        int count = count_begun();
        most = count > most ? count : most;
    }
    assert_int_equal(sched_setaffinity(0, sizeof all, &all), 0);
    assert_true(most >= 90);
}

static void count_call(int worker, void *context)
{
    ((int *)context)[worker]++;
}

static void a_pool_of_one_is_the_caller(void **state)
{
    (void)state;
    int calls[1] = {0};
    struct pool *pool = pool_new(1);
    assert_int_equal(pool_size(pool), 1);
    pool_start(pool, count_call, calls);
    assert_true(pool_wait(pool, 0));
    assert_int_equal(calls[0], 0);
    pool_run(pool, count_call, calls);
    assert_int_equal(calls[0], 1);
    pool_free(pool);
    pool_free(NULL);
    pool_free(pool_new(3)); /* perhaps before its threads run */
}

static void look_at_mask(int worker, void *context)
{
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    ((bool *)context)[worker] = sigismember(&mask, SIGINT) == 1;
}

static void workers_block_signals(void **state)
{
    (void)state;
    bool blocks[2];
    struct pool *pool = pool_new(2);
    pool_run(pool, look_at_mask, blocks);
    assert_false(blocks[0]);
    assert_true(blocks[1]);
    pool_free(pool);
}

/* ---- loops ---- */

enum { ITEMS = 10007 };

struct loop_test {
    unsigned char done[ITEMS];
    uint32_t fails_at; /* UINT32_MAX: never */
    uint32_t stops_at;
    atomic_bool stop;
    pthread_t caller;
    double progress;
};

static bool do_items(uint32_t from, uint32_t to, void *context)
{
    struct loop_test *test = context;
    for (uint32_t i = from; i < to; i++) {
        test->done[i]++;
        if (i == test->stops_at)
            atomic_store(&test->stop, true);
        if (i == test->fails_at)
            return false;
    }
    return true;
}

static void see_progress(double done, void *context)
{
    struct loop_test *test = context;
    assert_true(pthread_equal(pthread_self(), test->caller));
    assert_true(done > test->progress && done <= 1);
    test->progress = done;
}

static uint32_t run_loop(struct pool *pool, struct loop_test *test, uint32_t from, uint32_t end)
{
    const struct pool_loop loop = {.from = from,
                                   .end = end,
                                   .part = do_items,
                                   .progress = see_progress,
                                   .context = test,
                                   .stop = &test->stop};
    test->caller = pthread_self();
    test->progress = 0;
    return pool_for(pool, &loop);
}

static void loops_do_each_item_once(void **state)
{
    static const uint32_t ends[] = {0, 1, 2, 511, 512, 513, 514, 1025, ITEMS};
    (void)state;
    for (int size = 1; size <= WORKERS; size += 2) {
        struct pool *pool = pool_new(size);
        for (size_t k = 0; k < LENGTH(ends); k++) {
            for (uint32_t from = 0; from <= ends[k]; from += ends[k] / 2 + 1) {
                struct loop_test test = {.fails_at = UINT32_MAX, .stops_at = UINT32_MAX};
                assert_int_equal(run_loop(pool, &test, from, ends[k]), ends[k]);
                for (uint32_t i = 0; i < ITEMS; i++)
                    assert_int_equal(test.done[i], i >= from && i < ends[k]);
            }
        }
        pool_free(pool);
    }
}

/* Stopped anywhere, what is done is a beginning, and the rest can follow. */
static void stopped_loops_can_continue(void **state)
{
    (void)state;
    struct pool *pool = pool_new(WORKERS);
    for (uint32_t at = 0; at < ITEMS; at += 503) {
        struct loop_test test = {.fails_at = UINT32_MAX, .stops_at = at};
        uint32_t next = run_loop(pool, &test, 0, ITEMS);
        assert_true(next > at);
        for (uint32_t i = 0; i < ITEMS; i++)
            assert_int_equal(test.done[i], i < next);
        assert_int_equal(run_loop(pool, &test, 0, ITEMS), 0); /* stopped before it begins */
        atomic_store(&test.stop, false);
        test.stops_at = UINT32_MAX;
        assert_int_equal(run_loop(pool, &test, next, ITEMS), ITEMS);
        for (uint32_t i = 0; i < ITEMS; i++)
            assert_int_equal(test.done[i], 1);
    }
    pool_free(pool);
}

/* Also the very last part. */
static void failed_loops_say_so(void **state)
{
    static const uint32_t places[] = {0, 1, ITEMS / 2, ITEMS - 1};
    (void)state;
    for (int size = 1; size <= WORKERS; size += 4) {
        struct pool *pool = pool_new(size);
        for (size_t i = 0; i < LENGTH(places); i++) {
            struct loop_test test = {.fails_at = places[i], .stops_at = UINT32_MAX};
            assert_true(run_loop(pool, &test, 0, ITEMS) <= places[i]);
        }
        pool_free(pool);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns),
        cmocka_unit_test(a_wait_ends_in_time),
        cmocka_unit_test(one_processor),
        cmocka_unit_test(a_pool_of_one_is_the_caller),
        cmocka_unit_test(workers_block_signals),
        cmocka_unit_test(loops_do_each_item_once),
        cmocka_unit_test(stopped_loops_can_continue),
        cmocka_unit_test(failed_loops_say_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
