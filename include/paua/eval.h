/* eval.h - evaluations by name.
 *
 * An evaluation says how good a position is for the side to move without looking ahead, in
 * hundredths of a step: 100 is one marble one step nearer to the centre than the opponent's.
 *
 *   abla-combined  -f1 + f2 (the default)
 *   abla-single    -f1
 *
 * f1 is the sum of the distances of one's own marbles to the centre less that of the opponent's, f2 the
 * same difference of the sums of friendly neighbours ("A Simple Intelligent Agent for Playing Abalone
 * Game: ABLA", section 4.1).
 * The paper does not say where an ejected marble counts; here it is as far from the centre as the board
 * is wide (8 steps on 5x5x5), near the 7.5 steps that a fit to human games finds.
 *
 * With three and more players the score is what the player to move, or the mean of his team, is ahead of the mean
 * of the others. Then each marble ejected by a player counts one and a half of those lost.
 *
 * Everything here is thread-safe and allocates nothing.
 */
#ifndef PAUA_EVAL_H
#define PAUA_EVAL_H

#include <paua/position.h>

#ifdef __cplusplus
extern "C" {
#endif

PAUA_API int paua_eval_count(void);
PAUA_API const char *paua_eval_name(int i); /* 0 .. count-1, else NULL; 0 is the default */

/* *score of the position for the side to move. name NULL means the default.
 * Returns PAUA_OK or PAUA_NOT_FOUND. */
PAUA_API paua_status paua_eval_score(const paua_board *board, const char *name,
                                     const paua_position *position, int *score);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_EVAL_H */
