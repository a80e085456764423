/* load.c - reads a whole text into memory, up to a limit. */
#include "cli/load.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "cli/common.h"

enum { PIECE_BYTES = 65536 };

int load_file(const char *path, char **text, size_t *length)
{
    FILE *file = fopen(path, "re");

    *text = NULL;
    *length = 0;
    if (!file)
        return errno == ENOENT ? EXIT_DONE : complain_file(path);
    int code = load_stream(file, path, text, length);
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
    while (code == EXIT_DONE && got > 0) {
        if (!ARRAY_RESERVE(bytes, room, used + PIECE_BYTES + 1)) {
            code = complain_memory();
            break;
        }
        got = fread(bytes + used, 1, PIECE_BYTES, in);
        if (ferror(in))
            code = complain_file(name);
        else if (memchr(bytes + used, '\0', got))
            code = complain_with(EXIT_USAGE, "%s: not a text", name);
        else if (used + got > LOAD_MAX)
            code = complain_with(EXIT_USAGE, "%s: longer than %d MiB", name, LOAD_MAX >> 20);
        used += got;
    }
    if (code != EXIT_DONE || !bytes) {
        free(bytes);
        return code;
    }
    bytes[used] = '\0';
    *text = bytes;
    *length = used;
    return EXIT_DONE;
}
