/* process.c - an external engine's process: started and ended by a supervisor (supervisor.h), with
 * non-blocking pipes, and poll with deadlines. Knows nothing of the protocol.
 */
#define _GNU_SOURCE /* pipe2 */

#include "match/process.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

/* How often *stop is read while waiting. */
enum { STOP_CHECK_MS = 50 };

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

static void close_pair(const int pair[2])
{
    close(pair[0]);
    close(pair[1]);
}

/* The files between this process and a supervisor; the second of each is the supervisor's. */
struct channels {
    int in[2], out[2], control[2];
};

/* All of them, or none: false with errno. */
static bool open_channels(struct channels *channels)
{
    int in[2];
    if (pipe2(in, O_CLOEXEC) != 0)
        return false;
    /* as in the others, ours is the first: the end that is written to */
    channels->in[0] = in[1];
    channels->in[1] = in[0];
    if (pipe2(channels->out, O_CLOEXEC) == 0) {
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channels->control) == 0)
            return true;
        close_pair(channels->out);
    }
    close_pair(channels->in);
    return false;
}

/* Forks a supervisor for an engine, with all signals blocked in it. Returns its pid or -1. */
static pid_t fork_supervisor(const struct supervised *engine)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t pid = fork();
    if (pid == 0)
        supervisor_run(engine);
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return pid;
}

/* The next report, which is on its way. False: the supervisor has ended without one. */
static bool receive_report(int control, struct supervisor_report *report)
{
    ssize_t got;
    do
        got = recv(control, report, sizeof *report, MSG_WAITALL);
    while (got < 0 && errno == EINTR);
    return got == sizeof *report;
}

/* Lets the supervisor kill the engine and all that it has started, and end. */
static void end_supervisor(struct process *process)
{
    close(process->control);
    while (waitpid(process->supervisor, NULL, 0) < 0 && errno == EINTR) {
    }
}

/* Waits until the engine runs. Returns 0 or an errno. */
static int await_start(struct process *process)
{
    struct supervisor_report report;
    int error = receive_report(process->control, &report) ? report.error : ECHILD;
    if (error == 0)
        process->pid = report.pid;
    if (error == 0 && (fcntl(process->to, F_SETFL, O_NONBLOCK) != 0 ||
                       fcntl(process->from, F_SETFL, O_NONBLOCK) != 0))
        error = errno;
    return error;
}

bool process_start(struct process *process, char *const *words, const char *folder,
                   struct process_limits limits, int log_fd, const atomic_bool *stop)
{
    assert(words[0]);
    struct channels channels;
    process->pid = 0;
    process->limits = limits;
    process->stop = stop;
    process->used = process->taken = 0;
    process->skipping = false;
    if (!open_channels(&channels))
        return false;
    const struct supervised engine = {.words = words,
                                      .in = channels.in[1],
                                      .out = channels.out[1],
                                      .log = log_fd,
                                      .control = channels.control[1],
                                      .parent = getpid(),
                                      .folder = folder,
                                      .limits = limits};
    process->supervisor = fork_supervisor(&engine);
    int error = process->supervisor < 0 ? errno : 0;
    close(channels.in[1]);
    close(channels.out[1]);
    close(channels.control[1]);
    process->to = channels.in[0];
    process->from = channels.out[0];
    process->control = channels.control[0];
    if (error == 0 && (error = await_start(process)) == 0)
        return true;
    close(process->to);
    close(process->from);
    if (process->supervisor > 0)
        end_supervisor(process);
    else
        close(process->control);
    process->pid = 0;
    errno = error;
    return false;
}

void process_close_input(struct process *process)
{
    if (process->to >= 0)
        close(process->to);
    process->to = -1;
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

enum process_event process_await_exit(struct process *process, int64_t deadline_ms)
{
    struct pollfd files[] = {{.fd = process->control, .events = POLLIN},
                             {.fd = process->from, .events = POLLIN}};
    for (;;) {
        int64_t left = deadline_ms - clock_now_ms();
        if (atomic_load(process->stop))
            return PROCESS_STOPPED;
        if (left < 0)
            return PROCESS_TIMEOUT;
        if (poll(files, 2, left < STOP_CHECK_MS ? (int)left + 1 : STOP_CHECK_MS) <= 0)
            continue;
        if (files[0].revents)
            return PROCESS_OK;
        ssize_t got = read(process->from, process->buffer, sizeof process->buffer);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
            files[1].fd = -1; /* it has closed its output */
    }
}

/* Writes how the engine has ended. Only SIGXCPU says by itself which limit it was. */
static void describe_end(const struct supervisor_report *report,
                         const struct process_limits *limits, char how[PROCESS_HOW_MAX])
{
    bool by_signal = report->code != CLD_EXITED;
    long long memory = limits->memory_mb, cpu = by_signal ? limits->cpu_s : 0;
    if (by_signal && report->status == SIGXCPU && cpu > 0) {
        snprintf(how, PROCESS_HOW_MAX, "SIGXCPU, its limit of %lld s of processor time", cpu);
        return;
    }
    int used =
        snprintf(how, PROCESS_HOW_MAX, "%s %d", by_signal ? "signal" : "exit code", report->status);
    if (memory > 0)
        used += snprintf(how + used, PROCESS_HOW_MAX - (size_t)used,
                         "; limited to %lld MB of memory", memory);
    if (cpu > 0)
        snprintf(how + used, PROCESS_HOW_MAX - (size_t)used, "%s %lld s of processor time",
                 memory > 0 ? " and" : "; limited to", cpu);
}

/* Whether the supervisor reports the end within this time, or is gone itself. */
static bool await_end(const struct process *process, int wait_ms)
{
    struct pollfd control = {.fd = process->control, .events = POLLIN};
    int64_t deadline = clock_now_ms() + wait_ms;
    for (;;) {
        int64_t left = deadline - clock_now_ms();
        int ready = poll(&control, 1, left > 0 ? (int)left : 0);
        if (ready > 0 || left <= 0)
            return ready > 0;
    }
}

void process_end(struct process *process, int wait_ms, char how[PROCESS_HOW_MAX])
{
    if (process->pid == 0)
        return;
    process_close_input(process);
    const char *unknown = "killed";
    bool reported = await_end(process, wait_ms);
    struct supervisor_report report;
    if (reported && !receive_report(process->control, &report)) {
        reported = false;
        unknown = "its supervisor was killed";
    }
    end_supervisor(process);
    close(process->from);
    process->pid = 0;
    if (how && reported)
        describe_end(&report, &process->limits, how);
    else if (how)
        snprintf(how, PROCESS_HOW_MAX, "%s", unknown);
}

/* The second number of a schedstat file: nanoseconds ready, but not running. */
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
