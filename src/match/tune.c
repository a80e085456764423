/* tune.c - tuning search parameters by SPSA: each iteration is a small match between two engines
 * that differ in their parameters alone. The arithmetic is spsa.c, the checkpoint tune_state.c. */
#include "match/tune.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"

enum { SAVE_MS = 1000, MARGIN_MS = 60000, PATIENCE_MS = 1000 };

static const double usual_c = 0.05, least_c = 0.5, usual_r = 0.002;

/* The engines of a match, and its host's context. */
struct tune_match {
    paua_tune *tune;
    paua_engine_config engines[2];
    paua_match *match; /* owned */
    paua_tune_callback callback;
    void *context;
};

/* Adds a parameter to those that are tuned. */
static paua_status add_parameter(paua_tune *tune, const paua_tune_parameter *wanted,
                                 paua_error *error)
{
    const paua_parameter *parameter = paua_parameter_find(wanted->name);
    if (!parameter)
        return error_fill(error, PAUA_ERROR_NOT_FOUND, 0, "no parameter is named '%.60s'",
                          wanted->name);
    for (int i = 0; i < tune->count; i++)
        if (tune->parameters[i] == parameter)
            return error_fill(error, PAUA_ERROR_BAD_ARGUMENT, 0, "%s is given twice",
                              parameter->name);
    const double width = parameter->most - parameter->least;
    const double usual = width * usual_c > least_c ? width * usual_c : least_c;
    const double c_end = wanted->c_end != 0 ? wanted->c_end : usual;
    const double r_end = wanted->r_end != 0 ? wanted->r_end : usual_r;
    if (!(c_end > 0 && c_end <= width))
        return error_fill(error, PAUA_ERROR_BAD_ARGUMENT, 0,
                          "%s: expected a step above 0, at most %g", parameter->name, width);
    if (!(r_end > 0 && r_end <= 1))
        return error_fill(error, PAUA_ERROR_BAD_ARGUMENT, 0,
                          "%s: expected a rate above 0, at most 1", parameter->name);
    tune->ranges[tune->count] =
        (struct spsa_range){parameter->least, parameter->most, c_end, r_end};
    tune->values[tune->count] = parameter->value;
    tune->parameters[tune->count++] = parameter;
    return PAUA_OK;
}

/* Takes the parameters of the setup over, or all there are. */
static paua_status add_parameters(paua_tune *tune, const paua_tune_setup *setup, paua_error *error)
{
    paua_status status = PAUA_OK;
    if (setup->count < 0 || setup->count > PAUA_TUNE_PARAMETERS_MAX)
        return error_fill(error, PAUA_ERROR_BAD_ARGUMENT, 0, "expected 1 to %d parameters",
                          PAUA_TUNE_PARAMETERS_MAX);
    for (int i = 0; i < setup->count && status == PAUA_OK; i++)
        status = add_parameter(tune, &setup->parameters[i], error);
    const paua_parameter *parameter;
    for (int i = 0; setup->count == 0 && status == PAUA_OK && i < PAUA_TUNE_PARAMETERS_MAX &&
                    (parameter = paua_parameter_at(i));
         i++)
        status = add_parameter(tune, &(paua_tune_parameter){.name = parameter->name}, error);
    return status;
}

/* Writes the parameters of one engine: its `plus` or `minus`. False: they do not fit. */
static bool configure_engine(const paua_tune *tune, const struct spsa_trial *trials, bool plus,
                             paua_engine_config *engine)
{
    const size_t room = sizeof engine->parameters;
    size_t used = 0;
    *engine = (paua_engine_config){0};
    snprintf(engine->name, sizeof engine->name, plus ? "plus" : "minus");
    for (int i = 0; i < tune->count && used < room; i++)
        used +=
            (size_t)snprintf(engine->parameters + used, room - used, "%s%s=%d", i ? "," : "",
                             tune->parameters[i]->name, plus ? trials[i].plus : trials[i].minus);
    return used < room;
}

/* Prepares the match of the next iteration. Free game->match. */
static paua_status prepare_games(struct tune_match *game, const struct spsa_trial *trials,
                                 paua_error *error)
{
    const paua_tune_setup *setup = &game->tune->setup;
    if (!configure_engine(game->tune, trials, true, &game->engines[0]) ||
        !configure_engine(game->tune, trials, false, &game->engines[1]))
        return error_fill(error, PAUA_ERROR_BAD_ARGUMENT, 0, "too many parameters at once");
    const paua_match_setup match = {
        .engines = game->engines,
        .count = 2,
        .openings = setup->openings,
        .first_opening = game->tune->iteration * setup->pairs,
        .games = 2 * setup->pairs,
        .concurrency = setup->concurrency,
        .seed = setup->seed,
        .rules = setup->rules,
        .plies = setup->plies,
        .limits = setup->limits,
        .margin_ms = MARGIN_MS, /* a loss on time would say nothing about a parameter */
        .patience_ms = PATIENCE_MS,
        .tt_mb = setup->tt_mb,
        .threads = 1,
    };
    return paua_match_new(&match, &game->match, error);
}

