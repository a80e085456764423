/* full_board.h - the 5x5x5 board for all tests of a program. */
#ifndef FULL_BOARD_H
#define FULL_BOARD_H

#include "unit.h"

static paua_board *full;

static int set_up(void **state)
{
    (void)state;
    return paua_board_new(5, 5, 5, &full) == PAUA_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    paua_board_free(full);
    return 0;
}

#endif
