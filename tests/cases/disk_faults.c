/* disk_faults.c - loaded before the C library (LD_PRELOAD), counts the calls that a program makes on
 * files below one folder, and lets one of them fail, do half of its work, or cut the power.
 *
 *   FAULT_ROOT    the folder, an absolute path without links
 *   FAULT_AT      the number of the call, from 1; 0: none
 *   FAULT_KIND    ENOSPC or EIO: it fails so. SHORT: a read or write does half of its work; other
 *                 calls fail with EIO. CUT: the process ends there as by a power cut
 *   FAULT_STICKY  set: all later calls fail as well
 *   FAULT_KEEP    a folder: what the disk has for certain is kept there. Each synced file leaves its
 *                 bytes in a file named by its inode, each synced folder its names and inodes in a
 *                 file named "names"
 *   FAULT_REPORT  a file that receives the number of calls and the name of the one that failed
 *   FAULT_FAST    set: the monotonic clock runs a thousand times as fast
 *
 * Streams of fopen() and fdopen() go through read() and write() here, as those of the C library
 * cannot be intercepted. Every file stays open (O_PATH) so that no inode is used twice. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { CUT_CODE = 97, NAME_BYTES = 4096, PIECE = 65536 };

enum fault { FAULT_NONE, FAULT_FAIL, FAULT_SHORT };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long calls;
static char hit[32] = "none";

/* ---- which calls ---- */

static bool is_below_root(const char *path)
{
    const char *root = getenv("FAULT_ROOT");
    size_t length = root ? strlen(root) : 0;
    return root && strncmp(path, root, length) == 0 && (path[length] == '/' || !path[length]);
}

/* The absolute path of a file that may not exist yet. */
static void find_path(const char *path, char out[NAME_BYTES])
{
    char folder[NAME_BYTES / 2] = "";
    if (*path != '/' && getcwd(folder, sizeof folder))
        snprintf(out, NAME_BYTES, "%s/%s", folder, path);
    else
        snprintf(out, NAME_BYTES, "%s", path);
}

static bool is_path_watched(const char *path)
{
    char whole[NAME_BYTES];
    find_path(path, whole);
    return is_below_root(whole);
}

static bool is_file_watched(int file)
{
    char link[64], path[NAME_BYTES];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0)
        return false;
    path[length] = '\0';
    return is_below_root(path);
}

static bool kind_is(const char *name)
{
    const char *kind = getenv("FAULT_KIND");
    return kind && strcmp(kind, name) == 0;
}

static void report_calls(void)
{
    const char *name = getenv("FAULT_REPORT");
    char line[80];
    int length = snprintf(line, sizeof line, "%ld %s\n", calls, hit);
    int file =
        name ? (int)syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
    if (file >= 0 && syscall(SYS_write, file, line, (size_t)length) == length)
        syscall(SYS_close, file);
}

/* Counts a call on a watched file, and says what is to happen to it; errno is set for a failure. */
static enum fault count_call(const char *name, bool halves)
{
    const char *at = getenv("FAULT_AT");
    long number = at ? strtol(at, NULL, 10) : 0;
    pthread_mutex_lock(&lock);
    bool now = ++calls == number;
    bool fails = now || (number > 0 && calls > number && getenv("FAULT_STICKY"));
    if (now)
        snprintf(hit, sizeof hit, "%s", name);
    if (now && kind_is("CUT")) {
        report_calls();
        syscall(SYS_exit_group, CUT_CODE);
    }
    pthread_mutex_unlock(&lock);
    if (!fails)
        return FAULT_NONE;
    errno = kind_is("ENOSPC") ? ENOSPC : EIO;
    return kind_is("SHORT") && halves ? FAULT_SHORT : FAULT_FAIL;
}

__attribute__((destructor)) static void report_at_end(void)
{
    report_calls();
}

/* ---- what the disk has ---- */

/* Opens a file of FAULT_KEEP for writing; -1: there is no such folder. */
static int open_kept(const char *name)
{
    char path[NAME_BYTES];
    const char *keep = getenv("FAULT_KEEP");
    if (!keep)
        return -1;
    snprintf(path, sizeof path, "%s/%s", keep, name);
    return (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
}

/* The synced bytes of a file. */
static void keep_bytes(int file)
{
    struct stat about;
    char name[32], link[64], *bytes = malloc(PIECE);
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    if (!bytes || fstat(file, &about) != 0)
        abort();
    snprintf(name, sizeof name, "%lu", (unsigned long)about.st_ino);
    int from = (int)syscall(SYS_openat, AT_FDCWD, link, O_RDONLY, 0), to = open_kept(name);
    for (long got; from >= 0 && to >= 0 && (got = syscall(SYS_read, from, bytes, PIECE)) > 0;)
        if (syscall(SYS_write, to, bytes, (size_t)got) != got)
            abort();
    syscall(SYS_close, from);
    syscall(SYS_close, to);
    free(bytes);
}

/* The names of a synced folder. */
static void keep_names(int file)
{
    char link[64], line[NAME_BYTES];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    DIR *folder = opendir(link);
    int to = folder ? open_kept("names") : -1;
    for (struct dirent *entry; to >= 0 && (entry = readdir(folder));) {
        int length =
            snprintf(line, sizeof line, "%lu %s\n", (unsigned long)entry->d_ino, entry->d_name);
        if (*entry->d_name != '.' && syscall(SYS_write, to, line, (size_t)length) != length)
            abort();
    }
    syscall(SYS_close, to);
    if (folder)
        closedir(folder);
}

static void keep_synced(int file)
{
    struct stat about;
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode))
        keep_bytes(file);
    else
        keep_names(file);
}

