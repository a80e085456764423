/* tune.c - `paua tune`: search parameters by SPSA over matches of the engine against itself. */
#define _POSIX_C_SOURCE 200809L /* strdup */

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <paua/lab/tune.h>

#include "base/cpu.h"
#include "cli/common.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "commands/commands.h"
#include "match/contest.h"

enum { USUAL_NODES = 5000, CONCURRENCY_MAX = 256, NAMES_MAX = 4096 };

struct tune_options {
    const char *output, *parameters, *openings, *rules;
    long long iterations, pairs, nodes, time_ms, depth, plies, tt_mb, concurrency, seed;
    bool list, resume, json, quiet;
};

/* The parameters of --parameters. */
struct tune_choice {
    char *text; /* owned; the names point into it */
    paua_tune_parameter list[PAUA_TUNE_PARAMETERS_MAX];
    int count; /* 0: all */
};

struct tune_display {
    const struct tune_options *options;
    struct progress progress;
};

/* Prints every parameter with its value and range. Returns an exit code. */
static int list_parameters(bool json)
{
    const paua_parameter *parameter;
    json_t *list = json ? json_array() : NULL;
    for (int i = 0; (parameter = paua_parameter_at(i)); i++) {
        if (json)
            json_array_append_new(list, json_pack("{s:s, s:i, s:i, s:i}", "name", parameter->name,
                                                  "value", parameter->value, "least",
                                                  parameter->least, "most", parameter->most));
        else
            printf("%s %d %d %d\n", parameter->name, parameter->value, parameter->least,
                   parameter->most);
    }
    return json ? output_json(list) : EXIT_DONE;
}

/* The error line for a name that no parameter has. Returns EXIT_USAGE. */
static int complain_name(const char *name)
{
    char names[NAMES_MAX] = "";
    const paua_parameter *parameter;
    size_t used = 0;
    for (int i = 0; (parameter = paua_parameter_at(i)) && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "",
                                 parameter->name);
    return complain_with(EXIT_USAGE,
                         "--parameters: no parameter is named '%.40s', expected one of: %s", name,
                         names);
}

/* Reads a number above 0 that is all of `text`; NULL leaves *out. */
static bool read_above_zero(const char *text, double *out)
{
    char *end;
    if (!text)
        return true;
    *out = strtod(text, &end);
    return end != text && !*end && isfinite(*out) && *out > 0;
}

/* The next part of a text that ends at a separator, or NULL; *text moves behind it. */
static char *next_part(char **text, char separator)
{
    char *part = *text;
    char *end = part ? strchr(part, separator) : NULL;
    if (end)
        *end = '\0';
    *text = end ? end + 1 : NULL;
    return part;
}

/* Reads --parameters: NAME, NAME:STEP or NAME:STEP:RATE, with commas between them. Free
 * choice->text. Returns an exit code. */
static int read_choice(const char *text, struct tune_choice *choice)
{
    *choice = (struct tune_choice){.text = text ? strdup(text) : NULL};
    if (!text)
        return EXIT_DONE;
    if (!choice->text)
        return complain_memory();
    char *rest = choice->text, *one;
    while ((one = next_part(&rest, ','))) {
        paua_tune_parameter wanted = {.name = next_part(&one, ':')};
        const char *step = next_part(&one, ':'), *rate = next_part(&one, ':');
        if (!paua_parameter_find(wanted.name))
            return complain_name(wanted.name);
        if (one || !read_above_zero(step, &wanted.c_end) || !read_above_zero(rate, &wanted.r_end))
            return complain_with(EXIT_USAGE,
                                 "--parameters: %s: expected a step such as %s:10, or a step and "
                                 "a rate such as %s:10:0.002, both above 0",
                                 wanted.name, wanted.name, wanted.name);
        if (choice->count == PAUA_TUNE_PARAMETERS_MAX)
            return complain_with(EXIT_USAGE, "--parameters: expected at most %d",
                                 PAUA_TUNE_PARAMETERS_MAX);
        choice->list[choice->count++] = wanted;
    }
    return EXIT_DONE;
}

/* Shows how far it is. False after Ctrl-C, which ends the run. */
static bool show_progress(const paua_tune_progress *now, void *context)
{
    struct tune_display *display = context;
    const struct tune_options *options = display->options;
    const double drawn = now->games ? 100.0 * (double)now->draws / (double)now->games : 0;
    progress_show(&display->progress, "iteration %lld of %lld, %lld of %lld games, %.0f %% drawn",
                  (long long)now->iteration, options->iterations, (long long)now->playing,
                  2 * options->pairs, drawn);
    return !interrupt_seen();
}

