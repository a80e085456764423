/* computer.h - the computer's moves: scheduled in the search pool, then stored like any other move.
 *
 * A change of a game schedules a search (listeners.h); reading a game never does. After a start of
 * the server, computer_resume_games() schedules all games in which the computer is to move.
 *
 * A game belongs to a *client*: the address that last acted in it; after a start of the server,
 * until somebody acts, the first that watches it. Each client gets an equal share (search_pool.h).
 * Games of persons come first; those against a low level have workers of their own. Two kinds of
 * games run in the background: those of computers alone, with a pause between moves that is long
 * while nobody watches, and those for which no client has waited since the start.
 *
 * A game that waits for the computer is not held in the cache.
 */
#ifndef SERVICE_COMPUTER_H
#define SERVICE_COMPUTER_H

#include <stdbool.h>
#include <stdint.h>

#include <paua/status.h>

#include "http/http.h"

/* The cost of a search against the rate limit, besides the request. */
#define SEARCH_COST 4  /* a move of a level above the quick ones, or of a named opponent */
#define ALONE_COST  40 /* a new game of computers alone */

#define QUICK_LEVEL_MAX  5   /* up to this level a search takes only a moment */
#define WATCHED_PAUSE_MS 250 /* the longest pause of computers alone while somebody watches */

struct computer;
struct game;
struct games;
struct search_pool;
struct setup;

struct computer_counts {
    uint64_t searches; /* done */
    int awaited;       /* games that count against service_limits.searches */
    int scheduled;     /* games with a move that is waiting, being searched or being stored */
    int alone;         /* of these, games of computers alone */
};

struct computer *computer_new(struct games *games, struct search_pool *pool,
                              int pause_ms);   /* NULL: out of memory */
void computer_free(struct computer *computer); /* NULL is allowed */

/* Reads from the store in which games the computer is to move or a conditional move may be due.
 * They are then loaded one after the other and scheduled. Once, at the start. */
paua_status computer_resume_games(struct computer *computer);

/* Makes this server have the computer move in a game, in place of another server that has gone. */
void computer_take_over(struct computer *computer, const char *id);
/* Plays the conditional move that is due in a game, if any. */
void computer_answer(struct computer *computer, const char *id);

/* Whether the client may begin this game, or move in it. Checks the games and searches of the
 * client and of all clients, and charges a costly search to the rate limit of the client. False: it
 * has got 429 or 503. */
bool computer_admit_game(struct computer *computer, http_request *request,
                         const struct setup *setup);
bool computer_admit_move(struct computer *computer, http_request *request,
                         const struct setup *setup);

/* A client has acted in this game and waits for the computer. Under the lock of the game, which the
 * caller holds in the cache. */
void computer_await(struct computer *computer, struct game *game, const http_client *client);

struct computer_counts computer_count(struct computer *computer);

#endif /* SERVICE_COMPUTER_H */
