/* opening_moves.h - the moves that were played from a position, with their results: looked up in an
 * archive, and turned back from canonical form to the orientation of the position. */
#ifndef SERVICE_OPENING_MOVES_H
#define SERVICE_OPENING_MOVES_H

#include <jansson.h>

#include "service/computer/opening_index.h"

/* A move in the orientation of the position, its canonical form and its counts. */
struct opening_move {
    char text[PAUA_MOVE_TEXT_MAX];
    paua_move move, canonical;
    archive_count count;
};

struct opening_moves {
    const paua_board *board; /* borrowed */
    paua_position position;
    uint64_t key;
    unsigned symmetries;
    long long games;
    int used;
    struct opening_move list[PAUA_MOVES_MAX];
};

/* Begins with the legal moves, one for each set that symmetries of the position make equal. */
void opening_moves_begin(struct opening_moves *moves, const paua_board *board,
                         const paua_rules *rules, const paua_position *position);

/* Adds the counts of a source. The status is archive_counts()'s. */
paua_status opening_moves_add(struct opening_moves *moves, archive *games,
                              enum archive_source source);

/* Adds a game that is not among the counts. */
void opening_moves_add_game(struct opening_moves *moves, const paua_game *game);

/* Drops moves that were never played, and sorts the others: most played first, then by score. */
void opening_moves_end(struct opening_moves *moves);

/* In how many games with this move the result is known; the mover's mean score in them, -1 if
 * there are none. */
long long opening_move_decided(const struct opening_move *move);
double opening_move_score(const struct opening_move *move);

/* {"position", "games", "moves"}. NULL: out of memory. */
json_t *opening_moves_json(const struct opening_moves *moves);

#endif /* SERVICE_OPENING_MOVES_H */
