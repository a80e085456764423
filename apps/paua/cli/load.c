/* load.c - reads a whole text into memory, up to a limit; what gzip has compressed is unpacked. */
#include "cli/load.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/gunzip.h"
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

/* A gunzip_source: the bytes of a stream. */
static long read_stream(char *bytes, size_t cap, void *context)
{
    FILE *in = context;
    size_t got = fread(bytes, 1, cap, in);

    return ferror(in) ? -1 : (long)got;
}

/* What is read: a stream, or what gzip has compressed in it. */
struct load_source {
    FILE *in;
    const char *name;
    struct gunzip *gunzip; /* owned, or NULL */
};

/* Unpacks the stream from now on, of which `bytes` have been read. Returns an exit code. */
static int load_unpack(struct load_source *source, const char *bytes, size_t length)
{
    source->gunzip = gunzip_new(read_stream, source->in, bytes, length);
    return source->gunzip ? EXIT_DONE : complain_memory();
}

/* Reads a piece of at most PIECE_BYTES. Returns an exit code. */
static int read_piece(struct load_source *source, char *bytes, size_t *got)
{
    long length = source->gunzip ? gunzip_read(bytes, PIECE_BYTES, source->gunzip)
                                 : read_stream(bytes, PIECE_BYTES, source->in);
    const char *why = source->gunzip ? gunzip_why(source->gunzip) : NULL;

    *got = length < 0 ? 0 : (size_t)length;
    if (length < 0 && why)
        return complain_with(EXIT_USAGE, "%s: %s", source->name, why);
    return length < 0 ? complain_file(source->name) : EXIT_DONE;
}

int load_stream(FILE *in, const char *name, char **text, size_t *length)
{
    struct load_source source = {in, name, NULL};
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
        code = read_piece(&source, bytes + used, &got);
        if (code == EXIT_DONE && used == 0 && !source.gunzip && gunzip_marked(bytes, got)) {
            code = load_unpack(&source, bytes, got);
            continue;
        }
        if (memchr(bytes + used, '\0', got))
            code = complain_with(EXIT_USAGE, "%s: not a text", name);
        else if (used + got > LOAD_MAX)
            code = complain_with(EXIT_USAGE, "%s: longer than %d MiB", name, LOAD_MAX >> 20);
        used += got;
    }
    gunzip_free(source.gunzip);
    if (code != EXIT_DONE || !bytes) {
        free(bytes);
        return code;
    }
    bytes[used] = '\0';
    *text = bytes;
    *length = used;
    return EXIT_DONE;
}
