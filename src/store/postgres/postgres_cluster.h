/* postgres_cluster.h - several servers on one database: their locks, and NOTIFY from one to
 * another.
 *
 * Advisory locks of the database, which end with the connection that has taken them: 1 for who
 * migrates; 2 shared by servers, taken alone by who works on the store otherwise; 3 of the server
 * that leads; 16 and more of the slots (change_feed.h). The payload of a notification on the
 * channel "paua" is a batch of the change feed: the id of the writer, the running time, the lines.
 */
#ifndef STORE_POSTGRES_CLUSTER_H
#define STORE_POSTGRES_CLUSTER_H

#include <stdatomic.h>

#include "store/core/change_feed.h"
#include "store/postgres/postgres_sql.h"

struct postgres_cluster {
    struct postgres_sql sql;  /* of the thread that watches */
    const char *id;           /* borrowed: of this writer */
    int slot;                 /* at the last check */
    bool asked;               /* the others, for what they do not store */
    bool connected;           /* and was notified of all since */
    int missing[STORE_SLOTS]; /* how often each was not there */
    int64_t running_ms;       /* of another server when this one came, and */
    int64_t notified_ms;      /* when that was; 0: none is there */
    _Atomic bool leads, is_shared;
};

void postgres_cluster_init(struct postgres_cluster *self, const char *place, const char *id);
void postgres_cluster_close(struct postgres_cluster *self);

/* Locks for the connection of those who write: alone, and beside servers with a slot, which is put
 * into *slot; it prefers the one that is there. PAUA_ERROR_CONFLICT: in use. */
paua_status postgres_lock_alone(struct postgres_sql *sql);
paua_status postgres_unlock_alone(struct postgres_sql *sql);
paua_status postgres_lock_shared(struct postgres_sql *sql, int *slot);

/* Begins to listen, asks the others for the running time, and takes over what servers have left
 * that are not there any more. */
paua_status postgres_cluster_join(struct postgres_cluster *self, int slot);

/* As in backend.h. */
paua_status postgres_await_changes(struct postgres_cluster *self, int wake, int wait_ms,
                                   bool *missed,
                                   void (*each)(const char *notification, void *context),
                                   void *context);
paua_status postgres_find_servers(struct postgres_cluster *self, int slot, unsigned *departed,
                                  void (*adopt)(const char *id, void *context), void *context);

/* What others are notified of with a transaction. */
struct postgres_notification {
    char *text; /* owned */
    size_t used, room;
    bool lost; /* memory was out */
};

void postgres_notification_add(struct postgres_notification *notification, const char *line);
/* Adds the notifications to the current transaction, and empties it. */
paua_status postgres_notification_send(struct postgres_notification *notification,
                                       struct postgres_sql *sql, const char *id,
                                       int64_t running_ms);

#endif /* STORE_POSTGRES_CLUSTER_H */
