/* memory_file.c - a stream of the C library with a write function of its own (fopencookie()), which
 * appends to an array. */
#define _GNU_SOURCE
#include "base/memory_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* The stream hands over what it has buffered. Returns the number of bytes taken: none on failure,
 * after which nothing more is taken. */
static ssize_t write_bytes(void *context, const char *bytes, size_t size)
{
    struct memory_file *file = context;

    if (file->failed || !ARRAY_RESERVE(file->bytes, file->capacity, file->size + size + 1)) {
        file->failed = true;
        return 0;
    }
    memcpy(file->bytes + file->size, bytes, size);
    file->size += size;
    return (ssize_t)size;
}

bool memory_file_open(struct memory_file *file)
{
    *file = (struct memory_file){0};
    file->to = fopencookie(file, "w", (cookie_io_functions_t){.write = write_bytes});
    return file->to != NULL;
}

char *memory_file_close(struct memory_file *file, size_t *size)
{
    bool failed = ferror(file->to) != 0;

    failed |= fclose(file->to) != 0;
    failed |= file->failed || !ARRAY_RESERVE(file->bytes, file->capacity, file->size + 1);
    if (failed) {
        free(file->bytes);
        *size = 0;
        return NULL;
    }
    file->bytes[file->size] = '\0';
    *size = file->size;
    return file->bytes;
}
