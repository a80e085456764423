/* count.h - how many positions a game can have: exact numbers. */
#ifndef PAUA_COMPLEXITY_COUNT_H
#define PAUA_COMPLEXITY_COUNT_H

#include <stddef.h>
#include <stdint.h>

#include <paua/position.h>

/* A whole number of at most 256 bits, lowest first: 7^61, all ways to fill 61 cells with the
 * marbles of six players or nothing, needs 172. */
enum { BIG_LIMBS = 8 };

struct big {
    uint32_t limbs[BIG_LIMBS];
};

/* In decimal; `text` needs room for 80 characters. Returns `text`. */
char *big_text(const struct big *number, char text[80]);

/* Of a number above 0. */
double big_log10(const struct big *number);

/* Upper bounds: not every arrangement can come up in play. */
struct position_count {
    struct big arrangements; /* of the marbles: who has how many left, and where they are */
    struct big states;       /* arrangements with the side to move */
};

/* Counts what can come of a start position. In a game for two a side has lost at most `win` marbles
 * and not both have lost as many, and once one has, it is to move; with three and more players any
 * marble may be off the board, for nobody's marbles alone say who has ejected them. Neutral marbles
 * may be anywhere or off the board, fixed ones stay. */
void positions_count(const paua_board *board, const paua_position *start, int win,
                     struct position_count *out);

#endif
