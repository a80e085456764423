/* listeners.h - who wants to know what happens to games. Other rooms register here at start-up, so
 * that nothing under games/ names them. Listeners are called in the order of their registration,
 * under the game's lock unless stated otherwise, and must not wait. Calls that a listener does not
 * need are NULL.
 */
#ifndef SERVICE_LISTENERS_H
#define SERVICE_LISTENERS_H

#include <stdbool.h>
#include <stdint.h>

#include "http/http.h"

#define LISTENERS_MAX 8

struct event;
struct game;
struct seat;
struct setup;

/* An event that has become part of a game in memory. */
struct game_update {
    const struct event *event;
    bool stored_here;                   /* else another server with the same store has stored it */
    const struct seat *computer_before; /* the computer that was to move before it, or NULL */
};

struct listener {
    /* The game was read from the store into the cache, without its lock; it leaves the cache, under
     * the cache's lock. */
    void (*loaded)(struct game *game, void *context);
    void (*evicted)(const char *id, void *context);
    /* The game was created and stored here. */
    void (*created)(struct game *game, void *context);
    /* An event has become part of the game. */
    void (*event)(struct game *game, const struct game_update *update, void *context);
    /* All events that came together are part of the game; also called after `created`. */
    void (*changed)(struct game *game, void *context);
    /* A client has opened the event stream of the game. */
    void (*watched)(struct game *game, uint64_t client, void *context);
    /* Who follows the game has changed (presence.h). */
    void (*presence_changed)(struct game *game, void *context);
    /* Whether the client of the request may begin a game. False: it has its response. */
    bool (*admits)(http_request *request, const struct setup *setup, void *context);
    void *context;
};

/* All zero at first. Registration is over before the first request; after that the list is read by
 * all threads. */
struct listeners {
    struct listener list[LISTENERS_MAX];
    int count;
};

void listeners_add(struct listeners *self, const struct listener *listener);

void listeners_loaded(const struct listeners *self, struct game *game);
void listeners_evicted(const struct listeners *self, const char *id);
void listeners_created(const struct listeners *self, struct game *game);
void listeners_event(const struct listeners *self, struct game *game,
                     const struct game_update *update);
void listeners_changed(const struct listeners *self, struct game *game);
void listeners_watched(const struct listeners *self, struct game *game, uint64_t client);
void listeners_presence_changed(const struct listeners *self, struct game *game);
bool listeners_admit(const struct listeners *self, http_request *request,
                     const struct setup *setup);

#endif
