/* teams.h - who plays with whom, and who has won by ejections (R11, R18, R19). */
#ifndef RULES_TEAMS_H
#define RULES_TEAMS_H

#include <paua/position.h>

/* The one partner that a player has in a game of teams; himself where he has none. */
static inline int teams_partner(paua_teams teams, int side)
{
    switch (teams) {
    case PAUA_TEAMS_13_24:
        return side ^ 2;
    case PAUA_TEAMS_14_23:
        return 3 - side;
    case PAUA_TEAMS_14_25_36:
        return side < 3 ? side + 3 : side - 3;
    default:
        return side;
    }
}

/* How many play where the teams are these; 0: any number may. */
static inline int teams_players(paua_teams teams)
{
    return teams == PAUA_TEAMS_NONE ? 0 : teams == PAUA_TEAMS_14_25_36 ? 6 : 4;
}

static inline int teams_score(const paua_position *position, int side)
{
    int partner = teams_partner((paua_teams)position->teams, side);
    return position->ejected[side] + (partner == side ? 0 : position->ejected[partner]);
}

/* The first player of the team that side is in. */
static inline int teams_first(const paua_position *position, int side)
{
    int partner = teams_partner((paua_teams)position->teams, side);
    return partner < side ? partner : side;
}

/* The winner by ejections, in a game of teams the first player of the team, or -1. */
static inline int teams_winner(const paua_position *position, int win)
{
    if (position->crowned)
        return teams_first(position, position->crowned - 1);
    for (int side = 0; side < position->players; side++)
        if (teams_score(position, side) >= win)
            return side;
    return -1;
}

#endif
