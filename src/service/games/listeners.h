/* listeners.h - calls other rooms when something happens to a game. A room that wants to know adds
 * a listener at start-up, so that games/ need not name the lobby, notices, tournaments or the
 * computer.
 *
 * A listener is called under the lock of the game, unless stated otherwise, and must not wait for a
 * disk, a search or a client. Listeners are called in the order in which they were added.
 */
#ifndef SERVICE_LISTENERS_H
#define SERVICE_LISTENERS_H

#include <stdbool.h>
#include <stdint.h>

#include "http/http.h"
#include "store/core/batch.h"

#define LISTENERS_MAX 8

struct event;
struct game;
struct seat;
struct setup;

/* An event that has just been applied to a game in memory. */
struct game_update {
    const struct event *event;
    bool stored_here;                   /* by this server, not by another one with the same store */
    const struct seat *computer_before; /* the computer that was to move before it, or NULL */
};

/* Calls that a listener does not need are NULL. The last argument is `context`. */
struct listener {
    /* The game was read from the store into the cache. Without its lock. */
    void (*loaded)(struct game *game, void *context);
    /* The game leaves the cache. Under the lock of the cache. */
    void (*evicted)(const char *id, void *context);

    /* A new game (`event` NULL), or an event that is not applied yet, is about to be stored by this
     * server; `ends`: the game ends with it. Adds to the batch what is to be stored with it. */
    void (*storing)(const struct game *game, const struct event *event, bool ends,
                    store_batch *batch, void *context);
    /* A new game was stored by this server. */
    void (*created)(struct game *game, void *context);
    /* An event was applied to the game. */
    void (*event)(struct game *game, const struct game_update *update, void *context);
    /* The game is new, or all events that arrived together were applied. */
    void (*changed)(struct game *game, void *context);

    /* A client has opened the event stream of the game. */
    void (*watched)(struct game *game, const http_client *client, void *context);
    /* The presence has changed (presence.h) and no announcement is due yet. */
    void (*presence_changed)(struct game *game, void *context);

    /* An account was closed and leaves its games (play/closings.h). Without any lock. */
    void (*account_closed)(const char *account, void *context);

    /* Asked before a client may begin a game. False: refused, and the request has its response. */
    bool (*admits)(http_request *request, const struct setup *setup, void *context);

    void *context;
};

/* Empty when all zero. Complete before the first request; then all threads read it. */
struct listeners {
    struct listener list[LISTENERS_MAX];
    int count;
};

void listeners_add(struct listeners *self, const struct listener *listener);

/* Call all listeners. */
void listeners_loaded(const struct listeners *self, struct game *game);
void listeners_evicted(const struct listeners *self, const char *id);
void listeners_storing(const struct listeners *self, const struct game *game,
                       const struct event *event, bool ends, store_batch *batch);
void listeners_created(const struct listeners *self, struct game *game);
void listeners_event(const struct listeners *self, struct game *game,
                     const struct game_update *update);
void listeners_changed(const struct listeners *self, struct game *game);
void listeners_watched(const struct listeners *self, struct game *game, const http_client *client);
void listeners_presence_changed(const struct listeners *self, struct game *game);
void listeners_account_closed(const struct listeners *self, const char *account);

/* Whether every listener admits the game; the first that refuses has responded. */
bool listeners_admit(const struct listeners *self, http_request *request,
                     const struct setup *setup);

#endif
