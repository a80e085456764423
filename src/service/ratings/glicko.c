/* glicko.c - Glicko-2 with the steps and symbols of Glickman's paper (2013). The Illinois algorithm
 * finds the volatility (step 5). The weight of a result multiplies its terms in the sums of steps 3
 * and 4. */
#include "service/ratings/glicko.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

#define PI        3.14159265358979323846
#define TAU       0.5      /* step 1: how fast volatility changes; the paper: 0.3 to 1.2 */
#define EPSILON   0.000001 /* step 5: how exactly it is found */
#define STEPS_MAX 1000     /* step 5 takes about ten; a safe bound */

/* Results of steps 3 and 4. */
struct evidence {
    double variance; /* v */
    double surprise; /* delta / v */
};

static double clamp_value(double value, double least, double most)
{
    return fmin(fmax(value, least), most);
}

struct glicko glicko_newcomer(void)
{
    return (struct glicko){GLICKO_RATING, GLICKO_DEVIATION, GLICKO_VOLATILITY};
}

/* Step 6: the deviation after some periods, on the paper's scale. */
static double deviation_after(double phi, double sigma, double periods)
{
    return sqrt(phi * phi + fmax(periods, 0) * sigma * sigma);
}

struct glicko glicko_age(struct glicko player, double periods)
{
    double phi = deviation_after(player.deviation / GLICKO_SCALE, player.volatility, periods);

    player.deviation = fmin(phi * GLICKO_SCALE, GLICKO_DEVIATION);
    return player;
}

/* Steps 3 and 4 for the results of a player with rating mu, on the paper's scale. */
static struct evidence weigh_results(double mu, const struct glicko_result *results, int count)
{
    struct evidence sum = {0, 0};

    for (int i = 0; i < count; i++) {
        const struct glicko *opponent = &results[i].opponent;
        double phi = opponent->deviation / GLICKO_SCALE;
        double g = 1 / sqrt(1 + 3 * phi * phi / (PI * PI));
        double expected =
            1 / (1 + exp(-g * (mu - (opponent->rating - GLICKO_RATING) / GLICKO_SCALE)));

        assert(results[i].weight > 0);
        sum.variance += results[i].weight * g * g * expected * (1 - expected);
        sum.surprise += results[i].weight * g * (results[i].score - expected);
    }
    sum.variance = 1 / sum.variance;
    return sum;
}

/* Step 5.1: its root is the logarithm of the square of the new volatility. */
struct volatility_function {
    double a;              /* ln sigma^2 */
    double delta_squared;  /* of step 4 */
    double known_variance; /* phi^2 + v */
};

static double volatility_value(const struct volatility_function *function, double x)
{
    double e = exp(x), all = function->known_variance + e;

    return e * (function->delta_squared - all) / (2 * all * all) - (x - function->a) / (TAU * TAU);
}

/* Step 5.2: the end of an interval that starts at a and contains the root. */
static double volatility_bracket(const struct volatility_function *function)
{
    double above = function->delta_squared - function->known_variance;

    if (above > 0)
        return log(above);
    int k = 1;
    while (k < STEPS_MAX && volatility_value(function, function->a - k * TAU) < 0)
        k++;
    return function->a - k * TAU;
}

/* Step 5: the new volatility. */
static double find_volatility(double sigma, double phi, const struct evidence *evidence)
{
    double delta = evidence->variance * evidence->surprise;
    const struct volatility_function function = {.a = log(sigma * sigma),
                                                 .delta_squared = delta * delta,
                                                 .known_variance = phi * phi + evidence->variance};
    double a = function.a, b = volatility_bracket(&function);
    double fa = volatility_value(&function, a), fb = volatility_value(&function, b);

    for (int step = 0; step < STEPS_MAX && fabs(b - a) > EPSILON; step++) {
        double c = a + (a - b) * fa / (fb - fa), fc = volatility_value(&function, c);

        if (fc * fb <= 0) {
            a = b;
            fa = fb;
        } else {
            fa /= 2;
        }
        b = c;
        fb = fc;
    }
    return exp(a / 2);
}

struct glicko glicko_update(struct glicko player, const struct glicko_result *results, int count,
                            double periods)
{
    double mu = (player.rating - GLICKO_RATING) / GLICKO_SCALE,
           phi = player.deviation / GLICKO_SCALE;

    assert(count > 0);
    const struct evidence evidence = weigh_results(mu, results, count);
    double sigma = fmin(find_volatility(player.volatility, phi, &evidence), GLICKO_VOLATILITY_MAX);

    /* Steps 6 and 7, and back to Elo's scale: step 8. */
    phi = fmin(deviation_after(phi, sigma, periods), GLICKO_DEVIATION / GLICKO_SCALE);
    phi = 1 / sqrt(1 / (phi * phi) + 1 / evidence.variance);
    mu += phi * phi * evidence.surprise;
    return (struct glicko){
        .rating =
            clamp_value(GLICKO_RATING + GLICKO_SCALE * mu, GLICKO_RATING_MIN, GLICKO_RATING_MAX),
        .deviation = clamp_value(GLICKO_SCALE * phi, GLICKO_DEVIATION_MIN, GLICKO_DEVIATION),
        .volatility = sigma};
}
