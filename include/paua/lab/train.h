/* lab/train.h - weights from samples (samples.h): the fitted evaluation's and a network's.
 *
 * Both learn the probability that the side to move wins. The label of a position is
 *   lambda * sigmoid(score / K) + (1 - lambda) * (result + 1) / 2
 * from the score of the search and the result of the game, with the K that predicts results best.
 * Whole games are held out: of every hundred the last `validate`; where there are so few that none
 * is, as many per cent of them from the end, at least one. Positions whose best move ejects
 * are left out: a search resolves ejections before it evaluates.
 *
 * An object is used by one thread at a time; different ones are independent.
 *
 * Research: no promise about its functions and structs from one version to the next.
 */
#ifndef PAUA_LAB_TRAIN_H
#define PAUA_LAB_TRAIN_H

#include <paua/eval.h>
#include <paua/lab/samples.h>

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
    uint64_t positions, held_out; /* used for the fit, and held out */
    double score_scale;           /* K, in the score's unit */
    double scale;                 /* a score of the new weights per unit of log-odds: 1000 */
    /* mean log-losses against the results of held-out games, a draw being half a win */
    double loss;        /* of the fit */
    double loss_score;  /* of the search's scores */
    double loss_fitted; /* of the fit, on the positions used for it */
} paua_fit_report;

/* The worth of features of one kind. */
typedef struct paua_fit_group {
    const char *name;
    int features;
    double loss_without; /* held-out loss of a fit without them */
} paua_fit_group;

/* The board is borrowed. PAUA_OK, PAUA_ERROR_BAD_ARGUMENT or PAUA_ERROR_NO_MEMORY. */
PAUA_API paua_status paua_fit_new(const paua_board *board, const paua_fit_options *options,
                                  paua_fit **out);
PAUA_API void paua_fit_free(paua_fit *fit); /* NULL is allowed */

/* Adds all samples of a file. Returns what paua_samples_open() and paua_samples_next() do except
 * PAUA_ERROR_NOT_FOUND, and PAUA_ERROR_UNSUPPORTED for samples of another board or win than the
 * first file's. */
PAUA_API paua_status paua_fit_add(paua_fit *fit, const char *path, paua_error *error);

/* Fits, then once more without each group. `stop`, if not NULL, is called now and then; true ends
 * the fit. Returns PAUA_OK, PAUA_ERROR_BAD_ARGUMENT (too few samples), PAUA_ERROR_CONFLICT
 * (stopped) or PAUA_ERROR_NO_MEMORY. */
PAUA_API paua_status paua_fit_run(paua_fit *fit, bool (*stop)(void *context), void *context);

/* After it. */
PAUA_API const paua_fit_report *paua_fit_about(const paua_fit *fit);
PAUA_API const paua_fit_group *paua_fit_group_at(const paua_fit *fit, int i); /* NULL: no more */

/* The probability, 0 .. 1, that the side to move wins a position of the fit's board. */
PAUA_API double paua_fit_probability(const paua_fit *fit, const paua_position *position);

/* The weights as the text of src/eval/fitted_weights.h; free() it. NULL without memory. */
PAUA_API char *paua_fit_text(const paua_fit *fit);

/* Trains a network (eval.h, docs/net-format.md) by gradient descent, each position under a random
 * symmetry. The same options, files and processor make the same network. */
typedef struct paua_trainer paua_trainer;

#define PAUA_TRAINER_EPOCHS_MAX  10000
#define PAUA_TRAINER_THREADS_MAX 256

