/* abapro.c - Aba-Pro's evaluation (Aichholzer, Aurenhammer and Werner, 2002): distances to a point
 * R between both centres of mass and the centre of the board. */
#include <stdlib.h>

#include "eval/eval.h"

#include "base/bits.h"

enum {
    STEP = 40, /* of a score; a marble is 100 steps, and all of them stay below forced wins */
    MARBLE = 100 * STEP,
    ARMY_WEIGHT = 6, /* 3:3:1; half of the 1 for the side that is ahead */
    CENTRE_WEIGHT = 2,
    CENTRE_WEIGHT_AHEAD = 1,
};

/* Sums over a side's marbles: its centre of mass when divided by `count`. */
struct mass {
    int count, along, across;
};

/* The centre of mass of a side's marbles. */
static struct mass mass_of(const struct eval *eval, paua_set marbles)
{
    struct mass mass = {bits_count(marbles), 0, 0};
    while (marbles) {
        int cell = bits_take(&marbles);
        mass.along += eval->along[cell];
        mass.across += eval->across[cell];
    }
    if (mass.count == 0)
        mass.count = 1; /* without marbles the centre of mass is the centre */
    return mass;
}

/* The sum of the distances to R. Everything is in half steps over the common denominator of R, so
 * that nothing is rounded before the end. */
static int sum_distances(const struct eval *eval, paua_set marbles, const struct mass *own,
                         const struct mass *other, int centre_weight)
{
    int unit = (2 * ARMY_WEIGHT + centre_weight) * own->count * other->count;
    int along = ARMY_WEIGHT * (own->along * other->count + other->along * own->count);
    int across = ARMY_WEIGHT * (own->across * other->count + other->across * own->count);
    int64_t sum = 0;
    while (marbles) {
        int cell = bits_take(&marbles);
        int x = abs(eval->along[cell] * unit - along);
        int y = abs(eval->across[cell] * unit - across);
        int z = abs((eval->along[cell] - eval->across[cell]) * unit - (along - across));
        int most = x > y ? x : y;
        sum += most > z ? most : z;
    }
    return (int)(sum * STEP / (2 * unit));
}

/* Ejections, and the difference of both sums of distances to R. */
static int abapro_score(const struct eval *eval, const paua_position *position)
{
    int own = position->to_move, other = 1 - own;
    int ahead = position->ejected[own] - position->ejected[other];
    struct mass own_mass = mass_of(eval, position->marbles[own]);
    struct mass other_mass = mass_of(eval, position->marbles[other]);
    return ahead * MARBLE +
           sum_distances(eval, position->marbles[other], &other_mass, &own_mass,
                         ahead < 0 ? CENTRE_WEIGHT_AHEAD : CENTRE_WEIGHT) -
           sum_distances(eval, position->marbles[own], &own_mass, &other_mass,
                         ahead > 0 ? CENTRE_WEIGHT_AHEAD : CENTRE_WEIGHT);
}

const struct eval_kind eval_abapro = {"abapro", false, NULL, abapro_score};
