/* load.h - a whole file in memory. */
#ifndef PAUA_CLI_LOAD_H
#define PAUA_CLI_LOAD_H

#include <stddef.h>
#include <stdio.h>

/* Reads a file. *text is malloc'd and ends with a NUL, *length does not count it. *text is NULL,
 * with EXIT_DONE, when there is no such file. Returns 0, or an exit code after an error line. */
int load_file(const char *path, char **text, size_t *length);

/* Reads the rest of an open stream; `name` is for error lines. */
int load_stream(FILE *in, const char *name, char **text, size_t *length);

#endif