typedef struct paua_trainer_options {
    int hidden;    /* for each side: 32 .. 512 in steps of 32 */
    int buckets;   /* 2, 4, 6 or 8 */
    int epochs;    /* passes over all samples, 1 .. PAUA_TRAINER_EPOCHS_MAX */
    int batch;     /* positions a step, 1 .. 2^20 */
    double rate;   /* the first learning rate, above 0, at most 1; it falls to 0 along a cosine */
    double lambda; /* 0 .. 1 */
    /* What more ejections count in a drawn game in which quiet plies (R13) do not count, 0 .. 100
     * percent of a win. In other drawn games they count nothing. */
    int lead_share;
    int validate; /* percent of games held out, 1 .. 50 */
    int threads;  /* 1 .. PAUA_TRAINER_THREADS_MAX */
    uint64_t seed;
    bool drop_hanging; /* leave out all positions in which the side to move can eject */
} paua_trainer_options;

typedef struct paua_trainer_report {
    uint64_t positions, held_out; /* used for training, and held out */
    double score_scale[2];        /* K where quiet plies do not count, and where they do */
    int epoch;                    /* finished epochs */
    double part;                  /* of the current epoch, 0 .. 1 */
    double loss_learned;          /* mean log-loss against the labels, during the last epoch */
    /* mean log-losses of the held-out positions, after the last epoch */
    double loss;        /* against their labels */
    double loss_result; /* against the results of their games */
    /* the same after all epochs, of the quantised network that an engine uses */
    double loss_whole, loss_result_whole;
} paua_trainer_report;

/* Called on the calling thread several times a second and after each epoch. False: stop. */
typedef bool (*paua_trainer_callback)(const paua_trainer_report *now, void *context);

/* The board, 5x5x5, is borrowed. PAUA_OK, PAUA_ERROR_BAD_ARGUMENT, PAUA_ERROR_UNSUPPORTED (another
 * board) or PAUA_ERROR_NO_MEMORY. */
PAUA_API paua_status paua_trainer_new(const paua_board *board, const paua_trainer_options *options,
                                      paua_trainer **out);
PAUA_API void paua_trainer_free(paua_trainer *trainer); /* NULL is allowed */

/* Begins with the weights of a net (eval.h) instead of random ones; call it before the first file.
 * The net has as many buckets and is at most as wide: additional hidden units have random input
 * weights and output weights of 0, so that training begins with the net's own output. PAUA_OK or
 * PAUA_ERROR_BAD_ARGUMENT. */
PAUA_API paua_status paua_trainer_begin(paua_trainer *trainer, const paua_net *net);

/* Adds all samples of a file, before the first run. The file stays open, and each epoch reads it
 * again, in random order: it must not change. As paua_fit_add(). */
PAUA_API paua_status paua_trainer_add(paua_trainer *trainer, const char *path, paua_error *error);

/* Continues from a checkpoint of the same samples and options (epochs and threads may differ); call
 * it after the last file and before the run. PAUA_OK, PAUA_ERROR_IO (errno), PAUA_ERROR_CORRUPT,
 * PAUA_ERROR_CONFLICT or PAUA_ERROR_NO_MEMORY, with an error. */
PAUA_API paua_status paua_trainer_resume(paua_trainer *trainer, const char *path,
                                         paua_error *error);

/* Trains to the last epoch. After each one the checkpoint file is replaced; NULL: there is none.
 * Returns PAUA_OK, PAUA_ERROR_BAD_ARGUMENT (too few samples), PAUA_ERROR_CONFLICT (stopped; the
 * unfinished epoch is lost), PAUA_ERROR_IO (the checkpoint), PAUA_ERROR_CORRUPT (a file of samples
 * has changed) or PAUA_ERROR_NO_MEMORY. */
PAUA_API paua_status paua_trainer_run(paua_trainer *trainer, const char *checkpoint,
                                      paua_trainer_callback callback, void *context);

PAUA_API const paua_trainer_report *paua_trainer_about(const paua_trainer *trainer);

/* The network's file, of *size bytes; free() it. `about` is its description in printable ASCII.
 * NULL: out of memory. */
PAUA_API void *paua_trainer_net(const paua_trainer *trainer, const char *about, size_t *size);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_LAB_TRAIN_H */
