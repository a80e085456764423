/* server_board.h - the labelled boards on which commands, mails and their help show games: those of
 * PAUA_FORM_PBM_BOARD, but with marks for the players in the order of play, as in the help of the
 * network server. In a game of two its first player is o there. (The form, which is read again,
 * has letters for colours: x is Black, who moves first, o White.)
 */
#ifndef NOTATION_SERVER_BOARD_H
#define NOTATION_SERVER_BOARD_H

#include <stdbool.h>

#include <paua/notation.h>

#define SERVER_MARKS_OF_TWO  "ox"
#define SERVER_MARKS_OF_MORE "123456"

/* The mark of a player's marbles in a game of so many players. `drawn`: on the board that
 * server_board_write() draws; else on that of paua_draw_text(), used where it draws nothing. */
char server_board_mark(int players, int side, bool drawn);

/* Writes the board; same contract as paua_position_write(). */
size_t server_board_write(const paua_board *board, const paua_position *position, char *text,
                          size_t cap);

#endif /* NOTATION_SERVER_BOARD_H */
