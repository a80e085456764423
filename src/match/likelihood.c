/* likelihood.c - the likelihood of pair scores under a mean: empirical likelihood (Owen 1988), with
 * the Lagrange multiplier of the condition on the mean found by bisection.
 */
#include "match/likelihood.h"

#include <math.h>

#define LITTLE 1e-3

/* The score of the i-th kind of result, from 0 to 1 in equal steps. */
static double score_at(const struct score_sample *sample, int i)
{
    return (double)i / (sample->kinds - 1);
}

struct score_sample score_sample_of(const paua_tally *tally)
{
    struct score_sample sample = {.kinds = PAUA_PAIR_SCORES};
    double pairs = 0;
    for (int i = 0; i < PAUA_PAIR_SCORES; i++) {
        sample.counts[i] = (double)tally->pairs[i];
        pairs += sample.counts[i];
    }
    if (pairs == 0) {
        sample.kinds = 3;
        sample.counts[0] = (double)tally->losses;
        sample.counts[1] = (double)tally->draws;
        sample.counts[2] = (double)tally->wins;
    }
    for (int i = 0; i < sample.kinds; i++) {
        if (sample.counts[i] == 0)
            sample.counts[i] = LITTLE;
        sample.total += sample.counts[i];
    }
    return sample;
}

double score_sample_mean(const struct score_sample *sample)
{
    double sum = 0;
    for (int i = 0; i < sample->kinds; i++)
        sum += sample->counts[i] * score_at(sample, i);
    return sum / sample->total;
}

/* With a multiplier t for the condition on the mean, the best distribution gives score x the share
 * count / total / (1 + t (x - mean)). The t that meets the condition is where this sum, which falls
 * with t, is 0. */
static double mean_excess(const struct score_sample *sample, double mean, double t)
{
    double sum = 0;
    for (int i = 0; i < sample->kinds; i++) {
        double off = score_at(sample, i) - mean;
        sum += sample->counts[i] * off / (1 + t * off);
    }
    return sum;
}

double score_sample_log_likelihood(const struct score_sample *sample, double mean)
{
    double low = -1 / (1 - mean), high = 1 / mean; /* between these all shares are positive */
    double sum = 0;
    for (int i = 0; i < 100; i++) {
        double middle = (low + high) / 2;
        if (mean_excess(sample, mean, middle) > 0)
            low = middle;
        else
            high = middle;
    }
    for (int i = 0; i < sample->kinds; i++)
        sum += sample->counts[i] * log(sample->counts[i] / sample->total /
                                       (1 + (low + high) / 2 * (score_at(sample, i) - mean)));
    return sum;
}
