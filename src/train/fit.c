/* fit.c - logistic regression for the fitted evaluation: Newton's method with a ridge, the
 * equations solved by Cholesky's method; then once more without each group of features. */
#define _POSIX_C_SOURCE 200809L
#include <paua/lab/train.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/file.h"
#include "eval/eval.h"
#include "train/label.h"
#include "train/samples.h"

enum {
    WEIGHTS = FITTED_PHASES * FITTED_FEATURES,
    STEPS_MOST = 30,
    STEPS_WITHOUT = 4, /* from a good start */
    GROUPS_MAX = FITTED_FEATURES,
    LEAST = 1000, /* positions, of each kind */
};

/* Without it weights of features that hardly occur would be anything. */
static const double ridge = 1.0;

struct datum {
    uint64_t own, other; /* the board's cells */
    float label;
    int16_t score;
    uint8_t ejected[PAUA_SIDES];
    uint8_t points; /* of the game's result (label.h) */
    bool held_out;
    uint32_t game; /* of all that have such positions, from 0 */
};

struct paua_fit {
    const paua_board *board;
    paua_fit_options options;
    struct eval eval;
    const struct fitted_kernel *kernel;
    struct samples_order order;
    paua_samples_info info; /* of the first file */
    uint64_t sum;           /* of all samples */
    struct datum *data;
    size_t count, capacity;
    uint32_t games;                         /* that the data are from */
    struct label_bin histogram[LABEL_BINS]; /* of all that are not held out */
    double weights[WEIGHTS];
    double hessian[WEIGHTS][WEIGHTS]; /* lower triangle */
    double gradient[WEIGHTS];
    double loss;
    paua_fit_report report;
    paua_fit_group groups[GROUPS_MAX];
    int group_count;
};

paua_status paua_fit_new(const paua_board *board, const paua_fit_options *options, paua_fit **out)
{
    if (!(options->lambda >= 0 && options->lambda <= 1) || options->validate < 1 ||
        options->validate > 50)
        return PAUA_ERROR_BAD_ARGUMENT;
    paua_fit *fit = calloc(1, sizeof *fit);
    if (!fit)
        return PAUA_ERROR_NO_MEMORY;
    fit->board = board;
    fit->options = *options;
    eval_prepare(board, eval_fitted.name, &fit->eval);
    fit->kernel = fitted_kernel_for(&fit->eval);
    samples_order(board, &fit->order);
    *out = fit;
    return PAUA_OK;
}

void paua_fit_free(paua_fit *fit)
{
    if (!fit)
        return;
    free(fit->data);
    free(fit);
}

/* Adds a game's samples, without those whose best move ejects: those are not quiet. */
static void add_game(paua_fit *fit, uint32_t game, const paua_sample *list, int count)
{
    const size_t before = fit->count;
    for (int i = 0; i < count; i++) {
        if (list[i].flags & PAUA_SAMPLE_EJECTS)
            continue;
        fit->sum = (fit->sum ^ list[i].own) * 0x9e3779b97f4a7c15u ^ list[i].other;
        fit->data[fit->count++] = (struct datum){
            .own = samples_to_board(&fit->order, list[i].own),
            .other = samples_to_board(&fit->order, list[i].other),
            .score = list[i].score,
            .ejected = {list[i].ejected, list[i].ejected_by_other},
            .points = label_points(list[i].result, list[i].lead, 0),
            .held_out = label_held_out(game, fit->options.validate),
            .game = fit->games,
        };
    }
    fit->games += fit->count > before;
}

/* The first file sets the number of ejections to win (R10); later files must have the same. */
static paua_status check_info(paua_fit *fit, const paua_samples_info *info, paua_error *error)
{
    if (fit->info.win == 0)
        fit->info = *info;
    for (int i = 0; i < 3; i++)
        if (info->sides[i] != paua_board_side(fit->board, i))
            return error_fill(error, PAUA_ERROR_UNSUPPORTED, 16, "samples of another board");
    if (info->win != fit->info.win)
        return error_fill(error, PAUA_ERROR_UNSUPPORTED, 19, "win %d, the files before have %d",
                          info->win, fit->info.win);
    fit->eval.win = info->win;
    return PAUA_OK;
}

