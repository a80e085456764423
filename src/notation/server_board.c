/* server_board.c - labelled boards with the marks of players: the form pbm-board, in which two
 * players are exchanged before it is written. */
#include "notation/server_board.h"

char server_board_mark(int players, int side, bool drawn)
{
    if (!drawn)
        return "@Orgyp"[side];
    return (players == PAUA_SIDES ? SERVER_MARKS_OF_TWO : SERVER_MARKS_OF_MORE)[side];
}

size_t server_board_write(const paua_board *board, const paua_position *position, char *text,
                          size_t cap)
{
    paua_position shown = *position;

    if (position->players == PAUA_SIDES) {
        for (int side = 0; side < PAUA_SIDES; side++) {
            shown.marbles[side] = position->marbles[1 - side];
            shown.ejected[side] = position->ejected[1 - side];
        }
    }
    return paua_position_write(board, &shown, PAUA_FORM_PBM_BOARD, text, cap);
}
