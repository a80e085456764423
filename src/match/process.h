/* process.h - another program, and lines to and from it. */
#ifndef MATCH_PROCESS_H
#define MATCH_PROCESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { PROCESS_LINE_MAX = 16384 };

/* Belongs to one thread, which does not receive SIGPIPE. */
struct process {
    pid_t pid; /* 0: there is none */
    int to, from;
    const atomic_bool *stop; /* borrowed: set from elsewhere, it ends all waiting */
    size_t used, taken;      /* bytes in the buffer, and those of them that the last line was */
    bool cutting;            /* the rest of a line that was too long */
    char buffer[PROCESS_LINE_MAX];
};

enum process_event {
    PROCESS_OK,
    PROCESS_TIMEOUT, /* the deadline has passed */
    PROCESS_CLOSED,  /* it will say nothing any more */
    PROCESS_STOPPED, /* somebody else wants an end */
};

/* Runs a command of the shell, in a process group of its own. False with errno when that fails. */
bool process_start(struct process *process, const char *command, const atomic_bool *stop);

/* Says it a text, whole lines, until the clock (clock.h) shows the deadline. PROCESS_OK: all is said. */
enum process_event process_write(struct process *process, const char *text, int64_t deadline_ms);

/* The next line it says, without its end; *line is valid until the next call. What a line has beyond PROCESS_LINE_MAX is
 * left out, and a byte 0 becomes a blank. */
enum process_event process_read_line(struct process *process, const char **line,
                                     int64_t deadline_ms);

/* Waits a little for one that has been told to quit or has ended by itself, then kills it with all its group. How it
 * ended goes to `how`, as in "exit code 3". Nothing happens when there is none. */
void process_end(struct process *process, int wait_ms, char how[40]);

#endif
