/* fork.c - forks (double threats): hanging marbles that no single move of their owner saves, found
 * by trying every move. */
#include <paua/explain.h>

paua_set paua_fork_find(const paua_board *board, const paua_position *position, paua_side side,
                        int win)
{
    paua_position turned = *position;
    paua_hanging hanging, after;
    paua_move_list list;
    paua_hanging_find(board, position, side, &hanging);
    if (!hanging.marbles)
        return 0;
    turned.to_move = (uint8_t)side;
    turned.key = paua_position_key(board, &turned);
    paua_moves_generate(board, &turned, &list);
    for (int i = 0; i < list.count; i++) {
        paua_undo undo;
        paua_position_make(board, &turned, list.moves[i], &undo);
        bool wins = paua_position_score(&turned, side) >= win;
        paua_hanging_find(board, &turned, side, &after);
        paua_position_unmake(board, &turned, list.moves[i], &undo);
        if (wins || !after.marbles)
            return 0;
    }
    return list.count ? hanging.marbles : 0;
}
