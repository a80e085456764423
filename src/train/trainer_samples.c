/* trainer_samples.c - the samples of a trainer. A first pass over the files notes where each game
 * is and keeps the positions that are held out; then each epoch reads the games in a new random
 * order, a chunk at a time, so that memory does not limit the number of positions.
 */
#define _POSIX_C_SOURCE 200809L
#include "train/trainer.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/random.h"
#include "train/label.h"

enum {
    NEAR_SCORE = 40, /* plies before an end by score */
    NEAR_QUIET = 8   /* quiet plies before a draw */
};

/* Marbles left to eject for a win; more than NET_LEFT share one feature of the network. */
static uint8_t left_to_eject(const paua_trainer *trainer, int ejected)
{
    int left = trainer->info.win - ejected;
    return (uint8_t)(left > NET_LEFT ? NET_LEFT : left);
}

/* The output bucket: by the marbles ejected so far, and whether quiet plies count. */
static uint8_t bucket_of(const paua_trainer *trainer, const paua_sample *sample, int quiet_range)
{
    const struct net net = {.buckets = trainer->options.buckets};
    const paua_position position = {.ejected = {sample->ejected, sample->ejected_by_other}};
    return (uint8_t)net_bucket(&net, &position, quiet_range);
}

/* Whether the position occurred before in its game. */
static bool is_repeated(const paua_sample *list, int i)
{
    for (int k = i - 1; k >= 0 && list[k].ejected + list[k].ejected_by_other ==
                                      list[i].ejected + list[i].ejected_by_other;
         k--)
        if (list[k].own == list[i].own && list[k].other == list[i].other)
            return true;
    return false;
}

/* Turns a game's samples into data. Left out are positions whose best move ejects, with
 * drop_hanging all where an ejection is possible, those that occurred before in the game, and those
 * too close to an end by score or a draw, whose result depends on the plies left, which the search
 * knows better (search/limit.h). Returns how many are left. */
static int select_positions(const paua_trainer *trainer, const paua_samples_game *game,
                            const paua_sample *list, int count, struct model_datum *out)
{
    const int drop = PAUA_SAMPLE_EJECTS | (trainer->options.drop_hanging ? PAUA_SAMPLE_HANGING : 0);
    const struct net_limits limits = {game->quiet, game->score_decides ? game->plies : 0};
    int selected = 0;
    int out_before = 0, ejected_at = 0; /* marbles ejected, and the plies played then */
    for (int i = 0; i < count; i++) {
        const paua_sample *sample = &list[i];
        const int ejected = sample->ejected + sample->ejected_by_other;
        if (ejected > out_before)
            ejected_at = sample->ply - 1;
        out_before = ejected;
        const int played = sample->ply - 1, quiet = played - ejected_at;
        const uint8_t quiet_range = net_quiet(&limits, quiet, played);
        const bool near = quiet_range ? limits.quiet - quiet < NEAR_QUIET
                                      : limits.score && limits.score - played < NEAR_SCORE;
        if (near || sample->flags & drop || is_repeated(list, i))
            continue;
        out[selected++] = (struct model_datum){
            .own = sample->own,
            .other = sample->other,
            .score = sample->score,
            .left = {left_to_eject(trainer, sample->ejected),
                     left_to_eject(trainer, sample->ejected_by_other)},
            .bucket = bucket_of(trainer, sample, quiet_range),
            .limit = net_limit(&limits, played),
            .quiet = quiet_range,
            .points = label_points(sample->result, sample->lead,
                                   quiet_range ? 0 : trainer->options.lead_share),
        };
    }
    return selected;
}

/* Mixes the positions of a game into the hash of all samples. */
static void add_to_sum(paua_trainer *trainer, const struct model_datum *data, int count)
{
    for (int i = 0; i < count; i++) {
        const uint64_t rest = (uint64_t)(uint16_t)data[i].score << 16 |
                              (uint64_t)data[i].points << 8 | data[i].limit |
                              (uint64_t)data[i].quiet << 4;
        trainer->sum = (trainer->sum ^ data[i].own) * 0x9e3779b97f4a7c15u ^ data[i].other ^ rest;
    }
}

