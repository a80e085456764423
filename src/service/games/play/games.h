/* games.h - the games of a server: cache, timers, vacations, closings, game slots, networks,
 * listeners. The parts borrow this struct and find each other here.
 *
 * Locks, in the order in which a thread may take them:
 *
 *   1. a load lock of the cache     while a game is read from the store
 *   2. a game's lock                for work on one game; nobody waits under it, except that the
 *                                   ratings of its players are read (game_players.h)
 *   3. the locks of the parts       short, and no two at a time
 */
#ifndef SERVICE_GAMES_H
#define SERVICE_GAMES_H

#include "service/core/boards.h"
#include "service/core/env.h"
#include "service/games/listeners.h"

struct accounts;
struct cache;
struct closings;
struct game_slots;
struct networks;
struct timers;
struct vacations;

struct games {
    /* Borrowed. */
    struct env *env;
    struct accounts *accounts;
    struct boards *boards;

    /* Owned. */
    struct cache *cache;
    struct timers *timers;
    struct vacations *vacations;
    struct closings *closings;
    struct game_slots *slots;
    struct networks *networks;
    struct listeners listeners;
};

#endif
