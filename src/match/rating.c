/* rating.c - Elo of a score, its interval by the empirical likelihood ratio (Owen 1988), and the
 * sequential probability ratio test (Wald 1945) in its generalised form.
 */
#include <math.h>

#include <paua/lab/rating.h>

/* Half the 95 % point of chi-squared with one degree of freedom. */
#define HALF_CHI_SQUARED 1.9207294

#define LITTLE 1e-3

/* Counts of scores that are evenly spaced from 0 to 1. */
struct score_sample {
    int kinds; /* 3 or 5 */
    double counts[PAUA_PAIR_SCORES];
    double total;
};

int64_t paua_tally_games(const paua_tally *tally)
{
    return tally->wins + tally->draws + tally->losses;
}

double paua_tally_score(const paua_tally *tally)
{
    double games = (double)paua_tally_games(tally);
    return games > 0 ? ((double)tally->wins + (double)tally->draws / 2) / games : 0.5;
}

double paua_elo_of_score(double score)
{
    if (score <= 0)
        return -INFINITY;
    if (score >= 1)
        return INFINITY;
    return 400 * log10(score / (1 - score));
}

double paua_score_of_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

/* The score of the i-th kind of result, from 0 to 1 in equal steps. */
static double score_at(const struct score_sample *sample, int i)
{
    return (double)i / (sample->kinds - 1);
}

/* Whole pairs, or single games where there are none. A score that never occurred has a tiny count,
 * so that no mean between 0 and 1 is impossible. */
static struct score_sample score_sample_of(const paua_tally *tally)
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

static double score_sample_mean(const struct score_sample *sample)
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

/* The logarithm of the likelihood of the sample under the distribution with this mean, 0 < mean <
 * 1, that makes it greatest (empirical likelihood, Owen 1988); the Lagrange multiplier of the
 * condition on the mean is found by bisection. */
static double score_sample_log_likelihood(const struct score_sample *sample, double mean)
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

/* The mean between the best one and `end` (0 or 1) where the likelihood has fallen out of the
 * interval. */
static double interval_end(const struct score_sample *sample, double best, double end)
{
    double least = score_sample_log_likelihood(sample, best) - HALF_CHI_SQUARED;
    double inside = best, outside = end;
    for (int i = 0; i < 60; i++) {
        double middle = (inside + outside) / 2;
        if (middle > 0 && middle < 1 && score_sample_log_likelihood(sample, middle) >= least)
            inside = middle;
        else
            outside = middle;
    }
    return inside;
}

/* The share of the points in what the sample was made of. */
static double sampled_score(const paua_tally *tally)
{
    double points = 0, pairs = 0;
    for (int i = 0; i < PAUA_PAIR_SCORES; i++) {
        points += (double)tally->pairs[i] * i / (PAUA_PAIR_SCORES - 1);
        pairs += (double)tally->pairs[i];
    }
    return pairs > 0 ? points / pairs : paua_tally_score(tally);
}

paua_elo paua_tally_elo(const paua_tally *tally)
{
    paua_elo elo = {0, -INFINITY, INFINITY};
    struct score_sample sample = score_sample_of(tally);
    double score = sampled_score(tally), best = score_sample_mean(&sample);
    if (paua_tally_games(tally) == 0)
        return elo;
    elo.elo = paua_elo_of_score(score);
    if (paua_tally_games(tally) < 2) /* a single result says nothing about the next */
        return elo;
    if (score > 0)
        elo.low = paua_elo_of_score(interval_end(&sample, best, 0));
    if (score < 1)
        elo.high = paua_elo_of_score(interval_end(&sample, best, 1));
    return elo;
}

/* Finished pairs of games: one opening, played with both colours. */
static int64_t pairs_of(const paua_tally *tally)
{
    int64_t pairs = 0;
    for (int i = 0; i < PAUA_PAIR_SCORES; i++)
        pairs += tally->pairs[i];
    return pairs;
}

double paua_sprt_llr(const paua_sprt *sprt, const paua_tally *tally)
{
    struct score_sample sample = score_sample_of(tally);
    if (pairs_of(tally) == 0)
        return 0;
    return score_sample_log_likelihood(&sample, paua_score_of_elo(sprt->elo1)) -
           score_sample_log_likelihood(&sample, paua_score_of_elo(sprt->elo0));
}

void paua_sprt_bounds(const paua_sprt *sprt, double *low, double *high)
{
    *low = log(sprt->beta / (1 - sprt->alpha));
    *high = log((1 - sprt->beta) / sprt->alpha);
}

paua_sprt_state paua_sprt_decide(const paua_sprt *sprt, const paua_tally *tally)
{
    double llr = paua_sprt_llr(sprt, tally), low, high;
    paua_sprt_bounds(sprt, &low, &high);
    if (llr >= high)
        return PAUA_SPRT_ELO1;
    return llr <= low ? PAUA_SPRT_ELO0 : PAUA_SPRT_OPEN;
}
