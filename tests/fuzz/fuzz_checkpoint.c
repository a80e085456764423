/* Checkpoints of solves: any bytes are refused, or a solve continues from them to some end. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <sodium.h>

#include <paua/lab/solve.h>
#include <paua/paua.h>

#include "fuzz.h"

enum { SUM = 32, BYTES = 65536 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const paua_solve_options options = {.marbles = 2, .win = 2, .threads = 1};
    char path[64];
    uint8_t bytes[BYTES + SUM];
    paua_board *board;
    paua_solve *solve;
    if (size > BYTES)
        return 0;
    memcpy(bytes, data, size);
    /* the sum is right: without it nothing else would ever be looked at */
    crypto_hash_sha256(bytes + size, data, size);
    int file = memfd_create("checkpoint", MFD_CLOEXEC);
    if (file < 0 || write(file, bytes, size + SUM) != (ssize_t)(size + SUM))
        return 0;
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    REQUIRE(paua_board_new(2, 2, 2, &board) == PAUA_OK);
    REQUIRE(paua_solve_new(board, &options, &solve) == PAUA_OK);
    paua_status status = paua_solve_resume(solve, path);
    REQUIRE(status == PAUA_OK || status == PAUA_ERROR_CORRUPT || status == PAUA_ERROR_CONFLICT);
    if (status == PAUA_OK)
        REQUIRE(paua_solve_run(solve, NULL, NULL) != PAUA_ERROR_CONFLICT);
    paua_solve_free(solve);
    paua_board_free(board);
    close(file);
    return 0;
}
