/* repair.h - what the parts of `paua store repair` share: the new store, and the writes on
 * their way to it. */
#ifndef PAUA_STORE_REPAIR_H
#define PAUA_STORE_REPAIR_H

#include <pthread.h>

#include "store/core/batch.h"
#include "store/store_command.h"
#include "store/tables/games.h"

enum { REPAIR_WRITES_MAX = 5000 }; /* queued at a time */

/* The new store, and the game that is being copied to it. */
struct repair {
    store *to;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t written;
    int queued;
    bool failed; /* a write */
    char id[ID_SIZE + 1];
    char result[16], reason[64];
    store_state state;  /* of the game; its texts are the two above */
    int64_t running_ms; /* the latest running time that was found */
    long long readable; /* events of a damaged game */
};

/* Waits until fewer than `most` writes are queued, and counts one more. False: one has failed. */
bool repair_await(struct repair *repair, int most);

/* Queues a batch for the new store and takes it over. False: a write has failed. */
bool repair_commit(struct repair *repair, store_batch *batch);

/* Copies all accounts with what each has, and the tables that belong to neither accounts nor games;
 * of a game that was copied what goes with it beside its events (rows.h). What is damaged is
 * reported and left out. Return 0, or an exit code after an error line. */
int repair_accounts(store *from, struct repair *repair, struct check_report *report);
int repair_seats(store *from, const char *game, struct repair *repair, struct check_report *report);

#endif
