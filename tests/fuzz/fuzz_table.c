/* Tables: any bytes are refused or can be asked about; nothing else. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <sodium.h>

#include <paua/paua.h>

#include "fuzz.h"
#include "table/format.h"

static void ask(const paua_table *table)
{
    const paua_board *board = paua_table_board(table);
    paua_probe *probe = paua_probe_new(table);
    REQUIRE(probe);
    for (int i = 0; i < paua_table_about(table)->layers; i++) {
        paua_layer_counts counts = paua_table_layer(table, i);
        paua_set own = ((paua_set)1 << counts.own) - 1;
        paua_set opp = (((paua_set)1 << counts.opp) - 1) << counts.own;
        paua_position position;
        paua_value value;
        int remoteness;
        if (paua_position_setup(board, own, opp, PAUA_BLACK, &position) != PAUA_OK)
            continue;
        paua_status status = paua_probe_position(probe, board, &position, &value, &remoteness);
        REQUIRE(status == PAUA_OK || status == PAUA_ERROR_CORRUPT);
        status = paua_probe_longest(probe, i, &position);
        REQUIRE(status == PAUA_OK || status == PAUA_ERROR_CORRUPT ||
                status == PAUA_ERROR_NOT_FOUND);
    }
    paua_probe_free(probe);
}

/* Makes the sums right, without which nothing behind them would ever be looked at. */
static void seal(uint8_t *bytes, size_t size)
{
    uint64_t layers = bytes_get(bytes + FORMAT_AT_LAYERS, 4);
    uint64_t blocks = bytes_get(bytes + FORMAT_AT_BLOCKS, 8);
    uint64_t overflows = bytes_get(bytes + FORMAT_AT_OVERFLOWS, 8);
    bytes_put(bytes + FORMAT_AT_BYTES, size, 8);
    if (layers > 256 || blocks > size || overflows > size ||
        format_head_bytes(layers, blocks, overflows) > size)
        return;
    uint8_t *entry = bytes + FORMAT_HEADER + layers * FORMAT_LAYER;
    size_t head = (size_t)format_head_bytes(layers, blocks, overflows);
    for (uint64_t i = 0; i < blocks; i++, entry += FORMAT_ENTRY) {
        uint64_t offset = bytes_get(entry + FORMAT_ENTRY_OFFSET, 8);
        uint64_t packed = bytes_get(entry + FORMAT_ENTRY_PACKED, 4);
        if (offset >= head && offset <= size && packed <= size - offset)
            crypto_hash_sha256(entry + FORMAT_ENTRY_SUM, bytes + offset, packed);
    }
    memset(bytes + FORMAT_AT_SUM, 0, FORMAT_SUM);
    uint8_t sum[FORMAT_SUM];
    crypto_hash_sha256(sum, bytes, head);
    memcpy(bytes + FORMAT_AT_SUM, sum, FORMAT_SUM);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    paua_error error;
    uint8_t bytes[8192];
    paua_table *table;
    if (size < FORMAT_HEADER || size > sizeof bytes)
        return 0;
    memcpy(bytes, data, size);
    seal(bytes, size);
    int file = memfd_create("table", MFD_CLOEXEC);
    if (file < 0 || write(file, bytes, size) != (ssize_t)size)
        return 0;
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (paua_table_open(path, &table, &error) == PAUA_OK) {
        ask(table);
        paua_table_close(table);
    } else {
        size_t length = strnlen(error.message, sizeof error.message);
        REQUIRE(length > 0 && length < sizeof error.message);
    }
    close(file);
    return 0;
}
