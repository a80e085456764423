/* chorus.c - the evaluation of P. Chorus (Maastricht, 2009): marbles, centre and grouping as step
 * functions, and possible pushes. */
#include "eval/terms.h"

enum {
    MARBLE = 1000,
    PUSH = 10,
    STEPS = 4,
    /* the board and the number of marbles that the thresholds are given for */
    USUAL_MARBLES = 14,
    USUAL_HALF_STEPS = 8,
};

/* Step functions: the first threshold that is met gives the score. */
static const int centre_below[STEPS] = {24, 30, 35, 40};
static const int centre_worth[STEPS] = {400, 300, 200, 100};
static const int grouping_above[STEPS] = {55, 50, 45, 40};
static const int grouping_worth[STEPS] = {320, 240, 160, 80};

/* Centre and grouping. The thresholds scale with `n`, the marbles at the start, and with the width
 * of the board. */
static int shape_score(const struct eval *eval, paua_set marbles, int n)
{
    int width = eval->half_steps[eval->rings - 1];
    int distance = terms_distance(eval, marbles), neighbours = terms_neighbours(eval, marbles);
    int score = 0;
    for (int i = STEPS - 1; i >= 0; i--)
        if (distance * USUAL_MARBLES * USUAL_HALF_STEPS < 2 * centre_below[i] * n * width)
            score = centre_worth[i];
    for (int i = 0; i < STEPS; i++)
        if (neighbours * USUAL_MARBLES > grouping_above[i] * n)
            return score + grouping_worth[i];
    return score;
}

/* The pushes that a side could make if it were its turn (R7): two or three marbles in line against
 * fewer with an empty cell or the edge behind them. */
static int count_pushes(const struct board_shape *shape, paua_set own, paua_set other,
                        paua_set blocked)
{
    int count = 0;
    for (int d = 0; d < PAUA_DIRECTION_COUNT; d++) {
        int back = board_back(d);
        paua_set behind = board_step(shape, own, d);
        paua_set two = own & behind, three = two & board_step(shape, behind, d);
        paua_set last = other & ~board_step(shape, blocked, back);
        paua_set against_one = board_step(shape, last, back);
        paua_set against_two = board_step(shape, against_one & other, back);
        count += bits_count(two & against_one) + bits_count(three & against_one) +
                 bits_count(three & against_two);
    }
    return count;
}

/* One side's part: shape, marbles lost, possible pushes. */
static int side_score(const struct eval *eval, const paua_position *position, int side)
{
    paua_set own = position->marbles[side], other = position->marbles[1 - side];
    paua_set blocked = own | other | position->neutral | position->fixed;
    int lost = position->ejected[1 - side];
    return shape_score(eval, own, bits_count(own) + lost) - lost * MARBLE +
           count_pushes(&eval->board->shape, own, other, blocked) * PUSH;
}

static int chorus_score(const struct eval *eval, const paua_position *position)
{
    return side_score(eval, position, position->to_move) -
           side_score(eval, position, 1 - position->to_move);
}

const struct eval_kind eval_chorus = {"chorus", 0, NULL, chorus_score};
