/* trainer.h - the inside of a paua_trainer. */
#ifndef TRAIN_TRAINER_H
#define TRAIN_TRAINER_H

#include <paua/lab/train.h>

#include "train/label.h"
#include "train/model.h"

/* Kingma and Ba, "Adam: A Method for Stochastic Optimization", ICLR 2015; the decay of weights
 * apart from it as in Loshchilov and Hutter, "Decoupled Weight Decay Regularization", ICLR 2019. */
struct adam {
    float *first, *second; /* running means of slopes and of their squares; owned */
    uint64_t steps;
};

/* The usual chunk: the positions of some 30,000 games. */
enum { TRAINER_CHUNK = 1 << 22 };

/* Where a game is. */
struct trainer_game {
    uint64_t at; /* byte of its file */
    int file;    /* number of the file */
};

struct paua_trainer {
    const paua_board *board; /* borrowed */
    paua_trainer_options options;
    const struct model_kernel *kernel;
    uint8_t maps[MODEL_SYMMETRIES][NET_CELLS];
    paua_samples_info info; /* of the first file */
    uint64_t sum;           /* of all samples, and of a net that was begun with */

    paua_samples **files; /* owned, as they are: open until the trainer is freed */
    int file_count, file_capacity;
    struct trainer_game *games; /* owned; those to learn from */
    size_t game_count, game_capacity;
    size_t learned;               /* their positions */
    struct model_datum *held_out; /* owned */
    size_t held_out_count, held_out_capacity;
    struct label_bin histogram[2][LABEL_BINS]; /* of the positions to learn from, as score_scale */
    size_t chunk;                              /* positions that an epoch has in memory at a time */
    bool begun;

    struct model model;
    struct adam adam;
    int epoch; /* that many are done */
    paua_trainer_report report;
};

/* The positions of one epoch, in random order, a chunk at a time. */
struct trainer_chunks {
    struct model_datum *data; /* owned; `count` positions, shuffled */
    size_t count, capacity;
    uint32_t *order; /* owned; of the games */
    size_t next_game;
    uint64_t random;
};

/* Holds out the last games where there are too few to hold one out by its number. PAUA_OK,
 * PAUA_ERROR_NO_MEMORY or PAUA_ERROR_CORRUPT: a file has changed. */
paua_status trainer_hold_out_last(paua_trainer *trainer);

/* PAUA_OK or PAUA_ERROR_NO_MEMORY. */
paua_status trainer_chunks_begin(paua_trainer *trainer, struct trainer_chunks *chunks);
void trainer_chunks_end(struct trainer_chunks *chunks);

/* Begins an epoch: the same order of games for the same seed and epoch. */
void trainer_chunks_shuffle(const paua_trainer *trainer, struct trainer_chunks *chunks);

/* Adds positions until the chunk is full or no game is left, and shuffles them. PAUA_OK or
 * PAUA_ERROR_CORRUPT: a file has changed since it was added. */
paua_status trainer_chunks_fill(const paua_trainer *trainer, struct trainer_chunks *chunks);

/* Removes the first `used` positions; the others stay for the next chunk. */
void trainer_chunks_drop(struct trainer_chunks *chunks, size_t used);

/* The checkpoint: the state after whole epochs, as bytes that end with their SHA-256. */
size_t trainer_state_size(const struct paua_trainer *trainer);
void trainer_state_put(const struct paua_trainer *trainer, uint8_t *bytes);
/* PAUA_OK, PAUA_ERROR_CORRUPT, or PAUA_ERROR_CONFLICT (of other options or samples); then nothing
 * has changed. */
paua_status trainer_state_get(struct paua_trainer *trainer, const uint8_t *bytes, size_t size,
                              paua_error *error);

/* Beside `path`, then renamed. PAUA_OK, PAUA_ERROR_IO or PAUA_ERROR_NO_MEMORY. */
paua_status trainer_save(const struct paua_trainer *trainer, const char *path);

#endif
