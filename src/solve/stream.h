/* stream.h - files that end with the SHA-256 of all their bytes. */
#ifndef SOLVE_STREAM_H
#define SOLVE_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#include <sodium.h>

#include <paua/status.h>

struct stream {
    int file; /* -1: none */
    crypto_hash_sha256_state sum;
    bool broken; /* a read or a write failed, or the file was too short */
};

/* For reading. PAUA_OK, PAUA_NOT_FOUND or PAUA_IO. */
paua_status stream_open(struct stream *stream, const char *path);

void stream_get(struct stream *stream, void *bytes, uint64_t count);

/* After the last byte: whether the sum is right. PAUA_OK or PAUA_CORRUPT. */
paua_status stream_check(struct stream *stream);

void stream_close(struct stream *stream);

/* Has all bytes put beside `path`, then renames: the file there is always a whole one. PAUA_OK, PAUA_IO or PAUA_NO_MEMORY. */
paua_status stream_write(const char *path, void (*put_all)(struct stream *stream, void *from),
                         void *from);

void stream_put(struct stream *stream, const void *bytes, uint64_t count);

#endif
