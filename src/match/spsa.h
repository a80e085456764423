/* spsa.h - the arithmetic of SPSA, apart from what is measured: which values an iteration tries,
 * and how far its result moves them.
 *
 * Spall, "Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient
 * Approximation", IEEE TAC 37 (1992); exponents and A by Spall, "Implementation of the Simultaneous
 * Perturbation Algorithm for Stochastic Optimization", IEEE TAES 34 (1998). Iteration k of N, from
 * 1, tries value + sign * c(k) and value - sign * c(k) and moves the value by sign * a(k) / c(k)
 * times the difference of the results:
 *   c(k) = c_end * (N / k)^0.101
 *   a(k) = r_end * c_end^2 * ((A + N) / (A + k))^0.602, where A = N / 10
 * Everything depends on its arguments alone. */
#ifndef MATCH_SPSA_H
#define MATCH_SPSA_H

#include <stdint.h>

struct spsa_schedule {
    int64_t iterations; /* N, at least 1 */
    uint64_t seed;
};

/* The range of a value, which least and most belong to, and its steps. */
struct spsa_range {
    int least, most;
    double c_end; /* how far to both sides the last iteration tries, in its own unit; > 0 */
    double r_end; /* the move of the last iteration for a difference of 1, in units of c_end */
};

/* What an iteration tries of one value: with `sign` +1 or -1 and, rounded, with the opposite. */
struct spsa_trial {
    int sign;
    int plus, minus;
};

/* Draws what iteration `number`, from 1, tries. A value between two whole numbers is rounded to
 * either by chance, so that its mean is right; both sides of a value by the same draw. */
void spsa_draw(const struct spsa_schedule *schedule, int64_t number,
               const struct spsa_range *ranges, const double *values, int count,
               struct spsa_trial *trials);

/* Moves the values by the result of that iteration: wins minus losses of `plus`. Values stay in
 * their ranges. */
void spsa_move(const struct spsa_schedule *schedule, int64_t number,
               const struct spsa_range *ranges, const struct spsa_trial *trials, double difference,
               int count, double *values);

#endif