paua_status paua_fit_add(paua_fit *fit, const char *path, paua_error *error)
{
    paua_samples *samples;
    const paua_sample *list;
    paua_samples_game game;
    int count;
    paua_status status = paua_samples_open(path, &samples, error);
    if (status != PAUA_OK)
        return status;
    status = check_info(fit, paua_samples_about(samples), error);
    while (status == PAUA_OK &&
           (status = paua_samples_next(samples, &game, &list, &count, error)) == PAUA_OK) {
        if (ARRAY_RESERVE(fit->data, fit->capacity, fit->count + (size_t)count))
            add_game(fit, game.number, list, count);
        else
            status = error_fill(error, PAUA_ERROR_NO_MEMORY, 0, "out of memory");
    }
    paua_samples_close(samples);
    return status == PAUA_ERROR_NOT_FOUND ? PAUA_OK : status;
}

/* The features of both phases; they are 1 step and 1 marble large. Returns their weighted sum. */
static double weighted_sum(const paua_fit *fit, const paua_position *position, double x[WEIGHTS])
{
    int32_t features[FITTED_FEATURES];
    const int most = 2 * fit->eval.win - 2;
    const double late = most > 0 ? (double)fitted_phase(position, most) / most : 0;
    double sum = 0;
    fit->kernel->features(&fit->eval, position, features);
    for (int i = 0; i < FITTED_FEATURES; i++) {
        double value = i == FITTED_DISTANCE ? (double)features[i] / FITTED_STEP : features[i];
        x[i] = value * (1 - late);
        x[FITTED_FEATURES + i] = value * late;
    }
    for (int i = 0; i < WEIGHTS; i++)
        sum += x[i] * fit->weights[i];
    return sum;
}

/* weighted_sum() of a stored sample. */
static double weighted_sum_of(const paua_fit *fit, const struct datum *datum, double x[WEIGHTS])
{
    const paua_position position = {
        .ejected = {datum->ejected[0], datum->ejected[1]},
        .players = PAUA_SIDES,
        .marbles = {datum->own, datum->other},
    };
    return weighted_sum(fit, &position, x);
}

double paua_fit_probability(const paua_fit *fit, const paua_position *position)
{
    double x[WEIGHTS];
    return label_sigmoid(weighted_sum(fit, position, x));
}

/* One look at all that is fitted to: the loss, its gradient and, if asked, its second
 * derivatives. */
static void sum_derivatives(paua_fit *fit, bool second)
{
    double x[WEIGHTS];
    fit->loss = 0;
    for (int i = 0; i < WEIGHTS; i++) {
        fit->gradient[i] = ridge * fit->weights[i];
        for (int k = 0; second && k <= i; k++)
            fit->hessian[i][k] = k == i ? ridge : 0;
    }
    for (size_t n = 0; n < fit->count; n++) {
        const struct datum *datum = &fit->data[n];
        if (datum->held_out)
            continue;
        double p = label_sigmoid(weighted_sum_of(fit, datum, x));
        double slope = p * (1 - p), error = p - (double)datum->label;
        fit->loss += label_loss(p, (double)datum->label);
        for (int i = 0; i < WEIGHTS; i++) {
            fit->gradient[i] += error * x[i];
            if (!second || x[i] == 0)
                continue;
            double steep = slope * x[i];
            for (int k = 0; k <= i; k++)
                fit->hessian[i][k] += steep * x[k];
        }
    }
}

/* Solves the equations of the rows that `use` names by Cholesky's method: step = hessian^-1 *
 * right. */
