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

/* The number of games to hold out where none is held out by its number: the last `percent` of them,
 * at least one, unless there is only one. */
static inline size_t label_last_held_out(size_t games, int percent)
{
    const size_t share = games * (size_t)percent / 100;
    return games < 2 ? 0 : share > 0 ? share : 1;
}

/* A histogram of scores: positions, and the sum of their points. */
struct label_bin {
    uint64_t count, points;
};

enum { LABEL_BINS = 2 * LABEL_SCORE_MOST + 1 };

/* What is beyond LABEL_SCORE_MOST counts as that. */
static inline void label_histogram_add(struct label_bin histogram[LABEL_BINS], int score,
                                       uint8_t points)
{
    if (score > LABEL_SCORE_MOST || score < -LABEL_SCORE_MOST)
        score = score > 0 ? LABEL_SCORE_MOST : -LABEL_SCORE_MOST;
    histogram[score + LABEL_SCORE_MOST].count++;
    histogram[score + LABEL_SCORE_MOST].points += points;
}

/* The K with which sigmoid(score / K) fits results best, by Newton's method on the log-loss. In
 * units of score; at most 100000, where scores hardly predict results. */
static inline double label_scale(const struct label_bin histogram[LABEL_BINS])
{
    double slope = 0; /* 1 / K, in thousandths */
    for (int step = 0; step < LABEL_STEPS; step++) {
        double first = 0, second = 0; /* derivatives of the loss by the slope */
        for (int i = 0; i < LABEL_BINS; i++) {
            const double count = (double)histogram[i].count;
            const double points = (double)histogram[i].points * 0.01;
            const double x = (i - LABEL_SCORE_MOST) / 1000.0, p = label_sigmoid(slope * x);
            first += (count * p - points) * x;
            second += count * p * (1 - p) * x * x;
        }
        if (second > 0)
            slope -= first / second;
    }
    return 1000 / fmax(slope, 0.01);
}

#endif
