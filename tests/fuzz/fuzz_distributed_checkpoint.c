/* Checkpoints of distributed solves: any bytes are refused, or a group of one continues from
 * them to some end. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include <paua/lab/peers.h>
#include <paua/lab/solve.h>
#include <paua/paua.h>

#include "fuzz.h"

enum { SUM = 32, BYTES = 65536 };

/* The folder of the checkpoint, which has to have the names that a solve gives it. */
static char folder[] = "/tmp/paua-fuzz-XXXXXX";
static char path[64], name[64];

static void remove_folder(void)
{
    unlink(name);
    rmdir(folder);
}

static void make_folder(void)
{
    REQUIRE(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/c", folder);
    snprintf(name, sizeof name, "%s/c.0.0", folder);
    atexit(remove_folder);
}

/* Alone nobody sends anything, and sums are what they are. */
static bool exchange(const void *out, const size_t *out_bytes, void *in, size_t *in_bytes,
                     size_t stride, void *context)
{
    (void)out, (void)out_bytes, (void)in, (void)in_bytes, (void)stride, (void)context;
    return false;
}

static bool sum(uint64_t *numbers, int count, void *context)
{
    (void)numbers, (void)count, (void)context;
    return true;
}

static void write_file(const uint8_t *data, size_t size)
{
    uint8_t bytes[BYTES + SUM];
    memcpy(bytes, data, size);
    /* the sum is right: without it nothing else would ever be looked at */
    crypto_hash_sha256(bytes + size, data, size);
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    REQUIRE(file >= 0 && write(file, bytes, size + SUM) == (ssize_t)(size + SUM));
    close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const paua_solve_options options = {.marbles = 2, .win = 2, .threads = 1};
    const paua_peers alone = {0, 1, exchange, sum, NULL};
    paua_board *board;
    paua_distributed *group;
    uint64_t bad;
    if (size > BYTES)
        return 0;
    if (!*path)
        make_folder();
    write_file(data, size);
    REQUIRE(paua_board_new(2, 2, 2, &board) == PAUA_OK);
    REQUIRE(paua_distributed_new(board, &options, &alone, &group) == PAUA_OK);
    paua_status status = paua_distributed_resume(group, path);
    REQUIRE(status == PAUA_OK || status == PAUA_ERROR_CORRUPT || status == PAUA_ERROR_CONFLICT);
    if (status == PAUA_OK) {
        status = paua_distributed_run(group, NULL, NULL);
        REQUIRE(status == PAUA_OK || status == PAUA_ERROR_CORRUPT ||
                status == PAUA_ERROR_UNSUPPORTED);
    }
    if (status == PAUA_OK) {
        status = paua_distributed_verify(group, NULL, NULL, &bad);
        REQUIRE(status == PAUA_OK || status == PAUA_ERROR_CORRUPT);
    }
    paua_distributed_free(group);
    paua_board_free(board);
    return 0;
}
