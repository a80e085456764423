/* spsa.c - simultaneous perturbation stochastic approximation: perturbations and moves of one
 * iteration (spsa.h has the formulas). */
#include "match/spsa.h"

#include <math.h>

#include "base/random.h"

static const double alpha = 0.602, gamma_exponent = 0.101, stability = 0.1;

/* c(k) of a value. */
static double step_of(const struct spsa_schedule *schedule, int64_t number,
                      const struct spsa_range *range)
{
    return range->c_end * pow((double)schedule->iterations / (double)number, gamma_exponent);
}

/* a(k) of a value. */
static double gain_of(const struct spsa_schedule *schedule, int64_t number,
                      const struct spsa_range *range)
{
    const double all = (double)schedule->iterations, offset = stability * all;
    return range->r_end * range->c_end * range->c_end *
           pow((offset + all) / (offset + (double)number), alpha);
}

/* Random numbers of an iteration, the same whatever was drawn before. */
static uint64_t random_of(const struct spsa_schedule *schedule, int64_t number)
{
    uint64_t state = schedule->seed;
    state = random_next(&state) ^ (uint64_t)number;
    return random_next(&state);
}

static double clamp_value(double value, const struct spsa_range *range)
{
    return fmin(fmax(value, range->least), range->most);
}

/* Rounds down after adding a draw from [0, 1), into the range. */
static int round_value(double value, double draw, const struct spsa_range *range)
{
    return (int)clamp_value(floor(value + draw), range);
}

void spsa_draw(const struct spsa_schedule *schedule, int64_t number,
               const struct spsa_range *ranges, const double *values, int count,
               struct spsa_trial *trials)
{
    uint64_t state = random_of(schedule, number);
    for (int i = 0; i < count; i++) {
        const int sign = random_next(&state) >> 63 ? 1 : -1;
        const double draw = (double)(random_next(&state) >> 11) * 0x1p-53;
        const double step = sign * step_of(schedule, number, &ranges[i]);
        trials[i] = (struct spsa_trial){
            .sign = sign,
            .plus = round_value(values[i] + step, draw, &ranges[i]),
            .minus = round_value(values[i] - step, draw, &ranges[i]),
        };
    }
}

void spsa_move(const struct spsa_schedule *schedule, int64_t number,
               const struct spsa_range *ranges, const struct spsa_trial *trials, double difference,
               int count, double *values)
{
    for (int i = 0; i < count; i++) {
        const double move = gain_of(schedule, number, &ranges[i]) /
                            step_of(schedule, number, &ranges[i]) * trials[i].sign * difference;
        values[i] = clamp_value(values[i] + move, &ranges[i]);
    }
}
