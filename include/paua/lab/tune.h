/* lab/tune.h - search parameters tuned by matches of the engine against itself.
 *
 * SPSA (Spall, "Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient
 * Approximation", IEEE TAC 1992): each iteration draws a sign for every parameter, plays pairs of
 * games between the engine with value + sign * c and the engine with value - sign * c, and moves
 * all values by the difference of wins and losses. However many parameters there are, an iteration
 * costs the same games. Of N iterations, number k has
 *   c(k) = c_end * (N / k)^0.101
 *   a(k) = r_end * c_end^2 * ((A + N) / (A + k))^0.602, where A = N / 10
 * and moves a value by sign * a(k) / c(k) * (wins - losses). Values are real numbers; the engines
 * get them rounded to whole numbers, up or down by chance, and within the parameter's range.
 *
 * The same setup gives the same values, for any concurrency and however often it was interrupted,
 * if nodes or depth alone limit the moves. An object is used by one thread at a time; its games are
 * played by threads of its own.
 *
 * Research: no promise about its functions and structs from one version to the next.
 */
#ifndef PAUA_LAB_TUNE_H
#define PAUA_LAB_TUNE_H

#include <paua/lab/match.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PAUA_TUNE_PARAMETERS_MAX 64
#define PAUA_TUNE_ITERATIONS_MAX 10000000
#define PAUA_TUNE_PAIRS_MAX      10000

/* A parameter to tune, from its present value on (search.h). */
typedef struct paua_tune_parameter {
    const char *name;
    /* How far to both sides the last iteration tries, up to the width of the range; 0: a twentieth
     * of the range, but at least 0.5. */
    double c_end;
    /* How far the last iteration moves the value for one win more, in units of c_end, up to 1; 0:
     * 0.002. */
    double r_end;
} paua_tune_parameter;

typedef struct paua_tune_setup {
    /* Borrowed for paua_tune_new() alone; NULL, and count 0: all parameters. */
    const paua_tune_parameter *parameters;
    int count;          /* 1 .. PAUA_TUNE_PARAMETERS_MAX */
    int64_t iterations; /* 1 .. PAUA_TUNE_ITERATIONS_MAX */
    int64_t pairs;      /* pairs of games in an iteration, 1 .. PAUA_TUNE_PAIRS_MAX */
    /* As in paua_match_setup, borrowed as long as the object. Every pair of games has an opening of
     * its own, with colours reversed in the second game. */
    const paua_openings *openings;
    const char *rules;
    int plies;
    paua_limits
        limits; /* its size need not be set; at least one of depth, nodes and time_ms is above 0 */
    int64_t tt_mb;
    int concurrency; /* games at once; more than 2 * pairs are not possible */
    uint64_t seed;   /* of signs and rounding */
} paua_tune_setup;

typedef struct paua_tune_progress {
    int64_t iteration;    /* completed */
    int64_t games, draws; /* in these */
    int64_t playing;      /* games played in the next one, which counts when it is complete */
} paua_tune_progress;

typedef struct paua_tune paua_tune;

/* Begins with the parameters' present values. Returns PAUA_OK, PAUA_ERROR_NOT_FOUND (a name),
 * PAUA_ERROR_BAD_ARGUMENT (a number out of range, a parameter twice, rules too long) or
 * PAUA_ERROR_NO_MEMORY, with *error filled (it may be NULL). */
PAUA_API paua_status paua_tune_new(const paua_tune_setup *setup, paua_tune **out,
                                   paua_error *error);
PAUA_API void paua_tune_free(paua_tune *tune); /* NULL is allowed */

/* Continues from a checkpoint. Returns PAUA_OK; or, and nothing has changed: PAUA_ERROR_CORRUPT
 * (not a checkpoint, or damaged), PAUA_ERROR_CONFLICT (made with another setup, version or net; the
 * message names the first difference; concurrency may differ), PAUA_ERROR_IO or
 * PAUA_ERROR_NO_MEMORY, with *error filled (it may be NULL). */
PAUA_API paua_status paua_tune_resume(paua_tune *tune, const char *path, paua_error *error);

/* Called some times a second and after each iteration, on the thread that called
 * paua_tune_run(). False ends the run; an iteration that is not complete is played again later. */
typedef bool (*paua_tune_callback)(const paua_tune_progress *now, void *context);

/* Runs the iterations that are left. `path`, if not NULL, is replaced by a checkpoint after each
 * iteration, but at most once a second, and at the end. The callback may be NULL.
 * Returns PAUA_OK, also when the callback ended it; PAUA_ERROR_IO (the checkpoint; it is the old
 * one) or PAUA_ERROR_NO_MEMORY, with *error filled (it may be NULL). It may be called again after
 * each. */
PAUA_API paua_status paua_tune_run(paua_tune *tune, const char *path, paua_tune_callback callback,
                                   void *context, paua_error *error);

/* How far it is; `playing` is 0. */
PAUA_API paua_tune_progress paua_tune_about(const paua_tune *tune);

/* How many parameters are tuned; the name and value of one, 0 .. count-1. A name is static. */
PAUA_API int paua_tune_count(const paua_tune *tune);
PAUA_API const char *paua_tune_name(const paua_tune *tune, int i);
PAUA_API double paua_tune_value(const paua_tune *tune, int i);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_LAB_TUNE_H */
