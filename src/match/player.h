/* player.h - one who plays: an engine of ours, or another program. Belongs to one thread. */
#ifndef MATCH_PLAYER_H
#define MATCH_PLAYER_H

#include <pthread.h>
#include <stdatomic.h>

#include <paua/match.h>

#include "match/process.h"

struct player {
    const paua_engine_config *config; /* borrowed, as the setup */
    const paua_match_setup *setup;
    const atomic_bool *stop; /* borrowed */
    const paua_net *net;     /* borrowed; NULL: none of its own */

    /* ours */
    paua_engine *engine; /* for the board; NULL until there is one */
    const paua_board *board;
    pthread_mutex_t lock; /* around `searching` */
    bool searching;

    /* another program */
    struct process process;
    unsigned offered; /* bit i: it has the i-th of the usual options */
    char *line;       /* what it is told next; owned */
    size_t line_room;
};

/* How much time there is for a move. */
struct move_request {
    const paua_game *game;
    uint64_t seed;
    bool clock;                  /* left_ms counts */
    int64_t left_ms[PAUA_SIDES]; /* on the clocks */
    int64_t allowed_ms;          /* for this move, by clock and limit; 0: no limit */
};

/* A move, or why there is none. */
struct move_reply {
    paua_move move;
    int64_t spent_ms;   /* as time has passed, */
    int64_t delayed_ms; /* of which the system kept it from a processor */
    bool scored;
    int score; /* as search.h counts, for the mover */
    paua_fault fault;
    char note[160]; /* on the fault */
};

/* PAUA_OK or PAUA_NO_MEMORY. */
paua_status player_init(struct player *player, const paua_match_setup *setup,
                        const paua_engine_config *config, const paua_net *net,
                        const atomic_bool *stop);
/* Lets another program go, on the thread that has played: others may receive SIGPIPE. */
void player_quit(struct player *player);
void player_free(struct player *player);

/* Makes ready for a game, and forgets the one before; *answer has its fault, if it cannot. Returns PAUA_OK, PAUA_NOT_FOUND when
 * stopped, or PAUA_NO_MEMORY. */
paua_status player_new_game(struct player *player, const paua_game *game,
                            struct move_reply *answer);

/* Finds a move for the side to move. Returns likewise. */
paua_status player_find_move(struct player *player, const struct move_request *turn,
                             struct move_reply *answer);

/* Makes it answer soon; from any thread. */
void player_stop_search(struct player *player);

/* The same for the two kinds: in_process.c and external.c. */
paua_status in_process_new_game(struct player *player, const paua_game *game);
paua_status in_process_find_move(struct player *player, const struct move_request *turn,
                                 struct move_reply *answer);
paua_status external_new_game(struct player *player, struct move_reply *answer);
paua_status external_find_move(struct player *player, const struct move_request *turn,
                               struct move_reply *answer);
void external_quit(struct player *player);

/* The limits of every move: the config's own, else the match's. */
paua_limits player_limits(const struct player *player);
int64_t player_tt_mb(const struct player *player);
int player_threads(const struct player *player);

#endif
