/* trainer.c - a trainer's options and samples. Training itself is trainer_run.c, the checkpoint
 * trainer_state.c.
 */
#define _POSIX_C_SOURCE 200809L
#include "train/trainer.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "train/label.h"

static bool options_make_sense(const paua_trainer_options *options)
{
    return options->hidden >= NET_HIDDEN_STEP && options->hidden <= NET_HIDDEN_MAX &&
           options->hidden % NET_HIDDEN_STEP == 0 && options->buckets >= 1 &&
           options->buckets <= NET_BUCKETS_MAX && options->epochs >= 1 &&
           options->epochs <= PAUA_TRAINER_EPOCHS_MAX && options->batch >= 1 &&
           options->batch <= 1 << 20 && options->rate > 0 && options->rate <= 1 &&
           options->lambda >= 0 && options->lambda <= 1 && options->lead_share >= 0 &&
           options->lead_share <= 100 && options->validate >= 1 && options->validate <= 50 &&
           options->threads >= 1 && options->threads <= PAUA_TRAINER_THREADS_MAX;
}

paua_status paua_trainer_new(const paua_board *board, const paua_trainer_options *options,
                             paua_trainer **out)
{
    if (!options_make_sense(options))
        return PAUA_BAD_ARGUMENT;
    for (int i = 0; i < 3; i++)
        if (paua_board_side(board, i) != 5)
            return PAUA_UNSUPPORTED;
    paua_trainer *trainer = calloc(1, sizeof *trainer);
    if (!trainer)
        return PAUA_NO_MEMORY;
    trainer->board = board;
    trainer->options = *options;
    trainer->kernel = model_kernel_here();
    model_maps(board, trainer->maps);
    if (model_create(&trainer->model, options->hidden, options->buckets)) {
        trainer->adam.first = calloc(trainer->model.size, sizeof(float));
        trainer->adam.second = calloc(trainer->model.size, sizeof(float));
    }
    if (!trainer->adam.first || !trainer->adam.second) {
        paua_trainer_free(trainer);
        return PAUA_NO_MEMORY;
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
    free(trainer->data);
    free(trainer->notes);
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
    if (trainer->count > 0 || net.buckets != trainer->model.buckets ||
        net.hidden > trainer->model.hidden)
        return PAUA_BAD_ARGUMENT;
    model_read(&trainer->model, &net, LABEL_UNIT);
    add_to_sum(trainer, &trainer->model);
    return PAUA_OK;
}

/* Grows both arrays to the same capacity. */
static bool make_room(paua_trainer *trainer, size_t more)
{
    size_t data_room = trainer->capacity, notes_room = trainer->capacity;
    if (!ARRAY_RESERVE(trainer->data, data_room, trainer->count + more) ||
        !ARRAY_RESERVE(trainer->notes, notes_room, trainer->count + more))
        return false;
    trainer->capacity = data_room;
    return true;
}

/* Marbles left to eject for a win; more than NET_LEFT share one feature of the network. */
static uint8_t left_to_eject(const paua_trainer *trainer, int ejected)
{
    int left = trainer->info.win - ejected;
    return (uint8_t)(left > NET_LEFT ? NET_LEFT : left);
}

/* The output bucket: by the marbles ejected so far. */
static uint8_t bucket_of(const paua_trainer *trainer, const paua_sample *sample)
{
    const struct net net = {.buckets = trainer->options.buckets};
    const paua_position position = {.ejected = {sample->ejected, sample->ejected_by_other}};
    return (uint8_t)net_bucket(&net, &position);
}

/* Whether the position is too close to an end by score to learn from: its result depends on the
 * plies left, which the search knows (search/limit.h) and the network does not. */
static bool is_near_limit(const paua_samples_game *game, const paua_sample *sample)
{
    enum { NEAR = 40 };
    return game->plies && game->score_decides && game->plies - (sample->ply - 1) < NEAR;
}

/* Adds a game's samples, without those whose best move ejects and those close to an end by score;
 * with drop_hanging, without all where an ejection is possible. */
static void add_game(paua_trainer *trainer, const paua_samples_game *game, const paua_sample *list,
                     int count)
{
    const int drop = PAUA_SAMPLE_EJECTS | (trainer->options.drop_hanging ? PAUA_SAMPLE_HANGING : 0);
    for (int i = 0; i < count; i++) {
        const paua_sample *sample = &list[i];
        if (sample->flags & drop || is_near_limit(game, sample))
            continue;
        const uint8_t points =
            label_points(sample->result, sample->lead, trainer->options.lead_share);
        trainer->sum = (trainer->sum ^ sample->own) * 0x9e3779b97f4a7c15u ^ sample->other ^ points;
        trainer->notes[trainer->count].score = sample->score;
        trainer->notes[trainer->count].held_out =
            label_held_out(game->number, trainer->options.validate);
        trainer->data[trainer->count++] = (struct model_datum){
            .own = sample->own,
            .other = sample->other,
            .left = {left_to_eject(trainer, sample->ejected),
                     left_to_eject(trainer, sample->ejected_by_other)},
            .bucket = bucket_of(trainer, sample),
            .limit = net_limit(game->plies && game->score_decides, game->plies - (sample->ply - 1)),
            .points = points,
        };
    }
}

/* The first file sets the number of ejections to win (R10); later files must have the same. */
static paua_status check_info(paua_trainer *trainer, const paua_samples_info *info,
                              paua_error *error)
{
    if (trainer->info.win == 0)
        trainer->info = *info;
    for (int i = 0; i < 3; i++)
        if (info->sides[i] != 5)
            return error_fill(error, PAUA_UNSUPPORTED, 16, "samples of another board");
    if (info->win != trainer->info.win)
        return error_fill(error, PAUA_UNSUPPORTED, 19, "win %d, the files before have %d",
                          info->win, trainer->info.win);
    return PAUA_OK;
}

paua_status paua_trainer_add(paua_trainer *trainer, const char *path, paua_error *error)
{
    paua_samples *samples;
    const paua_sample *list;
    paua_samples_game game;
    int count;
    if (trainer->sorted)
        return error_fill(error, PAUA_BAD_ARGUMENT, 0, "training has begun");
    paua_status status = paua_samples_open(path, &samples, error);
    if (status != PAUA_OK)
        return status;
    status = check_info(trainer, paua_samples_about(samples), error);
    while (status == PAUA_OK &&
           (status = paua_samples_next(samples, &game, &list, &count, error)) == PAUA_OK) {
        if (make_room(trainer, (size_t)count))
            add_game(trainer, &game, list, count);
        else
            status = error_fill(error, PAUA_NO_MEMORY, 0, "out of memory");
    }
    paua_samples_close(samples);
    return status == PAUA_NOT_FOUND ? PAUA_OK : status;
}

const paua_trainer_report *paua_trainer_about(const paua_trainer *trainer)
{
    return &trainer->report;
}

void *paua_trainer_net(const paua_trainer *trainer, const char *about, size_t *size)
{
    return model_write(&trainer->model, LABEL_UNIT, about, size);
}
