/* trainer.h - the inside of a paua_trainer. */
#ifndef TRAIN_TRAINER_H
#define TRAIN_TRAINER_H

#include <paua/train.h>

#include "train/model.h"

/* Kingma and Ba, "Adam: A Method for Stochastic Optimization", ICLR 2015; the decay of weights
 * apart from it as in Loshchilov and Hutter, "Decoupled Weight Decay Regularization", ICLR 2019. */
struct adam {
    float *first, *second; /* running means of slopes and of their squares; owned */
    uint64_t steps;
};

struct paua_trainer {
    const paua_board *board; /* borrowed */
    paua_trainer_options options;
    const struct model_kernel *kernel;
    uint8_t maps[MODEL_SYMMETRIES][NET_CELLS];
    paua_samples_info info; /* of the first file */
    uint64_t sum;           /* of all samples, and of a net that was begun with */

    struct model_datum *data; /* owned; what is held out lies behind `learned` once it is sorted */
    size_t count, capacity, learned;
    bool sorted;
    struct {
        int16_t score;
        bool held_out;
    } * notes; /* owned; until labels are made */

    struct model model;
    struct adam adam;
    int epoch; /* that many are done */
    paua_trainer_report report;
};

/* The checkpoint: the state after whole epochs, as bytes that end with their SHA-256. */
size_t trainer_state_size(const struct paua_trainer *trainer);
void trainer_state_put(const struct paua_trainer *trainer, uint8_t *bytes);
/* PAUA_OK, PAUA_CORRUPT, or PAUA_CONFLICT (of other options or samples); then nothing has
 * changed. */
paua_status trainer_state_get(struct paua_trainer *trainer, const uint8_t *bytes, size_t size,
                              paua_error *error);

/* Beside `path`, then renamed. PAUA_OK, PAUA_IO or PAUA_NO_MEMORY. */
paua_status trainer_save(const struct paua_trainer *trainer, const char *path);

#endif
