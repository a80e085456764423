/* load.h - a whole file in memory. */
#ifndef PAUA_CLI_LOAD_H
#define PAUA_CLI_LOAD_H

#include <stddef.h>
#include <stdio.h>

/* The file's bytes with a NUL behind them, malloc'd and *length bytes long without it; NULL and EXIT_DONE when there is no
 * such file. Returns an exit code, after an error line. */
int load_file(const char *path, char **text, size_t *length);

/* The rest of what is open already, by the name that error lines give it. */
int load_stream(FILE *in, const char *name, char **text, size_t *length);

#endif
