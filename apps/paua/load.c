#include "load.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "common.h"

/* More room for what is read; false without memory. */
static bool grow(char **text, size_t *room)
{
    char *more = realloc(*text, 2 * *room + 65536);

    if (more) {
        *text = more;
        *room = 2 * *room + 65536;
    }
    return more != NULL;
}

int load_file(const char *path, char **text, size_t *length)
{
    FILE *file = fopen(path, "re");
    size_t room = 0, used = 0, got = 1;
    char *bytes = NULL;
    int code = EXIT_DONE;

    *text = NULL;
    *length = 0;
    if (!file)
        return errno == ENOENT ? EXIT_DONE : complain_file(path);
    while (got > 0 && (used + 1 < room || grow(&bytes, &room))) {
        got = fread(bytes + used, 1, room - used - 1, file);
        used += got;
    }
    if (got > 0)
        code = complain_memory();
    else if (ferror(file))
        code = complain_file(path);
    fclose(file);
    if (code != EXIT_DONE || !bytes) {
        free(bytes);
        return code;
    }
    bytes[used] = '\0';
    *text = bytes;
    *length = used;
    return EXIT_DONE;
}
