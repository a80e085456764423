/* checkpoint.h - the state of a solve in a file, from which a later process can continue. */
#ifndef SOLVE_CHECKPOINT_H
#define SOLVE_CHECKPOINT_H

#include "solve/state.h"

/* Writes beside `path`, then renames: the file there is always a whole one. PAUA_OK, PAUA_ERROR_IO
 * or PAUA_ERROR_NO_MEMORY. */
paua_status checkpoint_write(struct paua_solve *solve, const char *path);

#endif
