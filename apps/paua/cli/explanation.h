/* explanation.h - the threat and hanging marbles that `paua analyze --explain` prints. */
#ifndef PAUA_CLI_EXPLANATION_H
#define PAUA_CLI_EXPLANATION_H

#include <paua/explain.h>

struct explanation {
    paua_threat threat;
    paua_hanging hanging[PAUA_SIDES];
};

/* Prints at least two lines: the threat, and each hanging marble with the moves that eject it. */
void explanation_print(const paua_board *board, const struct explanation *insight);

#endif
