/* input_line.h - reads lines of standard input, up to a limit, also without waiting for them. */
#ifndef PAUA_CLI_INPUT_LINE_H
#define PAUA_CLI_INPUT_LINE_H

#include <stdbool.h>
#include <stddef.h>

/* The longest line in bytes; a game of 65535 plies fits. */
enum { INPUT_LINE_MAX = 1 << 20 };

/* Must be zeroed before the first call. Nothing else may read standard input. */
struct input_line {
    char *text; /* the line that was read, without its newline; valid until the next call */
    char *bytes;
    size_t capacity;
    size_t begin, end; /* of what was taken in and not read yet */
    bool ended;        /* standard input has ended, or cannot be read */
};

enum input_line_end {
    INPUT_LINE_READ,
    INPUT_LINE_NONE,    /* the input has ended, or memory has run out */
    INPUT_LINE_TOO_LONG /* the rest of the line has not been read */
};

/* Reads the next line; waits for it. */
enum input_line_end input_line_read(struct input_line *line);

/* Whether input_line_read() would return at once. */
bool input_line_ready(struct input_line *line);

void input_line_free(struct input_line *line);

#endif
