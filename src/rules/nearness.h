/* nearness.h - when nearness to the centre or to its line may decide a game (R14). */
#ifndef RULES_NEARNESS_H
#define RULES_NEARNESS_H

#include <paua/rules.h>

/* Whether everybody has had this many turns; 0 is never. */
static inline bool nearness_due(const paua_position *position, int turns)
{
    return turns && position->ply > turns * position->players;
}

/* The turns after which nearness decides first, if nobody has ejected by then; 0: never. */
static inline int nearness_turn(const paua_rules *rules)
{
    if (!rules->centre_turn || !rules->line_turn)
        return rules->centre_turn | rules->line_turn;
    return rules->centre_turn < rules->line_turn ? rules->centre_turn : rules->line_turn;
}

#endif
