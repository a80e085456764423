/* pairing.h - pairs the rounds of a tournament of games of two, and computes the standings. Pure.
 *
 * Players are numbered from 0 in the order of their seeding, the strongest first. Points are
 * counted in halves.
 *
 * A Swiss round is the matching of largest weight (S. Olafsson, "Weighted matching in chess
 * tournaments", J. Opl. Res. Soc. 41, 1990) under two rules that always hold: nobody meets anybody
 * twice, and nobody gets a second bye. Among the pairings that these allow it has, in this order,
 * the most games; the fewest pairs of players who both must have the same colour (the same one
 * twice in a row, or two times more often than the other); the smallest sum of squared differences
 * of points, so that players of a score group meet and floats are short; the fewest colours against
 * a wish; and the upper half of a score group against its lower half (FIDE Handbook C.04.3). The
 * bye goes to the lowest score, there to the lowest seed; to somebody who has won a game that was
 * not played only where two would have to have the same colour otherwise. Whether a legal pairing
 * exists follows from the matching: there is no search that could give up.
 *
 * A round robin goes by the tables of Berger (FIDE Handbook C.05, annex 1), its second cycle with
 * the colours changed.
 */
#ifndef SERVICE_PAIRING_H
#define SERVICE_PAIRING_H

#include <stdbool.h>

#include <paua/status.h>

#define PAIRING_PLAYERS_MAX 200
#define PAIRING_ROUNDS_MAX  398 /* of a double round robin */
#define PAIRING_NOBODY      (-1)
#define PAIRING_PENDING     (-1) /* of points */

/* A game, or a bye, which has no White. */
struct paired_game {
    int round; /* from 1 on */
    int black, white;
    int black_points, white_points; /* 0 to 2; both PAIRING_PENDING: not over */
    bool played;                    /* by both; false of a bye, and if a player did not appear */
};

struct player_standing {
    int player;
    int rank;   /* from 1 on; players who are equal in everything share one */
    int points; /* halves */
    /* Buchholz: the sum of the opponents' points. Sonneborn-Berger, in quarters: each opponent's
     * points times the score against him. An unplayed round counts as a game against an opponent
     * with the player's own points (FIDE Handbook C.07, 2024, 16.4). */
    int buchholz, sonneborn_berger;
    int direct; /* points among those equal so far, if all of them have met; else 0 */
    int wins;   /* of played games */
};

/* Pairs a round of a Swiss: `is_in` says who plays. `before` are all pairings of earlier rounds,
 * which are over. Writes at most half as many as there are players, with a bye at the end where
 * their number is odd. PAUA_OK; PAUA_ERROR_NOT_FOUND: there is no legal pairing;
 * PAUA_ERROR_NO_MEMORY. */
paua_status pairing_swiss(int players, const bool *is_in, const struct paired_game *before,
                          int count, int round, struct paired_game *out, int *out_count);

/* The number of rounds of a round robin, single or double. */
int pairing_cycle_rounds(int players, bool is_double);
/* The pairings of a round of a round robin, with a bye at the end if the number of players is
 * odd. */
void pairing_cycle(int players, int round, struct paired_game *out, int *out_count);

/* The standings, best first: by points, Buchholz, Sonneborn-Berger, direct encounter, wins;
 * then in the order of their seeding. Pairings that are not over do not count. */
void pairing_standings(int players, const struct paired_game *games, int count,
                       struct player_standing *out);

#endif
