/* gunzip.c - unpacks gzip by zlib within a fixed buffer. Several files in one follow each other, as
 * `gzip -dc` reads them, and zeros behind the last are padding. Refuses data that unpacks to far
 * more than texts do, so that a small file costs little. */
#include "base/gunzip.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { PACKED_BYTES = 64 * 1024, GZIP_WINDOW = 16 + MAX_WBITS };

static const char gzip_mark[] = "\x1f\x8b";

struct gunzip {
    gunzip_source source;
    void *context;
    z_stream stream;
    const char *why;    /* of the failure, static */
    size_t read, given; /* bytes from the source, and unpacked from them */
    bool failed, ended; /* ended: the source is at its end */
    bool between;       /* the last file in the stream is complete */
    unsigned char packed[];
};

bool gunzip_marked(const char *bytes, size_t length)
{
    return length >= 2 && memcmp(bytes, gzip_mark, 2) == 0;
}

struct gunzip *gunzip_new(gunzip_source source, void *context, const char *bytes, size_t length)
{
    size_t room = length > PACKED_BYTES ? length : PACKED_BYTES;
    struct gunzip *gunzip = calloc(1, sizeof *gunzip + room);
    if (!gunzip)
        return NULL;
    if (inflateInit2(&gunzip->stream, GZIP_WINDOW) != Z_OK) {
        free(gunzip);
        return NULL;
    }
    memcpy(gunzip->packed, bytes, length);
    gunzip->source = source;
    gunzip->context = context;
    gunzip->read = length;
    gunzip->stream.next_in = gunzip->packed;
    gunzip->stream.avail_in = (uInt)length;
    return gunzip;
}

void gunzip_free(struct gunzip *gunzip)
{
    if (!gunzip)
        return;
    inflateEnd(&gunzip->stream);
    free(gunzip);
}

const char *gunzip_why(const struct gunzip *gunzip)
{
    return gunzip->why;
}

/* Ends all unpacking; returns false. */
static bool gunzip_fail(struct gunzip *gunzip, const char *why)
{
    gunzip->failed = true;
    gunzip->why = why;
    return false;
}

/* Reads more compressed bytes once all are used; false at the end and on failure. */
static bool gunzip_fill(struct gunzip *gunzip)
{
    if (gunzip->stream.avail_in > 0)
        return true;
    if (gunzip->ended)
        return false;
    long got = gunzip->source((char *)gunzip->packed, PACKED_BYTES, gunzip->context);
    if (got < 0)
        return gunzip_fail(gunzip, NULL);
    gunzip->ended = got == 0;
    gunzip->read += (size_t)got;
    gunzip->stream.next_in = gunzip->packed;
    gunzip->stream.avail_in = (uInt)got;
    return got > 0;
}

/* Begins the next file behind a complete one; false where none follows. */
static bool gunzip_next_file(struct gunzip *gunzip)
{
    while (gunzip_fill(gunzip) && *gunzip->stream.next_in == 0) {
        gunzip->stream.next_in++;
        gunzip->stream.avail_in--;
    }
    if (gunzip->failed || gunzip->stream.avail_in == 0)
        return false;
    gunzip->between = false;
    return inflateReset(&gunzip->stream) == Z_OK || gunzip_fail(gunzip, "damaged gzip data");
}

/* Unpacks into the room of the stream; false at the end and on failure. */
static bool gunzip_step(struct gunzip *gunzip)
{
    if (gunzip->between && !gunzip_next_file(gunzip))
        return false;
    if (!gunzip_fill(gunzip))
        return !gunzip->failed && gunzip_fail(gunzip, "gzip data that is cut off");
    uInt room = gunzip->stream.avail_out;
    int code = inflate(&gunzip->stream, Z_NO_FLUSH);
    if (code == Z_MEM_ERROR)
        return gunzip_fail(gunzip, "out of memory for gzip data");
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
        return gunzip_fail(gunzip, "damaged gzip data");
    gunzip->given += room - gunzip->stream.avail_out;
    if (gunzip->given > GUNZIP_FREE_BYTES &&
        (gunzip->given - GUNZIP_FREE_BYTES) / GUNZIP_RATIO_MAX > gunzip->read)
        return gunzip_fail(gunzip, "gzip data that unpacks to far more than a text does");
    gunzip->between = code == Z_STREAM_END;
    return true;
}

long gunzip_read(char *bytes, size_t cap, void *context)
{
    struct gunzip *gunzip = context;
    size_t room = cap < PACKED_BYTES ? cap : PACKED_BYTES;

    gunzip->stream.next_out = (Bytef *)bytes;
    gunzip->stream.avail_out = (uInt)room;
    while (!gunzip->failed && gunzip->stream.avail_out == room && gunzip_step(gunzip))
        ;
    return gunzip->failed ? -1 : (long)(room - gunzip->stream.avail_out);
}
