/* bradley_terry.c - ratings of several players: the model of Bradley and Terry (1952), fitted by
 * Newton's method; intervals by a sandwich estimate of the variance.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <paua/lab/rating.h>

enum { STEPS_MAX = 200 };

#define ELO_PER_UNIT 173.71779276130073 /* 400 / ln 10: strengths are natural logarithms here */
#define TWO_SIDED_95 1.959963984540054
#define UNMET        1e-9 /* keeps the equations solvable; far below any game's weight */

/* The unknowns are the strengths of all but the first, whose is 0. */
struct bt_model {
    int count;
    const paua_tally *tallies;
    double drawn;                      /* games added to each two that have met */
    double strength[PAUA_RATINGS_MAX]; /* of [0] always 0 */
    double *matrix;                    /* count * count; owned */
    double *inverse;                   /* likewise */
};

/* The results of player i against player j. */
static const paua_tally *tally_of(const struct bt_model *fit, int i, int j)
{
    return &fit->tallies[i * fit->count + j];
}

/* Games of i against j, with the added draws; 0 if they have not met. */
static double games_of(const struct bt_model *fit, int i, int j)
{
    double games = (double)paua_tally_games(tally_of(fit, i, j));
    return games > 0 ? games + fit->drawn : 0;
}

/* Points of i against j: 1 for a win, 1/2 for a draw, added draws included. */
static double points_of(const struct bt_model *fit, int i, int j)
{
    const paua_tally *tally = tally_of(fit, i, j);
    return (double)tally->wins +
           ((double)tally->draws + (games_of(fit, i, j) > 0 ? fit->drawn : 0)) / 2;
}

/* The model: the probability that i beats j is logistic in the difference of their strengths. */
static double expected_score(const struct bt_model *fit, int i, int j)
{
    return 1 / (1 + exp(fit->strength[j] - fit->strength[i]));
}

/* Marks the players that a path of points leads to: points taken from each next player, or given to
 * it. */
static void mark_reachable(const struct bt_model *fit, int from, bool gave, bool *reached)
{
    reached[from] = true;
    for (int to = 0; to < fit->count; to++) {
        if (to == from || reached[to])
            continue;
        if ((gave ? points_of(fit, to, from) : points_of(fit, from, to)) > 0)
            mark_reachable(fit, to, gave, reached);
    }
}

/* Whether the most likely ratings are finite: connected players are connected in both directions
 * (Ford 1957). */
static bool is_finite(const struct bt_model *fit)
{
    for (int i = 0; i < fit->count; i++) {
        bool taken[PAUA_RATINGS_MAX] = {false}, given[PAUA_RATINGS_MAX] = {false};
        mark_reachable(fit, i, false, taken);
        mark_reachable(fit, i, true, given);
        if (memcmp(taken, given, sizeof taken) != 0)
            return false;
    }
    return true;
}

/* Inverts fit->matrix into fit->inverse, both without row and column 0, by Gauss-Jordan
 * elimination; the matrix is lost. Its diagonal dominates, so no pivot is 0. */
static void invert_information(struct bt_model *fit)
{
    int n = fit->count;
    double *a = fit->matrix, *b = fit->inverse;
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            b[i * n + j] = i == j;
    for (int pivot = 1; pivot < n; pivot++) {
        double scale = 1 / a[pivot * n + pivot];
        for (int j = 1; j < n; j++) {
            a[pivot * n + j] *= scale;
            b[pivot * n + j] *= scale;
        }
        for (int i = 1; i < n; i++) {
            double times = a[i * n + pivot];
            for (int j = 1; j < n && i != pivot; j++) {
                a[i * n + j] -= times * a[pivot * n + j];
                b[i * n + j] -= times * b[pivot * n + j];
            }
        }
    }
}

/* The inverse of the information that the games give. */
static void build_information(struct bt_model *fit)
{
    int n = fit->count;
    for (int i = 0; i < n; i++) {
        fit->matrix[i * n + i] = UNMET;
        for (int j = 0; j < n; j++) {
            double share = expected_score(fit, i, j);
            if (j == i)
                continue;
            fit->matrix[i * n + j] = -games_of(fit, i, j) * share * (1 - share);
            fit->matrix[i * n + i] -= fit->matrix[i * n + j];
        }
    }
    invert_information(fit);
}

