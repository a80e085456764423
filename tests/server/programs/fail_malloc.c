/* fail_malloc.c - loaded before the C library (LD_PRELOAD), lets one allocation of a program fail.
 * The file that FAIL_MALLOC names has two numbers of 64 bits: the allocation that fails, counted
 * from 1, or 0; and how many there were since the second one was set to 0. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static struct counter {
    _Atomic int64_t failing, count;
} * counter;

/* The C library's own. NOLINTBEGIN(bugprone-reserved-identifier) */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
/* NOLINTEND(bugprone-reserved-identifier) */

__attribute__((constructor)) static void open_counter(void)
{
    const char *name = getenv("FAIL_MALLOC");
    int file = name ? open(name, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *shared = mmap(NULL, sizeof *counter, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    counter = shared == MAP_FAILED ? NULL : shared;
}

static int allocation_fails(void)
{
    if (!counter || atomic_fetch_add(&counter->count, 1) + 1 != atomic_load(&counter->failing))
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return allocation_fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return allocation_fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return allocation_fails() ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return allocation_fails() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    void *made = allocation_fails() ? NULL : __libc_memalign(alignment, size);
    if (!made)
        return ENOMEM;
    *out = made;
    return 0;
}
