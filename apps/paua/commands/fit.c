/* fit.c - `paua fit`: the fitted evaluation's weights, from samples. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/lab/train.h>

#include "cli/common.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "commands/commands.h"

struct fit_options {
    const char *output;
    long long lambda, validate;
    bool json;
};

/* Mean log-losses of the held-out games, also without each group. Returns an exit code. */
static int print_json(const paua_fit *fit)
{
    const paua_fit_report *report = paua_fit_about(fit);
    const paua_fit_group *group;
    json_t *groups = json_array();
    for (int i = 0; (group = paua_fit_group_at(fit, i)); i++)
        json_array_append_new(groups, json_pack("{s:s, s:i, s:f}", "name", group->name, "features",
                                                group->features, "loss", group->loss_without));
    return output_json(json_pack(
        "{s:I, s:I, s:f, s:f, s:f, s:f, s:f, s:o}", "positions", (json_int_t)report->positions,
        "held_out", (json_int_t)report->held_out, "score_scale", report->score_scale, "scale",
        report->scale, "loss", report->loss, "loss_score", report->loss_score, "loss_fitted",
        report->loss_fitted, "groups", groups));
}

/* Mean log-losses of the held-out games, and what leaving out each group adds to the loss. */
static int print_text(const paua_fit *fit)
{
    const paua_fit_report *report = paua_fit_about(fit);
    const paua_fit_group *group;
    printf("positions %llu held-out %llu\n", (unsigned long long)report->positions,
           (unsigned long long)report->held_out);
    printf("score-scale %.0f scale %.0f\n", report->score_scale, report->scale);
    printf("loss %.5f fitted %.5f search %.5f\n", report->loss, report->loss_fitted,
           report->loss_score);
    for (int i = 0; (group = paua_fit_group_at(fit, i)); i++)
        printf("without %s %d loss %.5f %+.5f\n", group->name, group->features, group->loss_without,
               group->loss_without - report->loss);
    return EXIT_DONE;
}

static bool is_interrupted(void *context)
{
    (void)context;
    return interrupt_seen();
}

/* Writes the fitted weights as text. Returns an exit code. */
static int write_weights(const paua_fit *fit, const char *path)
{
    char *text = paua_fit_text(fit);
    int code = text ? output_file_write(path, text, strlen(text)) : complain_memory();
    free(text);
    return code;
}

/* Reads the samples, fits, writes and prints. After Ctrl-C no weights are written. */
static int run_fit(const struct fit_options *options, paua_fit *fit, char **paths, int count)
{
    for (int i = 0; i < count; i++) {
        paua_error error = {.code = PAUA_OK};
        paua_status status = paua_fit_add(fit, paths[i], &error);
        if (status != PAUA_OK)
            return complain_content(paths[i], status, &error);
    }
    interrupt_catch();
    paua_status status = paua_fit_run(fit, is_interrupted, NULL);
    if (status == PAUA_ERROR_BAD_ARGUMENT)
        return complain_with(EXIT_USAGE,
                             "%llu positions and %llu held out, expected at least 1000 and 1: of "
                             "every 100 games the "
                             "last %lld are held out",
                             (unsigned long long)paua_fit_about(fit)->positions,
                             (unsigned long long)paua_fit_about(fit)->held_out, options->validate);
    if (status == PAUA_ERROR_CONFLICT)
        return complain_with(EXIT_ENVIRONMENT, "interrupted; another call begins again");
    if (status != PAUA_OK)
        return complain_memory();
    int code = options->output ? write_weights(fit, options->output) : EXIT_DONE;
    if (code != EXIT_DONE)
        return code;
    return options->json ? print_json(fit) : print_text(fit);
}

/* Makes the fit and runs it. Returns an exit code. */
static int fit_samples(const struct fit_options *options, char **paths, int count)
{
    const paua_fit_options how = {(double)options->lambda / 100, (int)options->validate};
    paua_board *board;
    paua_fit *fit;
    if (paua_board_new(5, 5, 5, &board) != PAUA_OK)
        return complain_memory();
    int code = paua_fit_new(board, &how, &fit) == PAUA_OK ? EXIT_DONE : complain_memory();
    if (code == EXIT_DONE) {
        code = run_fit(options, fit, paths, count);
        paua_fit_free(fit);
    }
    paua_board_free(board);
    return code;
}

int command_fit(int argc, char **argv)
{
    struct fit_options options = {.lambda = 30, .validate = 10};
    const struct option_row rows[] = {
        {"output", 'o', OPTION_TEXT, &options.output, 0, 0, "FILE",
         "write the weights, as C, to this file"},
        {"lambda", 0, OPTION_NUMBER, &options.lambda, 0, 100, "PERCENT",
         "how much the search's score counts, the rest is the result (30)"},
        {"validate", 0, OPTION_NUMBER, &options.validate, 1, 50, "PERCENT",
         "games that are held out (10)"},
        ROW_JSON(options.json),
    };
    static const struct usage usage = {
        .command = "fit",
        .operands = "FILE...",
        .operands_least = 1,
        .operands_most = 1 << 20,
        .purpose = "Fit the weights of the evaluation 'fitted' to samples by logistic regression.",
        .notes = "Prints log-losses against the results of games held out: of the fit, of the "
                 "search's own scores, and of fits that do without one kind of features.",
        .examples = {"paua fit games.samples", "paua fit games.samples -o weights.h"},
    };
    int operand;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, &operand);
    if (code != OPTIONS_GO)
        return code;
    struct file_claim claim;
    code = output_file_claim(&claim, options.output, false);
    if (code == EXIT_DONE)
        code = fit_samples(&options, argv + operand, argc - operand);
    file_release(&claim);
    return code;
}
