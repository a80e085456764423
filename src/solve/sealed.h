/* sealed.h - files that end with the SHA-256 of all their bytes. */
#ifndef SOLVE_SEALED_H
#define SOLVE_SEALED_H

#include <stdbool.h>
#include <stdint.h>

#include <sodium.h>

#include <paua/status.h>

struct sealed {
    int file; /* -1: none */
    crypto_hash_sha256_state sum;
    bool broken; /* a read or a write failed, or the file was too short */
};

/* For reading. PAUA_OK, PAUA_NOT_FOUND or PAUA_IO. */
paua_status sealed_open(struct sealed *sealed, const char *path);

void sealed_get(struct sealed *sealed, void *bytes, uint64_t count);

/* After the last byte: whether the sum is right. PAUA_OK or PAUA_CORRUPT. */
paua_status sealed_check(struct sealed *sealed);

void sealed_close(struct sealed *sealed);

/* Has all bytes put beside `path`, then renames: the file there is always a whole one. PAUA_OK, PAUA_IO or PAUA_NO_MEMORY. */
paua_status sealed_write(const char *path, void (*put_all)(struct sealed *sealed, void *from),
                         void *from);

void sealed_put(struct sealed *sealed, const void *bytes, uint64_t count);

#endif
