/* explanation.h - what `paua analyze --explain` says of a position besides its score. */
#ifndef PAUA_CLI_EXPLANATION_H
#define PAUA_CLI_EXPLANATION_H

#include <paua/explain.h>

struct explanation {
    paua_threat threat;
    paua_hanging hanging[PAUA_SIDES];
};

/* Two lines at least: the threat, and each marble that hangs with the moves that eject it. */
void explanation_print(const paua_board *board, const struct explanation *insight);

#endif