/* Adds scores and results to the histogram to which K is fitted. */
static void add_to_histogram(paua_trainer *trainer, const struct model_datum *data, int count)
{
    for (int i = 0; i < count; i++)
        label_histogram_add(trainer->histogram[data[i].quiet > 0], data[i].score, data[i].points);
}

/* Adds positions to those held out. */
static paua_status hold_out(paua_trainer *trainer, const struct model_datum *data, int count)
{
    const size_t needed = trainer->held_out_count + (size_t)count;
    if (!ARRAY_RESERVE(trainer->held_out, trainer->held_out_capacity, needed))
        return PAUA_ERROR_NO_MEMORY;
    memcpy(trainer->held_out + trainer->held_out_count, data, (size_t)count * sizeof *data);
    trainer->held_out_count = needed;
    return PAUA_OK;
}

/* Adds a game to those held out, or to the list of those to learn from. */
static paua_status add_game(paua_trainer *trainer, const struct trainer_game *place,
                            const paua_samples_game *game, const paua_sample *list, int count)
{
    struct model_datum data[PAUA_SAMPLES_GAME_MAX];
    const int selected = select_positions(trainer, game, list, count, data);
    add_to_sum(trainer, data, selected);
    if (selected == 0)
        return PAUA_OK;
    if (label_held_out(game->number, trainer->options.validate))
        return hold_out(trainer, data, selected);
    if (!ARRAY_RESERVE(trainer->games, trainer->game_capacity, trainer->game_count + 1))
        return PAUA_ERROR_NO_MEMORY;
    trainer->games[trainer->game_count++] = *place;
    trainer->learned += (size_t)selected;
    add_to_histogram(trainer, data, selected);
    return PAUA_OK;
}

/* The first file sets the number of ejections to win (R10); later files must have the same. */
static paua_status check_info(paua_trainer *trainer, const paua_samples_info *info,
                              paua_error *error)
{
    if (trainer->info.win == 0)
        trainer->info = *info;
    for (int i = 0; i < 3; i++)
        if (info->sides[i] != 5)
            return error_fill(error, PAUA_ERROR_UNSUPPORTED, 16, "samples of another board");
    if (info->win != trainer->info.win)
        return error_fill(error, PAUA_ERROR_UNSUPPORTED, 19, "win %d, the files before have %d",
                          info->win, trainer->info.win);
    return PAUA_OK;
}

/* The first pass over a file, which stays open. */
static paua_status add_games(paua_trainer *trainer, paua_samples *samples, paua_error *error)
{
    struct trainer_game place = {.file = trainer->file_count - 1};
    const paua_sample *list;
    paua_samples_game game;
    int count;
    paua_status status = check_info(trainer, paua_samples_about(samples), error);
    while (status == PAUA_OK) {
        place.at = samples_tell(samples);
        status = paua_samples_next(samples, &game, &list, &count, error);
        if (status == PAUA_OK && add_game(trainer, &place, &game, list, count) != PAUA_OK)
            status = error_fill(error, PAUA_ERROR_NO_MEMORY, 0, "out of memory");
    }
    return status == PAUA_ERROR_NOT_FOUND ? PAUA_OK : status;
}

paua_status paua_trainer_add(paua_trainer *trainer, const char *path, paua_error *error)
{
    paua_samples *samples;
    if (trainer->begun)
        return error_fill(error, PAUA_ERROR_BAD_ARGUMENT, 0, "training has begun");
    if (!ARRAY_RESERVE(trainer->files, trainer->file_capacity, trainer->file_count + 1))
        return error_fill(error, PAUA_ERROR_NO_MEMORY, 0, "out of memory");
    paua_status status = paua_samples_open(path, &samples, error);
    if (status != PAUA_OK)
        return status;
    trainer->files[trainer->file_count++] = samples;
    return add_games(trainer, samples, error);
}

