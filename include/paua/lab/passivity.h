/* lab/passivity.h - how passively each player plays: a measure by the rules of moves alone,
 * without a search, that a referee can check by hand.
 *
 * A move is active if it does one of three things, and else passive:
 *   - it pushes;
 *   - afterwards its player's marbles are nearer to the centre, on average, than in any position
 *     since his last active move, or since the start before the first;
 *   - afterwards he could make more pushing moves, were it his turn, than in any position since
 *     then.
 * So going to and fro is passive: the second time nothing is new.
 *
 * Passivity = passive moves / moves, 0 (every move attacks) .. 1 (none does); 0 without a move.
 * docs/analysis.md has figures from games. paua_rules.passive makes a rule of it.
 *
 * Research: no promise about its functions and structs from one version to the next.
 */
#ifndef PAUA_LAB_PASSIVITY_H
#define PAUA_LAB_PASSIVITY_H

#include <paua/position.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct paua_passivity {
    int moves, passive;
    int run;     /* passive moves since the last active one */
    int longest; /* the longest such run */
    /* The best since the last active move: marbles and the sum of their eccentricities, whose
     * quotient is the mean, and the number of pushing moves. */
    int marbles, distance, pushes;
} paua_passivity;

/* Begins to follow a game in this position; `out` has room for each player. */
PAUA_API void paua_passivity_begin(const paua_board *board, const paua_position *start,
                                   paua_passivity out[PAUA_PLAYERS_MAX]);

/* Follows a move of this player, after which the position is `after`. Whether it is passive. */
PAUA_API bool paua_passivity_follow(const paua_board *board, const paua_position *after,
                                    paua_side side, paua_move move,
                                    paua_passivity all[PAUA_PLAYERS_MAX]);

/* Passive moves in moves, 0 .. 1. */
PAUA_API double paua_passivity_share(const paua_passivity *passivity);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_LAB_PASSIVITY_H */
