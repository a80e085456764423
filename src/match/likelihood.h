/* likelihood.h - the likelihood of pair scores under a given mean. */
#ifndef MATCH_LIKELIHOOD_H
#define MATCH_LIKELIHOOD_H

#include <paua/rating.h>

/* Counts of scores that are evenly spaced from 0 to 1. */
struct score_sample {
    int kinds; /* 3 or 5 */
    double counts[PAUA_PAIR_SCORES];
    double total;
};

/* Whole pairs, or single games where there are none. A score that never occurred has a tiny count,
 * so that no mean between 0 and 1 is impossible. */
struct score_sample score_sample_of(const paua_tally *tally);

double score_sample_mean(const struct score_sample *sample);

/* The logarithm of the likelihood of the sample under the distribution with this mean, 0 < mean <
 * 1, that makes it greatest. */
double score_sample_log_likelihood(const struct score_sample *sample, double mean);

#endif
