#include "cli/load.h"

#include <errno.h>
#include <stdlib.h>

#include "cli/common.h"

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
    int code;

    *text = NULL;
    *length = 0;
    if (!file)
        return errno == ENOENT ? EXIT_DONE : complain_file(path);
    code = load_stream(file, path, text, length);
    fclose(file);
    return code;
}

int load_stream(FILE *in, const char *name, char **text, size_t *length)
{
    size_t room = 0, used = 0, got = 1;
    char *bytes = NULL;
    int code = EXIT_DONE;

    *text = NULL;
    *length = 0;
    while (got > 0 && (used + 1 < room || grow(&bytes, &room))) {
        got = fread(bytes + used, 1, room - used - 1, in);
        used += got;
    }
    if (got > 0)
        code = complain_memory();
    else if (ferror(in))
        code = complain_file(name);
    if (code != EXIT_DONE || !bytes) {
        free(bytes);
        return code;
    }
    bytes[used] = '\0';
    *text = bytes;
    *length = used;
    return EXIT_DONE;
}
