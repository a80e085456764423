/* explanation.h - the output of `paua analyze --explain`. */
#ifndef PAUA_CLI_EXPLANATION_H
#define PAUA_CLI_EXPLANATION_H

#include <paua/explain.h>

/* Prints a line for the expectations, for the threat of each opponent, for each hanging marble with
 * the moves that eject it (or none), for each fork, and for each player's formation. */
void explanation_print(const paua_board *board, const paua_explanation *explanation);

#endif
