/* files.c - counts open files and raises their limit. The server accepts only as many connections
 * as fit, so that accept() does not fail for want of a file. */
#define _GNU_SOURCE
#include "http/files.h"

#include <dirent.h>
#include <limits.h>
#include <sys/resource.h>

#define OPEN_GUESS 32 /* open files, if /proc is not there */

/* The number of files that this process has open, or a few more. */
static rlim_t files_open(void)
{
    DIR *folder = opendir("/proc/self/fd");
    rlim_t count = 0;

    if (!folder)
        return OPEN_GUESS;
    while (readdir(folder))
        count++;
    closedir(folder);
    return count; /* with "." and "..", and this folder */
}

long files_limit(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 0;
    return limit.rlim_cur > LONG_MAX ? LONG_MAX : (long)limit.rlim_cur;
}

int files_fit(int connections, int reserved)
{
    rlim_t others = files_open() + (rlim_t)reserved, wanted = others + (rlim_t)connections;
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return connections;
    if (limit.rlim_cur < wanted) {
        limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
        getrlimit(RLIMIT_NOFILE, &limit);
    }
    if (limit.rlim_cur >= wanted)
        return connections;
    return limit.rlim_cur > others ? (int)(limit.rlim_cur - others) : 0;
}
