/* games.h - the games of a server: cache, timers, vacations, closings, game slots, networks,
 * listeners. The parts borrow this struct and find each other here.
 *
 * A thread takes first a load lock of the cache, then a game's lock, then the lock of one part; the
 * whole order stands in api/instance.h. */
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
