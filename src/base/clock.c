/* clock.c - monotonic time and processor time, by clock_gettime(). */
#define _POSIX_C_SOURCE 200809L
#include "base/clock.h"

#include <time.h>

/* Nanoseconds on a clock, from its own origin. */
static int64_t read_clock(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t clock_now_ns(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

int64_t clock_boot_ms(void)
{
#if defined(CLOCK_BOOTTIME)
    return read_clock(CLOCK_BOOTTIME) / 1000000;
#else
    return clock_now_ms();
#endif
}

int64_t clock_thread_ms(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID) / 1000000;
}

int64_t clock_now_ms(void)
{
    return clock_now_ns() / 1000000;
}
