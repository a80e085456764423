/* trainer.c - a trainer's options, and the network it begins and ends with. Its samples are
 * trainer_samples.c, training itself trainer_run.c, the checkpoint trainer_state.c.
 */
#define _POSIX_C_SOURCE 200809L
#include "train/trainer.h"

#include <stdlib.h>
#include <string.h>

#include "train/label.h"

static bool options_make_sense(const paua_trainer_options *options)
{
    return options->hidden >= NET_HIDDEN_STEP && options->hidden <= NET_HIDDEN_MAX &&
           options->hidden % NET_HIDDEN_STEP == 0 && options->buckets >= 2 &&
           options->buckets <= NET_BUCKETS_MAX && options->buckets % 2 == 0 &&
           options->epochs >= 1 && options->epochs <= PAUA_TRAINER_EPOCHS_MAX &&
           options->batch >= 1 && options->batch <= 1 << 20 && options->rate > 0 &&
           options->rate <= 1 && options->lambda >= 0 && options->lambda <= 1 &&
           options->lead_share >= 0 && options->lead_share <= 100 && options->validate >= 1 &&
           options->validate <= 50 && options->threads >= 1 &&
           options->threads <= PAUA_TRAINER_THREADS_MAX;
}

paua_status paua_trainer_new(const paua_board *board, const paua_trainer_options *options,
                             paua_trainer **out)
{
    if (!options_make_sense(options))
        return PAUA_ERROR_BAD_ARGUMENT;
    for (int i = 0; i < 3; i++)
        if (paua_board_side(board, i) != 5)
            return PAUA_ERROR_UNSUPPORTED;
    paua_trainer *trainer = calloc(1, sizeof *trainer);
    if (!trainer)
        return PAUA_ERROR_NO_MEMORY;
    trainer->board = board;
    trainer->options = *options;
    trainer->chunk = TRAINER_CHUNK;
    trainer->kernel = model_kernel_here();
    model_maps(board, trainer->maps);
    if (model_create(&trainer->model, options->hidden, options->buckets)) {
        trainer->adam.first = calloc(trainer->model.size, sizeof(float));
        trainer->adam.second = calloc(trainer->model.size, sizeof(float));
    }
    if (!trainer->adam.first || !trainer->adam.second) {
        paua_trainer_free(trainer);
        return PAUA_ERROR_NO_MEMORY;
    }
    model_draw(&trainer->model, options->seed);
    *out = trainer;
    return PAUA_OK;
}

void paua_trainer_free(paua_trainer *trainer)
{
    if (!trainer)
        return;
    model_destroy(&trainer->model);
    free(trainer->adam.first);
    free(trainer->adam.second);
    for (int i = 0; i < trainer->file_count; i++)
        paua_samples_close(trainer->files[i]);
    free(trainer->files);
    free(trainer->games);
    free(trainer->held_out);
    free(trainer);
}

/* A checkpoint records the weights that training began with, by their hash. */
static void add_to_sum(paua_trainer *trainer, const struct model *model)
{
    for (size_t i = 0; i < model->size; i++) {
        uint32_t bits;
        memcpy(&bits, &model->numbers[i], sizeof bits);
        trainer->sum = (trainer->sum ^ bits) * 0x9e3779b97f4a7c15u;
    }
}

paua_status paua_trainer_begin(paua_trainer *trainer, const paua_net *file)
{
    const struct net net = net_of(file);
    if (trainer->file_count > 0 || net.buckets != trainer->model.buckets ||
        net.hidden > trainer->model.hidden)
        return PAUA_ERROR_BAD_ARGUMENT;
    model_read(&trainer->model, &net, LABEL_UNIT);
    add_to_sum(trainer, &trainer->model);
    return PAUA_OK;
}

const paua_trainer_report *paua_trainer_about(const paua_trainer *trainer)
{
    return &trainer->report;
}

void *paua_trainer_net(const paua_trainer *trainer, const char *about, size_t *size)
{
    return model_write(&trainer->model, LABEL_UNIT, about, size);
}
