#include "eval/eval.h"

#include <string.h>

#include "base/bits.h"
#include "board/shape.h"
#include "rules/teams.h"

/* By name: the weights of -f1 and f2, in hundredths. */
static const struct {
    const char *name;
    int distance, neighbours;
} evaluations[] = {
    {"abla-combined", 100, 100},
    {"abla-single", 100, 0},
};

static const int evaluation_count = (int)(sizeof evaluations / sizeof *evaluations);

int paua_eval_count(void)
{
    return evaluation_count;
}

const char *paua_eval_name(int i)
{
    return i >= 0 && i < evaluation_count ? evaluations[i].name : NULL;
}

/* Sorts the cells into rings of equal distance from the centre. */
static void find_rings(const paua_board *board, struct eval *eval)
{
    paua_set by_distance[EVAL_RINGS] = {0};
    for (paua_set left = board->shape.all; left;) {
        int cell = bits_take(&left);
        by_distance[paua_board_eccentricity(board, cell)] |= PAUA_SET(cell);
    }
    for (int distance = 0; distance < EVAL_RINGS; distance++)
        if (by_distance[distance]) {
            eval->half_steps[eval->rings] = distance;
            eval->ring[eval->rings++] = by_distance[distance];
            eval->off_board = 2 * distance;
        }
}

paua_status eval_prepare(const paua_board *board, const char *name, struct eval *out)
{
    for (int i = 0; i < evaluation_count; i++)
        if (!name || strcmp(name, evaluations[i].name) == 0) {
            *out = (struct eval){
                .board = board,
                .distance_weight = evaluations[i].distance / 2,
                .neighbour_weight = evaluations[i].neighbours,
            };
            find_rings(board, out);
            return PAUA_OK;
        }
    return PAUA_NOT_FOUND;
}

static int side_score(const struct eval *eval, paua_set marbles, int lost)
{
    int distance = lost * eval->off_board, pairs = 0;
    for (int i = 0; i < eval->rings; i++)
        distance += eval->half_steps[i] * bits_count(marbles & eval->ring[i]);
    if (eval->neighbour_weight)
        for (int d = 0; d < 3; d++)
            pairs += bits_count(marbles & board_step(&eval->board->shape, marbles, d));
    /* each pair is two neighbours */
    return 2 * pairs * eval->neighbour_weight - distance * eval->distance_weight;
}

int eval_score(const struct eval *eval, const paua_position *position)
{
    int own = position->to_move, other = 1 - own;
    return side_score(eval, position->marbles[own], position->ejected[other]) -
           side_score(eval, position->marbles[other], position->ejected[own]);
}

/* What a player's marbles are worth: each one more than an ejected one, by its nearness and its neighbours;
 * and each marble he has ejected half as much again as the worst of them could lose. */
static int worth(const struct eval *eval, const paua_position *position, int side)
{
    paua_set marbles = position->marbles[side];
    int marble = eval->off_board * eval->distance_weight;
    return side_score(eval, marbles, 0) + bits_count(marbles) * marble +
           position->ejected[side] * (marble + marble / 2);
}

void eval_players(const struct eval *eval, const paua_position *position,
                  int scores[PAUA_PLAYERS_MAX])
{
    int own[PAUA_PLAYERS_MAX] = {0}, all = 0, players = position->players;
    for (int side = 0; side < players; side++)
        all += own[side] = worth(eval, position, side);
    for (int side = 0; side < players; side++) {
        int partner = teams_partner((paua_teams)position->teams, side);
        int members = partner == side ? 1 : 2;
        int together = partner == side ? own[side] : own[side] + own[partner];
        int others = players > members ? players - members : 1; /* more than one team plays */
        scores[side] = together / members - (all - together) / others;
    }
}

paua_status paua_eval_score(const paua_board *board, const char *name,
                            const paua_position *position, int *score)
{
    struct eval eval;
    paua_status status = eval_prepare(board, name, &eval);
    if (status == PAUA_OK && position->players == PAUA_SIDES) {
        *score = eval_score(&eval, position);
    } else if (status == PAUA_OK) {
        int scores[PAUA_PLAYERS_MAX];
        eval_players(&eval, position, scores);
        *score = scores[position->to_move];
    }
    return status;
}
