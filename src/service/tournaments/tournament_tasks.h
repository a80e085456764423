/* tournament_tasks.h - what tournaments.c and tournament_tasks.c share: the open and running
 * tournaments, and the queue of changes.
 */
#ifndef SERVICE_TOURNAMENT_TASKS_H
#define SERVICE_TOURNAMENT_TASKS_H

#include <pthread.h>
#include <stdint.h>

#include "service/core/background.h"
#include "service/core/keys.h"
#include "service/tournaments/tournament_rows.h"
#include "service/tournaments/tournaments.h"

#define TOURNAMENT_TEXTS 16

/* The last tournaments written for clients, as texts: to write one with many games takes
 * milliseconds, and it changes only with its revision. */
struct tournament_texts {
    pthread_mutex_t mutex; /* guards what follows; no other lock is taken under it */
    struct {
        char id[ID_SIZE + 1];
        int64_t revision;
        uint64_t used; /* the turn of its last use */
        char *text;    /* owned; NULL: free */
    } kept[TOURNAMENT_TEXTS];
    uint64_t turn;
};

struct tournament_task;

struct tournaments {
    struct games *games;     /* borrowed */
    struct notices *notices; /* borrowed */
    struct tournament_texts texts;
    struct tournament_rows rows;
    struct background background; /* makes the changes; guards what follows; nobody reads the store
                                   * while holding its mutex */
    struct tournament *first;
    struct tournament_task *waiting, **last;
    bool changing; /* a change is being made, until it is stored */
    bool recheck;  /* a result may be missing: the next tick checks the games */
    bool stale;    /* some could not be read: the next tick reads all again */
};

/* The link to a tournament that is not over, or to the end of the list. Under the lock. */
struct tournament **tournaments_link(struct tournaments *self, const char *id);

/* A tournament for clients; free() it. NULL: out of memory. */
char *tournaments_text(struct tournaments *self, const struct tournament *one);

/* Notifies the players who have not left that a round has begun, or that the tournament is over. */
void tournaments_notify(struct tournaments *self, const struct tournament *now);

/* Submits a change of the server itself: START of a tournament that is due, CANCEL for its owner,
 * or LEAVE for an account that was closed. Without any lock. */
void tournament_task_by_server(struct tournaments *self, const char *id, const char *account,
                               enum tournament_change change);

/* Starts the thread that makes the changes. PAUA_OK or PAUA_ERROR_NO_MEMORY. */
paua_status tournament_tasks_start(struct tournaments *self);

/* Frees the queue. */
void tournament_tasks_free(struct tournaments *self);

#endif /* SERVICE_TOURNAMENT_TASKS_H */
