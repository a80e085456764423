/* train.c - `paua train`: a network from samples. */
#define _GNU_SOURCE /* asprintf */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <paua/eval.h>
#include <paua/lab/train.h>

#include "base/clock.h"
#include "base/cpu.h"

#include "cli/common.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "commands/commands.h"

struct train_options {
    const char *output, *begin;
    long long hidden, buckets, epochs, batch, rate, lambda, lead, validate, threads, seed;
    bool drop_hanging, resume, json, quiet;
};

struct train_display {
    const struct train_options *options;
    struct progress progress;
    int64_t start_ms;
    int shown; /* epochs */
};

/* Prints a line for the epoch just ended and restarts the clock; pps is positions a second. */
static void print_epoch(struct train_display *display, const paua_trainer_report *now)
{
    double seconds = (double)(clock_now_ms() - display->start_ms) / 1000;
    double speed = (double)now->positions / (seconds > 0 ? seconds : 1e-3);
    progress_clear(&display->progress);
    if (display->options->json)
        output_json(json_pack("{s:i, s:f, s:f, s:f, s:I}", "epoch", now->epoch, "loss_learned",
                              now->loss_learned, "loss", now->loss, "loss_result", now->loss_result,
                              "pps", (json_int_t)speed));
    else
        printf("epoch %d learned %.5f loss %.5f result %.5f pps %.0f\n", now->epoch,
               now->loss_learned, now->loss, now->loss_result, speed);
    output_flush();
    display->shown = now->epoch;
    display->start_ms = clock_now_ms();
}

/* Prints each epoch once. False after Ctrl-C, which ends the training. */
static bool show_progress(const paua_trainer_report *now, void *context)
{
    struct train_display *display = context;
    if (now->epoch > display->shown)
        print_epoch(display, now);
    else
        progress_show(&display->progress, "epoch %d, %.0f %%", now->epoch + 1, 100 * now->part);
    return !interrupt_seen();
}

/* Writes the network, prints its name and losses. Returns an exit code. */
static int write_net(const struct train_options *options, const paua_trainer *trainer)
{
    const paua_trainer_report *report = paua_trainer_about(trainer);
    char about[64], name[PAUA_NET_NAME_MAX];
    size_t size;
    paua_net *net;
    snprintf(about, sizeof about, "paua train: %llu positions, %d epochs, seed %lld",
             (unsigned long long)report->positions, report->epoch, options->seed);
    void *bytes = paua_trainer_net(trainer, about, &size);
    if (!bytes || paua_net_read(bytes, size, &net, NULL) != PAUA_OK) {
        free(bytes);
        return complain_memory();
    }
    int code = output_file_write(options->output, bytes, size);
    free(bytes);
    if (code == EXIT_DONE && options->json)
        code = output_json(json_pack(
            "{s:s, s:I, s:I, s:[f,f], s:f, s:f}", "net", paua_net_name(net, name), "positions",
            (json_int_t)report->positions, "held_out", (json_int_t)report->held_out, "score_scale",
            report->score_scale[0], report->score_scale[1], "loss", report->loss_whole,
            "loss_result", report->loss_result_whole));
    else if (code == EXIT_DONE)
        printf("net %s positions %llu held-out %llu score-scale %.0f %.0f loss %.5f result %.5f\n",
               paua_net_name(net, name), (unsigned long long)report->positions,
               (unsigned long long)report->held_out, report->score_scale[0], report->score_scale[1],
               report->loss_whole, report->loss_result_whole);
    paua_net_free(net);
    return code;
}

/* Prints why the training ended early. Returns an exit code. */
static int complain_run(const struct train_options *options, const paua_trainer *trainer,
                        paua_status status, const char *checkpoint)
{
    const paua_trainer_report *report = paua_trainer_about(trainer);
    switch (status) {
    case PAUA_ERROR_BAD_ARGUMENT:
        return complain_with(
            EXIT_USAGE,
            "%llu positions to train on and %llu held out, expected both above 0: of "
            "every 100 games the last %lld are held out",
            (unsigned long long)report->positions, (unsigned long long)report->held_out,
            options->validate);
    case PAUA_ERROR_CONFLICT:
        return report->epoch ? complain_with(EXIT_ENVIRONMENT,
                                             "interrupted after epoch %d; --resume continues from "
                                             "%s",
                                             report->epoch, checkpoint)
                             : complain_with(EXIT_ENVIRONMENT, "interrupted in the first epoch; "
                                                               "another call begins again");
    case PAUA_ERROR_IO:
        return complain_file(checkpoint);
    case PAUA_ERROR_CORRUPT:
        return complain_with(EXIT_ENVIRONMENT, "a file of samples has changed during the training");
    default:
        return complain_memory();
    }
}

