/* listing.h - the legal moves of a position that may be won already, in the order of their texts. */
#ifndef PAUA_CLI_LISTING_H
#define PAUA_CLI_LISTING_H

#include <paua/rules.h>

/* paua_moves_generate(), but a game that is won has none. */
void listing_generate(const paua_board *board, const paua_rules *rules,
                      const paua_position *position, paua_move_list *list);

/* Sorts by standard notation. */
void listing_sort(const paua_board *board, paua_move_list *list);

#endif
