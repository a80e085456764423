/* process.h - an external engine's process: its start, lines to it and from it, its end; and the
 * time for which processes wait for a processor.
 *
 * Between it and this process stands a supervisor (supervisor.h), so that whatever the engine has
 * started ends with it, and also when this process is killed. The process that starts engines gets
 * no handlers and no settings of its own; its SIGCHLD comes from supervisors alone. The supervisor
 * is a fork() of it, which shares its memory until one of the two writes there. */
#ifndef MATCH_PROCESS_H
#define MATCH_PROCESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "match/supervisor.h"

enum {
    PROCESS_LINE_MAX = 16384,
    PROCESS_WORDS_MAX = 128, /* of a command, with the final NULL */
    PROCESS_HOW_MAX = 80,
};

/* Belongs to one thread, which must block SIGPIPE. */
struct process {
    pid_t pid; /* of the engine; 0: no process */
    pid_t supervisor;
    int to, from; /* `to` is -1 once it was closed */
    int control;  /* a socket to the supervisor; its closing ends all */
    struct process_limits limits;
    const atomic_bool *stop; /* borrowed: once true, all waiting ends */
    size_t used;             /* bytes in the buffer */
    size_t taken;            /* of these, the bytes of the line returned last */
    bool skipping;           /* the rest of a line that did not fit */
    char buffer[PROCESS_LINE_MAX];
};

enum process_event {
    PROCESS_OK,
    PROCESS_TIMEOUT, /* the deadline has passed */
    PROCESS_CLOSED,  /* the process has closed its end */
    PROCESS_STOPPED, /* *stop was set */
};

/* Runs a program without a shell, in a process group of its own.
 * words    the program, looked up in PATH, and its arguments; ends with NULL
 * folder   its working folder; NULL: that of this process
 * log_fd   receives its standard error; -1: discarded
 * Returns false with errno if it cannot be executed. */
bool process_start(struct process *process, char *const *words, const char *folder,
                   struct process_limits limits, int log_fd, const atomic_bool *stop);

/* Closes its standard input: it reads the end of a file. */
void process_close_input(struct process *process);

/* Discards its output until it has exited, whatever it has started. PROCESS_OK: process_end() says
 * how; else PROCESS_TIMEOUT or PROCESS_STOPPED. */
enum process_event process_await_exit(struct process *process, int64_t deadline_ms);

/* Writes whole lines, until clock_now_ms() reaches the deadline. */
enum process_event process_write(struct process *process, const char *text, int64_t deadline_ms);

/* The next line of its output, without the newline; *line is valid until the next call. What
 * exceeds PROCESS_LINE_MAX bytes is dropped, and NUL bytes become blanks. */
enum process_event process_read_line(struct process *process, const char **line,
                                     int64_t deadline_ms);

/* Closes its input, waits up to wait_ms for it to exit, then kills it and all that it has started.
 * `how`, if not NULL, receives its end as text: "exit code 3". Does nothing without a process. May
 * take 5 s longer where something cannot be killed. */
void process_end(struct process *process, int wait_ms, char how[PROCESS_HOW_MAX]);

/* Splits a command into words as a shell does, in place: blanks separate; '...' and "..." quote;
 * a backslash quotes the next character, and within "..." only " and \. No variables, no patterns,
 * no redirection. words[] is terminated with NULL.
 * Returns the number of words, 1 .. max - 1; or 0: no word, too many, or an open quote. */
int process_split_command(char *command, char **words, int max);

/* How long threads that were ready to run have been kept waiting for a processor. On a busy machine
 * this is nobody's time to think. Linux counts it (schedstat); elsewhere it is 0. */

/* The calling thread, since it began, in ms. */
int64_t sched_delay_of_thread(void);

/* All threads of a process together, in ms; 0 when it is gone. */
int64_t sched_delay_of_process(pid_t pid);

#endif