/* Continues from the checkpoint; without one the training begins anew. Returns an exit code. */
static int resume_training(paua_trainer *trainer, const char *checkpoint)
{
    paua_error error = {.code = PAUA_OK};
    if (access(checkpoint, F_OK) != 0 && errno == ENOENT)
        return EXIT_DONE;
    paua_status status = paua_trainer_resume(trainer, checkpoint, &error);
    return status == PAUA_OK ? EXIT_DONE : complain_content(checkpoint, status, &error);
}

/* Takes the first weights from the network of --begin. Returns an exit code. */
static int begin_with_net(const struct train_options *options, paua_trainer *trainer)
{
    paua_error error = {.code = PAUA_OK};
    paua_net *net;
    paua_status status = paua_net_open(options->begin, &net, &error);
    int code = EXIT_DONE;
    if (status != PAUA_OK)
        return complain_content(options->begin, status, &error);
    if (paua_trainer_begin(trainer, net) != PAUA_OK)
        code = complain_with(EXIT_USAGE,
                             "%s: expected a net of %lld buckets and at most %lld hidden units",
                             options->begin, options->buckets, options->hidden);
    paua_net_free(net);
    return code;
}

/* Reads the samples, trains and writes the network. The checkpoint is removed only after the
 * network is written. Returns an exit code. */
static int run_training(const struct train_options *options, paua_trainer *trainer,
                        const char *checkpoint, char **paths, int count)
{
    struct train_display display = {.options = options};
    int code = options->begin ? begin_with_net(options, trainer) : EXIT_DONE;
    if (code != EXIT_DONE)
        return code;
    for (int i = 0; i < count; i++) {
        paua_error error = {.code = PAUA_OK};
        paua_status status = paua_trainer_add(trainer, paths[i], &error);
        if (status != PAUA_OK)
            return complain_content(paths[i], status, &error);
    }
    code = options->resume ? resume_training(trainer, checkpoint) : EXIT_DONE;
    if (code != EXIT_DONE)
        return code;
    interrupt_catch();
    progress_begin(&display.progress, options->quiet);
    display.start_ms = clock_now_ms();
    display.shown = paua_trainer_about(trainer)->epoch;
    paua_status status = paua_trainer_run(trainer, checkpoint, show_progress, &display);
    progress_clear(&display.progress);
    if (status != PAUA_OK)
        return complain_run(options, trainer, status, checkpoint);
    code = write_net(options, trainer);
    if (code == EXIT_DONE)
        unlink(checkpoint);
    return code;
}

/* Trains on the board 5x5x5, with a checkpoint beside the output. Returns an exit code. */
static int train_net(const struct train_options *options, const paua_trainer_options *how,
                     char **paths, int count)
{
    paua_trainer *trainer = NULL;
    paua_board *board;
    char *checkpoint;
    if (asprintf(&checkpoint, "%s.checkpoint", options->output) < 0)
        return complain_memory();
    int code = paua_board_new(5, 5, 5, &board) == PAUA_OK ? EXIT_DONE : complain_memory();
    if (code == EXIT_DONE) {
        code = paua_trainer_new(board, how, &trainer) == PAUA_OK
                   ? run_training(options, trainer, checkpoint, paths, count)
                   : complain_memory();
        paua_trainer_free(trainer);
        paua_board_free(board);
    }
    free(checkpoint);
    return code;
}

