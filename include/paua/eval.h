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
 * The functions for names are thread-safe and allocate nothing.
 *
 * Nets are learned evaluations of games of two plain sides on the 5x5x5 board, read from files that docs/net-format.md
 * draws; paua_engine_use_net() has an engine use one. An open net is never changed and may be shared by threads.
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

typedef struct paua_net paua_net;

/* Opens the net in a file, or in `size` bytes, which are copied; paua_net_free() it.
 * Returns PAUA_OK, PAUA_IO, PAUA_CORRUPT (not a net, cut off, altered), PAUA_UNSUPPORTED (of another version or
 * size than are known) or PAUA_NO_MEMORY; then *error, which may be NULL, says why, without the path. */
PAUA_API paua_status paua_net_open(const char *path, paua_net **out, paua_error *error);
PAUA_API paua_status paua_net_read(const void *bytes, size_t size, paua_net **out,
                                   paua_error *error);
PAUA_API void paua_net_free(paua_net *net); /* NULL is allowed */

#define PAUA_NET_NAME_MAX 13

/* The net's name: the first 12 hexadecimal digits of the SHA-256 with which its file ends. Returns `name`. */
PAUA_API char *paua_net_name(const paua_net *net, char name[PAUA_NET_NAME_MAX]);

/* What its maker wrote into it, one line of ASCII, perhaps none; valid as long as the net. */
PAUA_API const char *paua_net_about(const paua_net *net);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_EVAL_H */
