/* supervisor.c - the process between a match and an external engine: starts it, waits for its end
 * and for the end of the match, and then kills all its descendants. Linux's subreaper keeps hold of
 * those that call setsid() or fork twice.
 *
 * Runs in the child of a fork() of a process with threads: no malloc, no locks, no stdio. */
#define _GNU_SOURCE /* pipe2, syscall */

#include "match/supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include "base/clock.h"

enum {
    CONTROL = 3,        /* the socket, after the standard files */
    KILL_MS = 5000,     /* until what cannot be killed is left alone */
    PARENT_CHECK_S = 1, /* a copy of the parent may hold the socket open after the parent's end */
    FILES_MOST = 65536, /* closed one by one where no call closes them all */
};

/* Interrupts pselect(). */
static void note_child(int signal)
{
    (void)signal;
}

/* Forgets the handlers of the program that this process is a copy of; SIGCHLD wakes it. */
static void reset_signals(void)
{
    struct sigaction action = {.sa_handler = SIG_DFL};
    for (int i = 1; i < NSIG; i++)
        sigaction(i, &action, NULL);
    action.sa_handler = note_child;
    sigaction(SIGCHLD, &action, NULL);
}

/* Closes every file from `first` on. No exec has closed those that are marked for it. */
static void close_files(int first)
{
    struct rlimit limit;
#if defined(SYS_close_range)
    if (syscall(SYS_close_range, (unsigned)first, ~0u, 0u) == 0)
        return;
#endif
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > FILES_MOST)
        limit.rlim_cur = FILES_MOST;
    for (int file = first; file < (int)limit.rlim_cur; file++)
        close(file);
}

/* Moves the engine's files to 0, 1 and 2 and the socket to CONTROL; closes all others. Returns 0 or
 * an errno, after which the socket is still where it was. */
static int move_files(const struct supervised *engine)
{
    int log = engine->log >= 0 ? engine->log : open("/dev/null", O_WRONLY | O_CLOEXEC);
    int files[CONTROL + 1] = {engine->in, engine->out, log, engine->control};
    /* first out of the way, as any of them may have any number */
    for (int i = 0; i <= CONTROL; i++)
        if ((files[i] = fcntl(files[i], F_DUPFD, CONTROL + 1)) < 0)
            return errno;
    for (int i = 0; i <= CONTROL; i++)
        if (dup2(files[i], i) < 0)
            return errno;
    close_files(CONTROL + 1);
    return fcntl(CONTROL, F_SETFD, FD_CLOEXEC) == 0 ? 0 : errno;
}

/* Lowers a limit; what is lower already stays. `grace` is between the limit that warns and the one
 * that is kept. */
static void lower_limit(struct rlimit *limit, rlim_t wanted, rlim_t grace)
{
    if (wanted + grace < limit->rlim_max)
        limit->rlim_max = wanted + grace;
    if (wanted < limit->rlim_cur)
        limit->rlim_cur = wanted;
}

/* Of this process and those that it starts. */
static void set_limits(const struct process_limits *limits)
{
    struct rlimit limit;
    if (limits->memory_mb > 0 && getrlimit(RLIMIT_AS, &limit) == 0) {
        lower_limit(&limit, (rlim_t)limits->memory_mb << 20, 0);
        setrlimit(RLIMIT_AS, &limit);
    }
    if (limits->cpu_s > 0 && getrlimit(RLIMIT_CPU, &limit) == 0) {
        lower_limit(&limit, (rlim_t)limits->cpu_s, 1);
        setrlimit(RLIMIT_CPU, &limit);
    }
}

/* Becomes the engine, in a process group of its own; writes errno to `failed` if it cannot. */
static _Noreturn void exec_engine(const struct supervised *engine, pid_t supervisor, int failed)
{
    sigset_t none;
    setpgid(0, 0);
#if defined(__linux__)
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() == supervisor) {
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        set_limits(&engine->limits);
        if (!engine->folder || chdir(engine->folder) == 0)
            execvp(engine->words[0], engine->words);
    }
    int error = errno;
    while (write(failed, &error, sizeof error) < 0 && errno == EINTR) {
    }
    _exit(127);
}

/* Starts the engine with this process's standard files. Returns 0 or an errno, also that of a
 * failed exec. */
