/* disk_fault.c - loaded before the C library (LD_PRELOAD), lets the disk of a store fail or hang, as
 * the file says that DISK_FAULT names: "fail N" is the Nth read of a file whose name ends with
 * ".db", and all after it, "fail -N" the Nth alone, with EIO; "delay CALLS MS" lets each read (r),
 * write (w) or sync (s) of CALLS wait before it, also on the log; "delay CALLS MS fail" then lets
 * those fail that have waited in vain. A wait ends early when the file has changed. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { STEP_MS = 10 };

struct orders {
    char text[64];
    long fail_at;
    char calls[8]; /* that wait */
    long wait_ms;
    bool then_fails;
};

/* Whether the name of an open file ends so. */
static bool name_ends(int file, const char *end)
{
    char link[64], name[4096];

    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const ssize_t size = readlink(link, name, sizeof name), length = (ssize_t)strlen(end);
    return size > length && memcmp(name + size - length, end, (size_t)length) == 0;
}

static struct orders read_orders(void)
{
    const char *name = getenv("DISK_FAULT");
    FILE *file = name ? fopen(name, "r") : NULL;
    struct orders orders = {.text = ""};
    char end[8] = "";

    if (!file)
        return orders;
    if (!fgets(orders.text, sizeof orders.text, file))
        orders.text[0] = '\0';
    fclose(file);
    if (sscanf(orders.text, "fail %ld", &orders.fail_at) == 1)
        return orders;
    sscanf(orders.text, "delay %7s %ld %7s", orders.calls, &orders.wait_ms, end);
    orders.then_fails = strcmp(end, "fail") == 0;
    return orders;
}

/* Whether this read is to fail. */
static bool is_due(long fail_at)
{
    static _Atomic long count;

    if (fail_at == 0)
        return false;
    long now = ++count;
    return fail_at < 0 ? now == -fail_at : now >= fail_at;
}

/* Waits before a call, if it is told to. Whether the call is to fail. */
static bool wait_or_fail(int file, char call)
{
    const bool is_file = name_ends(file, ".db");

    if (!is_file && !name_ends(file, ".db-wal"))
        return false;
    const struct orders orders = read_orders();
    if (!strchr(orders.calls, call) || orders.wait_ms == 0)
        return is_file && call == 'r' && is_due(orders.fail_at);
    for (long waited_ms = 0; waited_ms < orders.wait_ms; waited_ms += STEP_MS) {
        nanosleep(&(struct timespec){.tv_nsec = STEP_MS * 1000000L}, NULL);
        if (strcmp(read_orders().text, orders.text) != 0)
            return orders.then_fails;
    }
    return orders.then_fails;
}

ssize_t pread(int file, void *to, size_t count, off_t at)
{
    if (wait_or_fail(file, 'r')) {
        errno = EIO;
        return -1;
    }
    return (ssize_t)syscall(SYS_pread64, file, to, count, at);
}

ssize_t pread64(int file, void *to, size_t count, off64_t at)
{
    return pread(file, to, count, at);
}

ssize_t pwrite(int file, const void *from, size_t count, off_t at)
{
    if (wait_or_fail(file, 'w')) {
        errno = EIO;
        return -1;
    }
    return (ssize_t)syscall(SYS_pwrite64, file, from, count, at);
}

ssize_t pwrite64(int file, const void *from, size_t count, off64_t at)
{
    return pwrite(file, from, count, at);
}

int fdatasync(int file)
{
    if (wait_or_fail(file, 's')) {
        errno = EIO;
        return -1;
    }
    return (int)syscall(SYS_fdatasync, file);
}

int fsync(int file)
{
    if (wait_or_fail(file, 's')) {
        errno = EIO;
        return -1;
    }
    return (int)syscall(SYS_fsync, file);
}
