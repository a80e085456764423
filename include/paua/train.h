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

#include <paua/eval.h>
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

/* Trains a network (eval.h, docs/net-format.md) by gradient descent, each position turned and mirrored at random.
 * The same options, files and processor make the same network. */
typedef struct paua_trainer paua_trainer;

#define PAUA_TRAINER_EPOCHS_MAX  10000
#define PAUA_TRAINER_THREADS_MAX 256

typedef struct paua_trainer_options {
    int hidden;  /* for each side: 32 .. 512 in steps of 32 */
    int buckets; /* 1 .. 8 */
    int epochs;  /* times through all samples, 1 .. PAUA_TRAINER_EPOCHS_MAX */
    int batch;   /* positions a step, 1 .. 2^20 */
    double rate; /* of learning, at first: above 0, at most 1; it sinks to nothing along a cosine */
    double lambda; /* 0 .. 1 */
    int validate;  /* percent of games held out, 1 .. 50 */
    int threads;   /* 1 .. PAUA_TRAINER_THREADS_MAX */
    uint64_t seed;
    bool drop_hanging; /* leave out all positions in which the side to move can eject */
} paua_trainer_options;

typedef struct paua_trainer_report {
    uint64_t positions, held_out; /* learned from, and not */
    double score_scale;           /* K */
    int epoch;                    /* that many are done */
    double part;                  /* of the next one, 0 .. 1 */
    double loss_learned;          /* mean log-loss against the labels, during the last epoch */
    /* mean log-losses of the positions held out, after the last epoch: */
    double loss;        /* against their labels */
    double loss_result; /* against the results of their games */
    /* after all epochs, of the network in whole numbers as an engine uses it */
    double loss_whole, loss_result_whole;
} paua_trainer_report;

/* Called on the thread that runs, several times a second and after each epoch. False: stop. */
typedef bool (*paua_trainer_callback)(const paua_trainer_report *now, void *context);

/* The board, 5x5x5, is borrowed. PAUA_OK, PAUA_BAD_ARGUMENT, PAUA_UNSUPPORTED (another board) or PAUA_NO_MEMORY. */
PAUA_API paua_status paua_trainer_new(const paua_board *board, const paua_trainer_options *options,
                                      paua_trainer **out);
PAUA_API void paua_trainer_free(paua_trainer *trainer); /* NULL is allowed */

/* Begins with the numbers of a net (eval.h) instead of drawn ones; before the first file. The net has as many buckets and is
 * at most as wide: hidden units that it lacks are drawn and weigh nothing in the output, so that training begins with
 * what the net says. PAUA_OK or PAUA_BAD_ARGUMENT. */
PAUA_API paua_status paua_trainer_begin(paua_trainer *trainer, const paua_net *net);

/* Adds all samples of a file, before the first run. As paua_fit_add(). */
PAUA_API paua_status paua_trainer_add(paua_trainer *trainer, const char *path, paua_error *error);

/* Goes on from a checkpoint of the same options (epochs and threads may differ) and samples; after the last
 * file, before the run. PAUA_OK, PAUA_IO (errno says why), PAUA_CORRUPT, PAUA_CONFLICT or PAUA_NO_MEMORY, with an error. */
PAUA_API paua_status paua_trainer_resume(paua_trainer *trainer, const char *path,
                                         paua_error *error);

/* Trains to the last epoch. After each one the checkpoint is replaced; NULL: there is none. Returns PAUA_OK,
 * PAUA_BAD_ARGUMENT (too few samples), PAUA_CONFLICT (stopped; what was done since the last epoch is lost), PAUA_IO (the
 * checkpoint) or PAUA_NO_MEMORY. */
PAUA_API paua_status paua_trainer_run(paua_trainer *trainer, const char *checkpoint,
                                      paua_trainer_callback callback, void *context);

PAUA_API const paua_trainer_report *paua_trainer_about(const paua_trainer *trainer);

/* The network's file: *size bytes; free() them. `about` is its description, printable ASCII. NULL without memory. */
PAUA_API void *paua_trainer_net(const paua_trainer *trainer, const char *about, size_t *size);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_TRAIN_H */
