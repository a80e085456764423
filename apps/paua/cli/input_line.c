/* input_line.c - reads standard input line by line from a buffer of its own: stdio's buffer
 * cannot be asked whether a line is complete. */
#define _POSIX_C_SOURCE 200809L

#include "cli/input_line.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"

enum { READ_BYTES = 16384 };

/* The newline that ends the next line, or NULL: it is not there yet, or too far away. */
static char *find_newline(const struct input_line *line)
{
    size_t size = line->end - line->begin;

    if (size > INPUT_LINE_MAX + 1)
        size = INPUT_LINE_MAX + 1;
    return size ? memchr(line->bytes + line->begin, '\n', size) : NULL;
}

/* Whether nothing more is needed for the next line, or to know that there is none. */
static bool is_complete(const struct input_line *line)
{
    return line->ended || line->end - line->begin > INPUT_LINE_MAX || find_newline(line);
}

/* Takes in what is there; waits if that is nothing. */
static void take_in(struct input_line *line)
{
    if (line->begin > 0) {
        memmove(line->bytes, line->bytes + line->begin, line->end - line->begin);
        line->end -= line->begin;
        line->begin = 0;
    }
    if (!ARRAY_RESERVE(line->bytes, line->capacity, line->end + READ_BYTES + 1)) {
        line->ended = true;
        return;
    }
    ssize_t got = read(STDIN_FILENO, line->bytes + line->end, READ_BYTES);
    line->ended = got <= 0;
    line->end += got > 0 ? (size_t)got : 0;
}

bool input_line_ready(struct input_line *line)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};

    while (!is_complete(line)) {
        if (poll(&input, 1, 0) <= 0)
            return false;
        take_in(line);
    }
    return true;
}

enum input_line_end input_line_read(struct input_line *line)
{
    while (!is_complete(line))
        take_in(line);

    char *newline = find_newline(line);
    if (!newline && line->end - line->begin > INPUT_LINE_MAX)
        return INPUT_LINE_TOO_LONG;
    if (!newline && line->begin == line->end)
        return INPUT_LINE_NONE;
    if (!newline) /* the last line; there is room for one byte more */
        newline = line->bytes + line->end++;
    *newline = '\0';
    line->text = line->bytes + line->begin;
    line->begin = (size_t)(newline + 1 - line->bytes);
    return INPUT_LINE_READ;
}

void input_line_free(struct input_line *line)
{
    free(line->bytes);
    *line = (struct input_line){0};
}
