/* Threads that wait for work. */
#define _GNU_SOURCE /* sched_setaffinity */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

#include "search/crew.h"

enum { MEMBERS = 5 };

struct task {
    int asked, done; /* no atomic: what is written before and after must be seen without */
    bool slow;
};

static void do_task(void *context)
{
    struct task *task = context;
    if (task->slow)
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    task->done += task->asked;
}

static void turns(void **state)
{
    (void)state;
    struct task tasks[MEMBERS] = {0};
    void *contexts[MEMBERS];
    for (int i = 0; i < MEMBERS; i++)
        contexts[i] = &tasks[i];
    struct crew *crew = crew_new(MEMBERS, do_task, contexts);
    assert_non_null(crew);
    int wanted = 0;
    for (int turn = 0; turn < 2000; turn++) {
        for (int i = 0; i < MEMBERS; i++) {
            tasks[i].asked = turn + i;
            tasks[i].slow =
                turn % 100 == 7 && i == turn / 100 % MEMBERS; /* longer than one looks */
        }
        crew_start(crew);
        crew_wait(crew);
        wanted += turn;
        for (int i = 0; i < MEMBERS; i++)
            assert_int_equal(tasks[i].done, wanted + (turn + 1) * i);
    }
    crew_free(crew);
    assert_int_equal(tasks[0].done, wanted);
}

static void begin_task(void *context)
{
    atomic_store((atomic_bool *)context, true);
}

/* How often of a hundred times the thread is at work when it has been started. */
static int count_begun(void)
{
    atomic_bool begun;
    void *contexts[] = {&begun};
    struct crew *crew = crew_new(1, begin_task, contexts);
    assert_non_null(crew);
    int count = 0;
    for (int turn = 0; turn < 100; turn++) {
        atomic_store(&begun, false);
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL); /* it falls asleep */
        crew_start(crew);
        count += atomic_load(&begun);
        crew_wait(crew);
    }
    crew_free(crew);
    return count;
}

/* A thread woken on the processor of the one that starts it is let begin; other programs may disturb that, not always. */
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

static void idle(void **state)
{
    (void)state;
    struct task task = {.asked = 1};
    void *contexts[] = {&task};
    crew_free(crew_new(1, do_task, contexts)); /* perhaps before its thread runs */
    struct crew *none = crew_new(0, do_task, contexts);
    assert_non_null(none);
    crew_start(none);
    crew_wait(none);
    crew_free(none);
    crew_free(NULL);
    assert_int_equal(task.done, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns),
        cmocka_unit_test(one_processor),
        cmocka_unit_test(idle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
