/* legal_moves.h - generates the legal moves of a position and sorts them by their text. */
#ifndef PAUA_CLI_LEGAL_MOVES_H
#define PAUA_CLI_LEGAL_MOVES_H

#include <paua/rules.h>

/* Like paua_moves_generate(), but without moves if the game is won. */
void legal_moves_generate(const paua_board *board, const paua_rules *rules,
                          const paua_position *position, paua_move_list *list);

/* Sorts by standard notation. */
void legal_moves_sort(const paua_board *board, paua_move_list *list);

#endif
