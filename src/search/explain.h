/* explain.h - the arithmetic of a review, shared with its tests. */
#ifndef SEARCH_EXPLAIN_H
#define SEARCH_EXPLAIN_H

#include <paua/explain.h>

/* paua_review.turning of a game in which `loser` lost: expectations[i] is what the side to move had
 * before move i + 1, expectations[count] what the next one had after the last move; `first` moved
 * first. */
int explain_turning(paua_side loser, paua_side first, const double *expectations, int count);

/* A player's accuracy in per cent (PAUA_ACCURACY_HALF); 100 where there was nothing to lose. */
double explain_accuracy(double losses, double expectations);

#endif
