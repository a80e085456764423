/* players.c - evaluation of games for three and more players: each player has a score of its own,
 * "fitted"'s by the features and weights in players_source.h and players_weights.h, all others by
 * abla's terms; what counts is the lead over the others. */
#include "eval/players.h"

#include "board/shape.h"
#include "eval/eval.h"
#include "rules/teams.h"

const char *players_feature_name(int feature)
{
    static const char *const names[PLAYERS_FEATURES] = {
#define X(name) #name,
        PLAYERS_MAP(X)
#undef X
    };
    return names[feature];
}

int players_phase(const struct eval *eval, const paua_position *position)
{
    int best = 0, most = eval->win > 1 ? eval->win - 1 : 0;
    for (int side = 0; side < position->players; side++) {
        int score = teams_score(position, side);
        best = score > best ? score : best;
    }
    return best < most ? best : most;
}

const struct players_kernel *players_kernel_for(const struct eval *eval)
{
#if defined(__x86_64__)
    if (eval->board->cpu_v3)
        return &players_kernel_v3;
#endif
    (void)eval;
    return &players_kernel_any;
}

void eval_players(const struct eval *eval, const paua_position *position,
                  int scores[PAUA_PLAYERS_MAX])
{
    const int players = position->players;
    int own[PAUA_PLAYERS_MAX] = {0}, sum = 0;
    eval->players(eval, position, own);
    for (int side = 0; side < players; side++)
        sum += own[side];
    for (int side = 0; side < players; side++) {
        int partner = teams_partner((paua_teams)position->teams, side);
        int members = partner == side ? 1 : 2;
        int together = partner == side ? own[side] : own[side] + own[partner];
        int others = players > members ? players - members : 1; /* more than one team plays */
        scores[side] = (together * others - (sum - together) * members) / (members * others);
    }
}
