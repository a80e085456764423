/* kernel.c - picks the compiled version of the rules (kernel.h) for a board, a position and this
 * processor. */
#include "rules/kernel.h"

#include "board/shape.h"

const struct kernel *kernel_special_for(const paua_board *board)
{
#if defined(__x86_64__)
    if (board->cpu_v3)
        return &kernel_special_v3;
#endif
    (void)board;
    return &kernel_special;
}

const struct kernel *kernel_for(const paua_board *board, const paua_position *position)
{
#if defined(PAUA_SMALL)
    (void)position;
    return kernel_special_for(board);
#else
    if (kernel_needs_special(position))
        return kernel_special_for(board);
#if defined(__x86_64__)
    if (board->cpu_v3)
        return board->full ? &kernel_full_v3 : &kernel_any_v3;
#endif
    return board->full ? &kernel_full : &kernel_any;
#endif
}
