/* output_pipe.c - a stdout stream for pipes that gives up after an interrupt. Plain stdio would
 * block again with every further buffer: a signal interrupts one write(), or none if another thread
 * receives it. */
#define _GNU_SOURCE /* fopencookie */

#include "cli/output_pipe.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"

#include "cli/common.h"

/* The interval of checks for an interrupt, and the time for the reader to take the rest after
 * it. */
enum { POLL_MS = 20, GRACE_MS = 500 };

struct output_pipe {
    bool given_up; /* for ever: the command may have much more to print */
};

/* Waits until the pipe takes PIPE_BUF bytes or has no reader left. False with errno set. */
static bool wait_for_reader(struct output_pipe *output)
{
    struct pollfd room = {.fd = STDOUT_FILENO, .events = POLLOUT};
    int64_t end_ms = -1;

    while (!output->given_up) {
        int ready = poll(&room, 1, POLL_MS);
        if (ready > 0)
            return true;
        if (ready < 0 && errno != EINTR)
            return false;
        if (!interrupt_seen())
            continue;
        if (end_ms < 0)
            end_ms = clock_now_ms() + GRACE_MS;
        output->given_up = clock_now_ms() >= end_ms;
    }
    errno = EINTR;
    return false;
}

/* The write function of the stream. Returns the bytes written, fewer than `size` after an error. */
static ssize_t write_pipe(void *context, const char *bytes, size_t size)
{
    size_t done = 0;

    while (done < size && wait_for_reader(context)) {
        size_t piece = size - done < PIPE_BUF ? size - done : PIPE_BUF;
        ssize_t written = write(STDOUT_FILENO, bytes + done, piece);
        if (written >= 0)
            done += (size_t)written;
        else if (errno != EINTR && errno != EAGAIN)
            break;
    }
    return (ssize_t)done;
}

void output_pipe_begin(void)
{
    static struct output_pipe output;
    struct stat status;

    if (fstat(STDOUT_FILENO, &status) != 0 ||
        (!S_ISFIFO(status.st_mode) && !S_ISSOCK(status.st_mode)))
        return;
    FILE *stream = fopencookie(&output, "w", (cookie_io_functions_t){.write = write_pipe});
    if (stream)
        stdout = stream;
}
