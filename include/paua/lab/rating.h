/* lab/rating.h - what results of games say about strength: Elo, its interval, the SPRT.
 *
 * Elo is logistic: a lead of d scores 1 / (1 + 10^(-d/400)) on average, a draw being half a point.
 * Games are best played in pairs, two from one opening with colours reversed: the opening's bias
 * cancels out, and the score of a pair varies less than that of two independent games. So pairs are
 * counted here, by their five possible scores ("pentanomial").
 *
 * Everything here is thread-safe and, but for paua_ratings_fit(), allocates nothing.
 *
 * Research: no promise about its functions and structs from one version to the next.
 */
#ifndef PAUA_LAB_RATING_H
#define PAUA_LAB_RATING_H

#include <stdbool.h>
#include <stdint.h>

#include <paua/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PAUA_PAIR_SCORES 5

/* Results of one player against another, seen from the first. */
typedef struct paua_tally {
    int64_t wins, draws, losses; /* all games */
    /* whole pairs of them in which the first scored 0, 1/2, 1, 3/2, 2 */
    int64_t pairs[PAUA_PAIR_SCORES];
} paua_tally;

/* Games counted, and the share of the points, 0 .. 1; 0.5 without games. */
PAUA_API int64_t paua_tally_games(const paua_tally *tally);
PAUA_API double paua_tally_score(const paua_tally *tally);

/* The lead for a score, and the score for a lead; scores of 0 and 1 are infinite leads. */
PAUA_API double paua_elo_of_score(double score);
PAUA_API double paua_score_of_elo(double elo);

typedef struct paua_elo {
    double elo;       /* -INFINITY when all games are lost, INFINITY when all are won */
    double low, high; /* its 95 % interval */
} paua_elo;

/* The lead of the first, from the whole pairs, or from single games while there is no pair. The
 * interval is that of the empirical likelihood ratio: all scores for which twice the logarithm of
 * the ratio, over all distributions of pair scores with that mean, is at most 3.84 (Owen,
 * "Empirical Likelihood Ratio Confidence Intervals for a Single Functional", Biometrika 75, 1988).
 * With many pairs it is the usual one, mean +- 1.96 standard errors; with few, or near 0 and 1, it
 * stays sensible. Without games: 0, -INFINITY, INFINITY. */
PAUA_API paua_elo paua_tally_elo(const paua_tally *tally);

/* A sequential probability ratio test of "the lead is elo0" against "it is elo1", elo0 < elo1, with
 * errors of alpha if the first is true and of beta if the second is. */
typedef struct paua_sprt {
    double elo0, elo1;
    double alpha, beta; /* between 0 and 0.5 */
} paua_sprt;

typedef enum paua_sprt_state { PAUA_SPRT_OPEN, PAUA_SPRT_ELO0, PAUA_SPRT_ELO1 } paua_sprt_state;

/* The logarithm of the likelihood ratio, each hypothesis with the most likely distribution of pair
 * scores of its mean: the generalised test (Li, Liu and Ying, "Generalized Sequential Probability
 * Ratio Test for Separate Families of Hypotheses", Sequential Analysis 33, 2014) as testers of
 * chess engines use it. */
PAUA_API double paua_sprt_llr(const paua_sprt *sprt, const paua_tally *tally);

/* Where it ends: elo0 is accepted at low or below, elo1 at high or above (Wald, "Sequential Tests
 * of Statistical Hypotheses", 1945). */
PAUA_API void paua_sprt_bounds(const paua_sprt *sprt, double *low, double *high);
PAUA_API paua_sprt_state paua_sprt_decide(const paua_sprt *sprt, const paua_tally *tally);

#define PAUA_RATINGS_MAX 64

/* Ratings of several players by the model of Bradley and Terry ("Rank Analysis of Incomplete Block
 * Designs", Biometrika 39, 1952) with a draw as half a win and half a loss: the ratings that make
 * the results most likely, for which everybody's expected points are the points scored. The first
 * player is the zero; the intervals of the others are relative to it. They count pairs of games as
 * one observation each (a sandwich estimate of the variance). Where some have won, or lost, every
 * game against all the others, the most likely ratings are infinite; then a drawn game is added to
 * each two that have met, and *added is true.
 * count    players, 2 .. PAUA_RATINGS_MAX
 * tallies  count * count: [i * count + j] is i against j, the opposite of [j * count + i];
 *          [i * count + i] is ignored. A player who has not met the first, directly or through
 *          others, is infinitely uncertain.
 * Returns PAUA_OK, PAUA_ERROR_BAD_ARGUMENT or PAUA_ERROR_NO_MEMORY. */
PAUA_API paua_status paua_ratings_fit(int count, const paua_tally *tallies, paua_elo *out,
                                      bool *added);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_LAB_RATING_H */
