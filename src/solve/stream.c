#define _GNU_SOURCE
#include "solve/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SUM = 32, PIECE = 1 << 24 };

/* Reads or writes all the bytes, and adds them to the sum. */
static void transfer(struct stream *stream, uint8_t *at, uint64_t count, bool out)
{
    while (count > 0 && !stream->broken) {
        size_t piece = count < PIECE ? (size_t)count : PIECE;
        ssize_t done = out ? write(stream->file, at, piece) : read(stream->file, at, piece);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0) {
            stream->broken = true;
            return;
        }
        crypto_hash_sha256_update(&stream->sum, at, (size_t)done);
        at += done;
        count -= (uint64_t)done;
    }
}

void stream_put(struct stream *stream, const void *bytes, uint64_t count)
{
    transfer(stream, (uint8_t *)(uintptr_t)bytes, count, true);
}

void stream_get(struct stream *stream, void *bytes, uint64_t count)
{
    transfer(stream, bytes, count, false);
}

static void begin(struct stream *stream, int file)
{
    *stream = (struct stream){.file = file};
    crypto_hash_sha256_init(&stream->sum);
}

paua_status stream_open(struct stream *stream, const char *path)
{
    begin(stream, open(path, O_RDONLY | O_CLOEXEC));
    if (stream->file >= 0)
        return PAUA_OK;
    return errno == ENOENT ? PAUA_NOT_FOUND : PAUA_IO;
}

paua_status stream_check(struct stream *stream)
{
    uint8_t sum[SUM], stored[SUM];
    crypto_hash_sha256_final(&stream->sum, sum);
    stream_get(stream, stored, SUM);
    return stream->broken || memcmp(sum, stored, SUM) != 0 ? PAUA_CORRUPT : PAUA_OK;
}

void stream_close(struct stream *stream)
{
    if (stream->file >= 0)
        close(stream->file);
}

static bool put_with_sum(int file, void (*put_all)(struct stream *stream, void *from), void *from)
{
    struct stream stream;
    uint8_t sum[SUM];
    begin(&stream, file);
    put_all(&stream, from);
    crypto_hash_sha256_final(&stream.sum, sum);
    stream_put(&stream, sum, SUM);
    return !stream.broken && fsync(file) == 0;
}

paua_status stream_write(const char *path, void (*put_all)(struct stream *stream, void *from),
                         void *from)
{
    char *beside;
    if (asprintf(&beside, "%s.part", path) < 0)
        return PAUA_NO_MEMORY;
    int file = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool good = file >= 0 && put_with_sum(file, put_all, from);
    if (file >= 0)
        good = close(file) == 0 && good;
    good = good && rename(beside, path) == 0;
    if (!good && file >= 0)
        unlink(beside);
    free(beside);
    return good ? PAUA_OK : PAUA_IO;
}
