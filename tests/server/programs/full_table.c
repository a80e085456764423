/* full_table.c - loaded before the C library (LD_PRELOAD), lets the machine's table of open files be
 * full: while the file that FULL_TABLE names begins with a byte other than 0, nothing can be opened
 * or accepted (ENFILE). The 8 bytes at 8 count what was refused. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct switch_file {
    _Atomic int64_t full, refused;
} * switched;

__attribute__((constructor)) static void open_switch(void)
{
    const char *name = getenv("FULL_TABLE");
    int file = name ? (int)syscall(SYS_openat, AT_FDCWD, name, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *shared = mmap(NULL, sizeof *switched, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    switched = shared == MAP_FAILED ? NULL : shared;
}

static int table_is_full(void)
{
    if (!switched || !atomic_load(&switched->full))
        return 0;
    atomic_fetch_add(&switched->refused, 1);
    errno = ENFILE;
    return 1;
}

/* The mode follows where a file may be made. */
#define OPEN_AT(folder, name, flags)                                                               \
    va_list more;                                                                                  \
    va_start(more, flags);                                                                         \
    int mode = (flags) & (O_CREAT | O_TMPFILE) ? va_arg(more, int) : 0;                            \
    va_end(more);                                                                                  \
    return table_is_full() ? -1 : (int)syscall(SYS_openat, folder, name, flags, mode)

int open(const char *name, int flags, ...)
{
    OPEN_AT(AT_FDCWD, name, flags);
}

int open64(const char *name, int flags, ...)
{
    OPEN_AT(AT_FDCWD, name, flags);
}

int openat(int folder, const char *name, int flags, ...)
{
    OPEN_AT(folder, name, flags);
}

int openat64(int folder, const char *name, int flags, ...)
{
    OPEN_AT(folder, name, flags);
}

/* Not <sys/socket.h>, whose addresses are of a type that no function of ours can have. */
int accept4(int listening, void *from, unsigned *size, int flags);
int accept(int listening, void *from, unsigned *size);

int accept4(int listening, void *from, unsigned *size, int flags)
{
    return table_is_full() ? -1 : (int)syscall(SYS_accept4, listening, from, size, flags);
}

int accept(int listening, void *from, unsigned *size)
{
    return accept4(listening, from, size, 0);
}