paua_status trainer_chunks_begin(paua_trainer *trainer, struct trainer_chunks *chunks)
{
    const size_t room = trainer->chunk + (size_t)trainer->options.batch;
    *chunks = (struct trainer_chunks){
        .capacity = trainer->learned < room ? trainer->learned : room,
        .order = malloc((trainer->game_count + 1) * sizeof *chunks->order),
    };
    /* one game more than fits, as a game is read whole */
    chunks->data = malloc((chunks->capacity + PAUA_SAMPLES_GAME_MAX) * sizeof *chunks->data);
    if (chunks->data && chunks->order)
        return PAUA_OK;
    trainer_chunks_end(chunks);
    return PAUA_ERROR_NO_MEMORY;
}

void trainer_chunks_end(struct trainer_chunks *chunks)
{
    free(chunks->data);
    free(chunks->order);
    *chunks = (struct trainer_chunks){0};
}

void trainer_chunks_shuffle(const paua_trainer *trainer, struct trainer_chunks *chunks)
{
    chunks->random = trainer->options.seed + 0x5851f42d4c957f2du * (uint64_t)(trainer->epoch + 1);
    chunks->next_game = chunks->count = 0;
    for (size_t i = 0; i < trainer->game_count; i++)
        chunks->order[i] = (uint32_t)i;
    for (size_t i = trainer->game_count; i > 1; i--) {
        const size_t k = random_below(&chunks->random, i);
        const uint32_t other = chunks->order[k];
        chunks->order[k] = chunks->order[i - 1];
        chunks->order[i - 1] = other;
    }
}

/* Reads a game again, and which of its positions are used; PAUA_ERROR_CORRUPT when its file has
 * changed. */
static paua_status read_game(const paua_trainer *trainer, const struct trainer_game *place,
                             struct model_datum *out, int *selected)
{
    paua_samples *samples = trainer->files[place->file];
    const paua_sample *list;
    paua_samples_game game;
    int count;
    if (samples_seek(samples, place->at) != PAUA_OK ||
        paua_samples_next(samples, &game, &list, &count, NULL) != PAUA_OK)
        return PAUA_ERROR_CORRUPT;
    *selected = select_positions(trainer, &game, list, count, out);
    return PAUA_OK;
}

paua_status trainer_hold_out_last(paua_trainer *trainer)
{
    struct model_datum data[PAUA_SAMPLES_GAME_MAX];
    const size_t games = trainer->game_count;
    const size_t last = label_last_held_out(games, trainer->options.validate);
    int selected;
    if (trainer->held_out_count > 0 || last == 0)
        return PAUA_OK;
    trainer->game_count = games - last;
    trainer->learned = 0;
    memset(trainer->histogram, 0, sizeof trainer->histogram);
    for (size_t i = 0; i < games; i++) {
        paua_status status = read_game(trainer, &trainer->games[i], data, &selected);
        if (status == PAUA_OK && i >= games - last)
            status = hold_out(trainer, data, selected);
        if (status != PAUA_OK)
            return status;
        if (i >= games - last)
            continue;
        trainer->learned += (size_t)selected;
        add_to_histogram(trainer, data, selected);
    }
    return PAUA_OK;
}

paua_status trainer_chunks_fill(const paua_trainer *trainer, struct trainer_chunks *chunks)
{
    while (chunks->next_game < trainer->game_count && chunks->count < chunks->capacity) {
        const uint32_t game = chunks->order[chunks->next_game++];
        int selected;
        paua_status status =
            read_game(trainer, &trainer->games[game], chunks->data + chunks->count, &selected);
        if (status != PAUA_OK)
            return status;
        chunks->count += (size_t)selected;
    }
    for (size_t i = chunks->count; i > 1; i--) {
        const size_t k = random_below(&chunks->random, i);
        const struct model_datum other = chunks->data[k];
        chunks->data[k] = chunks->data[i - 1];
        chunks->data[i - 1] = other;
    }
    return PAUA_OK;
}

void trainer_chunks_drop(struct trainer_chunks *chunks, size_t used)
{
    chunks->count -= used;
    memmove(chunks->data, chunks->data + used, chunks->count * sizeof *chunks->data);
}
