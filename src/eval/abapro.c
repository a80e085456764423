/* abapro.c - Aba-Pro's evaluation (Aichholzer, Aurenhammer and Werner, 2002): distances to a point
 * R between both centres of mass and the centre of the board; or, as the paper on ABLA describes it
 * (Ozcan and Hulagu, 2004), to the centre of mass of the marbles themselves. */
#include <stdlib.h>

#include "eval/eval.h"

#include "base/bits.h"

enum {
    STEP = 40, /* of a score; 100 steps for a marble leave all scores below forced wins */
};

/* The weights of the means that R is made of. */
struct weights {
    int own, other, centre;
};

static const struct weights both = {6, 6, 2};       /* 3:3:1 */
static const struct weights both_ahead = {6, 6, 1}; /* half of the 1 for the side that is ahead */
static const struct weights own_alone = {1, 0, 0};

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
                         const struct mass *other, const struct weights *weights)
{
    int unit = (weights->own + weights->other + weights->centre) * own->count * other->count;
    int along =
        weights->own * own->along * other->count + weights->other * other->along * own->count;
    int across =
        weights->own * own->across * other->count + weights->other * other->across * own->count;
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

/* Of a side with `ahead` more ejections than its opponent. */
static const struct weights *weights_for(const struct eval *eval, int ahead)
{
    if (eval->centre == EVAL_CENTRE_OWN)
        return &own_alone;
    return ahead > 0 ? &both_ahead : &both;
}

/* Ejections, and the difference of both sums of distances. */
static int abapro_score(const struct eval *eval, const paua_position *position)
{
    int own = position->to_move, other = 1 - own;
    int ahead = position->ejected[own] - position->ejected[other];
    struct mass own_mass = mass_of(eval, position->marbles[own]);
    struct mass other_mass = mass_of(eval, position->marbles[other]);
    return ahead * eval->marble * STEP +
           sum_distances(eval, position->marbles[other], &other_mass, &own_mass,
                         weights_for(eval, -ahead)) -
           sum_distances(eval, position->marbles[own], &own_mass, &other_mass,
                         weights_for(eval, ahead));
}

const struct eval_kind eval_abapro = {"abapro", EVAL_BIT(EVAL_CENTRE) | EVAL_BIT(EVAL_MARBLE), NULL,
                                      abapro_score};
