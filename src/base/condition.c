/* condition.c - timed waits on the monotonic clock. */
#define _POSIX_C_SOURCE 200809L
#include "base/condition.h"

#include <time.h>

void condition_init(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;

    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

int condition_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t until_ns)
{
    struct timespec until = {.tv_sec = (time_t)(until_ns / 1000000000),
                             .tv_nsec = (long)(until_ns % 1000000000)};

    return pthread_cond_timedwait(condition, mutex, &until);
}
