/* players.c - evaluation of games for three and more players, from comparisons of each two of
 * them. */
#include "eval/eval.h"
#include "rules/teams.h"

void eval_players(const struct eval *eval, const paua_position *position,
                  int scores[PAUA_PLAYERS_MAX])
{
    const paua_teams teams = (paua_teams)position->teams;
    const int players = position->players;
    int own[PAUA_PLAYERS_MAX] = {0};
    for (int side = 0; side < players; side++)
        for (int other = side + 1; other < players; other++) {
            int ahead = teams_partner(teams, side) == other
                            ? 0
                            : eval->between(eval, position, side, other);
            own[side] += ahead;
            own[other] -= ahead;
        }
    for (int side = 0; side < players; side++) {
        int partner = teams_partner(teams, side), members = partner == side ? 1 : 2;
        int together = partner == side ? own[side] : own[side] + own[partner];
        int others = players > members ? players - members : 1; /* more than one team plays */
        scores[side] = together / (members * others);
    }
}
