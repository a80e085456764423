/* common.c - error lines, checked output, interrupts and progress lines of all commands. */
#define _GNU_SOURCE /* ppoll, fopencookie */

#include "cli/common.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <paua/board.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/unicode.h"

static const char *command_name;
static char interrupt_line[64]; /* written before any handler that reads it is set */
static bool silent, complained;
static atomic_int output_errno;
/* Set by signal handlers, so it must be lock-free; read by any thread. */
static atomic_bool interrupt_flag;

int complain_with(int code, const char *format, ...)
{
    char message[512];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    unicode_make_line(message);
    complained = true;
    if (!silent)
        fprintf(stderr, "paua%s%s: %s\n", command_name ? " " : "", command_name ? command_name : "",
                message);
    return code;
}

void print_safely(FILE *file, const char *format, ...)
{
    va_list arguments;
    char *text = NULL;

    va_start(arguments, format);
    const int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0)
        return;
    unicode_make_safe(text);
    fputs(text, file);
    free(text);
}

void complain_nothing(void)
{
    silent = true;
}

int complain_memory(void)
{
    return complain_with(EXIT_ENVIRONMENT, "out of memory");
}

/* Ends the process by SIGPIPE, which main() ignores so that commands can clean up. */
static void end_by_sigpipe(void)
{
    sigset_t set;

    signal(SIGPIPE, SIG_DFL);
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(SIGPIPE);
}

int complain_file(const char *path)
{
    if (errno == EPIPE) /* `-o /dev/stdout`, or a named pipe */
        end_by_sigpipe();
    if (errno == EINTR && interrupt_seen()) /* while waiting for the other end of a pipe */
        return complain_with(EXIT_ENVIRONMENT, "interrupted at %s", path);
    return complain_with(EXIT_ENVIRONMENT, "%s: %s", path, file_error_text(errno));
}

int complain_content(const char *path, paua_status status, const paua_error *error)
{
    if (status == PAUA_ERROR_NO_MEMORY)
        return complain_memory();
    if (status == PAUA_ERROR_IO)
        return complain_with(EXIT_ENVIRONMENT, "%s: %s", path, error->message);
    return complain_with(EXIT_USAGE, "%s: byte %zu: %s", path, error->at, error->message);
}

/* Prints a line of a text with a caret under a column; of a long line only the part around it. */
static void print_caret(const char *line, int column)
{
    enum { WIDTH = 76, BEFORE = 50 };
    int first = column > WIDTH - 6 ? column - BEFORE : 1, number = 0;

    char *safe = strndup(line, strcspn(line, "\n"));
    if (!safe)
        return;
    unicode_make_line(safe);
    fputs("  ", stderr);
    for (const char *c = safe; *c; c++) {
        number += ((unsigned char)*c & 0xc0) != 0x80;
        if (number >= first && number < first + WIDTH)
            fputc(*c, stderr);
    }
    free(safe);
    fprintf(stderr, "\n  %*s^\n", column - first, "");
}

int complain_text(const char *what, const char *text, const paua_error *error)
{
    char message[256];
    int line, column;

    paua_error_text(error, text, message, sizeof message);
    complain_with(EXIT_USAGE, "%s: %s", what, message);
    if (silent || !isatty(STDERR_FILENO))
        return EXIT_USAGE;
    paua_error_place(text, error->at, &line, &column);
    while (--line > 0)
        text = strchr(text, '\n') + 1;
    print_caret(text, column);
    return EXIT_USAGE;
}

int complain_layout(const char *name)
{
    paua_error error;

    paua_layout_unknown(name, &error);
    return complain_with(EXIT_USAGE, "--layout: %s%s", error.message,
                         paua_layout_nearest(name) ? "" : ", see 'paua show --layouts'");
}

/* The interval of checks for an interrupt, and the time for the reader to take the rest after
 * it. */
enum { POLL_MS = 20, GRACE_MS = 500 };

/* A stdout stream for pipes that gives up after an interrupt. Plain stdio would block again with
 * every further buffer: a signal interrupts one write(), or none if another thread receives it. */
struct output_pipe {
    bool given_up; /* for ever: the command may have much more to print */
};

/* Waits until the pipe takes PIPE_BUF bytes or has no reader left. False with errno set. */
static bool wait_for_reader(struct output_pipe *output)
{
    struct pollfd room = {.fd = STDOUT_FILENO, .events = POLLOUT};
    int64_t end_ms = -1;

    while (!output->given_up) {
        int ready = poll(&room, 1, POLL_MS);
        if (ready > 0)
            return true;
        if (ready < 0 && errno != EINTR)
            return false;
        if (!interrupt_seen())
            continue;
        if (end_ms < 0)
            end_ms = clock_now_ms() + GRACE_MS;
        output->given_up = clock_now_ms() >= end_ms;
    }
    errno = EINTR;
    return false;
}

