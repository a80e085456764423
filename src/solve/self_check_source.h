/* self_check_source.h - generator.h and index.h as functions, for one kind of processor: KERNEL is their table. */
#include "solve/self_check.h"

static void moves(const struct index_board *base, uint32_t own, uint32_t opp,
                  struct neighbours *pairs)
{
    struct bitboards scene = bitboards_of(base, own, opp);
    generate_quiet_moves(&scene, pairs);
}

static void moves_that_eject(const struct index_board *base, uint32_t own, uint32_t opp,
                             struct neighbours *pairs)
{
    struct bitboards scene = bitboards_of(base, own, opp);
    generate_ejections(&scene, pairs);
}

static void unmoves(const struct index_board *base, uint32_t own, uint32_t opp,
                    struct neighbours *pairs)
{
    struct bitboards scene = bitboards_of(base, own, opp);
    generate_predecessors(&scene, pairs);
}

static int count(const struct index_board *base, uint32_t own, uint32_t opp)
{
    struct bitboards scene = bitboards_of(base, own, opp);
    return count_quiet_moves(&scene);
}

static uint64_t slot(const struct index_layer *layer, uint32_t own, uint32_t opp, int *order)
{
    return index_slot(layer, own, opp, order);
}

extern const struct self_check_game KERNEL;
const struct self_check_game KERNEL = {moves, moves_that_eject, unmoves, count, slot};
