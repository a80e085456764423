/* nearness.h - when a number of plies ends a game, and nearness to the centre or to its line may
 * decide it (R14). */
#ifndef RULES_NEARNESS_H
#define RULES_NEARNESS_H

#include <paua/rules.h>

/* Whether this many plies have been played; 0 is never. The count stops at UINT16_MAX, where every
 * limit has been reached, lest a game go on for ever. */
static inline bool plies_played(const paua_position *position, int plies)
{
    return plies && (position->ply > plies || position->ply == UINT16_MAX);
}

/* Whether everybody has had this many turns; 0 is never. */
static inline bool nearness_due(const paua_position *position, int turns)
{
    return plies_played(position, turns * position->players);
}

/* The turns after which nearness decides first, if nobody has ejected by then; 0: never. */
static inline int nearness_turn(const paua_rules *rules)
{
    if (!rules->centre_turn || !rules->line_turn)
        return rules->centre_turn | rules->line_turn;
    return rules->centre_turn < rules->line_turn ? rules->centre_turn : rules->line_turn;
}

/* The outcome by the rule of the line where progress since the start counts: which side's mean
 * distance to the line has become smaller by more. */
paua_outcome rules_progress_outcome(const paua_board *board, const paua_position *start,
                                    const paua_position *position);

#endif
