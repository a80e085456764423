/* review.h - the arithmetic of a review, shared with its tests. */
#ifndef SEARCH_REVIEW_H
#define SEARCH_REVIEW_H

#include <paua/review.h>

/* paua_review.turning of a game that these players won, a bit for each. */
int review_turning(const paua_review *review, const paua_review_move *moves, unsigned winners);

/* A player's accuracy in per cent (PAUA_ACCURACY_HALF); 100 where there was nothing to lose. */
double review_accuracy(double losses, double expectations);

#endif
