/* watch.h - several servers with one store: what the others have changed, and who does what.
 *
 * Where the database tells several servers apart (PostgreSQL), each has a *slot* of its own, a
 * number from 0 on, which is free again when the server has gone. One of them *leads*: it does what
 * is to be done once for all. When it goes, another one leads about a second later. What is said
 * here holds for a moment: two servers may believe to lead, and only the numbers of events decide.
 *
 * A pending game (store_state) belongs to the server that has stored the event with which it became
 * so, until it is not pending any more. When that server has gone, another one takes it over.
 *
 * Everything that is committed is told to the other servers, in the order of the commits. Their
 * running times are one: each continues from the latest one that it has heard of.
 *
 * A store of one server alone has slot 0, leads, and hears nothing.
 */
#ifndef STORE_WATCH_H
#define STORE_WATCH_H

#include "store/core/store.h"

#define STORE_SLOTS 16 /* servers on one store */

enum store_news_kind {
    STORE_NEWS_GAME,          /* it is new (number 0), or has event `number` */
    STORE_NEWS_REMOVED,       /* the game */
    STORE_NEWS_CONDITIONAL,   /* the conditional moves of a game */
    STORE_NEWS_SEAT,          /* an account has one more game */
    STORE_NEWS_LOGINS,        /* an account, its sessions or its tokens */
    STORE_NEWS_MESSAGE,       /* an account has got message `number` */
    STORE_NEWS_SUBSCRIPTIONS, /* the games that an account follows */
    STORE_NEWS_VACATION,      /* the vacation of an account */
    STORE_NEWS_TOURNAMENT,    /* a tournament has revision `number` */
    STORE_NEWS_PRESENCE,      /* who follows a game there: `number`, batch_tell_presence() */
    STORE_NEWS_KINDS
};

typedef struct store_news {
    enum store_news_kind kind;
    const char *id; /* of the game, account or tournament */
    int64_t number;
    int64_t deadline_ms;   /* of STORE_NEWS_GAME, as in store_state, */
    store_listing listing; /* and this, too */
} store_news;

/* Who hears of it: called on one thread of the store, which may read from it. */
typedef struct store_watcher {
    /* Another server has committed this. */
    void (*news)(const store_news *news, void *context);
    /* What others have committed of late may not have been told. */
    void (*missed)(void *context);
    /* The server of this slot has come, or has missed news: what is told and not stored is to be
     * told again, and it begins to tell anew. */
    void (*asked)(int slot, void *context);
    /* This pending game was taken over from a server that has gone. */
    void (*adopted)(const char *id, void *context);
    /* A server has gone; those of these slots, as bits, are there. */
    void (*departed)(unsigned slots, void *context);
} store_watcher;

/* Begins to tell what has been committed since store_open_shared(). Once. Returns PAUA_OK, also
 * for a store of one server, or PAUA_NO_MEMORY. `watcher` is borrowed. */
paua_status store_watch(store *self, const store_watcher *watcher, void *context);
/* Ends that; then the watcher is not called any more. */
void store_unwatch(store *self);

bool store_leads(store *self);
/* Whether other servers were there of late. */
bool store_is_shared(store *self);
int store_slot(store *self);

/* The running time of another server, or of an event that it has stored: this one's is not behind
 * it from now on. */
void store_hear_running(store *self, int64_t running_ms);

#endif /* STORE_WATCH_H */
