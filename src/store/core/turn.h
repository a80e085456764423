/* turn.h - a lock whose holder may be stuck in a call to a database: others wait for it for a
 * limited time. Thread-safe.
 */
#ifndef STORE_TURN_H
#define STORE_TURN_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct turn {
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t left;
    bool taken;
    int64_t since_ms; /* when it was taken; clock_now_ms() */
};

void turn_init(struct turn *turn);
void turn_destroy(struct turn *turn);

/* Waits until the turn is free and takes it. False: it was not free for `limit_ms` (0: no limit),
 * or whoever has it has had it for longer than that. */
bool turn_take(struct turn *turn, int limit_ms);
void turn_leave(struct turn *turn);

/* Whether somebody has had the turn for longer than `limit_ms`. */
bool turn_is_late(struct turn *turn, int limit_ms);

#endif /* STORE_TURN_H */
