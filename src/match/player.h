/* player.h - one who plays: an engine of ours that belongs to one thread. */
#ifndef MATCH_PLAYER_H
#define MATCH_PLAYER_H

#include <pthread.h>
#include <stdatomic.h>

#include <paua/match.h>

struct player {
    const paua_contender *contender; /* borrowed, as the setup */
    const paua_match_setup *setup;
    paua_engine *engine; /* for the board; NULL until there is one */
    const paua_board *board;
    pthread_mutex_t lock; /* around `searching` */
    bool searching;
};

/* How much time there is for a move. */
struct turn {
    const paua_game *game;
    uint64_t seed;
    bool clock;      /* left_ms counts */
    int64_t left_ms; /* the mover's */
};

struct answer {
    paua_move move;
    int score; /* as search.h counts, for the mover */
    paua_fault fault;
    char note[120]; /* on the fault */
};

/* PAUA_OK or PAUA_NO_MEMORY. */
paua_status player_begin(struct player *player, const paua_match_setup *setup,
                         const paua_contender *contender);
void player_end(struct player *player);

/* Makes ready for a game, and forgets the one before. PAUA_OK or PAUA_NO_MEMORY. */
paua_status player_meet(struct player *player, const paua_game *game);

/* Finds a move for the side to move. PAUA_OK or what the search says. */
paua_status player_think(struct player *player, const struct turn *turn, struct answer *answer);

/* Makes it answer soon; from any thread. */
void player_hurry(struct player *player);

#endif
