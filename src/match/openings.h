/* openings.h - inside openings: their list and their boards. */
#ifndef MATCH_OPENINGS_H
#define MATCH_OPENINGS_H

#include <paua/lab/match.h>

/* A position, and moves from there. */
struct match_opening {
    const paua_board *board; /* one of the openings' own */
    paua_position start;
    paua_move *moves; /* owned; NULL without moves */
    int move_count;
};

struct paua_openings {
    struct match_opening *list; /* owned, and so are the boards */
    int count, room;
    paua_board **boards;
    int board_count, board_room;
    int completed; /* games of which something was filled in or passed over */
    bool random;
    int random_plies;
    uint64_t seed;
    uint64_t hash; /* the same for openings that are the same */
};

/* The openings' board with these sides, built when there is none yet; NULL without memory. */
const paua_board *openings_board(paua_openings *openings, const int sides[3]);

/* Adds one; takes the moves over also on failure. PAUA_OK or PAUA_ERROR_NO_MEMORY. */
paua_status openings_add(paua_openings *openings, struct match_opening opening);

#endif
