/* common.h - shared by all subcommands: exit codes, error lines, checked output, Ctrl-C. */
#ifndef PAUA_CLI_COMMON_H
#define PAUA_CLI_COMMON_H

#include <stdbool.h>

#include <jansson.h>

#include <paua/status.h>

enum exit_code {
    EXIT_DONE = 0,
    EXIT_NO = 1,          /* the answer is "no", or a check failed */
    EXIT_USAGE = 2,       /* wrong usage or bad input */
    EXIT_ENVIRONMENT = 3, /* file, memory or network failed; or interrupted by a signal */
};

/* Sets the command named in error lines; borrowed. Before the call they name the program alone.
 * From here on SIGINT, SIGTERM and SIGHUP end the process with an error line and
 * EXIT_ENVIRONMENT. */
void common_begin(const char *command);

/* Prints one line `paua COMMAND: ...` on stderr and returns code. */
__attribute__((format(printf, 2, 3))) int complain_with(int code, const char *format, ...);

/* fprintf() for what others have written, which unicode_make_safe() makes safe for a terminal. */
__attribute__((format(printf, 2, 3))) void print_safely(FILE *file, const char *format, ...);

/* Makes complain_with() silent from here on: another process prints the messages. */
void complain_nothing(void);

/* complain_with() for lack of memory. */
int complain_memory(void);

/* complain_with() for a failed operation on a file, with the text of errno. */
int complain_file(const char *path);

/* complain_with() for a file whose contents the library has refused. */
int complain_content(const char *path, paua_status status, const paua_error *error);

/* complain_with() for a text that a parser has refused: "WHAT: column N: message"; on a terminal
 * also the line, with a caret under the column. Returns EXIT_USAGE. */
int complain_text(const char *what, const char *text, const paua_error *error);

/* complain_with() for an unknown name of --layout. Returns EXIT_USAGE. */
int complain_layout(const char *name);

/* Call it before anything is printed or copies `stdout`. If standard output is a pipe or a socket,
 * printing fails with EINTR once interrupt_seen() and the reader has taken nothing for half a
 * second; later output fails at once. */
void output_pipe_begin(void);

/* Flushes stdout. False when output was lost: stop then, main() prints the reason. */
bool output_flush(void);

/* Prints a value as one line of JSON and takes over the reference; NULL: out of memory. Returns an
 * exit code. */
int output_json(json_t *value);

/* Flushes stdout for the last time. Returns `code`, or EXIT_ENVIRONMENT after an error line if
 * output was lost. If stdout is a pipe without a reader, ends the process by SIGPIPE, silently. */
int output_close(int code);

/* From here on SIGINT, SIGTERM and SIGHUP only set a flag, which interrupt_seen() reads, and
 * blocking reads return. The command then prints "interrupted ..." and returns EXIT_ENVIRONMENT. */
void interrupt_catch(void);
bool interrupt_seen(void);

enum input {
    INPUT_READY,
    INPUT_INTERRUPTED,
    INPUT_LATE,
};

/* Waits until stdin, of which nothing is in a buffer, has input or has ended, at most wait_ms
 * milliseconds; -1: without limit. An interrupt at any moment ends the wait. */
enum input input_wait(long long wait_ms);

/* Progress on stderr: only on a terminal, only after two seconds, one line that is overwritten. */
struct progress {
    bool on;
    bool shown;
    long long start_ms;
};

void progress_begin(struct progress *progress, bool quiet);
__attribute__((format(printf, 2, 3))) void progress_show(struct progress *progress,
                                                         const char *format, ...);
void progress_clear(struct progress *progress); /* before anything else is printed */

#endif
