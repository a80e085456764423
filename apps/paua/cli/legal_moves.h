/* legal_moves.h - the legal moves of a position, none if it is won, sorted by their text. */
#ifndef PAUA_CLI_LEGAL_MOVES_H
#define PAUA_CLI_LEGAL_MOVES_H

#include <paua/rules.h>

/* paua_moves_generate(), but a game that is won has none. */
void legal_moves_generate(const paua_board *board, const paua_rules *rules,
                          const paua_position *position, paua_move_list *list);

/* Sorts by standard notation. */
void legal_moves_sort(const paua_board *board, paua_move_list *list);

#endif