/* The write function of the stream. Returns the bytes written, fewer than `size` after an error. */
static ssize_t write_pipe(void *context, const char *bytes, size_t size)
{
    size_t done = 0;

    while (done < size && wait_for_reader(context)) {
        size_t piece = size - done < PIPE_BUF ? size - done : PIPE_BUF;
        ssize_t written = write(STDOUT_FILENO, bytes + done, piece);
        if (written >= 0)
            done += (size_t)written;
        else if (errno != EINTR && errno != EAGAIN)
            break;
    }
    return (ssize_t)done;
}

void output_pipe_begin(void)
{
    static struct output_pipe output;
    struct stat status;

    if (fstat(STDOUT_FILENO, &status) != 0 ||
        (!S_ISFIFO(status.st_mode) && !S_ISSOCK(status.st_mode)))
        return;
    FILE *stream = fopencookie(&output, "w", (cookie_io_functions_t){.write = write_pipe});
    if (stream)
        stdout = stream;
}

bool output_flush(void)
{
    if (fflush(stdout) != 0 && !output_errno)
        output_errno = errno;
    return !output_errno && !ferror(stdout);
}

int output_json(json_t *value)
{
    char *text = value ? json_dumps(value, JSON_COMPACT | JSON_REAL_PRECISION(10)) : NULL;

    json_decref(value);
    if (!text)
        return complain_memory();
    puts(text);
    free(text);
    return EXIT_DONE;
}

int output_close(int code)
{
    if (output_flush())
        return code;
    if (!output_errno) { /* a failed write within printf loses errno: write again to get it */
        clearerr(stdout);
        putchar('\n');
        output_flush();
    }
    if (output_errno == EPIPE) /* no reader: end silently, like GNU tools */
        end_by_sigpipe();
    if (output_errno == EINTR && interrupt_seen()) /* while waiting for a reader */
        return complained ? EXIT_ENVIRONMENT : complain_with(EXIT_ENVIRONMENT, "interrupted");
    return complain_with(EXIT_ENVIRONMENT, "standard output: %s",
                         output_errno ? strerror(output_errno) : "write failed");
}

static const int interrupts[] = {SIGINT, SIGTERM, SIGHUP};
#define INTERRUPTS (sizeof interrupts / sizeof *interrupts)

/* Sets a handler for the interrupts, except those that the parent process ignores (nohup). */
static void interrupt_handle(void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler}, before;

    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < INTERRUPTS; i++)
        if (sigaction(interrupts[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(interrupts[i], &action, NULL);
}

/* Signal handler: ends the process. It may call only write() and _exit(). */
static void interrupt_end(int number)
{
    (void)number;
    if (write(STDERR_FILENO, interrupt_line, strlen(interrupt_line)) < 0)
        _exit(EXIT_ENVIRONMENT);
    _exit(EXIT_ENVIRONMENT);
}

/* Signal handler: sets a flag. */
static void interrupt_note(int number)
{
    (void)number;
    atomic_store(&interrupt_flag, true);
}

void common_begin(const char *command)
{
    command_name = command;
    snprintf(interrupt_line, sizeof interrupt_line, "paua %s: interrupted\n", command);
    interrupt_handle(interrupt_end);
}

void interrupt_catch(void)
{
    interrupt_handle(interrupt_note);
}

bool interrupt_seen(void)
{
    return atomic_load(&interrupt_flag);
}

enum input input_wait(long long wait_ms)
{
    const long long end_ms = clock_now_ms() + wait_ms;
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    sigset_t held, before;
    int ready = -1;

    /* Block the signals until ppoll() waits: otherwise one that arrives between the check of the
     * flag and the wait would be lost. */
    sigemptyset(&held);
    for (size_t i = 0; i < INTERRUPTS; i++)
        sigaddset(&held, interrupts[i]);
    sigprocmask(SIG_BLOCK, &held, &before);
    while (!interrupt_seen()) {
        long long left_ms = wait_ms < 0 ? 0 : end_ms - clock_now_ms();
        struct timespec left = {.tv_sec = left_ms > 0 ? left_ms / 1000 : 0,
                                .tv_nsec = left_ms > 0 ? left_ms % 1000 * 1000000 : 0};
        ready = ppoll(&input, 1, wait_ms < 0 ? NULL : &left, &before);
        if (ready >= 0 || errno != EINTR)
            break;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (interrupt_seen())
        return INPUT_INTERRUPTED;
    return ready == 0 ? INPUT_LATE : INPUT_READY;
}

void progress_begin(struct progress *progress, bool quiet)
{
    progress->on = !quiet && isatty(STDERR_FILENO);
    progress->shown = false;
    progress->start_ms = clock_now_ms();
}

void progress_show(struct progress *progress, const char *format, ...)
{
    va_list arguments;

    if (!progress->on || clock_now_ms() - progress->start_ms < 2000)
        return;
    va_start(arguments, format);
    fputs("\r\033[K", stderr);
    vfprintf(stderr, format, arguments);
    fflush(stderr);
    va_end(arguments);
    progress->shown = true;
}

void progress_clear(struct progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
    progress->shown = false;
}
