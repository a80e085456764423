/* load.c - reads a whole file or stream into memory. */
#include "cli/load.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "cli/common.h"

enum { PIECE_BYTES = 65536 };

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
    while (got > 0 && ARRAY_RESERVE(bytes, room, used + PIECE_BYTES)) {
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
