/* computer_state.h - what the files of the computer's turns share: computer.c (turns),
 * computer_limits.c (counts, admission) and computer_resume.c (games that a stop of the server has
 * interrupted).
 */
#ifndef SERVICE_COMPUTER_STATE_H
#define SERVICE_COMPUTER_STATE_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/map.h"
#include "service/computer/computer.h"
#include "service/computer/search_pool.h"
#include "service/games/model/game.h"

#define COMPUTER_RETRY_MS 1000 /* after a failure of the store or of memory */

/* The client of games that nobody waits for since the start. */
#define COMPUTER_NOBODY ((http_client){{1}})

/* A move of the computer, from when it is scheduled until it is stored. */
struct computer_search {
    struct search_pool_job job; /* first */
    struct computer *computer;
    struct map_node node; /* in computer->searches, by `id` */
    char id[ID_SIZE + 1]; /* of the game */
    bool alone;           /* a game of computers alone */

    /* As in computer_game; written under the lock of the game and computer->mutex. */
    http_client client;
    bool awaited;

    /* Written by the job's run(), read by its finished(). */
    struct game *game; /* held; NULL if it could not be loaded */
    int ply, side;
    uint64_t position_key; /* of the position that was searched */
    int64_t budget_ms;     /* for the search, by the clock */
    int64_t thought_ms;    /* the time that the search took */
    paua_move move;        /* PAUA_NO_MOVE: none was found */
    bool retry;
};

struct interrupted_games;

struct computer {
    struct games *games;
    struct search_pool *pool;
    int pause_ms; /* between the moves of a game of computers alone that nobody watches */
    struct interrupted_games *interrupted; /* owned: computer_resume.c; NULL: none */
    _Atomic uint64_t searches_done;

    pthread_mutex_t mutex;     /* guards the maps, not their entries, and `alone` */
    struct map searches;       /* computer_search by id of the game: one a game */
    struct map games_in_cache; /* computer_game by id */
    int alone;                 /* searches in games of computers alone */
};

/* Queues a search if the computer is to move, not at another server, and none is queued. Under the
 * lock of the game, which the caller holds in the cache. */
void computer_schedule_move(struct computer *computer, struct game *game);

/* Whether no person plays any more: all have resigned or lost on time. Under the game's lock. */
bool computer_plays_alone(const struct game *game);

/* Whether the searches of a seat take only a moment. */
bool computer_seat_is_quick(const struct seat *seat);

/* Whether another server has the computer move in a game from now on. Under the game's lock. */
void computer_set_elsewhere(struct computer *computer, const char *id, bool elsewhere);

/* How many times a client or a network of it has reached its limit of unfinished games of computers
 * alone; 0: it is below it. */
int computer_alone_excess(struct computer *computer, const http_client *client);

/* NULL is allowed. */
void interrupted_games_free(struct interrupted_games *interrupted);

#endif /* SERVICE_COMPUTER_STATE_H */