/* Newton's method; steps are cut short, so that it does not overshoot far from the solution. */
static void solve_newton(struct bt_model *fit)
{
    double largest = 1;
    for (int steps = 0; steps < STEPS_MAX && largest > 1e-10; steps++) {
        double gap[PAUA_RATINGS_MAX] = {0};
        build_information(fit);
        for (int i = 0; i < fit->count; i++)
            for (int j = 0; j < fit->count; j++)
                if (j != i)
                    gap[i] +=
                        points_of(fit, i, j) - games_of(fit, i, j) * expected_score(fit, i, j);
        largest = 0;
        for (int i = 1; i < fit->count; i++) {
            double step = 0;
            for (int j = 1; j < fit->count; j++)
                step += fit->inverse[i * fit->count + j] * gap[j];
            step = fmax(-1, fmin(1, step));
            fit->strength[i] += step;
            largest = fmax(largest, fabs(step));
        }
    }
}

/* The sum of the squares by which observations of i against j missed what was expected: pairs of
 * games, those without a partner as independent ones, and one pair more, so that a few equal
 * results do not pass for certainty. */
static double score_variance(const struct bt_model *fit, int i, int j)
{
    const paua_tally *tally = tally_of(fit, i, j);
    double share = expected_score(fit, i, j), sum = 0, single = games_of(fit, i, j);
    if (single == 0)
        return 0;
    for (int k = 0; k < PAUA_PAIR_SCORES; k++) {
        double miss = k / 2.0 - 2 * share;
        sum += (double)tally->pairs[k] * miss * miss;
        single -= 2 * (double)tally->pairs[k];
    }
    return sum + (single + 2) * share * (1 - share);
}

/* The variance of strength i: of the inverse, the scatter and the inverse again, the entry i, i. */
static double strength_variance(const struct bt_model *fit, int i)
{
    const double *row = &fit->inverse[i * fit->count];
    double sum = 0;
    for (int a = 0; a < fit->count; a++)
        for (int b = a + 1; b < fit->count; b++) {
            double weight = (a ? row[a] : 0) - row[b];
            sum += weight * weight * score_variance(fit, a, b);
        }
    return sum;
}

/* Whether a chain of opponents connects player i with the first one, whose rating is 0. */
static bool has_met_first(const struct bt_model *fit, int i)
{
    bool reached[PAUA_RATINGS_MAX] = {false};
    mark_reachable(fit, 0, false, reached);
    return reached[i];
}

/* Ratings in Elo relative to the first player, with 95 % intervals; infinite intervals where no
 * chain of games leads to the first player. */
static void write_ratings(struct bt_model *fit, paua_elo *out)
{
    out[0] = (paua_elo){0, 0, 0};
    build_information(fit);
    for (int i = 1; i < fit->count; i++) {
        double elo = fit->strength[i] * ELO_PER_UNIT;
        double width = TWO_SIDED_95 * sqrt(strength_variance(fit, i)) * ELO_PER_UNIT;
        out[i] = has_met_first(fit, i) ? (paua_elo){elo, elo - width, elo + width}
                                       : (paua_elo){0, -INFINITY, INFINITY};
    }
}

paua_status paua_ratings_fit(int count, const paua_tally *tallies, paua_elo *out, bool *added)
{
    struct bt_model fit = {.count = count, .tallies = tallies};
    if (count < 2 || count > PAUA_RATINGS_MAX)
        return PAUA_ERROR_BAD_ARGUMENT;
    fit.matrix = calloc(2 * (size_t)count * (size_t)count, sizeof *fit.matrix);
    if (!fit.matrix)
        return PAUA_ERROR_NO_MEMORY;
    fit.inverse = fit.matrix + count * count;
    *added = !is_finite(&fit);
    fit.drawn = *added ? 1 : 0;
    solve_newton(&fit);
    write_ratings(&fit, out);
    free(fit.matrix);
    return PAUA_OK;
}
