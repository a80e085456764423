/* read_fault.c - loaded before the C library (LD_PRELOAD), lets the disk fail: while the file that
 * READ_FAULT names holds a number N > 0, the Nth read of a file whose name ends with ".db" fails
 * with EIO, and all after it; "-N" is the Nth alone. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Whether this is a file of a store. */
static bool is_store(int file)
{
    char link[64], name[4096];

    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = readlink(link, name, sizeof name);
    return size > 3 && memcmp(name + size - 3, ".db", 3) == 0;
}

/* Whether this read is to fail. */
static bool is_due(void)
{
    static _Atomic long count;
    const char *name = getenv("READ_FAULT");
    FILE *file = name ? fopen(name, "r") : NULL;
    long when = 0;

    if (!file)
        return false;
    if (fscanf(file, "%ld", &when) != 1)
        when = 0;
    fclose(file);
    if (when == 0)
        return false;
    long now = ++count;
    return when < 0 ? now == -when : now >= when;
}

ssize_t pread(int file, void *to, size_t count, off_t at)
{
    if (is_store(file) && is_due()) {
        errno = EIO;
        return -1;
    }
    return (ssize_t)syscall(SYS_pread64, file, to, count, at);
}

ssize_t pread64(int file, void *to, size_t count, off64_t at)
{
    return pread(file, to, count, at);
}
