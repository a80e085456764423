/* input.c - a queue of the lines of standard input. */
#define _POSIX_C_SOURCE 200809L

#include "ugi/input.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "ugi/line.h"

/* Beyond this, lines stay in the pipe: a script of any length needs no memory. */
enum { KEPT_BYTES = 8 << 20, LINE_COST = 64 };

static enum ugi_kind kind_of(const char *text)
{
    struct ugi_line line;

    ugi_line_read(text, &line);
    return line.kind;
}

/* Adds the line that was read. False: out of memory. */
static bool keep_line(struct ugi_input *input)
{
    if (input->first > 0 && input->first == input->count)
        input->first = input->count = 0;
    char *copy = ARRAY_RESERVE(input->kept, input->capacity, input->count + 1)
                     ? strdup(input->line.text)
                     : NULL;
    if (!copy)
        return false;
    const enum ugi_kind kind = kind_of(copy);
    input->kept[input->count++] = copy;
    input->bytes += strlen(copy) + LINE_COST;
    input->stops += kind == UGI_STOP;
    input->quit |= kind == UGI_QUIT;
    return true;
}

/* Reads a line into the queue. False: there is none. */
static bool read_line(struct ugi_input *input)
{
    if (input->end == INPUT_LINE_READ)
        input->end = input_line_read(&input->line);
    if (input->end == INPUT_LINE_READ && !keep_line(input))
        input->end = INPUT_LINE_NONE;
    return input->end == INPUT_LINE_READ;
}

char *ugi_input_next(struct ugi_input *input)
{
    if (input->first == input->count && !read_line(input))
        return NULL;
    free(input->last);
    input->last = input->kept[input->first++];
    input->bytes -= strlen(input->last) + LINE_COST;
    input->stops -= kind_of(input->last) == UGI_STOP;
    return input->last;
}

bool ugi_input_listen(struct ugi_input *input)
{
    while (input->end == INPUT_LINE_READ && input->bytes < KEPT_BYTES &&
           input_line_ready(&input->line))
        read_line(input);
    return input->stops > 0 || input->quit;
}

void ugi_input_free(struct ugi_input *input)
{
    for (size_t i = input->first; i < input->count; i++)
        free(input->kept[i]);
    free(input->kept);
    free(input->last);
    input_line_free(&input->line);
}
