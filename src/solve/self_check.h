/* self_check.h - tests the game before it is solved: moves, predecessors and numbering against
 * the rules. */
#ifndef SOLVE_SELF_CHECK_H
#define SOLVE_SELF_CHECK_H

#include "solve/generator.h"

/* What a solve relies on (generator.h, table/index.h). `own` are the marbles of the side to
 * move; for predecessors, of the side that has just moved. */
struct self_check_game {
    void (*moves)(const struct index_board *base, uint32_t own, uint32_t opp,
                  struct neighbours *neighbours);
    void (*ejections)(const struct index_board *base, uint32_t own, uint32_t opp,
                      struct neighbours *neighbours);
    void (*predecessors)(const struct index_board *base, uint32_t own, uint32_t opp,
                         struct neighbours *neighbours);
    int (*count)(const struct index_board *base, uint32_t own, uint32_t opp);
    uint64_t (*slot)(const struct index_layer *layer, uint32_t own, uint32_t opp, int *order);
};

/* The functions that the kernels for this board's processor (layer.h) have inlined. */
const struct self_check_game *self_check_game_for(const paua_board *board);

/* Checks one position. Returns NULL, or what is wrong: the end of a sentence that begins with
 * the position. */
const char *self_check_position(const struct self_check_game *game, const struct index_layer *layer,
                                uint32_t own, uint32_t opp);

/* Checks the positions of slots from .. to-1 of a layer, each turned by some symmetry; with a
 * *state for random numbers, as many positions of random slots. Returns what
 * self_check_position() does; *where is the position that was checked last. */
const char *self_check_layer(const struct self_check_game *game, const struct index_layer *layer,
                             uint64_t from, uint64_t to, uint64_t *state, struct neighbour *where);

#endif
