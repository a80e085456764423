/* kernel.h - move generation, make and unmake, in versions for a kind of board and processor.
 *
 * All versions are compiled from kernel_source.h: for any board, and with the geometry as constants
 * for the 5x5x5 board; for any processor, and for x86-64-v3; for two plain sides (no neutral or
 * fixed marbles), and "special" ones for everything else. Where two versions apply they give the
 * same results; the tests run them all. PAUA_SMALL, for the page, leaves only the special one.
 */
#ifndef RULES_KERNEL_H
#define RULES_KERNEL_H

#include <paua/rules.h>

struct kernel {
    bool special;
    void (*generate)(const paua_board *board, const paua_position *position, paua_move_list *list);
    /* Only ejections, in the order of generate(). */
    void (*generate_ejections)(const paua_board *board, const paua_position *position,
                               paua_move_list *list);
    int (*count)(const paua_board *board, const paua_position *position);
    /* Whether generate() would list the move, which may be any 16 bits. */
    bool (*is_legal)(const paua_board *board, const paua_position *position, paua_move move);
    void (*make)(const paua_board *board, paua_position *position, paua_move move, paua_undo *undo);
    void (*unmake)(const paua_board *board, paua_position *position, paua_move move,
                   const paua_undo *undo);
    /* The Zobrist key that make() would leave, without making the move. */
    uint64_t (*key_after)(const paua_board *board, const paua_position *position, paua_move move);
    /* Gives the turn to the first player from `side` on who has not left and can move (R11); the
     * key is not updated. NULL but in special kernels. */
    void (*give_turn)(const paua_board *board, paua_position *position, int side);
    uint64_t (*perft)(const paua_board *board, int win, paua_position *position, int depth);
    uint64_t (*perft_make)(const paua_board *board, int win, paua_position *position, int depth);
};

extern const struct kernel kernel_any, kernel_full, kernel_special;
#if defined(__x86_64__)
extern const struct kernel kernel_any_v3, kernel_full_v3, kernel_special_v3;
#endif

/* Whether a position needs a special kernel. */
static inline bool kernel_needs_special(const paua_position *position)
{
    return position->players != PAUA_SIDES || position->crowned != 0 ||
           (position->neutral | position->fixed) != 0;
}

/* The fastest version for this board and position on this processor. */
const struct kernel *kernel_for(const paua_board *board, const paua_position *position);

/* The special version for this processor; it handles every position. */
const struct kernel *kernel_special_for(const paua_board *board);

#endif
