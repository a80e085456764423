/* self_check_source.h - scene.h and index.h as functions, for one kind of processor: KERNEL is their table. */
#include "solve/self_check.h"

static void moves(const struct index_board *base, uint32_t own, uint32_t opp, struct pairs *pairs)
{
    struct scene scene = scene_of(base, own, opp);
    quiet_moves(&scene, pairs);
}

static void moves_that_eject(const struct index_board *base, uint32_t own, uint32_t opp,
                             struct pairs *pairs)
{
    struct scene scene = scene_of(base, own, opp);
    ejections(&scene, pairs);
}

static void unmoves(const struct index_board *base, uint32_t own, uint32_t opp, struct pairs *pairs)
{
    struct scene scene = scene_of(base, own, opp);
    quiet_unmoves(&scene, pairs);
}

static int count(const struct index_board *base, uint32_t own, uint32_t opp)
{
    struct scene scene = scene_of(base, own, opp);
    return count_quiet_moves(&scene);
}

static uint64_t slot(const struct index_layer *layer, uint32_t own, uint32_t opp, int *order)
{
    return index_slot(layer, own, opp, order);
}

extern const struct self_check_game KERNEL;
const struct self_check_game KERNEL = {moves, moves_that_eject, unmoves, count, slot};
