/* input.h - the lines that `paua ugi` reads, in their order. While the program works it listens:
 * lines are kept for later, and `stop` and `quit` are noticed among them. */
#ifndef PAUA_UGI_INPUT_H
#define PAUA_UGI_INPUT_H

#include <stdbool.h>

#include "cli/input_line.h"

/* Must be zeroed before the first call. */
struct ugi_input {
    struct input_line line;
    char **kept; /* owned: lines that were read but not returned yet */
    size_t first, count, capacity;
    size_t bytes; /* of these */
    int stops;    /* `stop` among them */
    bool quit;    /* `quit` among them */
    enum input_line_end end;
    char *last; /* owned: the line that was returned */
};

/* The next line, valid until the next call; waits for it. NULL: there is none, and input->end says
 * why. */
char *ugi_input_next(struct ugi_input *input);

/* Keeps the lines that are there. Returns whether the work at hand must end: `stop` or `quit` is
 * among the lines that are kept. */
bool ugi_input_listen(struct ugi_input *input);

void ugi_input_free(struct ugi_input *input);

#endif
