/* explain.h - the arithmetic of a review, shared with its tests. */
#ifndef SEARCH_EXPLAIN_H
#define SEARCH_EXPLAIN_H

#include <paua/explain.h>

/* paua_review.turning of a game in which `loser` lost: expectations[i] is what the side to move had
 * before move i + 1, expectations[count] what the next one had after the last move; `first` moved
 * first. */
int explain_turning(paua_side loser, paua_side first, const double *expectations, int count);

/* The accuracy of a move that loses this much expectation: 1 for the best move, down to 0. */
double explain_accuracy(double loss);

#endif