/* ---- files ---- */

/* Opens a file by the system call. Its inode is held until the process ends. */
static int open_counted(const char *path, int flags, mode_t mode)
{
    bool watched = is_path_watched(path);
    if (watched && count_call("open", false) != FAULT_NONE)
        return -1;
    int file = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    if (file >= 0 && watched && getenv("FAULT_KEEP")) {
        char link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        syscall(SYS_openat, AT_FDCWD, link, O_PATH | O_CLOEXEC, 0);
    }
    return file;
}

int open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return open_counted(path, flags, mode);
}

/* What open() without a mode becomes under _FORTIFY_SOURCE. NOLINTBEGIN(bugprone-reserved-identifier) */
int __open_2(const char *path, int flags);
int __open_2(const char *path, int flags)
{
    return open_counted(path, flags, 0);
}
/* NOLINTEND(bugprone-reserved-identifier) */

ssize_t write(int file, const void *bytes, size_t count)
{
    enum fault fault = is_file_watched(file) ? count_call("write", true) : FAULT_NONE;
    return fault == FAULT_FAIL
               ? -1
               : syscall(SYS_write, file, bytes, fault == FAULT_SHORT ? (count + 1) / 2 : count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset)
{
    enum fault fault = is_file_watched(file) ? count_call("pwrite", true) : FAULT_NONE;
    return fault == FAULT_FAIL ? -1
                               : syscall(SYS_pwrite64, file, bytes,
                                         fault == FAULT_SHORT ? (count + 1) / 2 : count, offset);
}

ssize_t read(int file, void *bytes, size_t count)
{
    enum fault fault = is_file_watched(file) ? count_call("read", true) : FAULT_NONE;
    return fault == FAULT_FAIL
               ? -1
               : syscall(SYS_read, file, bytes, fault == FAULT_SHORT ? (count + 1) / 2 : count);
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset)
{
    enum fault fault = is_file_watched(file) ? count_call("pread", true) : FAULT_NONE;
    return fault == FAULT_FAIL ? -1
                               : syscall(SYS_pread64, file, bytes,
                                         fault == FAULT_SHORT ? (count + 1) / 2 : count, offset);
}

int fsync(int file)
{
    bool watched = is_file_watched(file);
    if (watched && count_call("fsync", false) != FAULT_NONE)
        return -1;
    if (!watched)
        return (int)syscall(SYS_fsync, file);
    if (getenv("FAULT_KEEP")) /* the disk itself need not be bothered */
        keep_synced(file);
    return 0;
}

int ftruncate(int file, off_t length)
{
    return is_file_watched(file) && count_call("ftruncate", false) != FAULT_NONE
               ? -1
               : (int)syscall(SYS_ftruncate, file, length);
}

int rename(const char *from, const char *to)
{
    return is_path_watched(to) && count_call("rename", false) != FAULT_NONE
               ? -1
               : (int)syscall(SYS_rename, from, to);
}

int link(const char *from, const char *to)
{
    return is_path_watched(to) && count_call("link", false) != FAULT_NONE
               ? -1
               : (int)syscall(SYS_link, from, to);
}

int unlink(const char *path)
{
    return is_path_watched(path) && count_call("unlink", false) != FAULT_NONE
               ? -1
               : (int)syscall(SYS_unlink, path);
}

/* ---- streams ---- */

static ssize_t stream_read(void *file, char *bytes, size_t count)
{
    return read((int)(intptr_t)file, bytes, count);
}

static ssize_t stream_write(void *file, const char *bytes, size_t count)
{
    ssize_t done = write((int)(intptr_t)file, bytes, count);
    return done < 0 ? 0 : done; /* as fopencookie() wants it; errno stays */
}

static int stream_seek(void *file, off64_t *offset, int whence)
{
    *offset = lseek((int)(intptr_t)file, *offset, whence);
    return *offset < 0 ? -1 : 0;
}

static int stream_close(void *file)
{
    return (int)syscall(SYS_close, (int)(intptr_t)file);
}

static FILE *open_stream(int file, const char *mode)
{
    const cookie_io_functions_t functions = {stream_read, stream_write, stream_seek, stream_close};
    return file < 0 ? NULL : fopencookie((void *)(intptr_t)file, mode, functions);
}

FILE *fopen(const char *path, const char *mode)
{
    if (*mode == 'r' && !strchr(mode, '+') && is_path_watched(path))
        return open_stream(open_counted(path, O_RDONLY | O_CLOEXEC, 0), "r");
    FILE *(*real)(const char *, const char *);
    *(void **)&real = dlsym(RTLD_NEXT, "fopen");
    return real(path, mode);
}

FILE *fdopen(int file, const char *mode)
{
    if (is_file_watched(file))
        return open_stream(file, mode);
    FILE *(*real)(int, const char *);
    *(void **)&real = dlsym(RTLD_NEXT, "fdopen");
    return real(file, mode);
}

/* ---- time ---- */

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int code = (int)syscall(SYS_clock_gettime, clock, now);
    if (code != 0 || clock != CLOCK_MONOTONIC || !getenv("FAULT_FAST"))
        return code;
    long long fast = ((long long)now->tv_sec % 1000000 * 1000000000 + now->tv_nsec) * 1000;
    now->tv_sec = (time_t)(fast / 1000000000);
    now->tv_nsec = (long)(fast % 1000000000);
    return code;
}
