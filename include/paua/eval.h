/* eval.h - evaluations by name.
 *
 * An evaluation says how good a position is for the side to move without looking ahead. They weigh a marble so differently
 * that no common unit would do; each names its own. No score is beyond +-28900.
 *
 *   fitted         the default where no net is built in: weighted sums of marbles, ejections still needed, distances to
 *     abapro's R, marbles on the rings along the edge, neighbours, marbles alone, three in line, marbles between two of
 *     the opponent's, empty cells beside marbles, rows that each side can eject or push, and having the move; between two
 *     sets of weights as marbles go out, fitted to games (docs/training.md). In thousandths of a unit of log-odds: who is
 *     1000 ahead wins 73 games of 100.
 *
 *   abla-combined  -f1 + f2, in hundredths of a step: 100 is one marble one step nearer to the centre than the opponent's
 *   abla-single    -f1
 *     f1 is the sum of the distances of one's own marbles to the centre less that of the opponent's, f2 the same
 *     difference of the sums of friendly neighbours. ("A Simple Intelligent Agent for Playing Abalone Game: ABLA",
 *     section 4.1.)
 *     The paper does not say where an ejected marble counts; here it is as far from the centre as the board
 *     is wide (8 steps on 5x5x5), near the 7.5 steps that a fit to human games finds. "abla-combined/5" has it count as
 *     5 steps away; any number from 0 to 99 may follow either name.
 *
 *   abapro         in fortieths of a step: 100 steps for each marble ejected, and the opponent's sum of distances to
 *     a point R less one's own. R is the weighted mean of both centres of mass and the board's centre, 3:3:1.
 *     (O. Aichholzer, F. Aurenhammer, T. Werner, "Algorithmic Fun - Abalone", TELEMATIK 1/2002.)
 *     Where it says that the centre counts less for who is winning, here: half as much in the R that the marbles
 *     of the side with more ejections are measured to. Distances to R, which lies anywhere, go on in
 *     the board's way: the most of the differences along its three axes.
 *
 *   chorus         1000 for each marble; 400, 300, 200 or 100 for a sum of distances to the centre below 24, 30, 35
 *     or 40; 320, 240, 160 or 80 for a sum of friendly neighbours above 55, 50, 45 or 40; 10 for each push that the
 *     side could make if it were its turn. (P. Chorus, "Implementing a Computer Player for Abalone Using
 *     Alpha-Beta and Monte-Carlo Search", Maastricht University, 2009.)
 *     The sums are those of 14 marbles on 5x5x5; with another number of marbles at first, and on another
 *     board, they are in proportion to the marbles and, the distances, to the board's width.
 *
 *   papadopoulos   four times: 800 for each marble, 8 for each step nearer to the centre, 3 for each friendly
 *     neighbour, 10 for a marble between two of the opponent's in line, and -30 when the opponent could eject one
 *     marble if it were his turn, -50 when he could choose among two or more. (A. Papadopoulos, K. Toumpas, A. Chrysopoulos,
 *     P. A. Mitkas, "Exploring Optimization Strategies in Board Game Abalone for Alpha-Beta Search", IEEE CIG 2012;
 *     what exactly each number counts is our reading.)
 *
 *   net            learned, in the unit that its file says: the net that is built in, where there is one, and then the
 *     default. What nets are not for, other boards and positions with neutral or fixed marbles, it leaves to fitted.
 *
 * All but the learned one and the fitted one, which know that it is good to have the move, are differences: what is good
 * for one side is as bad for the other. Neutral and fixed marbles (R17, R18) are
 * walls to them.
 *
 * With three and more players the score is what the player to move, or the mean of his team, is ahead of the others, in the
 * mean. net and fitted compare each two opponents as fitted does, all other marbles being walls and nobody to move, and
 * each marble that a player has ejected counts as one more of his own. Every other name means
 * abla's: abla-single's for that name, else abla-combined's, with one and a half of a marble for each that a player has ejected.
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

/* *score of the position for the side to move, in a game that six ejections win. name NULL means the default.
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

/* The net that is built into the library, as the evaluation "net", or NULL; never freed. */
PAUA_API const paua_net *paua_net_embedded(void);

#define PAUA_NET_NAME_MAX 13

/* The net's name: the first 12 hexadecimal digits of the SHA-256 with which its file ends. Returns `name`. */
PAUA_API char *paua_net_name(const paua_net *net, char name[PAUA_NET_NAME_MAX]);

/* What its maker wrote into it, one line of ASCII, perhaps none; valid as long as the net. */
PAUA_API const char *paua_net_about(const paua_net *net);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_EVAL_H */
