/* self_check_source.h - generator.h and index.h as functions, for one kind of processor: KERNEL
 * is their table. */
#include "solve/self_check.h"

/* Wraps generate_quiet_moves(): the successors by moves that eject nothing. */
static void list_quiet_moves(const struct index_board *base, uint32_t own, uint32_t opp,
                             struct neighbours *neighbours)
{
    struct bitboards boards = bitboards_of(base, own, opp);
    generate_quiet_moves(&boards, neighbours);
}

/* Wraps generate_ejections(): the successors by moves that eject a marble. */
static void list_ejections(const struct index_board *base, uint32_t own, uint32_t opp,
                           struct neighbours *neighbours)
{
    struct bitboards boards = bitboards_of(base, own, opp);
    generate_ejections(&boards, neighbours);
}

/* Wraps generate_predecessors(): the positions that a quiet move leads here from. */
static void list_predecessors(const struct index_board *base, uint32_t own, uint32_t opp,
                              struct neighbours *neighbours)
{
    struct bitboards boards = bitboards_of(base, own, opp);
    generate_predecessors(&boards, neighbours);
}

/* Wraps count_quiet_moves(): the open moves of a position at the beginning of a solve. */
static int count_moves(const struct index_board *base, uint32_t own, uint32_t opp)
{
    struct bitboards boards = bitboards_of(base, own, opp);
    return count_quiet_moves(&boards);
}

/* Wraps index_slot(): the slot of the position's canonical form. */
static uint64_t find_slot(const struct index_layer *layer, uint32_t own, uint32_t opp, int *order)
{
    return index_slot(layer, own, opp, order);
}

extern const struct self_check_game KERNEL;
const struct self_check_game KERNEL = {list_quiet_moves, list_ejections, list_predecessors,
                                       count_moves, find_slot};
