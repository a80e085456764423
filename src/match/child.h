/* child.h - another program, and lines to and from it. */
#ifndef MATCH_CHILD_H
#define MATCH_CHILD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { CHILD_LINE_MAX = 16384 };

/* Belongs to one thread, which does not receive SIGPIPE. */
struct child {
    pid_t pid; /* 0: there is none */
    int to, from;
    const atomic_bool *stop; /* borrowed: set from elsewhere, it ends all waiting */
    size_t used, taken;      /* bytes in the buffer, and those of them that the last line was */
    bool cutting;            /* the rest of a line that was too long */
    char buffer[CHILD_LINE_MAX];
};

enum child_event {
    CHILD_LINE,
    CHILD_LATE,    /* the deadline has passed */
    CHILD_ENDED,   /* it will say nothing any more */
    CHILD_STOPPED, /* somebody else wants an end */
};

/* Runs a command of the shell, in a process group of its own. False with errno when that fails. */
bool child_start(struct child *child, const char *command, const atomic_bool *stop);

/* Says it a text, whole lines, until the clock (clock.h) shows the deadline. CHILD_LINE: all is said. */
enum child_event child_say(struct child *child, const char *text, int64_t deadline_ms);

/* The next line it says, without its end; *line is valid until the next call. What a line has beyond CHILD_LINE_MAX is
 * left out, and a byte 0 becomes a blank. */
enum child_event child_hear(struct child *child, const char **line, int64_t deadline_ms);

/* Waits a little for one that has been told to quit or has ended by itself, then kills it with all its group. How it
 * ended goes to `how`, as in "exit code 3". Nothing happens when there is none. */
void child_end(struct child *child, int wait_ms, char how[40]);

#endif
