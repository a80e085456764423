/* trainer_run.c - trains a network: mini-batch gradient descent with AdamW (trainer.h), the threads
 * sharing each batch; held-out losses after each epoch.
 */
#define _POSIX_C_SOURCE 200809L
#include "train/trainer.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/pool.h"
#include "base/random.h"
#include "eval/eval.h"
#include "train/label.h"

enum { CALL_MS = 200 };

/* Farther from 0 no number of the network's file can be, or sums of 16 bits could overflow. */
static const float most = (float)NET_OUTPUT_MAX / NET_OUTPUT_ONE;

/* One epoch, shared out: thread t takes every batch's t-th part, then the t-th part of the
 * numbers. */
struct epoch {
    paua_trainer *trainer;
    paua_trainer_callback callback;
    void *context;
    struct trainer_chunks chunks;
    size_t done;    /* positions before this chunk */
    size_t steps;   /* batches of this chunk */
    float **slopes; /* of each thread */
    double *losses;
    struct pool *pool;
    int threads; /* of the pool */
    atomic_bool stop;
    bool stopping; /* as all threads see it in the next step */
    pthread_barrier_t barrier;
    int64_t called_ms;
};

static size_t min_size(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The chance to win that a position teaches. */
static double label_of(const paua_trainer *trainer, const struct model_datum *datum)
{
    const double lambda = trainer->options.lambda;
    const double p = label_sigmoid(datum->score / trainer->report.score_scale[datum->quiet > 0]);
    return lambda * p + (1 - lambda) * label_result(datum->points);
}

/* The end of a batch of the chunk that begins there. */
static size_t batch_end(const struct epoch *epoch, size_t begin)
{
    return min_size(begin + (size_t)epoch->trainer->options.batch, epoch->chunks.count);
}

/* The positions of one batch that are this thread's. */
static void add_gradients(struct epoch *epoch, int number, size_t step)
{
    const paua_trainer *trainer = epoch->trainer;
    const paua_trainer_options *options = &trainer->options;
    const size_t begin = step * (size_t)options->batch;
    const size_t end = batch_end(epoch, begin);
    const size_t threads = (size_t)epoch->threads, t = (size_t)number;
    const size_t from = begin + (end - begin) * t / threads;
    const size_t to = begin + (end - begin) * (t + 1) / threads;
    for (size_t i = from; i < to; i++) {
        const struct model_datum *datum = &epoch->chunks.data[i];
        struct model_example example;
        uint64_t chance = options->seed ^ (uint64_t)trainer->epoch << 40 ^ (epoch->done + i);
        model_fill(datum, trainer->maps[random_below(&chance, MODEL_SYMMETRIES)],
                   label_of(trainer, datum), &example);
        epoch->losses[number] +=
            trainer->kernel->slope(&trainer->model, &example, epoch->slopes[number]);
    }
}

/* Learning rate: cosine annealing (Loshchilov and Hutter 2017) over all epochs, down to 0.1 %. */
static float rate_now(const struct epoch *epoch, size_t begin)
{
    const double pi = 3.14159265358979323846;
    const paua_trainer *trainer = epoch->trainer;
    const double part = (double)(epoch->done + begin) / (double)trainer->learned;
    const double done = (trainer->epoch + part) / trainer->options.epochs;
    return (float)(trainer->options.rate * (0.001 + 0.999 * (1 + cos(pi * fmin(done, 1))) / 2));
}

/* Adam's step for the numbers that are this thread's; the slopes begin anew. */
static void adam_step(struct epoch *epoch, int number, size_t step)
{
    paua_trainer *trainer = epoch->trainer;
    struct adam *adam = &trainer->adam;
    float *numbers = trainer->model.numbers;
    const size_t begin = step * (size_t)trainer->options.batch;
    const size_t batch = batch_end(epoch, begin) - begin;
    const size_t size = trainer->model.size, threads = (size_t)epoch->threads, t = (size_t)number;
    const double steps = (double)adam->steps + 1;
    const float rate = rate_now(epoch, begin), decay = 1 - rate * 1e-3F;
    const float first_share = (float)(1 / (1 - pow(0.9, steps)));
    const float second_share = (float)(1 / (1 - pow(0.999, steps)));
    for (size_t i = size * t / threads; i < size * (t + 1) / threads; i++) {
        float slope = 0;
        for (size_t k = 0; k < threads; k++) {
            slope += epoch->slopes[k][i];
            epoch->slopes[k][i] = 0;
        }
        slope /= (float)batch;
        adam->first[i] = 0.9F * adam->first[i] + 0.1F * slope;
        adam->second[i] = 0.999F * adam->second[i] + 0.001F * slope * slope;
        float next = numbers[i] * decay - rate * adam->first[i] * first_share /
                                              (sqrtf(adam->second[i] * second_share) + 1e-8F);
        numbers[i] = next > most ? most : next < -most ? -most : next;
    }
}

/* Reports progress at most every CALL_MS; false from the callback stops the training. */
static void call_back(struct epoch *epoch, size_t end)
{
    if (!epoch->callback || clock_now_ms() - epoch->called_ms < CALL_MS)
        return;
    paua_trainer_report *report = &epoch->trainer->report;
    report->part = (double)(epoch->done + end) / (double)epoch->trainer->learned;
    if (!epoch->callback(report, epoch->context))
        atomic_store(&epoch->stop, true);
    epoch->called_ms = clock_now_ms();
}

/* The batches of an epoch, in step with the other threads. */
static void run_steps(int number, void *context)
{
    struct epoch *epoch = context;
    for (size_t step = 0; step < epoch->steps && !epoch->stopping; step++) {
        add_gradients(epoch, number, step);
        pthread_barrier_wait(&epoch->barrier);
        adam_step(epoch, number, step);
        pthread_barrier_wait(&epoch->barrier);
        if (number == 0) {
            epoch->trainer->adam.steps++;
            call_back(epoch, batch_end(epoch, step * (size_t)epoch->trainer->options.batch));
            epoch->stopping = atomic_load(&epoch->stop);
        }
        pthread_barrier_wait(&epoch->barrier);
    }
}

/* The mean log-losses of what is held out, against labels and results. */
static void validate_model(paua_trainer *trainer)
{
    paua_trainer_report *report = &trainer->report;
    double sum = 0, sum_result = 0;
    for (size_t i = 0; i < trainer->held_out_count; i++) {
        const struct model_datum *datum = &trainer->held_out[i];
        struct model_example example;
        model_fill(datum, trainer->maps[0], label_of(trainer, datum), &example);
        double p = label_sigmoid((double)trainer->kernel->output(&trainer->model, &example));
        sum += label_loss(p, (double)example.label);
        sum_result += label_loss(p, label_result(datum->points));
    }
    report->loss = sum / (double)trainer->held_out_count;
    report->loss_result = sum_result / (double)trainer->held_out_count;
}

/* The same of the network in whole numbers, as an engine asks it. */
static paua_status validate_whole(paua_trainer *trainer)
{
    size_t size;
    paua_net *net;
    paua_trainer_report *report = &trainer->report;
    uint8_t *bytes = paua_trainer_net(trainer, "", &size);
    paua_status status = bytes ? paua_net_read(bytes, size, &net, NULL) : PAUA_ERROR_NO_MEMORY;
    free(bytes);
    if (status != PAUA_OK)
        return status;
    struct eval eval;
    eval_prepare(trainer->board, eval_fitted.name, &eval);
    eval_use_net(&eval, net);
    struct samples_order order;
    samples_order(trainer->board, &order);
    report->loss_whole = report->loss_result_whole = 0;
    eval.win = trainer->info.win;
    for (size_t i = 0; i < trainer->held_out_count; i++) {
        const struct model_datum *datum = &trainer->held_out[i];
        const paua_position position = {
            .ejected = {(uint8_t)(eval.win - datum->left[0]), (uint8_t)(eval.win - datum->left[1])},
            .players = PAUA_SIDES,
            .marbles = {samples_to_board(&order, datum->own),
                        samples_to_board(&order, datum->other)},
        };
        eval.score_range = datum->limit;
        eval.limits.quiet = net_quiet_least(datum->quiet); /* all of them are left */
        double p = label_sigmoid((double)eval_score(&eval, &position) / LABEL_UNIT);
        report->loss_whole += label_loss(p, label_of(trainer, datum));
        report->loss_result_whole += label_loss(p, label_result(datum->points));
    }
    report->loss_whole /= (double)report->held_out;
    report->loss_result_whole /= (double)report->held_out;
    paua_net_free(net);
    return PAUA_OK;
}

/* The batches of one chunk, and of the last chunk also an incomplete one. False when it was
 * stopped. */
static bool run_chunk(struct epoch *epoch)
{
    const size_t batch = (size_t)epoch->trainer->options.batch, count = epoch->chunks.count;
    const bool last = epoch->chunks.next_game == epoch->trainer->game_count;
    epoch->steps = (count + (last ? batch - 1 : 0)) / batch;
    pool_run(epoch->pool, run_steps, epoch);
    const size_t used = min_size(epoch->steps * batch, count);
    epoch->done += used;
    trainer_chunks_drop(&epoch->chunks, used);
    return !epoch->stopping;
}

/* One epoch from beginning to end. PAUA_ERROR_CONFLICT when it was stopped; PAUA_ERROR_CORRUPT when
 * the samples have changed. */
static paua_status run_epoch(struct epoch *epoch)
{
    paua_trainer *trainer = epoch->trainer;
    paua_trainer_report *report = &trainer->report;
    double loss = 0;
    epoch->done = 0;
    memset(epoch->losses, 0, (size_t)epoch->threads * sizeof *epoch->losses);
    trainer_chunks_shuffle(trainer, &epoch->chunks);
    while (epoch->done < trainer->learned) {
        paua_status status = trainer_chunks_fill(trainer, &epoch->chunks);
        if (status != PAUA_OK || !run_chunk(epoch))
            return status == PAUA_OK ? PAUA_ERROR_CONFLICT : status;
    }
    for (int i = 0; i < epoch->threads; i++)
        loss += epoch->losses[i];
    report->epoch = ++trainer->epoch;
    report->part = 0;
    report->loss_learned = loss / (double)trainer->learned;
    validate_model(trainer);
    return PAUA_OK;
}

/* Trains the remaining epochs, each followed by a checkpoint. PAUA_ERROR_CONFLICT when stopped. */
static paua_status run_epochs(struct epoch *epoch, const char *checkpoint)
{
    paua_trainer *trainer = epoch->trainer;
    paua_status status = PAUA_OK;
    while (status == PAUA_OK && trainer->epoch < trainer->options.epochs) {
        status = run_epoch(epoch);
        if (status != PAUA_OK)
            break;
        if (checkpoint)
            status = trainer_save(trainer, checkpoint);
        if (epoch->callback && !epoch->callback(&trainer->report, epoch->context) &&
            trainer->epoch < trainer->options.epochs)
            status = status == PAUA_OK ? PAUA_ERROR_CONFLICT : status;
    }
    return status;
}

/* Threads, with a place for each to add up slopes, then all epochs. */
static paua_status run_all(paua_trainer *trainer, const char *checkpoint,
                           paua_trainer_callback callback, void *context)
{
    const size_t threads = (size_t)trainer->options.threads;
    const size_t bytes = (trainer->model.size * sizeof(float) + 63) / 64 * 64;
    struct epoch epoch = {
        .trainer = trainer,
        .callback = callback,
        .context = context,
        .slopes = calloc(threads, sizeof(float *)),
        .losses = calloc(threads, sizeof(double)),
        .pool = pool_new(trainer->options.threads),
        .called_ms = clock_now_ms(),
    };
    bool good = epoch.slopes && epoch.losses && epoch.pool &&
                trainer_chunks_begin(trainer, &epoch.chunks) == PAUA_OK;
    for (size_t i = 0; good && i < threads; i++) {
        epoch.slopes[i] = aligned_alloc(64, bytes);
        good = epoch.slopes[i] != NULL;
        if (good)
            memset(epoch.slopes[i], 0, bytes);
    }
    paua_status status = PAUA_ERROR_NO_MEMORY;
    if (good) {
        epoch.threads = pool_size(epoch.pool);
        pthread_barrier_init(&epoch.barrier, NULL, (unsigned)epoch.threads);
        status = run_epochs(&epoch, checkpoint);
        pthread_barrier_destroy(&epoch.barrier);
    }
    pool_free(epoch.pool);
    for (size_t i = 0; epoch.slopes && i < threads; i++)
        free(epoch.slopes[i]);
    free(epoch.slopes);
    free(epoch.losses);
    trainer_chunks_end(&epoch.chunks);
    return status;
}

paua_status paua_trainer_run(paua_trainer *trainer, const char *checkpoint,
                             paua_trainer_callback callback, void *context)
{
    paua_trainer_report *report = &trainer->report;
    trainer->begun = true;
    paua_status status = trainer_hold_out_last(trainer);
    if (status != PAUA_OK)
        return status;
    for (int i = 0; i < 2; i++)
        report->score_scale[i] = label_scale(trainer->histogram[i]);
    report->positions = trainer->learned;
    report->held_out = trainer->held_out_count;
    report->epoch = trainer->epoch;
    if (trainer->learned == 0 || trainer->game_count > UINT32_MAX || trainer->held_out_count == 0)
        return PAUA_ERROR_BAD_ARGUMENT;
    status = run_all(trainer, checkpoint, callback, context);
    if (status != PAUA_OK)
        return status;
    validate_model(trainer);
    return validate_whole(trainer);
}