/* An object with the values by name, rounded or not. */
static json_t *pack_values(const paua_tune *tune, bool rounded)
{
    json_t *object = json_object();
    for (int i = 0; i < paua_tune_count(tune); i++) {
        const double value = paua_tune_value(tune, i);
        json_object_set_new(object, paua_tune_name(tune, i),
                            rounded ? json_integer(lround(value)) : json_real(value));
    }
    return object;
}

/* Prints the values, also those of a run that was interrupted. Returns an exit code. */
static int print_values(const struct tune_options *options, const paua_tune *tune)
{
    const paua_tune_progress now = paua_tune_about(tune);
    if (options->json)
        return output_json(json_pack("{s:I, s:I, s:I, s:o, s:o}", "iterations",
                                     (json_int_t)now.iteration, "games", (json_int_t)now.games,
                                     "draws", (json_int_t)now.draws, "parameters",
                                     pack_values(tune, true), "exact", pack_values(tune, false)));
    for (int i = 0; i < paua_tune_count(tune); i++)
        printf("%s %ld\n", paua_tune_name(tune, i), lround(paua_tune_value(tune, i)));
    return EXIT_DONE;
}

/* A file that is there is continued with --resume alone. Returns an exit code. */
static int resume_tuning(const struct tune_options *options, paua_tune *tune)
{
    paua_error error = {.code = PAUA_OK};
    if (access(options->output, F_OK) != 0)
        return errno == ENOENT ? EXIT_DONE : complain_file(options->output);
    if (!options->resume)
        return complain_with(EXIT_USAGE,
                             "%s: there is such a file already, expected a new file, or --resume",
                             options->output);
    paua_status status = paua_tune_resume(tune, options->output, &error);
    switch (status) {
    case PAUA_OK:
        return EXIT_DONE;
    case PAUA_ERROR_NO_MEMORY:
        return complain_memory();
    default:
        return complain_with(status == PAUA_ERROR_IO ? EXIT_ENVIRONMENT : EXIT_USAGE, "%s: %s",
                             options->output, error.message);
    }
}

/* Plays the games that are left and prints the values. Returns an exit code. */
static int run_tuning(const struct tune_options *options, paua_tune *tune)
{
    struct tune_display display = {.options = options};
    paua_error error = {.code = PAUA_OK};
    int code = resume_tuning(options, tune);
    if (code != EXIT_DONE)
        return code;
    interrupt_catch();
    progress_begin(&display.progress, options->quiet);
    paua_status status = paua_tune_run(tune, options->output, show_progress, &display, &error);
    progress_clear(&display.progress);
    if (status == PAUA_ERROR_IO)
        return complain_with(EXIT_ENVIRONMENT, "%s: %s", options->output, error.message);
    if (status != PAUA_OK)
        return complain_memory();
    code = print_values(options, tune);
    const long long done = paua_tune_about(tune).iteration;
    return code != EXIT_DONE || done == options->iterations
               ? code
               : complain_with(EXIT_ENVIRONMENT,
                               "interrupted after %lld of %lld iterations; --resume continues",
                               done, options->iterations);
}

/* Makes the tuning and runs it while its output is claimed. Returns an exit code. */
static int tune_parameters(const struct tune_options *options, const struct tune_choice *choice,
                           const paua_openings *openings)
{
    const bool limited = options->nodes || options->time_ms || options->depth;
    const paua_tune_setup setup = {
        .parameters = choice->list,
        .count = choice->count,
        .iterations = options->iterations,
        .pairs = options->pairs,
        .openings = openings,
        .rules = options->rules ? options->rules : CONTEST_RULES,
        .plies = (int)options->plies,
        .limits = {.nodes = limited ? (uint64_t)options->nodes : USUAL_NODES,
                   .time_ms = options->time_ms,
                   .depth = (int)options->depth},
        .tt_mb = options->tt_mb,
        .concurrency =
            options->concurrency ? (int)options->concurrency : processors_count(CONCURRENCY_MAX),
        .seed = (uint64_t)options->seed,
    };
    paua_error error = {.code = PAUA_OK};
    paua_tune *tune = NULL;
    paua_status status = paua_tune_new(&setup, &tune, &error);
    if (status == PAUA_ERROR_NO_MEMORY)
        return complain_memory();
    if (status != PAUA_OK)
        return complain_with(EXIT_USAGE, "--parameters: %s", error.message);
    struct file_claim claim;
    int code = output_file_claim(&claim, options->output, true);
    if (code == EXIT_DONE)
        code = run_tuning(options, tune);
    file_release(&claim);
    paua_tune_free(tune);
    return code;
}

