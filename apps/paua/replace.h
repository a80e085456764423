/* replace.h - a file that is written whole or not at all. */
#ifndef PAUA_APP_REPLACE_H
#define PAUA_APP_REPLACE_H

#include <stddef.h>

/* Writes the bytes beside `path` and puts them in its place when they are on disk; links are followed, and what is
 * no plain file (a pipe, a terminal) is written to directly. Returns 0, or an exit code after an error line; the
 * file is then as it was. */
int replace_file(const char *path, const char *bytes, size_t length);

#endif
