/* computer.h - the computer's moves: scheduled in the search pool, then stored like any other move.
 *
 * It listens to changes of games (listeners.h); reading a game never starts a search.
 * After a restart computer_resume_games() does it for all games in which the computer is to move.
 *
 * Who gets the computer when. A game belongs to a *client*: the address that last did something in
 * it; until then, after a restart, the first that watches it. Each client gets an equal share
 * (search_pool.h). Games that a person plays come first, those against a low level have a worker of
 * their own. Games of computers alone run in the background, with a pause between their moves that
 * is long while nobody watches, and so do games that nobody has come back to since a restart.
 *
 * A game that waits for the computer is not held in the cache.
 */
#ifndef SERVICE_COMPUTER_H
#define SERVICE_COMPUTER_H

#include <stdbool.h>
#include <stdint.h>

#include <paua/status.h>

#include "http/http.h"

/* What a search counts against the rate limit, besides the request. */
#define SEARCH_COST      4  /* for a move of a level above the quick ones, or of a named opponent */
#define ALONE_COST       40 /* for a new game of computers alone */
#define QUICK_LEVEL_MAX  5  /* up to this level a move must come at once */
#define WATCHED_PAUSE_MS 250 /* the longest pause of computers alone while somebody watches */

struct computer;
struct game;
struct games;
struct search_pool;
struct setup;

struct computer_counts {
    uint64_t searches; /* that have ended */
    int awaited;       /* games that count for service_limits.searches */
    int scheduled;     /* games in which a move waits, is searched for or stored */
    int alone;         /* of these, games of computers alone */
};

struct computer *computer_new(struct games *games, struct search_pool *pool,
                              int pause_ms);   /* NULL: out of memory */
void computer_free(struct computer *computer); /* NULL is allowed */

/* Reads from the store in which games the computer is to move. From now on they are loaded one
 * after the other and their moves scheduled. Once, at the start. */
paua_status computer_resume_games(struct computer *computer);

/* This server is to have the computer move in a game that was another's; to play the conditional
 * move that is due in it, if there is one. */
void computer_take_over(struct computer *computer, const char *id);
void computer_answer(struct computer *computer, const char *id);

/* Whether the client may begin this game, or move in it: its share of the rate limit and its number
 * of games and searches, and those of all. False: it has got 429 or 503. */
bool computer_admit(struct computer *computer, http_request *request, const struct setup *setup,
                    bool begins);

/* A client waits for this game: it has acted in it, or (`watches`) opened its stream. Under the
 * lock of the game, which the caller holds in the cache. */
void computer_await(struct computer *computer, struct game *game, uint64_t client, bool watches);

struct computer_counts computer_count(struct computer *computer);

#endif /* SERVICE_COMPUTER_H */
