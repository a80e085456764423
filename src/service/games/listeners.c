/* listeners.c - the list of listeners, and a loop over it for each call. */
#include "service/games/listeners.h"

#include <assert.h>

void listeners_add(struct listeners *self, const struct listener *listener)
{
    assert(self->count < LISTENERS_MAX);
    self->list[self->count++] = *listener;
}

/* Calls CALL of each listener that has one, with the given arguments and its context. */
#define NOTIFY(CALL, ...)                                                                          \
    for (const struct listener *at = self->list; at < self->list + self->count; at++) {            \
        if (at->CALL)                                                                              \
            at->CALL(__VA_ARGS__, at->context);                                                    \
    }

void listeners_loaded(const struct listeners *self, struct game *game)
{
    NOTIFY(loaded, game)
}

void listeners_evicted(const struct listeners *self, const char *id)
{
    NOTIFY(evicted, id)
}

void listeners_storing(const struct listeners *self, const struct game *game,
                       const struct event *event, bool ends, store_batch *batch)
{
    NOTIFY(storing, game, event, ends, batch)
}

void listeners_created(const struct listeners *self, struct game *game)
{
    NOTIFY(created, game)
}

void listeners_event(const struct listeners *self, struct game *game,
                     const struct game_update *update)
{
    NOTIFY(event, game, update)
}

void listeners_changed(const struct listeners *self, struct game *game)
{
    NOTIFY(changed, game)
}

void listeners_watched(const struct listeners *self, struct game *game, const http_client *client)
{
    NOTIFY(watched, game, client)
}

void listeners_presence_changed(const struct listeners *self, struct game *game)
{
    NOTIFY(presence_changed, game)
}

void listeners_account_closed(const struct listeners *self, const char *account)
{
    NOTIFY(account_closed, account)
}

bool listeners_admit(const struct listeners *self, http_request *request, const struct setup *setup)
{
    for (const struct listener *at = self->list; at < self->list + self->count; at++) {
        if (at->admits && !at->admits(request, setup, at->context))
            return false;
    }
    return true;
}
