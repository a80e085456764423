/* input_line.c - reads standard input line by line, like getline() but with a limit. */
#define _POSIX_C_SOURCE 200809L /* getc_unlocked */

#include "cli/input_line.h"

#include <stdio.h>

#include "base/array.h"

enum input_line_end input_line_read(struct input_line *line)
{
    size_t used = 0;

    for (int byte; (byte = getc_unlocked(stdin)) != '\n'; used++) {
        if (byte == EOF && used == 0)
            return INPUT_LINE_NONE;
        if (byte == EOF)
            break;
        if (used == INPUT_LINE_MAX)
            return INPUT_LINE_TOO_LONG;
        if (!ARRAY_RESERVE(line->text, line->room, used + 2))
            return INPUT_LINE_NONE;
        line->text[used] = (char)byte;
    }
    if (!ARRAY_RESERVE(line->text, line->room, used + 1))
        return INPUT_LINE_NONE;
    line->text[used] = '\0';
    return INPUT_LINE_READ;
}
