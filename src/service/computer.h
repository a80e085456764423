/* computer.h - the computer's moves: scheduled in the search pool, then stored like any other move.
 *
 * Whoever changes a game calls computer_schedule_move() afterwards; reading a game never does.
 * After a restart computer_resume_games() does it for all games in which the computer is to move.
 */
#ifndef SERVICE_COMPUTER_H
#define SERVICE_COMPUTER_H

#include "service/search_pool.h"

struct computer;
struct game;
struct service;

/* The part of a game that belongs to computer.c. */
struct computer_turn {
    struct search_pool_job job; /* first */
    struct game *game;          /* that this is part of; held while `scheduled` */
    struct computer *computer;
    bool scheduled; /* under the game's lock: a move is being searched for, or stored */

    /* Written by the job's run(), read by its finished(). */
    int ply, side;
    uint64_t position_key; /* of the position that was searched */
    paua_move move;        /* PAUA_NO_MOVE: none was found */
    bool retry;
};

struct computer *computer_new(struct service *service); /* NULL: out of memory */
void computer_free(struct computer *computer);          /* NULL is allowed */

/* Reads from the store in which games the computer is to move. From now on they are loaded one
 * after the other and their moves scheduled. Once, at the start. */
paua_status computer_resume_games(struct computer *computer);

/* Queues a search if the computer is to move and none is queued. Under the lock of the game, which
 * the caller holds in the cache. */
void computer_schedule_move(struct computer *computer, struct game *game);

/* The move that was submitted has been stored or turned down. `failed`: search again in a second.
 * Under the lock of the game, which the caller holds in the cache. */
void computer_move_done(struct game *game, bool failed);

/* How many searches have ended, and how many moves wait for a worker. */
void computer_counts(const struct computer *computer, uint64_t *searches, int *waiting);

#endif /* SERVICE_COMPUTER_H */
