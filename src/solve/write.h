/* write.h - writing a solved board as a table (table.h). */
#ifndef SOLVE_WRITE_H
#define SOLVE_WRITE_H

#include <zstd.h>

#include "base/file.h"
#include "base/pool.h"
#include "solve/layer.h"
#include "table/format.h"

struct write_plan {
    const paua_board *board;
    int marbles, win;
    bool stuck_loses;
    struct pool *pool; /* borrowed; needed by write_table() alone */
    int count;
    const struct layer *const *layers; /* solved, the top one first */
};

/* Writes beside `path` and renames, so that there is a whole table or none. The bytes depend on
 * nothing but the plan's contents. Returns PAUA_OK, PAUA_ERROR_IO (errno says why),
 * PAUA_ERROR_NO_MEMORY or PAUA_ERROR_CONFLICT (stopped). */
paua_status write_table(const struct write_plan *plan, const char *path, const atomic_bool *stop);

/* The same in steps, for blocks that come from elsewhere. Everything before the first block is
 * written last. */
struct write_file {
    struct file_writer out;
    uint8_t *head; /* owned; everything before the first block */
    size_t head_bytes;
    uint64_t blocks;  /* of all layers */
    uint8_t *entries; /* in head; of all blocks in order, to be filled before the end */
    uint64_t at;      /* where the next block goes */
};

enum { WRITE_PACKED_MAX = ZSTD_COMPRESSBOUND(FORMAT_BLOCK) };

/* Packs a block into at most WRITE_PACKED_MAX bytes; fills its entry but for the offset. */
void write_pack(const uint8_t *values, uint32_t slots, uint8_t *packed, uint8_t *entry);

/* Opens the file and fills the head's layers. Whatever it returns, write_end() comes last. */
paua_status write_begin(struct write_file *file, const struct write_plan *plan, const char *path);

/* Gives the next block its place: fills the offset of its entry, which has its size. */
void write_place(struct write_file *file, uint8_t *entry);

/* Writes a block to its place. False: errno says why. */
bool write_block(struct write_file *file, const uint8_t *packed, const uint8_t *entry);

/* Writes the head and gives the file its name if the status so far is PAUA_OK, else removes it. */
paua_status write_end(struct write_file *file, const struct write_plan *plan, paua_status status);

#endif
