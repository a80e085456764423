/* self_check.h - tries the game that is about to be solved: moves, moves taken back and numbering against the rules. */
#ifndef SOLVE_SELF_CHECK_H
#define SOLVE_SELF_CHECK_H

#include "solve/generator.h"

/* What a solve relies on (generator.h, table/index.h); own is who moves, or who has moved where moves are taken back. */
struct self_check_game {
    void (*moves)(const struct index_board *base, uint32_t own, uint32_t opp,
                  struct neighbours *pairs);
    void (*ejections)(const struct index_board *base, uint32_t own, uint32_t opp,
                      struct neighbours *pairs);
    void (*unmoves)(const struct index_board *base, uint32_t own, uint32_t opp,
                    struct neighbours *pairs);
    int (*count)(const struct index_board *base, uint32_t own, uint32_t opp);
    uint64_t (*slot)(const struct index_layer *layer, uint32_t own, uint32_t opp, int *order);
};

/* The functions that the kernels for this board's processor (layer.h) have inlined. */
const struct self_check_game *self_check_game_for(const paua_board *board);

/* Tries one position; returns NULL, or what is wrong, as the end of a sentence that begins with the position. */
const char *self_check_position(const struct self_check_game *game, const struct index_layer *layer,
                                uint32_t own, uint32_t opp);

/* Tries the positions of the slots from .. to-1 of a layer, each turned in some way, or, with a *state to draw them from, as
 * many of any slots. Returns what self_check_position() does, and the position that was tried last. */
const char *self_check_layer(const struct self_check_game *game, const struct index_layer *layer,
                             uint64_t from, uint64_t to, uint64_t *state, struct neighbour *where);

#endif
