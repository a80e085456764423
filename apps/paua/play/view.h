/* view.h - draws `paua play` on a whole terminal with ncurses; screen.c handles the keys. */
#ifndef PAUA_PLAY_VIEW_H
#define PAUA_PLAY_VIEW_H

#include "play/session.h"

struct screen {
    struct session *session;
    const paua_board *board;
    bool turned;       /* White's side is at the bottom */
    int scale;         /* terminal lines per row of cells: 1, or 2 if the terminal is big enough */
    int left, width;   /* of the board, before scaling */
    int cursor;        /* a cell; PAUA_NO_CELL if only computers play */
    paua_set selected; /* own marbles, selected with the space bar */
    bool help;         /* shows the help page */
    bool confirming;   /* asks "Resign? y/n" */
    bool thinking;     /* the computer searches */
    bool typing;       /* keys go to `typed` */
    char typed[32];
};

/* Sets up colours and the board's size. Call it once, after ncurses and screen->board are set
 * up. */
void view_begin(struct screen *screen);

/* Draws everything anew and refreshes the terminal. */
void view_draw(struct screen *screen);

#endif
