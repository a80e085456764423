/* write.h - a solved board into a file (table.h). */
#ifndef SOLVE_WRITE_H
#define SOLVE_WRITE_H

#include "solve/layer.h"

struct write_plan {
    const paua_board *board;
    int marbles, win;
    bool stuck_loses;
    int threads;
    int count;
    const struct layer *const *layers; /* solved, the top one first */
};

/* Writes beside `path` and renames, so that there is a whole table or none. The bytes depend on nothing but the
 * plan's contents. Returns PAUA_OK, PAUA_IO (errno says why), PAUA_NO_MEMORY or PAUA_CONFLICT (stopped). */
paua_status write_table(const struct write_plan *plan, const char *path, const atomic_bool *stop);

#endif