/* What options_read() cannot check, then the games. Returns an exit code. */
static int check_and_tune(const struct tune_options *options)
{
    struct tune_choice choice;
    paua_openings *openings = NULL;
    paua_rules rules;
    if (!options->output)
        return complain_with(EXIT_USAGE, "expected --output=FILE or --list");
    int code = read_choice(options->parameters, &choice);
    if (code == EXIT_DONE && options->rules)
        code = contest_read_rules(options->rules, (int)options->plies, &rules);
    if (code == EXIT_DONE)
        code = contest_read_openings(options->openings, (uint64_t)options->seed, options->quiet,
                                     &openings);
    if (code == EXIT_DONE)
        code = tune_parameters(options, &choice, openings);
    paua_openings_free(openings);
    free(choice.text);
    return code;
}

static const struct usage usage = {
    .command = "tune",
    .operands = "",
    .purpose = "Tune parameters of the search by SPSA: games between the engine with slightly "
               "larger and slightly smaller values.",
    .notes = "A name in --parameters may be followed by the step of the last iteration, and by "
             "its rate, as in lmr_base:10:0.002; otherwise a twentieth of the range and 0.002. "
             "Prints the tuned values, a name and a whole number a line. With --nodes or "
             "--depth the values are the same for any number of processors. Ctrl-C ends it; "
             "--resume continues where it ended.",
    .examples = {"paua tune -o lmr.tune --parameters lmr_base,lmr_divisor", "paua tune --list"},
};

/* The values of options that are not given. */
static struct tune_options usual_options(void)
{
    return (struct tune_options){
        .openings = "random:6", .iterations = 1000, .pairs = 8, .tt_mb = 16, .seed = 1};
}

int command_tune(int argc, char **argv)
{
    struct tune_options options = usual_options();
    const struct option_row rows[] = {
        {"output", 'o', OPTION_TEXT, &options.output, 0, 0, "FILE",
         "keep the state of the tuning in this file"},
        {"parameters", 0, OPTION_TEXT, &options.parameters, 0, 0, "NAMES",
         "tune these, with commas between them (all)"},
        {"list", 0, OPTION_FLAG, &options.list, 0, 0, NULL,
         "print all parameters: name, value, least, most"},
        {"iterations", 0, OPTION_NUMBER, &options.iterations, 1, PAUA_TUNE_ITERATIONS_MAX, "N",
         "move the values N times (1000)"},
        {"pairs", 0, OPTION_NUMBER, &options.pairs, 1, PAUA_TUNE_PAIRS_MAX, "N",
         "pairs of games in an iteration (8)"},
        {"nodes", 'n', OPTION_NUMBER, &options.nodes, 1, 1000000000000, "N",
         "positions for a move (5000)"},
        {"time", 't', OPTION_TIME, &options.time_ms, 1, 86400000, "TIME", "time for a move"},
        {"depth", 'd', OPTION_NUMBER, &options.depth, 1, PAUA_DEPTH_MAX, "N", "plies for a move"},
        {"openings", 0, OPTION_TEXT, &options.openings, 0, 0, "WHAT",
         "layouts, LAYOUT, random:N (random:6), random:N:LAYOUT, or a file"},
        {"rules", 'r', OPTION_TEXT, &options.rules, 0, 0, "RULES",
         "a preset such as arena, settings such as win=4, or both"},
        {"max-plies", 0, OPTION_NUMBER, &options.plies, 1, 65535, "N",
         "a game ends after N plies (400, or as --rules says)"},
        {"hash", 0, OPTION_MEGABYTES, &options.tt_mb, 1, 65536, "SIZE",
         "transposition table of each engine (16MB)"},
        {"concurrency", 'c', OPTION_NUMBER, &options.concurrency, 1, CONCURRENCY_MAX, "N",
         "games at once (one for each processor)"},
        {"seed", 's', OPTION_NUMBER, &options.seed, 0, INT64_MAX, "N",
         "seed of all random choices (1)"},
        {"resume", 0, OPTION_FLAG, &options.resume, 0, 0, NULL, "continue the file"},
        ROW_JSON(options.json),
        ROW_QUIET(options.quiet),
    };
    static const char *const with_list[] = {"list", "json", "quiet", NULL};
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, NULL);
    if (code != OPTIONS_GO)
        return code;
    const char *other = options_given_but(rows, ROWS(rows), argc, argv, with_list);
    if (options.list && other)
        return complain_with(EXIT_USAGE, "--%s: not with --list, expected no more than --json",
                             other);
    return options.list ? list_parameters(options.json) : check_and_tune(&options);
}
