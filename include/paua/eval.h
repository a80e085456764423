/* eval.h - evaluations by name.
 *
 * An evaluation scores a position for the side to move without searching. Each has a unit of its
 * own, since they weigh a marble too differently for a common one. No score is beyond +-28900.
 *
 *   fitted         The default where no net is built in: a weighted sum of features (marbles,
 *     ejections still needed, distances to abapro's R, marbles on the rings along the edge,
 *     neighbours, isolated marbles, three in line, marbles between two of the opponent's, empty
 *     neighbours, rows that each side can eject or push, the turn). The weights are interpolated
 *     between two sets as marbles are ejected, and fitted to games (docs/training.md). In
 *     thousandths of a unit of log-odds: a lead of 1000 wins 73 games of 100.
 *
 *   abla           w1 f1 + w2 f2 + w3 f3 + w4 f4, in hundredths of a step: with w1 = -1, 100 is one
 *     marble one step nearer to the centre than the opponent's. The settings w1 to w4, from -3 to 3
 *     with at most two decimals, are -1, 1, 0 and 0 where they are not given: "abla/w1=-1/w2=0.5".
 *   abla-combined  the same with w1 = -1, w2 = 1; abla-single  with w2 = 0.
 *     f1 is the sum of the distances of one's own marbles to the centre less that of the
 *     opponent's, f2 the same difference of the sums of friendly neighbours. The paper names two
 *     more ideas of players without counting them; f3 is the same difference of the numbers of
 *     hexagons (marbles with six friendly neighbours), f4 the number of the opponent's connected
 *     groups less that of one's own. ("A Simple
 *     Intelligent Agent for Playing Abalone Game: ABLA", section 4.1.) The paper does not say at
 *     what distance an ejected marble counts; here it is the width of the board (8 steps on
 *     5x5x5), near the 7.5 steps that a fit to human games finds. The setting "ejected" makes it
 *     any number from 0 to 99: "abla-combined/ejected=5", or "abla-combined/5" for short.
 *
 *   abapro         In fortieths of a step: 100 steps for each marble ejected, and the opponent's
 *     sum of distances to a point R less one's own. R is the weighted mean of both centres of mass
 *     and the board's centre, 3:3:1. (O. Aichholzer, F. Aurenhammer, T. Werner, "Algorithmic Fun -
 *     Abalone", TELEMATIK 1/2002.) The paper gives the centre less weight for the winning side;
 *     here half the weight in the R that the marbles of the side with more ejections are measured
 *     to. Distances to R, which need not be a cell, are the maximum of the differences along the
 *     three axes, as between cells. The paper on ABLA describes another version, the shareware
 *     program of 2004, whose single feature are the distances to the centre of mass of the marbles
 *     themselves: the setting "centre=own" measures so (else "both"), and "marble=0" leaves out
 *     what an ejected marble is worth, which that paper does not mention (0 to 100 steps).
 *
 *   chorus         1000 for each marble; 400, 300, 200 or 100 for a sum of distances to the centre
 *     below 24, 30, 35 or 40; 320, 240, 160 or 80 for a sum of friendly neighbours above 55, 50, 45
 *     or 40; 10 for each push that the side could make if it were its turn. (P. Chorus,
 *     "Implementing a Computer Player for Abalone Using Alpha-Beta and Monte-Carlo Search",
 *     Maastricht University, 2009.) The thresholds are for 14 marbles on 5x5x5; they scale with the
 *     marbles at the start and, those of distances, with the width of the board.
 *
 *   papadopoulos   Four times: 800 for each marble, 8 for each step nearer to the centre, 3 for
 *     each friendly neighbour, 10 for a marble between two of the opponent's in line, and -30 when
 *     the opponent could eject one marble if it were its turn, -50 when it could choose among two
 *     or more. (A. Papadopoulos, K. Toumpas, A. Chrysopoulos, P. A. Mitkas, "Exploring Optimization
 *     Strategies in Board Game Abalone for Alpha-Beta Search", IEEE CIG 2012; what exactly each
 *     number counts is our reading.)
 *
 *   net            The neural network that is built in, where there is one, and then the default;
 *     its file names its unit. It leaves other boards, and positions with neutral or fixed marbles,
 *     to "fitted".
 *
 * All but net and fitted, which count the turn, are antisymmetric: what is good for one side is as
 * bad for the other. Neutral and fixed marbles (R17, R18) are walls to them.
 *
 * With three and more players the score is the lead of the player to move, or of its team in the
 * mean, over the mean of the others. net and fitted score each player by features like fitted's
 * (what its team has ejected and still needs, its marbles, their places and neighbours, rows that
 * it can eject or push, marbles that others can), with weights fitted to games of three to six; the
 * turn does not count. Every other name means abla's terms: abla-single's for that
 * name, else abla-combined's, plus one and a half marbles for each that a player has ejected.
 *
 * Settings stand behind the name after a slash or a colon, between them is a slash or a comma.
 *
 * The functions for names are thread-safe and allocate nothing.
 *
 * Nets are learned evaluations of games of two plain sides on the 5x5x5 board, read from files
 * (docs/net-format.md); paua_engine_use_net() gives one to an engine. An open net never changes and
 * may be shared by threads.
 */
#ifndef PAUA_EVAL_H
#define PAUA_EVAL_H

#include <paua/position.h>

#ifdef __cplusplus
extern "C" {
#endif

PAUA_API int paua_eval_count(void);
PAUA_API const char *paua_eval_name(int i); /* 0 .. count-1, else NULL; 0 is the default */

/* Names with settings have less than so many characters. */
#define PAUA_EVAL_TEXT_MAX 40

/* Whether a text is the name of an evaluation, perhaps with settings. Returns PAUA_OK,
 * PAUA_ERROR_NOT_FOUND (the error lists all names) or PAUA_ERROR_BAD_SYNTAX (the settings; it lists
 * those that there are). error may be NULL. */
PAUA_API paua_status paua_eval_check(const char *text, paua_error *error);

/* The score of a position for the side to move, in a game that six ejections win; name NULL means
 * the default. Returns PAUA_OK or PAUA_ERROR_NOT_FOUND. */
PAUA_API paua_status paua_eval_score(const paua_board *board, const char *name,
                                     const paua_position *position, int *score);

typedef struct paua_net paua_net;

/* Opens the net in a file, or in `size` bytes, which are copied; paua_net_free() it. Returns
 * PAUA_OK, PAUA_ERROR_IO, PAUA_ERROR_CORRUPT (not a net, truncated, altered),
 * PAUA_ERROR_UNSUPPORTED (unknown version or size) or PAUA_ERROR_NO_MEMORY; then *error, which may
 * be NULL, says why, without the path. */
PAUA_API paua_status paua_net_open(const char *path, paua_net **out, paua_error *error);
PAUA_API paua_status paua_net_read(const void *bytes, size_t size, paua_net **out,
                                   paua_error *error);
PAUA_API void paua_net_free(paua_net *net); /* NULL is allowed */

/* The net that is built into the library, as the evaluation "net", or NULL; never freed. */
PAUA_API const paua_net *paua_net_embedded(void);

#define PAUA_NET_NAME_MAX 13

/* The net's name: the first 12 hexadecimal digits of the SHA-256 with which its file ends. Returns
 * `name`. */
PAUA_API char *paua_net_name(const paua_net *net, char name[PAUA_NET_NAME_MAX]);

/* The description in its file: a line of ASCII, perhaps empty; valid as long as the net. */
PAUA_API const char *paua_net_about(const paua_net *net);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_EVAL_H */
