#define _GNU_SOURCE /* pipe2 */

#include "match/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

enum { SLICE_MS = 50 }; /* how often the wish to stop is looked at */

extern char **environ;

static void close_both(int pair[2])
{
    close(pair[0]);
    close(pair[1]);
}

/* A process in a group of its own, with signals as usual whatever this thread does with them. */
static int spawn(pid_t *pid, const char *command, int in, int out)
{
    char shell[] = "sh", option[] = "-c";
    char *arguments[] = {shell, option, (char *)(uintptr_t)command, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    int error;

    if (posix_spawn_file_actions_init(&files) != 0)
        return ENOMEM;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&files);
        return ENOMEM;
    }
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                              POSIX_SPAWN_SETPGROUP);
    error = posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    if (error == 0)
        error = posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (error == 0)
        error = posix_spawn(pid, "/bin/sh", &files, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return error;
}

bool child_start(struct child *child, const char *command, const atomic_bool *stop)
{
    int in[2], out[2], error;

    child->pid = 0;
    child->stop = stop;
    child->used = child->taken = 0;
    child->cutting = false;
    if (pipe2(in, O_CLOEXEC) != 0)
        return false;
    if (pipe2(out, O_CLOEXEC) != 0) {
        close_both(in);
        return false;
    }
    error = spawn(&child->pid, command, in[0], out[1]);
    close(in[0]);
    close(out[1]);
    child->to = in[1];
    child->from = out[0];
    if (error == 0 && fcntl(child->to, F_SETFL, O_NONBLOCK) == 0 &&
        fcntl(child->from, F_SETFL, O_NONBLOCK) == 0)
        return true;
    if (error == 0) {
        error = errno;
        child_end(child, 0, NULL);
    } else {
        child->pid = 0;
        close(child->to);
        close(child->from);
    }
    errno = error;
    return false;
}

/* Waits until something can be done with the file. */
static enum child_event wait_for(const struct child *child, int fd, short what, int64_t deadline_ms)
{
    struct pollfd file = {.fd = fd, .events = what};

    for (;;) {
        int64_t left = deadline_ms - clock_now_ms();
        if (atomic_load(child->stop))
            return CHILD_STOPPED;
        if (left < 0)
            return CHILD_LATE;
        if (poll(&file, 1, left < SLICE_MS ? (int)left + 1 : SLICE_MS) > 0)
            return CHILD_LINE;
    }
}

enum child_event child_say(struct child *child, const char *text, int64_t deadline_ms)
{
    size_t length = strlen(text);

    while (length > 0) {
        ssize_t written = write(child->to, text, length);
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        } else if (errno == EAGAIN) {
            enum child_event event = wait_for(child, child->to, POLLOUT, deadline_ms);
            if (event != CHILD_LINE)
                return event;
        } else if (errno != EINTR) {
            return CHILD_ENDED;
        }
    }
    return CHILD_LINE;
}

/* Takes a whole line, or a full buffer, from what has been read. */
static bool take_line(struct child *child, const char **line)
{
    for (;;) {
        char *end = memchr(child->buffer, '\n', child->used);
        bool full = child->used == CHILD_LINE_MAX;
        bool wanted = !child->cutting;
        if (!end && !full)
            return false;
        child->cutting = !end;
        child->taken = end ? (size_t)(end - child->buffer) + 1 : child->used;
        if (wanted) {
            child->buffer[child->taken - 1] = '\0';
            for (size_t i = 0; i + 1 < child->taken; i++)
                if (child->buffer[i] == '\0' || child->buffer[i] == '\r')
                    child->buffer[i] = ' ';
            *line = child->buffer;
            return true;
        }
        child->used -= child->taken;
        memmove(child->buffer, child->buffer + child->taken, child->used);
        child->taken = 0;
    }
}

enum child_event child_hear(struct child *child, const char **line, int64_t deadline_ms)
{
    child->used -= child->taken;
    memmove(child->buffer, child->buffer + child->taken, child->used);
    child->taken = 0;
    while (!take_line(child, line)) {
        ssize_t got = read(child->from, child->buffer + child->used, CHILD_LINE_MAX - child->used);
        if (got > 0) {
            child->used += (size_t)got;
        } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
            return CHILD_ENDED;
        } else {
            enum child_event event = wait_for(child, child->from, POLLIN, deadline_ms);
            if (event != CHILD_LINE)
                return event;
        }
        if (got > 0 && clock_now_ms() > deadline_ms && !memchr(child->buffer, '\n', child->used))
            return CHILD_LATE;
    }
    return CHILD_LINE;
}

static void describe(int status, bool killed, char how[40])
{
    if (killed)
        snprintf(how, 40, "killed");
    else if (WIFSIGNALED(status))
        snprintf(how, 40, "signal %d", WTERMSIG(status));
    else
        snprintf(how, 40, "exit code %d", WEXITSTATUS(status));
}

/* Whether it has ended; it stays a zombie, so that its number is nobody else's. */
static bool has_ended(const struct child *child)
{
    siginfo_t info = {0};

    return waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == child->pid;
}

void child_end(struct child *child, int wait_ms, char how[40])
{
    int64_t deadline = clock_now_ms() + wait_ms;
    const struct timespec nap = {.tv_nsec = 2000000};
    bool ended;
    int status = 0;

    if (child->pid == 0)
        return;
    close(child->to);
    while (!(ended = has_ended(child)) && clock_now_ms() < deadline)
        nanosleep(&nap, NULL);
    kill(-child->pid, SIGKILL); /* also what it may have left behind */
    while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR) {
    }
    close(child->from);
    child->pid = 0;
    if (how)
        describe(status, !ended, how);
}
