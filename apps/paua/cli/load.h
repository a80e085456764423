/* load.h - a whole text in memory, up to a limit. */
#ifndef PAUA_CLI_LOAD_H
#define PAUA_CLI_LOAD_H

#include <stddef.h>
#include <stdio.h>

/* The longest text in bytes; commands read longer ones piece by piece. */
enum { LOAD_MAX = 64 << 20 };

/* Reads a file, unpacked if gzip has compressed it. A longer one, or one with a zero byte, is
 * refused. *text is malloc'd and ends with
 * a NUL, which *length does not count; it is NULL, with EXIT_DONE, if there is no such file.
 * Returns 0, or an exit code after an error line. */
int load_file(const char *path, char **text, size_t *length);

/* Reads the rest of an open stream; `name` is for error lines. */
int load_stream(FILE *in, const char *name, char **text, size_t *length);

#endif