static int start_engine(const struct supervised *engine, pid_t *pid)
{
    int failed[2], error = 0;
    pid_t self = getpid();
    if (pipe2(failed, O_CLOEXEC) != 0)
        return errno;
    *pid = fork();
    if (*pid < 0)
        return errno;
    if (*pid == 0)
        exec_engine(engine, self, failed[1]);
    close(failed[1]);
    /* the pipe closes without a word when the engine runs */
    while (read(failed[0], &error, sizeof error) < 0 && errno == EINTR) {
    }
    close(failed[0]);
    return error;
}

static void send_report(int control, const struct supervisor_report *report)
{
    while (send(control, report, sizeof *report, MSG_NOSIGNAL) < 0 && errno == EINTR) {
    }
}

/* Calls `act` for each child of this process, adopted ones, too, and zombies. It may miss one when
 * others end meanwhile, and is repeated until there are none. */
static void each_child(void (*act)(pid_t child, pid_t engine), pid_t engine)
{
    char text[512];
    pid_t child = 0;
    int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    for (ssize_t got; (got = read(file, text, sizeof text)) > 0;) {
        for (ssize_t i = 0; i < got; i++) {
            if (text[i] >= '0' && text[i] <= '9') {
                child = child * 10 + (text[i] - '0');
            } else if (child > 0) {
                act(child, engine);
                child = 0;
            }
        }
    }
    close(file);
}

/* The engine itself stays a zombie to the end: its number remains that of its group. */
static void reap_orphan(pid_t child, pid_t engine)
{
    if (child != engine)
        waitpid(child, NULL, WNOHANG);
}

static void kill_child(pid_t child, pid_t engine)
{
    (void)engine;
    kill(child, SIGKILL);
}

/* Sends how the engine has ended, once it has. */
static bool report_end(pid_t engine)
{
    siginfo_t info = {0};
    if (waitid(P_PID, (id_t)engine, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        info.si_pid != engine)
        return false;
    struct supervisor_report report = {
        .pid = engine, .code = info.si_code, .status = info.si_status};
    send_report(CONTROL, &report);
    return true;
}

/* Returns when the parent has closed its end of the socket, or is gone. */
static void await_parent(pid_t parent, pid_t engine)
{
    bool ended = false;
    sigset_t waiting;
    sigfillset(&waiting);
    sigdelset(&waiting, SIGCHLD);
    for (;;) {
        const struct timespec timeout = {.tv_sec = PARENT_CHECK_S};
        fd_set files;
        ended = ended || report_end(engine);
        each_child(reap_orphan, engine);
        FD_ZERO(&files);
        FD_SET(CONTROL, &files);
        /* the parent never sends: the socket becomes readable by its closing */
        if (pselect(CONTROL + 1, &files, NULL, NULL, &timeout, &waiting) > 0)
            return;
        if (getppid() != parent)
            return;
    }
}

/* Kills the engine's process group at once, then all children, again and again: those of killed
 * processes become children of this one. */
static void kill_descendants(pid_t engine)
{
    const struct timespec nap = {.tv_nsec = 1000000};
    int64_t deadline = clock_now_ms() + KILL_MS;
    kill(-engine, SIGKILL);
    while (clock_now_ms() < deadline) {
        pid_t reaped;
        each_child(kill_child, engine);
        while ((reaped = waitpid(-1, NULL, WNOHANG)) > 0) {
        }
        if (reaped < 0)
            return;
        nanosleep(&nap, NULL);
    }
}

_Noreturn void supervisor_run(const struct supervised *engine)
{
    struct supervisor_report report = {0};
    reset_signals();
    /* what a terminal sends to the group of the match is not for it */
    setpgid(0, 0);
#if defined(__linux__)
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
    report.error = move_files(engine);
    if (report.error != 0) {
        send_report(engine->control, &report);
        _exit(1);
    }
    report.error = start_engine(engine, &report.pid);
    send_report(CONTROL, &report);
    if (report.error != 0)
        _exit(1);
    close_files(CONTROL + 1);
    for (int file = 0; file < CONTROL; file++)
        close(file);
    await_parent(engine->parent, report.pid);
    kill_descendants(report.pid);
    _exit(0);
}
