/* format.h - the bytes of a table file, drawn in docs/table-format.md. All numbers are
 * little-endian. */
#ifndef TABLE_FORMAT_H
#define TABLE_FORMAT_H

#include <stdint.h>
#include <string.h>

#include <paua/table.h>

#include "base/bytes.h"

enum {
    FORMAT_VERSION = 1,
    FORMAT_BLOCK = 8192, /* slots in a block; the last one of a layer may have fewer */
    FORMAT_SUM = 32,     /* SHA-256 */

    /* A slot holds values up to FORMAT_VALUE_MAX; a larger one is in the overflow list, and its
     * slot says only whether it is a win or a loss. */
    FORMAT_VALUE_MAX = 125,
    FORMAT_OVERFLOW_WIN = 126,
    FORMAT_OVERFLOW_LOSS = 127,

    /* the header */
    FORMAT_HEADER = 96,
    FORMAT_AT_MAGIC = 0,
    FORMAT_AT_VERSION = 8,
    FORMAT_AT_SIDES = 12, /* three bytes */
    FORMAT_AT_MARBLES = 16,
    FORMAT_AT_WIN = 17,
    FORMAT_AT_STUCK = 18,
    FORMAT_AT_VALUE_BYTES = 19,
    FORMAT_AT_LAYERS = 20,
    FORMAT_AT_BLOCK = 24,
    FORMAT_AT_BLOCKS = 32,
    FORMAT_AT_POSITIONS = 40,
    FORMAT_AT_BYTES = 48,
    FORMAT_AT_OVERFLOWS = 56,
    FORMAT_AT_SUM = 64, /* of everything before the first block, with zeros in place of the sum */

    /* one layer */
    FORMAT_LAYER = 64,
    FORMAT_LAYER_OWN = 0,
    FORMAT_LAYER_OPP = 1,
    FORMAT_LAYER_LONGEST = 4,
    FORMAT_LAYER_SLOTS = 8,
    FORMAT_LAYER_POSITIONS = 16,
    FORMAT_LAYER_WINS = 24,
    FORMAT_LAYER_LOSSES = 32,
    FORMAT_LAYER_BLOCK = 40,     /* number of its first block */
    FORMAT_LAYER_OVERFLOWS = 48, /* how many overflow values */

    /* one block */
    FORMAT_ENTRY = 48,
    FORMAT_ENTRY_OFFSET = 0,
    FORMAT_ENTRY_PACKED = 8, /* bytes in the file; equal to the slots: not compressed */
    FORMAT_ENTRY_SLOTS = 12,
    FORMAT_ENTRY_SUM = 16, /* of the bytes in the file */

    /* one overflow value; those of a layer by rising slot, all of them after the blocks' entries */
    FORMAT_OVERFLOW = 12,
    FORMAT_OVERFLOW_SLOT = 0,
    FORMAT_OVERFLOW_VALUE = 8,
};

static const uint8_t format_magic[8] = {'P', 'a', 'u', 'a', 'T', 'a', 'b', 'l'};

static inline uint64_t format_blocks(uint64_t slots)
{
    return (slots + FORMAT_BLOCK - 1) / FORMAT_BLOCK;
}

/* Everything before the first block. */
static inline uint64_t format_head_bytes(uint64_t layers, uint64_t blocks, uint64_t overflows)
{
    return FORMAT_HEADER + layers * FORMAT_LAYER + blocks * FORMAT_ENTRY +
           overflows * FORMAT_OVERFLOW;
}

#endif
