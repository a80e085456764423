/* change_feed.h - several servers with one store: what the others have changed, and who does what.
 *
 * Where the database tells several servers apart (PostgreSQL), each has a *slot* of its own, a
 * number from 0 on, which is free again when the server has gone. One of them *leads*: it does what
 * is to be done once for all. When it goes, another one leads about a second later. Both hold for a
 * moment only: two servers may believe to lead, and only the numbers of events decide.
 *
 * A pending game (store_state) belongs to the server that has stored the event with which it became
 * so, until it is not pending any more. When that server has gone, another one takes it over.
 *
 * The other servers are notified of everything that is committed, in the order of the commits.
 * Their running times are one: each continues from the latest one that it was notified of.
 *
 * A store of one server alone has slot 0, leads, and is notified of nothing.
 */
#ifndef STORE_CHANGE_FEED_H
#define STORE_CHANGE_FEED_H

#include "store/core/batch.h"

#define STORE_SLOTS 16 /* servers on one store */

/* From 1 on: a table that says nothing of it (rows.h) is not taken for one of games. */
enum store_cluster_change_kind {
    STORE_CHANGE_GAME = 1,      /* it is new (number 0), or has event `number` */
    STORE_CHANGE_REMOVED,       /* the game */
    STORE_CHANGE_CONDITIONAL,   /* the conditional moves of a game */
    STORE_CHANGE_SEAT,          /* an account has one more game */
    STORE_CHANGE_LOGINS,        /* an account, its sessions or its tokens */
    STORE_CHANGE_MESSAGE,       /* an account has got message `number` */
    STORE_CHANGE_SUBSCRIPTIONS, /* the games that an account follows */
    STORE_CHANGE_VACATION,      /* the vacation of an account */
    STORE_CHANGE_TOURNAMENT,    /* a tournament has revision `number` */
    STORE_CHANGE_PRESENCE,      /* who follows a game there: `number`, batch_notify_presence() */
    STORE_CHANGE_KINDS
};

/* What another server has committed. */
typedef struct store_cluster_change {
    enum store_cluster_change_kind kind;
    const char *id; /* of the game, account or tournament */
    int64_t number;
    int64_t deadline_ms;   /* STORE_CHANGE_GAME: as in store_state */
    store_listing listing; /* STORE_CHANGE_GAME: as in store_state */
} store_cluster_change;

/* Callbacks of a subscription: called on one thread of the store, which may read from it. */
typedef struct store_feed_listener {
    void (*changed)(const store_cluster_change *change, void *context);
    /* Some of the latest changes may be missing from the feed. */
    void (*missed)(void *context);
    /* The server of this slot has started, or has missed changes: send it again what is notified
     * and not stored. That server sends all of its own anew. */
    void (*requested)(int slot, void *context);
    /* This pending game was taken over from a server that has gone. */
    void (*adopted)(const char *id, void *context);
    /* A server has gone; those of these slots, as bits, are there. */
    void (*departed)(unsigned slots, void *context);
} store_feed_listener;

/* Subscribes to what is committed from store_open_shared() on. Once. Returns PAUA_OK, also for a
 * store of one server, or PAUA_ERROR_NO_MEMORY. `listener` is borrowed. */
paua_status store_subscribe(store *self, const store_feed_listener *listener, void *context);
/* Ends the subscription; then the listener is not called any more. */
void store_unsubscribe(store *self);

bool store_leads(store *self);
/* Whether other servers were there of late. */
bool store_is_shared(store *self);
int store_slot(store *self);

/* Stores nothing: notifies other servers of a number of a game, STORE_CHANGE_PRESENCE. */
bool batch_notify_presence(store_batch *batch, const char *game, int64_t number);

#endif /* STORE_CHANGE_FEED_H */
