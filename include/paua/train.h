/* train.h - weights from samples (samples.h): the fitted evaluation's and a network's.
 *
 * Both learn how likely the side to move is to win: the label of a position is
 *   lambda * sigmoid(score / K) + (1 - lambda) * (result + 1) / 2
 * of what the search said and how the game ended, with a K that fits scores to results best. Held out are whole games,
 * those whose number in their file ends a hundred with the last `validate` numbers. Positions where the best move ejects
 * are left out: a search looks at ejections before it asks an evaluation.
 *
 * An object is used by one thread at a time; different ones are independent.
 */
#ifndef PAUA_TRAIN_H
#define PAUA_TRAIN_H

#include <paua/samples.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Fits the evaluation "fitted" (eval.h) by logistic regression, with Newton's method. */
typedef struct paua_fit paua_fit;

typedef struct paua_fit_options {
    double lambda; /* 0 .. 1 */
    int validate;  /* percent of games held out, 1 .. 50 */
} paua_fit_options;

typedef struct paua_fit_report {
    uint64_t positions, held_out; /* fitted to, and not */
    double score_scale;           /* K, in the score's unit */
    double scale;                 /* score of the new weights that is one unit of log-odds: 1000 */
    /* mean log-losses against the results of the games held out, a draw being half a win: */
    double loss;        /* of the fit */
    double loss_score;  /* of the search's scores */
    double loss_fitted; /* on the positions fitted to */
} paua_fit_report;

/* What features of one kind are worth. */
typedef struct paua_fit_group {
    const char *name;
    int features;
    double loss_without; /* the loss held out of a fit without them */
} paua_fit_group;

/* The board is borrowed. PAUA_OK, PAUA_BAD_ARGUMENT or PAUA_NO_MEMORY. */
PAUA_API paua_status paua_fit_new(const paua_board *board, const paua_fit_options *options,
                                  paua_fit **out);
PAUA_API void paua_fit_free(paua_fit *fit); /* NULL is allowed */

/* Adds all samples of a file. What paua_samples_open() and _next() return but PAUA_NOT_FOUND, and PAUA_UNSUPPORTED for
 * samples of another board or win than those before. */
PAUA_API paua_status paua_fit_add(paua_fit *fit, const char *path, paua_error *error);

/* Fits, then once more without each group. `stop`, if not NULL, is asked now and then and ends it when true.
 * PAUA_OK, PAUA_BAD_ARGUMENT (too few samples), PAUA_CONFLICT (stopped) or PAUA_NO_MEMORY. */
PAUA_API paua_status paua_fit_run(paua_fit *fit, bool (*stop)(void *context), void *context);

/* After it. */
PAUA_API const paua_fit_report *paua_fit_about(const paua_fit *fit);
PAUA_API const paua_fit_group *paua_fit_group_at(const paua_fit *fit, int i); /* NULL: no more */

/* How likely the side to move is to win a position of the fit's board, 0 .. 1. */
PAUA_API double paua_fit_probability(const paua_fit *fit, const paua_position *position);

/* The weights as the text of src/eval/fitted_weights.h; free() it. NULL without memory. */
PAUA_API char *paua_fit_text(const paua_fit *fit);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_TRAIN_H */
