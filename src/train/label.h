/* label.h - what training takes for the truth of a position. */
#ifndef TRAIN_LABEL_H
#define TRAIN_LABEL_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    LABEL_STEPS = 12,  /* Newton's, to find K */
    LABEL_UNIT = 1000, /* of a score: one unit of log-odds */
    LABEL_SCORE_MOST =
        5000 /* what is farther away, forced wins among it, counts as this far for K */
};

/* The logistic function: from log-odds to the probability of a win. */
static inline double label_sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

/* The points of a sample's side to move, in hundredths: 0 for a loss, 100 for a win, 50 for a draw
 * and up to `lead_share` percent of the other 50 for whoever had ejected more at its end. */
static inline uint8_t label_points(int result, int lead, int lead_share)
{
    int ahead = (lead > 0) - (lead < 0);
    return (uint8_t)(50 + (result ? 50 * result : ahead * lead_share / 2));
}

/* The label of a result: its points. */
static inline double label_result(uint8_t points)
{
    return points * 0.01;
}

/* Log-loss (cross-entropy) in nats; probabilities are at least 1e-9, so that it stays finite. */
static inline double label_loss(double p, double label)
{
    const double least = 1e-9;
    return -label * log(fmax(p, least)) - (1 - label) * log(fmax(1 - p, least));
}

/* Whether a game is of the validation set: the last `percent` of every 100. Whole games are held
 * out, as the positions of one game resemble each other. */
static inline bool label_held_out(uint32_t game, int percent)
{
    return game % 100 >= (uint32_t)(100 - percent);
}

/* The K with which sigmoid(score / K) fits results best. Set to zero; add all, step; repeat. */
struct label_scale {
    double slope; /* 1 / K, in thousandths */
    double first, second;
};

/* Adds a position to the first and second derivative of the log-loss by 1 / K. */
static inline void label_scale_add(struct label_scale *scale, int score, uint8_t points)
{
    if (score > LABEL_SCORE_MOST || score < -LABEL_SCORE_MOST)
        score = score > 0 ? LABEL_SCORE_MOST : -LABEL_SCORE_MOST;
    double x = score / 1000.0, p = label_sigmoid(scale->slope * x);
    scale->first += (p - label_result(points)) * x;
    scale->second += p * (1 - p) * x * x;
}

/* One step of Newton's method; the sums start at zero again. */
static inline void label_scale_step(struct label_scale *scale)
{
    if (scale->second > 0)
        scale->slope -= scale->first / scale->second;
    scale->first = scale->second = 0;
}

/* K in units of score; at most 100000, where scores hardly predict results. */
static inline double label_scale_of(const struct label_scale *scale)
{
    return 1000 / fmax(scale->slope, 0.01);
}

#endif
