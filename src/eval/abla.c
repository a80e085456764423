/* abla.c - ABLA's evaluation (Ozcan and Hulagu, 2004): distance to the centre, and neighbours; also
 * hexagons and groups, which the paper names among winning strategies but does not count. Also the
 * terms by which most evaluations score each of several players. */
#include "eval/terms.h"

/* Floods one group after another. */
int terms_groups(const struct eval *eval, paua_set marbles)
{
    int groups = 0;
    for (; marbles; groups++) {
        paua_set group = marbles & -marbles, before = 0;
        while (group != before) {
            before = group;
            for (int d = 0; d < 6; d++)
                group |= board_step(&eval->board->shape, before, d) & marbles;
        }
        marbles &= ~group;
    }
    return groups;
}

/* One side's part, doubled, since distances are in half steps; `lost` marbles count at the distance
 * eval->off_board. */
static int side_score(const struct eval *eval, paua_set marbles, int lost)
{
    int distance = terms_distance(eval, marbles) + lost * eval->off_board;
    int score = -distance * eval->distance_weight;
    if (eval->neighbour_weight)
        score += 2 * terms_neighbours(eval, marbles) * eval->neighbour_weight;
    if (eval->hexagon_weight)
        score += 2 * terms_hexagons(eval, marbles) * eval->hexagon_weight;
    if (eval->group_weight)
        score -= 2 * terms_groups(eval, marbles) * eval->group_weight;
    return score;
}

/* w1 f1 + w2 f2 + w3 f3 + w4 f4 (<paua/eval.h>). */
static int abla_score(const struct eval *eval, const paua_position *position)
{
    int own = position->to_move, other = 1 - own;
    return (side_score(eval, position->marbles[own], position->ejected[other]) -
            side_score(eval, position->marbles[other], position->ejected[own])) /
           2;
}

/* abla-single: distances alone. */
static void single_prepare(struct eval *eval)
{
    eval->neighbour_weight = 0;
}

const struct eval_kind eval_abla = {"abla",
                                    EVAL_BIT(EVAL_W1) | EVAL_BIT(EVAL_W2) | EVAL_BIT(EVAL_W3) |
                                        EVAL_BIT(EVAL_W4) | EVAL_BIT(EVAL_EJECTED),
                                    NULL, abla_score};
const struct eval_kind eval_abla_combined = {"abla-combined", EVAL_BIT(EVAL_EJECTED), NULL,
                                             abla_score};
const struct eval_kind eval_abla_single = {"abla-single", EVAL_BIT(EVAL_EJECTED), single_prepare,
                                           abla_score};

/* One of several players, doubled: each marble on the board is worth its nearness and neighbours
 * above an ejected one, and each ejected marble of others one and a half of that range. */
static int player_score(const struct eval *eval, const paua_position *position, int side)
{
    paua_set marbles = position->marbles[side];
    int marble = eval->off_board * eval->distance_weight;
    return side_score(eval, marbles, 0) + bits_count(marbles) * marble +
           position->ejected[side] * (marble + marble / 2);
}

void abla_players(const struct eval *eval, const paua_position *position,
                  int scores[PAUA_PLAYERS_MAX])
{
    for (int side = 0; side < position->players; side++)
        scores[side] = player_score(eval, position, side) / 2;
}
