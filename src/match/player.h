/* player.h - an engine that plays in a match: in this process (in_process.c) or an external program
 * (external.c). Belongs to one thread.
 */
#ifndef MATCH_PLAYER_H
#define MATCH_PLAYER_H

#include <pthread.h>
#include <stdatomic.h>

#include <paua/lab/match.h>

#include "match/process.h"

struct player {
    const paua_engine_config *config; /* borrowed, as are the next four */
    const paua_match_setup *setup;
    const atomic_bool *stop;
    const paua_net *net; /* NULL: none of its own */
    int log_fd;          /* for the standard error of an external engine; -1: discarded */

    /* in this process */
    paua_engine *engine;     /* owned; for the board; NULL before the first game */
    const paua_board *board; /* borrowed */
    pthread_mutex_t lock;    /* around `searching` */
    bool searching;

    /* external */
    struct process process;
    unsigned offered; /* bit i: it offers usual option i */
    paua_rules rules; /* that its options were set for */
    bool spoke_ugi;   /* it has answered ugiok at least once */
    char *text;       /* to be sent next; owned */
    size_t text_room;
};

/* What a player is asked for a move with. */
struct move_request {
    const paua_game *game;
    uint64_t seed;
    bool clock;                  /* left_ms counts */
    int64_t left_ms[PAUA_SIDES]; /* on the clocks, with the delay of a turn */
    int64_t allowed_ms;          /* for this move, by clock and limit; 0: no limit */
};

/* A move, or why there is none. */
struct move_reply {
    paua_move move;
    int64_t spent_ms;   /* wall-clock time */
    int64_t delayed_ms; /* of it, ready to run but without a processor */
    bool scored;
    int score; /* as search.h counts, for the mover */
    paua_fault fault;
    char note[200]; /* on the fault */
};

/* PAUA_OK or PAUA_ERROR_NO_MEMORY. */
paua_status player_init(struct player *player, const paua_match_setup *setup,
                        const paua_engine_config *config, const paua_net *net, int log_fd,
                        const atomic_bool *stop);

/* Ends an external program. Call it on the thread that has played: other threads may receive
 * SIGPIPE. */
void player_quit(struct player *player);
void player_free(struct player *player);

/* Prepares for a game and forgets the last one; a player that cannot has a fault in *reply. Returns
 * PAUA_OK; PAUA_ERROR_NOT_FOUND when stopped; PAUA_ERROR_UNSUPPORTED with reply->note when an
 * external program cannot be started; or PAUA_ERROR_NO_MEMORY. */
paua_status player_new_game(struct player *player, const paua_game *game, struct move_reply *reply);

/* Finds a move for the side to move. Returns PAUA_OK, PAUA_ERROR_NOT_FOUND when stopped, or
 * PAUA_ERROR_NO_MEMORY. */
paua_status player_find_move(struct player *player, const struct move_request *request,
                             struct move_reply *reply);

/* Makes it answer soon. Thread-safe. */
void player_stop_search(struct player *player);

/* player_new_game(), player_find_move() and player_quit() of the two kinds. */
paua_status in_process_new_game(struct player *player, const paua_game *game);
paua_status in_process_find_move(struct player *player, const struct move_request *request,
                                 struct move_reply *reply);
paua_status external_new_game(struct player *player, const paua_game *game,
                              struct move_reply *reply);
paua_status external_find_move(struct player *player, const struct move_request *request,
                               struct move_reply *reply);
void external_quit(struct player *player);

/* The limits of every move: the engine's own, else the match's. */
paua_limits player_limits(const struct player *player);
int64_t player_tt_mb(const struct player *player);
int player_threads(const struct player *player);

#endif
