#define _GNU_SOURCE
#include "solve/sealed.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SUM = 32, PIECE = 1 << 24 };

/* Reads or writes all the bytes, and adds them to the sum. */
static void transfer(struct sealed *sealed, uint8_t *at, uint64_t count, bool out)
{
    while (count > 0 && !sealed->broken) {
        size_t piece = count < PIECE ? (size_t)count : PIECE;
        ssize_t done = out ? write(sealed->file, at, piece) : read(sealed->file, at, piece);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0) {
            sealed->broken = true;
            return;
        }
        crypto_hash_sha256_update(&sealed->sum, at, (size_t)done);
        at += done;
        count -= (uint64_t)done;
    }
}

void sealed_put(struct sealed *sealed, const void *bytes, uint64_t count)
{
    transfer(sealed, (uint8_t *)(uintptr_t)bytes, count, true);
}

void sealed_get(struct sealed *sealed, void *bytes, uint64_t count)
{
    transfer(sealed, bytes, count, false);
}

static void begin(struct sealed *sealed, int file)
{
    *sealed = (struct sealed){.file = file};
    crypto_hash_sha256_init(&sealed->sum);
}

paua_status sealed_open(struct sealed *sealed, const char *path)
{
    begin(sealed, open(path, O_RDONLY | O_CLOEXEC));
    if (sealed->file >= 0)
        return PAUA_OK;
    return errno == ENOENT ? PAUA_NOT_FOUND : PAUA_IO;
}

paua_status sealed_check(struct sealed *sealed)
{
    uint8_t sum[SUM], stored[SUM];
    crypto_hash_sha256_final(&sealed->sum, sum);
    sealed_get(sealed, stored, SUM);
    return sealed->broken || memcmp(sum, stored, SUM) != 0 ? PAUA_CORRUPT : PAUA_OK;
}

void sealed_close(struct sealed *sealed)
{
    if (sealed->file >= 0)
        close(sealed->file);
}

static bool put_with_sum(int file, void (*put_all)(struct sealed *sealed, void *from), void *from)
{
    struct sealed sealed;
    uint8_t sum[SUM];
    begin(&sealed, file);
    put_all(&sealed, from);
    crypto_hash_sha256_final(&sealed.sum, sum);
    sealed_put(&sealed, sum, SUM);
    return !sealed.broken && fsync(file) == 0;
}

paua_status sealed_write(const char *path, void (*put_all)(struct sealed *sealed, void *from),
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
