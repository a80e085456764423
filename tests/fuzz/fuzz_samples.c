/* Files of samples: any bytes are refused, or every position in them is one. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include <sodium.h>

#include "fuzz.h"
#include "train/samples.h"

enum { BYTES = 65536, SUM = 8 };

static void put_sum(uint8_t *at, const uint8_t *bytes, size_t count)
{
    static const uint8_t key[crypto_shorthash_KEYBYTES];
    crypto_shorthash(at, bytes, count, key);
}

/* The sums are made right: without them nothing else would ever be looked at. */
static void put_sums(uint8_t *bytes, size_t size)
{
    if (size < SAMPLES_HEAD)
        return;
    put_sum(bytes + SAMPLES_HEAD - SUM, bytes, SAMPLES_HEAD - SUM);
    for (size_t at = SAMPLES_HEAD; at + SAMPLES_RECORD <= size;) {
        size_t records = bytes[at + 8] | (size_t)bytes[at + 9] << 8;
        size_t length = (records + 1) * SAMPLES_RECORD;
        if (records > PAUA_SAMPLES_GAME_MAX || at + length > size)
            return;
        memset(bytes + at + 16, 0, SUM);
        put_sum(bytes + at + 16, bytes + at, length);
        at += length;
    }
}

static void check_position(const paua_board *board, const struct samples_order *order,
                           const paua_samples_info *info, const paua_sample *sample)
{
    paua_position position;
    samples_position(board, order, sample, &position);
    REQUIRE(!(position.marbles[0] & position.marbles[1]));
    REQUIRE(!((position.marbles[0] | position.marbles[1]) & ~paua_board_all(board)));
    REQUIRE(samples_to_text(order, position.marbles[0]) == sample->own);
    REQUIRE(sample->ejected < info->win && sample->ejected_by_other < info->win);
    REQUIRE(sample->result * sample->result <= 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t bytes[BYTES];
    char path[64];
    paua_samples *samples;
    const paua_sample *list;
    paua_error error;
    paua_samples_game game;
    int count;
    if (size > BYTES)
        return 0;
    memcpy(bytes, data, size);
    put_sums(bytes, size);
    int file = memfd_create("samples", MFD_CLOEXEC);
    if (file < 0 || write(file, bytes, size) != (ssize_t)size)
        return 0;
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    paua_status status = paua_samples_open(path, &samples, &error);
    REQUIRE(status == PAUA_OK || status == PAUA_ERROR_CORRUPT || status == PAUA_ERROR_UNSUPPORTED);
    if (status == PAUA_OK) {
        const paua_samples_info *info = paua_samples_about(samples);
        const paua_board *board = board_for(info->sides);
        struct samples_order order;
        REQUIRE(board);
        samples_order(board, &order);
        while ((status = paua_samples_next(samples, &game, &list, &count, &error)) == PAUA_OK)
            for (int i = 0; i < count; i++)
                check_position(board, &order, info, &list[i]);
        REQUIRE(status == PAUA_ERROR_CORRUPT || status == PAUA_ERROR_NOT_FOUND);
        paua_samples_close(samples);
    }
    close(file);
    return 0;
}
