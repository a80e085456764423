/* date_shift.c - loaded before the C library (LD_PRELOAD), shifts the date that a program sees by
 * the seconds in the file that DATE_SHIFT names. The monotonic clock stays as it is. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* The seconds in the file. */
static long read_shift(void)
{
    const char *name = getenv("DATE_SHIFT");
    FILE *file = name ? fopen(name, "r") : NULL;
    long seconds = 0;

    if (file) {
        if (fscanf(file, "%ld", &seconds) != 1)
            seconds = 0;
        fclose(file);
    }
    return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int code = (int)syscall(SYS_clock_gettime, clock, now);

    if (code == 0 && clock == CLOCK_REALTIME)
        now->tv_sec += read_shift();
    return code;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    struct timespec time;

    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &time) != 0)
        return -1;
    *now = (struct timeval){.tv_sec = time.tv_sec, .tv_usec = time.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *now)
{
    struct timespec clock;

    if (clock_gettime(CLOCK_REALTIME, &clock) != 0)
        return -1;
    if (now)
        *now = clock.tv_sec;
    return clock.tv_sec;
}