/* What options_read() cannot check, then the training. */
static int check_and_train(const struct train_options *options, char **paths, int count)
{
    if (!options->output)
        return complain_with(EXIT_USAGE, "expected --output=NET");
    if (options->hidden % 32)
        return complain_with(EXIT_USAGE, "--hidden: expected a multiple of 32");
    if (options->buckets % 2)
        return complain_with(EXIT_USAGE, "--buckets: expected an even number");
    const paua_trainer_options how = {
        .hidden = (int)options->hidden,
        .buckets = (int)options->buckets,
        .epochs = (int)options->epochs,
        .batch = (int)options->batch,
        .rate = (double)options->rate / 1e6,
        .lambda = (double)options->lambda / 100,
        .lead_share = (int)options->lead,
        .validate = (int)options->validate,
        .threads =
            options->threads ? (int)options->threads : processors_count(PAUA_TRAINER_THREADS_MAX),
        .seed = (uint64_t)options->seed,
        .drop_hanging = options->drop_hanging,
    };
    struct file_claim claim;
    int code = output_file_claim(&claim, options->output, false);
    if (code == EXIT_DONE)
        code = train_net(options, &how, paths, count);
    file_release(&claim);
    return code;
}

int command_train(int argc, char **argv)
{
    struct train_options options = {.hidden = 128,
                                    .buckets = 8,
                                    .epochs = 20,
                                    .batch = 16384,
                                    .rate = 1000,
                                    .lambda = 70,
                                    .lead = 50,
                                    .validate = 5,
                                    .seed = 1};
    const struct option_row rows[] = {
        {"output", 'o', OPTION_TEXT, &options.output, 0, 0, "NET",
         "write the network to this file"},
        {"hidden", 0, OPTION_NUMBER, &options.hidden, 32, 512, "H",
         "width of the hidden layer for each side, in steps of 32 (128)"},
        {"buckets", 0, OPTION_NUMBER, &options.buckets, 2, 8, "N",
         "sets of output weights, half of them where quiet plies count (8)"},
        {"epochs", 0, OPTION_NUMBER, &options.epochs, 1, PAUA_TRAINER_EPOCHS_MAX, "N",
         "passes over all samples (20)"},
        {"batch", 0, OPTION_NUMBER, &options.batch, 1, 1 << 20, "N", "positions a step (16384)"},
        {"rate", 0, OPTION_NUMBER, &options.rate, 1, 1000000, "MILLIONTHS",
         "learning rate at the start (1000)"},
        {"lambda", 0, OPTION_NUMBER, &options.lambda, 0, 100, "PERCENT",
         "how much the search's score counts, the rest is the result (70)"},
        {"lead", 0, OPTION_NUMBER, &options.lead, 0, 100, "PERCENT",
         "how much of a win a drawn game counts for who had ejected more (50)"},
        {"validate", 0, OPTION_NUMBER, &options.validate, 1, 50, "PERCENT",
         "games that are held out (5)"},
        {"threads", 'j', OPTION_NUMBER, &options.threads, 1, PAUA_TRAINER_THREADS_MAX, "N",
         "train on N threads (one for each processor)"},
        {"seed", 's', OPTION_NUMBER, &options.seed, 0, INT64_MAX, "N",
         "seed of all random choices (1)"},
        {"drop-hanging", 0, OPTION_FLAG, &options.drop_hanging, 0, 0, NULL,
         "leave out all positions in which the side to move can eject"},
        {"begin", 0, OPTION_TEXT, &options.begin, 0, 0, "NET",
         "begin with the weights of this network, made wider by --hidden"},
        {"resume", 0, OPTION_FLAG, &options.resume, 0, 0, NULL,
         "continue from the checkpoint beside the output"},
        ROW_JSON(options.json),
        ROW_QUIET(options.quiet),
    };
    static const struct usage usage = {
        .command = "train",
        .operands = "FILE...",
        .operands_least = 1,
        .operands_most = 1 << 20,
        .purpose = "Train a network on samples, as --net and --eval net use it.",
        .notes = "Prints a line for each epoch: log-losses of what was learned, of what is held "
                 "out, and of that against the results of its games. After each epoch all is kept "
                 "in NET.checkpoint.",
        .examples = {"paua train games.samples -o my.net",
                     "paua train games.samples -o my.net --hidden 256 --epochs 30"},
    };
    int operand;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, &operand);
    if (code != OPTIONS_GO)
        return code;
    return check_and_train(&options, argv + operand, argc - operand);
}