/* Whether the numbers are in range; those of the match are checked by making one. */
static paua_status check_setup(paua_tune *tune, paua_error *error)
{
    const paua_tune_setup *setup = &tune->setup;
    const paua_limits *limits = &setup->limits;
    struct tune_match game = {.tune = tune};
    struct spsa_trial trials[PAUA_TUNE_PARAMETERS_MAX];
    if (setup->iterations < 1 || setup->iterations > PAUA_TUNE_ITERATIONS_MAX || setup->pairs < 1 ||
        setup->pairs > PAUA_TUNE_PAIRS_MAX ||
        (!limits->depth && !limits->nodes && !limits->time_ms))
        return error_fill(error, PAUA_ERROR_BAD_ARGUMENT, 0, "%s",
                          paua_status_text(PAUA_ERROR_BAD_ARGUMENT));
    spsa_draw(&tune->schedule, 1, tune->ranges, tune->values, tune->count, trials);
    paua_status status = prepare_games(&game, trials, error);
    paua_match_free(game.match);
    if (status == PAUA_OK && !tune_describe(tune))
        return error_fill(error, PAUA_ERROR_BAD_ARGUMENT, 0, "the rules are too long");
    return status;
}

paua_status paua_tune_new(const paua_tune_setup *setup, paua_tune **out, paua_error *error)
{
    paua_tune *tune = calloc(1, sizeof *tune);
    if (!tune)
        return error_fill(error, PAUA_ERROR_NO_MEMORY, 0, "%s",
                          paua_status_text(PAUA_ERROR_NO_MEMORY));
    tune->setup = *setup;
    tune->setup.parameters = NULL;
    tune->schedule = (struct spsa_schedule){setup->iterations, setup->seed};
    paua_status status = add_parameters(tune, setup, error);
    if (status == PAUA_OK)
        status = check_setup(tune, error);
    if (status == PAUA_OK)
        *out = tune;
    else
        free(tune);
    return status;
}

void paua_tune_free(paua_tune *tune)
{
    free(tune);
}

paua_tune_progress paua_tune_about(const paua_tune *tune)
{
    return (paua_tune_progress){.iteration = tune->iteration,
                                .games = tune->iteration * 2 * tune->setup.pairs,
                                .draws = tune->draws};
}

int paua_tune_count(const paua_tune *tune)
{
    return tune->count;
}

const char *paua_tune_name(const paua_tune *tune, int i)
{
    return tune->parameters[i]->name;
}

double paua_tune_value(const paua_tune *tune, int i)
{
    return tune->values[i];
}

/* Reports to the caller, from the match that runs or, without one, between iterations. False: it
 * ends the run. */
static bool report_progress(void *context)
{
    const struct tune_match *game = context;
    paua_tune_progress now = paua_tune_about(game->tune);
    if (game->match) {
        const paua_tally tally = paua_match_tally(game->match, 0, 1);
        now.playing = paua_tally_games(&tally);
    }
    return !game->callback || game->callback(&now, game->context);
}

/* Plays the games of the next iteration and moves the values. *complete: all were played. */
static paua_status play_iteration(struct tune_match *game, bool *complete, paua_error *error)
{
    paua_tune *tune = game->tune;
    const paua_match_host host = {.idle = report_progress, .context = game};
    struct spsa_trial trials[PAUA_TUNE_PARAMETERS_MAX];
    const int64_t number = tune->iteration + 1;
    spsa_draw(&tune->schedule, number, tune->ranges, tune->values, tune->count, trials);
    paua_status status = prepare_games(game, trials, error);
    if (status == PAUA_OK)
        status = paua_match_run(game->match, &host, error);
    if (status == PAUA_OK) {
        const paua_tally tally = paua_match_tally(game->match, 0, 1);
        *complete = paua_tally_games(&tally) == 2 * tune->setup.pairs;
        if (*complete) {
            spsa_move(&tune->schedule, number, tune->ranges, trials,
                      (double)(tally.wins - tally.losses), tune->count, tune->values);
            tune->draws += tally.draws;
            tune->iteration = number;
        }
    }
    paua_match_free(game->match);
    game->match = NULL;
    return status;
}

/* Writes the checkpoint, if there is to be one. */
static paua_status save_state(const paua_tune *tune, const char *path, paua_error *error)
{
    const paua_status status = path ? tune_save(tune, path) : PAUA_OK;
    if (status == PAUA_OK)
        return PAUA_OK;
    return error_fill(error, status, 0, "%s",
                      status == PAUA_ERROR_IO ? file_error_text(errno) : paua_status_text(status));
}

paua_status paua_tune_run(paua_tune *tune, const char *path, paua_tune_callback callback,
                          void *context, paua_error *error)
{
    struct tune_match game = {.tune = tune, .callback = callback, .context = context};
    int64_t saved_ms = clock_now_ms();
    bool more = true;
    while (more && tune->iteration < tune->setup.iterations) {
        paua_status status = play_iteration(&game, &more, error);
        if (status != PAUA_OK)
            return status;
        more = more && report_progress(&game);
        const int64_t now_ms = clock_now_ms();
        if (!more || tune->iteration == tune->setup.iterations || now_ms - saved_ms < SAVE_MS)
            continue;
        status = save_state(tune, path, error);
        if (status != PAUA_OK)
            return status;
        saved_ms = now_ms;
    }
    return save_state(tune, path, error);
}
