/* view.h - what `paua play` shows on a whole terminal; play_screen.c has the keys. */
#ifndef PAUA_PLAY_VIEW_H
#define PAUA_PLAY_VIEW_H

#include "play/session.h"

struct screen {
    struct session *session;
    const paua_board *board;
    bool turned;     /* White's side is at the bottom */
    int scale;       /* 1: each row of cells on the line below the other, 2: a line between them */
    int left, width; /* of the board, before scaling */
    int cursor;      /* a cell, or PAUA_NO_CELL where nobody moves it */
    paua_set chosen; /* own marbles, picked with the space bar */
    bool help;
    bool asking;   /* whether the person really resigns */
    bool thinking; /* the computer is */
    char typed[32];
    bool typing;
};

/* Once, when the terminal is set up and screen->board is known. */
void view_begin(struct screen *screen);

void view_draw(struct screen *screen);

#endif