static void solve_cholesky(const paua_fit *fit, const bool use[WEIGHTS],
                           const double right[WEIGHTS], double step[WEIGHTS])
{
    double low[WEIGHTS][WEIGHTS];
    int row[WEIGHTS], n = 0;
    for (int i = 0; i < WEIGHTS; i++) {
        step[i] = 0;
        if (use[i])
            row[n++] = i;
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k <= i; k++) {
            double sum = fit->hessian[row[i]][row[k]];
            for (int j = 0; j < k; j++)
                sum -= low[i][j] * low[k][j];
            low[i][k] = k == i ? sqrt(sum) : sum / low[k][k];
        }
    for (int i = 0; i < n; i++) {
        double sum = right[row[i]];
        for (int j = 0; j < i; j++)
            sum -= low[i][j] * step[row[j]];
        step[row[i]] = sum / low[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
        double sum = step[row[i]];
        for (int j = i + 1; j < n; j++)
            sum -= low[j][i] * step[row[j]];
        step[row[i]] = sum / low[i][i];
    }
}

/* Newton's steps; the second derivatives are taken anew only where `second` says so. False when
 * stopped. */
static bool run_newton(paua_fit *fit, const bool use[WEIGHTS], int steps, bool second,
                       bool (*stop)(void *context), void *context)
{
    for (int n = 0; n < steps; n++) {
        double step[WEIGHTS], largest = 0;
        if (stop && stop(context))
            return false;
        sum_derivatives(fit, second);
        solve_cholesky(fit, use, fit->gradient, step);
        for (int i = 0; i < WEIGHTS; i++) {
            fit->weights[i] -= step[i];
            largest = fmax(largest, fabs(step[i]));
        }
        if (largest < 1e-5)
            break;
    }
    return true;
}

/* The mean loss against results, held out or not. */
static double result_loss(const paua_fit *fit, bool held_out)
{
    double x[WEIGHTS], loss = 0;
    uint64_t count = 0;
    for (size_t n = 0; n < fit->count; n++) {
        const struct datum *datum = &fit->data[n];
        if (datum->held_out != held_out)
            continue;
        loss +=
            label_loss(label_sigmoid(weighted_sum_of(fit, datum, x)), label_result(datum->points));
        count++;
    }
    return count ? loss / (double)count : 0;
}

/* The best fit without some weights lies near the point where the quadratic that touches the loss
 * here has its least value without them: from there few steps are enough. */
static bool fit_without(paua_fit *fit, const char *group, const double whole[WEIGHTS],
                        bool (*stop)(void *context), void *context)
{
    double right[WEIGHTS] = {0}, step[WEIGHTS];
    bool use[WEIGHTS];
    for (int i = 0; i < WEIGHTS; i++)
        use[i] = strcmp(fitted_feature_group(i % FITTED_FEATURES), group) != 0;
    for (int i = 0; i < WEIGHTS; i++)
        for (int k = 0; k < WEIGHTS; k++)
            if (use[i] && !use[k])
                right[i] += (k <= i ? fit->hessian[i][k] : fit->hessian[k][i]) * whole[k];
    solve_cholesky(fit, use, right, step);
    for (int i = 0; i < WEIGHTS; i++)
        fit->weights[i] = use[i] ? whole[i] + step[i] : 0;
    return run_newton(fit, use, STEPS_WITHOUT, false, stop, context);
}

/* Ablation: fits without each group of features and records the held-out log-loss, then restores
 * the whole fit. PAUA_ERROR_CONFLICT when stopped. */
static paua_status weigh_groups(paua_fit *fit, bool (*stop)(void *context), void *context)
{
    double whole[WEIGHTS];
    memcpy(whole, fit->weights, sizeof whole);
    fit->group_count = 0;
    for (int i = 0; i < FITTED_FEATURES; i++) {
        const char *name = fitted_feature_group(i);
        paua_fit_group *group = &fit->groups[fit->group_count];
        if (i > 0 && strcmp(name, fitted_feature_group(i - 1)) == 0) {
            group[-1].features++;
            continue;
        }
        if (!fit_without(fit, name, whole, stop, context)) {
            memcpy(fit->weights, whole, sizeof whole);
            return PAUA_ERROR_CONFLICT;
        }
        *group = (paua_fit_group){name, 1, result_loss(fit, true)};
        fit->group_count++;
    }
    memcpy(fit->weights, whole, sizeof whole);
    return PAUA_OK;
}

/* Holds out the last games where there are too few to hold one out by its number. */
static void hold_out_last(paua_fit *fit)
{
    for (size_t n = 0; n < fit->count; n++)
        if (fit->data[n].held_out)
            return;
    const size_t first = fit->games - label_last_held_out(fit->games, fit->options.validate);
    for (size_t n = 0; n < fit->count; n++)
        fit->data[n].held_out = fit->data[n].game >= first;
}

/* Finds K, gives every position its label, and counts. */
static void label_all(paua_fit *fit)
{
    paua_fit_report *report = &fit->report;
    double loss = 0;
    *report = (paua_fit_report){0};
    memset(fit->histogram, 0, sizeof fit->histogram);
    for (size_t n = 0; n < fit->count; n++)
        if (!fit->data[n].held_out)
            label_histogram_add(fit->histogram, fit->data[n].score, fit->data[n].points);
    report->score_scale = label_scale(fit->histogram);
    for (size_t n = 0; n < fit->count; n++) {
        struct datum *datum = &fit->data[n];
        double p = label_sigmoid(datum->score / report->score_scale);
        double result = label_result(datum->points);
        datum->label = (float)(fit->options.lambda * p + (1 - fit->options.lambda) * result);
        if (datum->held_out)
            loss += label_loss(p, result);
        report->held_out += datum->held_out;
    }
    report->positions = fit->count - report->held_out;
    report->loss_score = report->held_out ? loss / (double)report->held_out : 0;
}

paua_status paua_fit_run(paua_fit *fit, bool (*stop)(void *context), void *context)
{
    bool use[WEIGHTS];
    paua_fit_report *report = &fit->report;
    hold_out_last(fit);
    label_all(fit);
    if (report->positions < LEAST || report->held_out < 1)
        return PAUA_ERROR_BAD_ARGUMENT;
    for (int i = 0; i < WEIGHTS; i++) {
        use[i] = true;
        fit->weights[i] = 0;
    }
    if (!run_newton(fit, use, STEPS_MOST, true, stop, context))
        return PAUA_ERROR_CONFLICT;
    report->scale = LABEL_UNIT;
    report->loss = result_loss(fit, true);
    report->loss_fitted = result_loss(fit, false);
    return weigh_groups(fit, stop, context);
}

const paua_fit_report *paua_fit_about(const paua_fit *fit)
{
    return &fit->report;
}

const paua_fit_group *paua_fit_group_at(const paua_fit *fit, int i)
{
    return i >= 0 && i < fit->group_count ? &fit->groups[i] : NULL;
}

/* Writes the weights as a C table, quantised: score per unit of a feature, times FITTED_ONE. */
static void put_weights(const paua_fit *fit, FILE *to)
{
    fprintf(to, "static const int32_t fitted_weights[FITTED_PHASES][FITTED_FEATURES] = {\n");
    for (int k = 0; k < FITTED_PHASES; k++) {
        fprintf(to, "    {\n");
        for (int i = 0; i < FITTED_FEATURES; i++) {
            double unit = i == FITTED_DISTANCE ? (double)FITTED_ONE / FITTED_STEP : FITTED_ONE;
            double weight = fit->weights[k * FITTED_FEATURES + i] * fit->report.scale;
            fprintf(to, "        [FITTED_%s] = %.0f, /* %.1f */\n", fitted_feature_name(i),
                    weight * unit, weight);
        }
        fprintf(to, "    },\n");
    }
    fprintf(to, "};\n");
}

char *paua_fit_text(const paua_fit *fit)
{
    const paua_fit_report *report = &fit->report;
    struct memory_file file;
    size_t size;
    if (!memory_file_open(&file))
        return NULL;
    FILE *to = file.to;
    fprintf(to,
            "/* fitted_weights.h - written by `paua fit`, not by hand.\n *\n"
            " * Fitted to %llu positions of self-play:\n * %s;\n"
            " * seed %llu; checksum %016llx; lambda %.2f.\n"
            " * Log-loss against the results of %llu held-out positions: %.4f;\n"
            " * of the search's scores: %.4f.\n"
            " * A score of %.0f is one unit of log-odds. The comments are scores per unit\n"
            " * of the feature (a marble, a step, ...). */\n"
            "#ifndef EVAL_FITTED_WEIGHTS_H\n#define EVAL_FITTED_WEIGHTS_H\n\n"
            "#include \"eval/fitted.h\"\n\n",
            (unsigned long long)report->positions, fit->info.settings,
            (unsigned long long)fit->info.seed, (unsigned long long)fit->sum, fit->options.lambda,
            (unsigned long long)report->held_out, report->loss, report->loss_score, report->scale);
    put_weights(fit, to);
    fprintf(to, "\n#endif\n");
    return memory_file_close(&file, &size);
}
