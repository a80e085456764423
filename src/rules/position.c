#include <paua/position.h>

#include "board/shape.h"
#include "rules/kernel.h"
#include "rules/key.h"

static uint64_t set_key(const paua_board *board, paua_set set)
{
    uint64_t key = 0;
    while (set)
        key ^= board->key[bits_take(&set)];
    return key;
}

uint64_t paua_position_key(const paua_board *board, const paua_position *position)
{
    uint64_t key = position->to_move == PAUA_WHITE ? KEY_WHITE_TO_MOVE : 0;
    for (int side = 0; side < PAUA_SIDES; side++) {
        key ^= key_of_side(set_key(board, position->marbles[side]), side);
        key ^= key_of_ejected(side, position->ejected[side]);
    }
    return key;
}

static bool marbles_fit(const paua_board *board, paua_set black, paua_set white)
{
    return (black & white) == 0 && ((black | white) & ~board->shape.all) == 0;
}

/* A side cannot have lost and still have more marbles than a board has cells. */
static bool losses_fit(const paua_position *position)
{
    for (int side = 0; side < PAUA_SIDES; side++)
        if (position->ejected[1 - side] + bits_count(position->marbles[side]) > PAUA_CELLS_MAX)
            return false;
    return true;
}

paua_status paua_position_setup(const paua_board *board, paua_set black, paua_set white,
                                paua_side to_move, paua_position *out)
{
    if (!marbles_fit(board, black, white) || to_move >= PAUA_SIDES)
        return PAUA_BAD_POSITION;
    *out = (paua_position){.marbles = {black, white}, .ply = 1, .to_move = (uint8_t)to_move};
    out->key = paua_position_key(board, out);
    return PAUA_OK;
}

paua_status paua_position_check(const paua_board *board, const paua_position *position)
{
    bool good = marbles_fit(board, position->marbles[PAUA_BLACK], position->marbles[PAUA_WHITE]) &&
                losses_fit(position) && position->to_move < PAUA_SIDES && position->ply > 0 &&
                position->reserved == 0 && position->key == paua_position_key(board, position);
    return good ? PAUA_OK : PAUA_BAD_POSITION;
}

bool paua_position_same(const paua_position *a, const paua_position *b)
{
    return a->marbles[PAUA_BLACK] == b->marbles[PAUA_BLACK] &&
           a->marbles[PAUA_WHITE] == b->marbles[PAUA_WHITE] && a->to_move == b->to_move &&
           a->ejected[PAUA_BLACK] == b->ejected[PAUA_BLACK] &&
           a->ejected[PAUA_WHITE] == b->ejected[PAUA_WHITE];
}

void paua_position_make(const paua_board *board, paua_position *position, paua_move move,
                        paua_undo *undo)
{
    kernel_for(board)->make(board, position, move, undo);
}

void paua_position_unmake(const paua_board *board, paua_position *position, paua_move move,
                          const paua_undo *undo)
{
    kernel_for(board)->unmake(board, position, move, undo);
}
