/* insight.h - what `paua analyze --explain` says of a position besides its score. */
#ifndef PAUA_CLI_INSIGHT_H
#define PAUA_CLI_INSIGHT_H

#include <paua/explain.h>

struct insight {
    paua_threat threat;
    paua_hanging hanging[PAUA_SIDES];
};

/* Two lines at least: the threat, and each marble that hangs with the moves that eject it. */
void insight_print(const paua_board *board, const struct insight *insight);

#endif
