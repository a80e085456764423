/* supervisor.h - the process between a match and an external engine. It starts the engine, and when
 * it is asked to, or when whoever started it is gone, kills everything that the engine has started.
 *
 * On Linux that includes processes that have left the engine's process group or session: the
 * supervisor is their subreaper (prctl(2)), so they become its children when their parents end.
 * The list of its children is /proc/thread-self/children. Elsewhere, or where /proc is missing, it
 * kills the process group of the engine alone. Nothing ends processes of another user (sudo), or
 * those of an engine that kills its supervisor first: only the engine itself ends with that.
 */
#ifndef MATCH_SUPERVISOR_H
#define MATCH_SUPERVISOR_H

#include <stdint.h>
#include <sys/types.h>

/* Of each process of an engine, set with setrlimit(2); 0: as they are. A lower limit that holds
 * already stays. */
struct process_limits {
    int64_t memory_mb; /* RLIMIT_AS */
    int64_t cpu_s;     /* RLIMIT_CPU: SIGXCPU, and a second later SIGKILL */
};

/* Borrowed by the supervisor, which is a copy of the process. */
struct supervised {
    char *const *words; /* the program, looked up in PATH, and its arguments; ends with NULL */
    int in, out;        /* the engine's standard input and output */
    int log;            /* its standard error; -1: discarded */
    int control;        /* one end of a socket: reports are sent here, and its closing ends all */
    pid_t parent;       /* who holds the other end */
    const char *folder; /* its working folder; NULL: that of the match */
    struct process_limits limits;
};

/* What is sent to the parent: once at the start, and once when the engine itself has ended, with
 * what it has started perhaps still there. */
struct supervisor_report {
    int error;  /* errno of a start that failed; then nothing follows */
    pid_t pid;  /* the engine */
    int code;   /* its end: CLD_EXITED, CLD_KILLED or CLD_DUMPED, as in siginfo_t */
    int status; /* its exit status or signal */
};

/* The whole life of the supervisor. To be called in the child of a fork(), with all signals
 * blocked; only calls functions that are safe there when other threads existed. */
_Noreturn void supervisor_run(const struct supervised *engine);

#endif
