/* memory_file.h - a text that is written like a file and kept in memory. open_memstream() is not
 * used for that: in glibc it does not say that an allocation has failed, and the text is cut off or
 * gone. */
#ifndef BASE_MEMORY_FILE_H
#define BASE_MEMORY_FILE_H

#include <stdbool.h>
#include <stdio.h>

struct memory_file {
    FILE *to; /* where to write */
    char *bytes;
    size_t size, capacity;
    bool failed;
};

/* Must not move until it is closed. False: out of memory. */
bool memory_file_open(struct memory_file *file);

/* Ends an open file. Returns what was written (free()), with a NUL behind it, and the size without
 * it; or NULL and 0: out of memory. */
char *memory_file_close(struct memory_file *file, size_t *size);

#endif
