/* perft.c - counts sequences of moves in pieces, between which it listens to the input. */
#include "ugi/perft.h"

#include <stdio.h>

#include <paua/notation.h>
#include <paua/rules.h>

#include "cli/common.h"
#include "cli/legal_moves.h"

enum { PIECE_PLIES = 3 }; /* counted at once, in some milliseconds at most */

/* Adds the number of sequences of this length. False: it was stopped. */
static bool count_sequences(const paua_game *game, const paua_position *position, int depth,
                            struct ugi_input *input, uint64_t *nodes)
{
    const paua_board *board = paua_game_board(game);
    const paua_rules *rules = paua_game_rules(game);
    paua_move_list list;

    if (depth <= PIECE_PLIES) {
        *nodes += paua_perft(board, rules, position, depth);
        return !ugi_input_listen(input);
    }
    legal_moves_generate(board, rules, position, &list);
    for (int i = 0; i < list.count; i++) {
        paua_position child = *position;
        paua_undo undo;

        paua_position_make(board, &child, list.moves[i], &undo);
        if (!count_sequences(game, &child, depth - 1, input, nodes))
            return false;
    }
    return true;
}

void perft_print(const paua_game *game, int depth, struct ugi_input *input)
{
    for (int i = 1; i <= depth && output_flush(); i++) {
        uint64_t nodes = 0;

        if (!count_sequences(game, paua_game_position(game), i, input, &nodes))
            return;
        printf("%d %llu\n", i, (unsigned long long)nodes);
    }
}
