/* explanation.h - what `paua analyze --explain` prints. */
#ifndef PAUA_CLI_EXPLANATION_H
#define PAUA_CLI_EXPLANATION_H

#include <paua/explain.h>

/* Prints at least three lines: what each player can expect, the threat of each opponent, and each
 * hanging marble with the moves that eject it; then a line for each player's formation. */
void explanation_print(const paua_board *board, const paua_explanation *explanation);

#endif
