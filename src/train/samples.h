/* samples.h - the writing side of sample files, and their order of cells. */
#ifndef TRAIN_SAMPLES_H
#define TRAIN_SAMPLES_H

#include <paua/lab/samples.h>

enum {
    SAMPLES_HEAD = 256,  /* bytes of the header */
    SAMPLES_RECORD = 24, /* bytes of a position, and of what stands before a game's */
    SAMPLES_GAME_BYTES = (PAUA_SAMPLES_GAME_MAX + 1) * SAMPLES_RECORD
};

struct samples_writer {
    int file;
    uint8_t bytes[SAMPLES_GAME_BYTES];
};

/* Where the next game of an open file begins, and going there. PAUA_OK or PAUA_ERROR_IO (errno). */
uint64_t samples_tell(const paua_samples *samples);
paua_status samples_seek(paua_samples *samples, uint64_t at);

/* A new file with its header. PAUA_OK, PAUA_ERROR_CONFLICT (there is one already) or PAUA_ERROR_IO.
 * The file is locked while a writer has it open: a second one is refused with EBUSY. */
paua_status samples_create(struct samples_writer *writer, const char *path,
                           const paua_samples_info *info);

/* Opens a file to continue it, cuts off what follows its last whole game, and finds out how many
 * games and positions it has. PAUA_OK, PAUA_ERROR_NOT_FOUND (no such file), PAUA_ERROR_CONFLICT
 * (other settings) or what paua_samples_open() and _next() return. */
paua_status samples_continue(struct samples_writer *writer, const char *path,
                             const paua_samples_info *info, uint64_t *games, uint64_t *positions,
                             paua_error *error);

/* Appends one game, whole or not at all. PAUA_OK or PAUA_ERROR_IO. */
paua_status samples_append(struct samples_writer *writer, const paua_samples_game *game,
                           const paua_sample *positions, int count);

/* PAUA_OK, or PAUA_ERROR_IO when something did not reach the disk. */
paua_status samples_end(struct samples_writer *writer);

/* The board's cells in the order of position texts, and the way back. */
struct samples_order {
    int8_t cell[PAUA_CELLS_MAX];  /* of the i-th bit of a sample */
    int8_t place[PAUA_CELLS_MAX]; /* of a cell: its bit */
};

void samples_order(const paua_board *board, struct samples_order *order);
paua_set samples_to_text(const struct samples_order *order, paua_set cells);
paua_set samples_to_board(const struct samples_order *order, uint64_t bits);

/* The position of a sample; Black is to move in it. */
void samples_position(const paua_board *board, const struct samples_order *order,
                      const paua_sample *sample, paua_position *out);

#endif
