/* process.c - an external engine's process: posix_spawn without a shell, non-blocking pipes, poll
 * with deadlines. Knows nothing of the protocol.
 */
#define _GNU_SOURCE /* pipe2 */

#include "match/process.h"

#include <assert.h>
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

/* How often *stop is read while waiting. */
enum { STOP_CHECK_MS = 50 };

extern char **environ;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Unquotes one word from *read to *write; false: a quote is not closed. */
static bool unquote_word(char **read, char **write)
{
    char quote = '\0';
    for (; **read && (quote || !is_blank(**read)); ++*read) {
        char c = **read, next = (*read)[1];
        if (c == quote) {
            quote = '\0';
        } else if (!quote && (c == '\'' || c == '"')) {
            quote = c;
        } else {
            bool escape = c == '\\' && next && quote != '\'';
            if (escape && (!quote || next == '"' || next == '\\'))
                c = *++*read;
            *(*write)++ = c;
        }
    }
    return !quote;
}

int process_split_command(char *command, char **words, int max)
{
    char *read = command, *write = command;
    int count = 0;
    for (;;) {
        while (is_blank(*read))
            read++;
        if (!*read)
            break;
        if (count == max - 1)
            return 0;
        words[count++] = write;
        if (!unquote_word(&read, &write))
            return 0;
        /* the unquoted word is not longer, so its end never overtakes the reader */
        bool last = !*read;
        read += !last;
        *write++ = '\0';
        if (last)
            break;
    }
    words[count] = NULL;
    return count;
}

static void close_pipe(int pipe[2])
{
    close(pipe[0]);
    close(pipe[1]);
}

/* What the new process has instead of our files. Returns 0 or an errno. */
static int redirect_files(posix_spawn_file_actions_t *files, int in, int out, int log_fd)
{
    int error = posix_spawn_file_actions_adddup2(files, in, STDIN_FILENO);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(files, out, STDOUT_FILENO);
    if (error != 0)
        return error;
    return log_fd >= 0
               ? posix_spawn_file_actions_adddup2(files, log_fd, STDERR_FILENO)
               : posix_spawn_file_actions_addopen(files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
}

/* A process in a group of its own, with default signals: this thread blocks them. Returns 0 or an
 * errno, also that of a failed exec. */
static int spawn_process(pid_t *pid, char *const *words, int in, int out, int log_fd)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none, all;
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
    int error = redirect_files(&files, in, out, log_fd);
    if (error == 0)
        error = posix_spawnp(pid, words[0], &files, &attributes, words, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return error;
}

bool process_start(struct process *process, char *const *words, int log_fd, const atomic_bool *stop)
{
    assert(words[0]);
    int in[2], out[2];
    process->pid = 0;
    process->stop = stop;
    process->used = process->taken = 0;
    process->skipping = false;
    if (pipe2(in, O_CLOEXEC) != 0)
        return false;
    if (pipe2(out, O_CLOEXEC) != 0) {
        close_pipe(in);
        return false;
    }
    pid_t pid;
    int error = spawn_process(&pid, words, in[0], out[1], log_fd);
    close(in[0]);
    close(out[1]);
    process->to = in[1];
    process->from = out[0];
    if (error != 0) {
        close(process->to);
        close(process->from);
        errno = error;
        return false;
    }
    process->pid = pid;
    if (fcntl(process->to, F_SETFL, O_NONBLOCK) == 0 &&
        fcntl(process->from, F_SETFL, O_NONBLOCK) == 0)
        return true;
    error = errno;
    process_end(process, 0, NULL);
    errno = error;
    return false;
}

/* Waits until the file is ready for `what` (POLLIN, POLLOUT). */
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
        if (poll(&file, 1, left < STOP_CHECK_MS ? (int)left + 1 : STOP_CHECK_MS) > 0)
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

/* Takes a whole line from the buffer, or a full buffer for the beginning of a longer one. */
static bool take_line(struct process *process, const char **line)
{
    for (;;) {
        char *end = memchr(process->buffer, '\n', process->used);
        bool full = process->used == PROCESS_LINE_MAX;
        bool wanted = !process->skipping;
        if (!end && !full)
            return false;
        process->skipping = !end;
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

/* Writes how the process ended, by its wait status; `killed` if by us. */
static void describe_exit(int status, bool killed, char how[40])
{
    if (killed)
        snprintf(how, 40, "killed");
    else if (WIFSIGNALED(status))
        snprintf(how, 40, "signal %d", WTERMSIG(status));
    else
        snprintf(how, 40, "exit code %d", WEXITSTATUS(status));
}

/* Whether it has exited. It stays a zombie, so that its pid is not used again. */
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
    kill(-process->pid, SIGKILL); /* and whatever it has started */
    while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR) {
    }
    close(process->from);
    process->pid = 0;
    if (how)
        describe_exit(status, !ended, how);
}
