/* kernel.h - the inner loops of the rules, in the version that suits a board and this processor.
 *
 * All versions are compiled from kernel_source.h: for any board and, with the geometry as constants,
 * for the 5x5x5 board; for any processor and for x86-64-v3. They do the same; tests run them all.
 */
#ifndef RULES_KERNEL_H
#define RULES_KERNEL_H

#include <paua/rules.h>

struct kernel {
    void (*generate)(const paua_board *board, const paua_position *position, paua_move_list *list);
    /* Only moves that eject, in the order generate() lists them. */
    void (*generate_ejections)(const paua_board *board, const paua_position *position,
                               paua_move_list *list);
    int (*count)(const paua_board *board, const paua_position *position);
    void (*make)(const paua_board *board, paua_position *position, paua_move move, paua_undo *undo);
    void (*unmake)(const paua_board *board, paua_position *position, paua_move move,
                   const paua_undo *undo);
    uint64_t (*perft)(const paua_board *board, int win, paua_position *position, int depth);
    uint64_t (*perft_make)(const paua_board *board, int win, paua_position *position, int depth);
};

extern const struct kernel kernel_any, kernel_full;
#if defined(__x86_64__)
extern const struct kernel kernel_any_v3, kernel_full_v3;
#endif

/* The fastest version for this board here. */
const struct kernel *kernel_for(const paua_board *board);

#endif
