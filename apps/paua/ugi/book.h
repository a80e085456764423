/* book.h - the opening book of `paua ugi`: the games of the archive. */
#ifndef PAUA_UGI_BOOK_H
#define PAUA_UGI_BOOK_H

#include <paua/game.h>

struct book_move {
    paua_move move;
    long long games; /* in which it was made */
    double score;    /* the mover's mean in those with a result */
};

/* The move with the best record in the position of a game, among those made in BOOK_GAMES_MIN games
 * or more that scored BOOK_SCORE_MIN or more; the mean of few games counts as nearer to a half.
 * False: there is none, or no archive. A damaged archive is none, and `message` says so, else it
 * is "". */
#define BOOK_GAMES_MIN   10
#define BOOK_SCORE_MIN   0.45
#define BOOK_MESSAGE_MAX 256
bool book_find_move(const paua_game *game, struct book_move *out, char message[BOOK_MESSAGE_MAX]);

#endif
