/* error.c - fills a parser's error, and says where it is in lines and columns. */
#include "base/error.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

void error_write(paua_error *error, paua_status code, size_t at, const char *format, ...)
{
    if (error) {
        va_list arguments;
        error->code = code;
        error->ply = 0;
        error->line = 0;
        error->at = at;
        va_start(arguments, format);
        vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
    }
}

/* Whether a byte begins a UTF-8 character: it is not a continuation byte. */
static bool begins_character(char c)
{
    return ((unsigned char)c & 0xc0) != 0x80;
}

void paua_error_place(const char *text, size_t at, int *line, int *column)
{
    *line = *column = 1;
    for (size_t i = 0; i < at && text[i]; i++) {
        if (text[i] == '\n') {
            ++*line;
            *column = 1;
        } else if (begins_character(text[i])) {
            ++*column;
        }
    }
}

/* Whether anything but a last newline follows the first line. */
static bool has_lines(const char *text)
{
    const char *newline = strchr(text, '\n');
    return newline && newline[1];
}

size_t paua_error_text(const paua_error *error, const char *text, char *out, size_t cap)
{
    int line, column, length;
    paua_error_place(text, error->at, &line, &column);
    if (has_lines(text))
        length = snprintf(out, cap, "line %d, column %d: %s", line, column, error->message);
    else
        length = snprintf(out, cap, "column %d: %s", column, error->message);
    return length > 0 ? (size_t)length : 0;
}
