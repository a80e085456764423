/* input_line.h - reads lines of standard input, up to a limit. */
#ifndef PAUA_CLI_INPUT_LINE_H
#define PAUA_CLI_INPUT_LINE_H

#include <stddef.h>

/* The longest line in bytes; a game of 65535 plies fits. */
enum { INPUT_LINE_MAX = 1 << 20 };

struct input_line {
    char *text; /* owned; ends with a NUL, without the newline */
    size_t room;
};

enum input_line_end {
    INPUT_LINE_READ,
    INPUT_LINE_NONE,    /* the input has ended, or memory has run out */
    INPUT_LINE_TOO_LONG /* the rest of the line has not been read */
};

/* Reads the next line into `line`, which must be zeroed before the first call; the caller frees
 * line->text. */
enum input_line_end input_line_read(struct input_line *line);

#endif
