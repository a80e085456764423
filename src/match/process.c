#define _GNU_SOURCE /* pipe2 */

#include "match/process.h"

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
static int spawn_process(pid_t *pid, const char *command, int in, int out)
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

bool process_start(struct process *process, const char *command, const atomic_bool *stop)
{
    int in[2], out[2], error;

    process->pid = 0;
    process->stop = stop;
    process->used = process->taken = 0;
    process->cutting = false;
    if (pipe2(in, O_CLOEXEC) != 0)
        return false;
    if (pipe2(out, O_CLOEXEC) != 0) {
        close_both(in);
        return false;
    }
    error = spawn_process(&process->pid, command, in[0], out[1]);
    close(in[0]);
    close(out[1]);
    process->to = in[1];
    process->from = out[0];
    if (error == 0 && fcntl(process->to, F_SETFL, O_NONBLOCK) == 0 &&
        fcntl(process->from, F_SETFL, O_NONBLOCK) == 0)
        return true;
    if (error == 0) {
        error = errno;
        process_end(process, 0, NULL);
    } else {
        process->pid = 0;
        close(process->to);
        close(process->from);
    }
    errno = error;
    return false;
}

/* Waits until something can be done with the file. */
static enum process_event wait_for(const struct process *process, int fd, short what,
                                   int64_t deadline_ms)
{
    struct pollfd file = {.fd = fd, .events = what};

    for (;;) {
        int64_t left = deadline_ms - clock_now_ms();
        if (atomic_load(process->stop))
            return PROCESS_STOPPED;
        if (left < 0)
            return PROCESS_TIMEOUT;
        if (poll(&file, 1, left < SLICE_MS ? (int)left + 1 : SLICE_MS) > 0)
            return PROCESS_OK;
    }
}

enum process_event process_write(struct process *process, const char *text, int64_t deadline_ms)
{
    size_t length = strlen(text);

    while (length > 0) {
        ssize_t written = write(process->to, text, length);
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        } else if (errno == EAGAIN) {
            enum process_event event = wait_for(process, process->to, POLLOUT, deadline_ms);
            if (event != PROCESS_OK)
                return event;
        } else if (errno != EINTR) {
            return PROCESS_CLOSED;
        }
    }
    return PROCESS_OK;
}

/* Takes a whole line, or a full buffer, from what has been read. */
static bool take_line(struct process *process, const char **line)
{
    for (;;) {
        char *end = memchr(process->buffer, '\n', process->used);
        bool full = process->used == PROCESS_LINE_MAX;
        bool wanted = !process->cutting;
        if (!end && !full)
            return false;
        process->cutting = !end;
        process->taken = end ? (size_t)(end - process->buffer) + 1 : process->used;
        if (wanted) {
            process->buffer[process->taken - 1] = '\0';
            for (size_t i = 0; i + 1 < process->taken; i++)
                if (process->buffer[i] == '\0' || process->buffer[i] == '\r')
                    process->buffer[i] = ' ';
            *line = process->buffer;
            return true;
        }
        process->used -= process->taken;
        memmove(process->buffer, process->buffer + process->taken, process->used);
        process->taken = 0;
    }
}

enum process_event process_read_line(struct process *process, const char **line,
                                     int64_t deadline_ms)
{
    process->used -= process->taken;
    memmove(process->buffer, process->buffer + process->taken, process->used);
    process->taken = 0;
    while (!take_line(process, line)) {
        ssize_t got =
            read(process->from, process->buffer + process->used, PROCESS_LINE_MAX - process->used);
        if (got > 0) {
            process->used += (size_t)got;
        } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
            return PROCESS_CLOSED;
        } else {
            enum process_event event = wait_for(process, process->from, POLLIN, deadline_ms);
            if (event != PROCESS_OK)
                return event;
        }
        if (got > 0 && clock_now_ms() > deadline_ms &&
            !memchr(process->buffer, '\n', process->used))
            return PROCESS_TIMEOUT;
    }
    return PROCESS_OK;
}

static void describe_exit(int status, bool killed, char how[40])
{
    if (killed)
        snprintf(how, 40, "killed");
    else if (WIFSIGNALED(status))
        snprintf(how, 40, "signal %d", WTERMSIG(status));
    else
        snprintf(how, 40, "exit code %d", WEXITSTATUS(status));
}

/* Whether it has ended; it stays a zombie, so that its number is nobody else's. */
static bool has_ended(const struct process *process)
{
    siginfo_t info = {0};

    return waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == process->pid;
}

void process_end(struct process *process, int wait_ms, char how[40])
{
    int64_t deadline = clock_now_ms() + wait_ms;
    const struct timespec nap = {.tv_nsec = 2000000};
    bool ended;
    int status = 0;

    if (process->pid == 0)
        return;
    close(process->to);
    while (!(ended = has_ended(process)) && clock_now_ms() < deadline)
        nanosleep(&nap, NULL);
    kill(-process->pid, SIGKILL); /* also what it may have left behind */
    while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR) {
    }
    close(process->from);
    process->pid = 0;
    if (how)
        describe_exit(status, !ended, how);
}
