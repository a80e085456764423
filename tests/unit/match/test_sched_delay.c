/* The time that threads wait for a processor: more threads than processors have to. */
#define _POSIX_C_SOURCE 200809L
#include "unit.h"

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "match/process.h"

enum { THREADS_MAX = 512, EACH = 4, BUSY_MS = 200 };

static void *keep_busy(void *context)
{
    int64_t began = clock_now_ms(), before = sched_delay_of_thread();
    while (clock_now_ms() - began < BUSY_MS)
        continue;
    *(int64_t *)context = sched_delay_of_thread() - before;
    return NULL;
}

static bool is_known(void)
{
    FILE *file = fopen("/proc/thread-self/schedstat", "r");
    if (file)
        fclose(file);
    return file != NULL;
}

static void threads_in_a_queue_wait(void **state)
{
    (void)state;
    pthread_t threads[THREADS_MAX];
    int64_t waited[THREADS_MAX] = {0}, sum = 0, before = sched_delay_of_process(getpid());
    long wanted = EACH * sysconf(_SC_NPROCESSORS_ONLN);
    int count = wanted < THREADS_MAX ? (int)wanted : THREADS_MAX;
    if (!is_known() || wanted > THREADS_MAX)
        skip();
    for (int i = 0; i < count; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, keep_busy, &waited[i]), 0);
    const struct timespec half = {.tv_nsec = BUSY_MS / 2 * 1000000};
    nanosleep(&half, NULL);
    int64_t halfway = sched_delay_of_process(getpid()) - before;
    for (int i = 0; i < count; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_in_range(waited[i], 0, 100 * BUSY_MS);
        sum += waited[i];
    }
    assert_true(sum > BUSY_MS); /* four on each processor: three of them wait */
    assert_true(halfway > 0);
}

static void who_is_gone_does_not_wait(void **state)
{
    (void)state;
    assert_int_equal(sched_delay_of_process(0x7ffffff0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_in_a_queue_wait),
        cmocka_unit_test(who_is_gone_does_not_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
