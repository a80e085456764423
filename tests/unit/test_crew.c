/* Threads that wait for work. */
#define _XOPEN_SOURCE 700 /* nanosleep */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
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
        cmocka_unit_test(idle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
