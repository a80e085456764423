/* papadopoulos.c - the evaluation of Papadopoulos et al. (Thessaloniki, 2012): marbles, centre,
 * coherence, broken lines and marbles in danger. */
#include "eval/terms.h"

/* As published, times four, so that a step is not lost in the margins of the search. */
enum {
    MARBLE = 4 * 800,
    CENTRE = 4 * 8,
    COHERENCE = 4 * 3,
    BREAK = 4 * 10,
    DANGER = 4 * 30,
    DOUBLE_DANGER = 4 * 50,
};

/* Marbles between two of the other side's, on each axis. */
static int count_breaks(const struct board_shape *shape, paua_set own, paua_set other)
{
    int count = 0;
    for (int d = 0; d < 3; d++)
        count +=
            bits_count(own & board_step(shape, other, d) & board_step(shape, other, board_back(d)));
    return count;
}

/* Marbles that the other side could eject if it were its turn. */
static paua_set find_endangered(const struct board_shape *shape, paua_set own, paua_set other)
{
    paua_set danger = 0;
    for (int d = 0; d < PAUA_DIRECTION_COUNT; d++) {
        paua_set two = other & board_step(shape, other, d);
        paua_set three = two & board_step(shape, two, d);
        paua_set first = own & board_step(shape, two, d);
        paua_set second = own & board_step(shape, own & board_step(shape, three, d), d);
        danger |= (first | second) & shape->edge[d];
    }
    return danger;
}

/* One side's weighted sum. */
static int side_score(const struct eval *eval, const paua_position *position, int side)
{
    const struct board_shape *shape = &eval->board->shape;
    paua_set own = position->marbles[side], other = position->marbles[1 - side];
    int danger = bits_count(find_endangered(shape, own, other));
    return terms_neighbours(eval, own) * COHERENCE - terms_distance(eval, own) * (CENTRE / 2) +
           count_breaks(shape, own, other) * BREAK - position->ejected[1 - side] * MARBLE -
           (danger > 1   ? DOUBLE_DANGER
            : danger > 0 ? DANGER
                         : 0);
}

static int papadopoulos_score(const struct eval *eval, const paua_position *position)
{
    return side_score(eval, position, position->to_move) -
           side_score(eval, position, 1 - position->to_move);
}

const struct eval_kind eval_papadopoulos = {"papadopoulos", 0, NULL, papadopoulos_score};
