/* sched_delay.c - scheduling delay from Linux's schedstat files. */
#include "match/sched_delay.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>

/* The second number of the file: nanoseconds ready, but not running. */
static int64_t read_waiting(const char *path)
{
    int64_t running = 0, waiting = 0;
    FILE *file = fopen(path, "re");
    if (!file)
        return 0;
    if (fscanf(file, "%" SCNd64 " %" SCNd64, &running, &waiting) != 2)
        waiting = 0;
    fclose(file);
    return waiting;
}

int64_t sched_delay_of_thread(void)
{
    return read_waiting("/proc/thread-self/schedstat") / 1000000;
}

int64_t sched_delay_of_process(pid_t pid)
{
    char path[320];
    int64_t waiting = 0;
    snprintf(path, sizeof path, "/proc/%ld/task", (long)pid);
    DIR *threads = opendir(path);
    if (!threads)
        return 0;
    for (const struct dirent *entry = readdir(threads); entry; entry = readdir(threads)) {
        snprintf(path, sizeof path, "/proc/%ld/task/%s/schedstat", (long)pid, entry->d_name);
        waiting += entry->d_name[0] == '.' ? 0 : read_waiting(path);
    }
    closedir(threads);
    return waiting / 1000000;
}
