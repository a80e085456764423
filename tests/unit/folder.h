/* folder.h - a folder of its own for a test that writes files; the test works in it, so that a name is a path. */
#ifndef FOLDER_H
#define FOLDER_H

#include <unistd.h>

#include "unit.h"

static char folder[] = "/tmp/paua-unit-XXXXXX";

/* Before the first test. */
static inline int enter_folder(void **context)
{
    (void)context;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

/* After the last one, with the files that tests may leave; it fails if there are others. */
static inline int leave_folder(const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        unlink(names[i]);
    return chdir("/") == 0 ? rmdir(folder) : -1;
}

static inline size_t read_whole(const char *path, uint8_t **bytes)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    *bytes = malloc(size);
    assert_int_equal(fread(*bytes, 1, size, file), size);
    fclose(file);
    return size;
}

static inline void write_whole(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static inline void assert_same_file(const char *a, const char *b)
{
    uint8_t *x, *y;
    size_t size = read_whole(a, &x);
    assert_int_equal(read_whole(b, &y), size);
    assert_memory_equal(x, y, size);
    free(x);
    free(y);
}

#endif
