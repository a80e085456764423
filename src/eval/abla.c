/* abla.c - distance to the centre and neighbours; also what games for three and more are judged by. */
#include "eval/terms.h"

#include "rules/teams.h"

static int side_score(const struct eval *eval, paua_set marbles, int lost)
{
    int distance = terms_distance(eval, marbles) + lost * eval->off_board;
    int score = -distance * eval->distance_weight;
    if (eval->neighbour_weight)
        score += terms_neighbours(eval, marbles) * eval->neighbour_weight;
    return score;
}

static int abla_score(const struct eval *eval, const paua_position *position)
{
    int own = position->to_move, other = 1 - own;
    return side_score(eval, position->marbles[own], position->ejected[other]) -
           side_score(eval, position->marbles[other], position->ejected[own]);
}

static void single_prepare(struct eval *eval)
{
    eval->neighbour_weight = 0;
}

const struct eval_kind eval_abla_combined = {"abla-combined", true, NULL, abla_score};
const struct eval_kind eval_abla_single = {"abla-single", true, single_prepare, abla_score};

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
