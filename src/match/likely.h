/* likely.h - how likely pair scores make a mean. */
#ifndef MATCH_LIKELY_H
#define MATCH_LIKELY_H

#include <paua/rating.h>

/* How often each of some scores, evenly spaced from 0 to 1, has come. */
struct sample {
    int kinds; /* 3 or 5 */
    double counts[PAUA_PAIR_SCORES];
    double total;
};

/* Whole pairs, or single games where there are none. What never came counts as a little, so that no mean
 * between 0 and 1 is impossible. */
struct sample sample_of(const paua_tally *tally);

double sample_mean(const struct sample *sample);

/* The logarithm of the likelihood of the sample under the distribution with this mean, 0 < mean < 1, that makes it
 * greatest. */
double sample_likelihood(const struct sample *sample, double mean);

#endif
