/* png.c - renders an SVG drawing as PNG by the program rsvg-convert, started as a child process
 * with pipes to its standard input and output. */
#define _GNU_SOURCE /* pipe2 */

#include "show/png.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/array.h"
#include "cli/common.h"

#define PROGRAM "rsvg-convert"
#define PACKAGE "the Debian package librsvg2-bin"

enum { CHUNK_BYTES = 65536 };

extern char **environ;

/* The child process: what it has yet to read, and what it has written. */
struct conversion {
    pid_t pid;
    int in, out;        /* our ends of its pipes; -1 when closed */
    const char *rest;   /* borrowed: the input not yet written */
    size_t rest_length; /* bytes */
    char *result;       /* owned: the output so far */
    size_t length, room;
};

/* Closes a descriptor unless that was done before. */
static void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Starts the program with these descriptors as standard input and output, standard error discarded,
 * and SIGPIPE, which this process ignores, at its default. Returns 0 or an errno. */
static int spawn_converter(const char *size, int in, int out, pid_t *pid)
{
    const char *const arguments[] = {
        PROGRAM,    "--format=png", "--keep-aspect-ratio",      "--width", size,
        "--height", size,           "--background-color=white", NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    int problem = posix_spawn_file_actions_init(&actions);

    if (problem)
        return problem;
    problem = posix_spawnattr_init(&attributes);
    if (!problem) {
        sigemptyset(&defaults);
        sigaddset(&defaults, SIGPIPE);
        posix_spawnattr_setsigdefault(&attributes, &defaults);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
        posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        problem =
            posix_spawnp(pid, PROGRAM, &actions, &attributes, (char *const *)arguments, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return problem;
}

/* Starts the child with its pipes. `size`: the longer side of the picture in pixels. Returns 0 or
 * an errno. */
static int conversion_begin(struct conversion *conversion, int size)
{
    int to[2], from[2], problem;
    char text[16];

    if (pipe2(to, O_CLOEXEC) != 0)
        return errno;
    if (pipe2(from, O_CLOEXEC) != 0) {
        problem = errno;
        close(to[0]);
        close(to[1]);
        return problem;
    }
    snprintf(text, sizeof text, "%d", size);
    problem = spawn_converter(text, to[0], from[1], &conversion->pid);
    close(to[0]);
    close(from[1]);
    conversion->in = to[1];
    conversion->out = from[0];
    if (problem) {
        close_end(&conversion->in);
        close_end(&conversion->out);
        return problem;
    }
    fcntl(conversion->in, F_SETFL, O_NONBLOCK);
    return 0;
}

/* Writes what the pipe takes now. If the child stops reading early, its exit status says why. */
static void write_input(struct conversion *conversion)
{
    ssize_t written = write(conversion->in, conversion->rest, conversion->rest_length);

    if (written < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (written >= 0) {
        conversion->rest += written;
        conversion->rest_length -= (size_t)written;
    }
    if (written < 0 || conversion->rest_length == 0)
        close_end(&conversion->in);
}

/* Reads what the pipe holds now. Returns 0 or an errno. */
static int read_output(struct conversion *conversion)
{
    if (!ARRAY_RESERVE(conversion->result, conversion->room, conversion->length + CHUNK_BYTES))
        return ENOMEM;
    ssize_t got = read(conversion->out, conversion->result + conversion->length,
                       conversion->room - conversion->length);
    if (got < 0 && errno != EINTR)
        return errno;
    if (got == 0)
        close_end(&conversion->out);
    if (got > 0)
        conversion->length += (size_t)got;
    return 0;
}

/* Serves both pipes until the child has closed its output. Returns 0 or an errno. */
static int conversion_run(struct conversion *conversion)
{
    int problem = 0;

    while (!problem && conversion->out >= 0) {
        struct pollfd ends[] = {{.fd = conversion->in, .events = POLLOUT},
                                {.fd = conversion->out, .events = POLLIN}};
        if (poll(ends, 2, -1) < 0) {
            problem = errno == EINTR ? 0 : errno;
            continue;
        }
        if (ends[0].revents)
            write_input(conversion);
        if (ends[1].revents)
            problem = read_output(conversion);
    }
    close_end(&conversion->in);
    close_end(&conversion->out);
    return problem;
}

/* Waits for the child; true if it exited with status 0. */
static bool wait_for_success(pid_t pid)
{
    int status;

    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return false;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int png_render(const char *svg, size_t length, int size, char **png, size_t *png_length)
{
    struct conversion conversion = {.rest = svg, .rest_length = length};
    assert(svg && size > 0 && size <= PNG_SIZE_MAX && png && png_length);
    int problem = conversion_begin(&conversion, size);

    if (problem == ENOENT)
        return complain_with(EXIT_ENVIRONMENT, "png: " PROGRAM " is missing, expected " PACKAGE);
    if (problem)
        return complain_with(EXIT_ENVIRONMENT, "png: " PROGRAM " of " PACKAGE ": %s",
                             strerror(problem));
    problem = conversion_run(&conversion);
    bool succeeded = wait_for_success(conversion.pid);
    if (!problem && succeeded && conversion.length > 0) {
        *png = conversion.result;
        *png_length = conversion.length;
        return EXIT_DONE;
    }
    free(conversion.result);
    return complain_with(EXIT_ENVIRONMENT, "png: " PROGRAM " of " PACKAGE " %s",
                         problem ? strerror(problem) : "failed");
}
