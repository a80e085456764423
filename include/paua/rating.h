/* rating.h - what results of games say about strength.
 *
 * Elo is the logistic one: who is d ahead scores 1 / (1 + 10^(-d/400)) on average, a draw being half a point.
 * Games are best played in pairs, two from one opening with colours reversed: what the opening gives to one colour cancels
 * out, and a pair's score varies less than that of two games that have nothing to do with each other. So pairs are
 * what is counted here, by their five possible scores ("pentanomial").
 *
 * Everything here is thread-safe and, but for paua_ratings_fit(), allocates nothing.
 */
#ifndef PAUA_RATING_H
#define PAUA_RATING_H

#include <stdbool.h>
#include <stdint.h>

#include <paua/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PAUA_PAIR_SCORES 5

/* Results of one against another, seen from the first. */
typedef struct paua_tally {
    int64_t wins, draws, losses; /* all games */
    int64_t
        pairs[PAUA_PAIR_SCORES]; /* whole pairs of them in which he has scored 0, 1/2, 1, 3/2, 2 */
} paua_tally;

/* Games counted, and the share of the points, 0 .. 1; 0.5 without games. */
PAUA_API int64_t paua_tally_games(const paua_tally *tally);
PAUA_API double paua_tally_score(const paua_tally *tally);

/* The lead that goes with a score, and the score that goes with a lead; 0 and 1 are infinitely far off. */
PAUA_API double paua_elo_of_score(double score);
PAUA_API double paua_score_of_elo(double elo);

typedef struct paua_elo {
    double elo;       /* -INFINITY when all was lost, INFINITY when all was won */
    double low, high; /* its 95 % interval */
} paua_elo;

/* The lead of the first, from the whole pairs, or from single games while there is no pair. The interval holds those
 * scores under which what happened is not too unlikely: twice the logarithm of the likelihood ratio, over all
 * distributions of pair scores with that mean, is at most 3.84 (Owen, "Empirical Likelihood Ratio Confidence
 * Intervals for a Single Functional", Biometrika 75, 1988). With many pairs it is the usual one, mean +- 1.96
 * standard errors; with few, or near 0 and 1, it stays sensible. Without games: 0, -INFINITY, INFINITY. */
PAUA_API paua_elo paua_tally_elo(const paua_tally *tally);

/* A sequential test of "the lead is elo0" against "it is elo1", elo0 < elo1, wrong in alpha of the cases where the
 * first is true and in beta of those where the second is. */
typedef struct paua_sprt {
    double elo0, elo1;
    double alpha, beta; /* between 0 and 0.5 */
} paua_sprt;

typedef enum paua_sprt_state { PAUA_SPRT_OPEN, PAUA_SPRT_ELO0, PAUA_SPRT_ELO1 } paua_sprt_state;

/* The logarithm of the likelihood ratio of the two, each with the distribution of pair scores of its mean that suits the
 * pairs best: the generalised test (Li, Liu and Ying, "Generalized Sequential Probability Ratio Test for Separate
 * Families of Hypotheses", Sequential Analysis 33, 2014) as the testers of chess engines use it. */
PAUA_API double paua_sprt_llr(const paua_sprt *sprt, const paua_tally *tally);

/* Where it ends: elo0 is accepted at low or below, elo1 at high or above (Wald, "Sequential Tests of Statistical
 * Hypotheses", 1945). */
PAUA_API void paua_sprt_bounds(const paua_sprt *sprt, double *low, double *high);
PAUA_API paua_sprt_state paua_sprt_decide(const paua_sprt *sprt, const paua_tally *tally);

/* Ratings of several who have played each other, by the model of Bradley and Terry ("Rank Analysis of Incomplete Block
 * Designs", Biometrika 39, 1952) with a draw as half a win and half a loss: those under which the results are most
 * likely, for which everybody's expected points are the points he has. out[0] is 0 without an interval, which the others'
 * intervals are relative to; they count pairs of games as one observation each (a sandwich estimate of the variance).
 * Where some have won every game against all the others, or lost it, no finite ratings are the most likely ones; then a
 * drawn game is added to each two that have met, and *added is true.
 * count    of players, 2 .. PAUA_RATINGS_MAX
 * tallies  count * count of them: [i * count + j] is of i against j, the opposite of [j * count + i], and [i * count + i]
 *          is not looked at. Who has not met the first, directly or by others, is infinitely uncertain.
 * Returns PAUA_OK, PAUA_BAD_ARGUMENT or PAUA_NO_MEMORY. */
#define PAUA_RATINGS_MAX 64
PAUA_API paua_status paua_ratings_fit(int count, const paua_tally *tallies, paua_elo *out,
                                      bool *added);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_RATING_H */
