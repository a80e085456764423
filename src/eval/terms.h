/* terms.h - terms of one side's marbles that several evaluations use. */
#ifndef EVAL_TERMS_H
#define EVAL_TERMS_H

#include "base/bits.h"
#include "board/shape.h"
#include "eval/eval.h"

/* The sum of the distances to the centre, in half steps. */
static inline int terms_distance(const struct eval *eval, paua_set marbles)
{
    int distance = 0;
    for (int i = 0; i < eval->rings; i++)
        distance += eval->half_steps[i] * bits_count(marbles & eval->ring[i]);
    return distance;
}

/* The sum of the numbers of friendly neighbours: each pair counts twice. */
static inline int terms_neighbours(const struct eval *eval, paua_set marbles)
{
    int pairs = 0;
    for (int d = 0; d < 3; d++)
        pairs += bits_count(marbles & board_step(&eval->board->shape, marbles, d));
    return 2 * pairs;
}

/* The number of hexagons: marbles with six friendly neighbours. */
static inline int terms_hexagons(const struct eval *eval, paua_set marbles)
{
    paua_set centres = marbles;
    for (int d = 0; d < 6; d++)
        centres &= board_step(&eval->board->shape, marbles, d);
    return bits_count(centres);
}

/* The number of connected groups, a marble alone included. */
int terms_groups(const struct eval *eval, paua_set marbles);

/* struct eval's players() by abla's terms, for evaluations without one of their own. */
void abla_players(const struct eval *eval, const paua_position *position,
                  int scores[PAUA_PLAYERS_MAX]);

#endif
