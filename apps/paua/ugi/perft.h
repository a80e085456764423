/* perft.h - the command `perft` of `paua ugi`, which `stop` and `quit` end. */
#ifndef PAUA_UGI_PERFT_H
#define PAUA_UGI_PERFT_H

#include <paua/game.h>

#include "ugi/input.h"

/* Prints the counts of all depths from the game's position up to `depth`. Ends early when nobody
 * reads them, and by `stop` or `quit` in the input. */
void perft_print(const paua_game *game, int depth, struct ugi_input *input);

#endif
