/* printed.h - boards as the paper on the course project prints them ("Project Abalone", figures 5,
 * 7 and 10): rows that lack a cell, a backslash before each $, two boards beside each other. */
#ifndef NOTATION_PRINTED_H
#define NOTATION_PRINTED_H

#include <stdbool.h>

enum {
    PRINTED_ROWS = 9,
    PRINTED_BOARD_MAX = 256, /* bytes of a board of that many rows and two numbers */
    PRINTED_NOTES_MAX = 1024 /* bytes of all notes */
};

/* Repairs a board of 61 cells in PAUA_FORM_MATRIX:
 *   - a backslash is left out;
 *   - of two boards beside each other, with tabs between them, the left one is taken;
 *   - a row that lacks one cell gets it at its end: one more of what the whole row has, or else an
 *     empty one.
 * Writes the board to `board`, and to `notes` a line, which ends in a newline, for each of these
 * but the first. False, and both are empty: the text is no such board. */
bool printed_board_repair(const char *text, char board[PRINTED_BOARD_MAX],
                          char notes[PRINTED_NOTES_MAX]);

#endif
