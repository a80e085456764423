/* background.h - the thread of a part of the service that sleeps between its rounds.
 *
 * The part embeds a `struct background`, and its thread runs until it sees `halted`:
 *
 *     pthread_mutex_lock(&self->background.mutex);
 *     while (!self->background.halted)
 *         ...a round, without the mutex; then background_wait()
 */
#ifndef SERVICE_BACKGROUND_H
#define SERVICE_BACKGROUND_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct background {
    pthread_t thread;
    bool started;
    pthread_mutex_t mutex; /* guards `halted`, and what the part says */
    pthread_cond_t changed;
    bool halted;
};

void background_init(struct background *self);

/* False: the system grants no thread. */
bool background_start(struct background *self, void *(*run)(void *context), void *context);

/* Waits for `changed`, with the mutex, until clock_now_ns() is so late. */
void background_wait(struct background *self, int64_t until_ns);

/* Asks the thread to end. False: there is none, or it was asked before. */
bool background_end(struct background *self);

/* The same, and waits until it has ended. */
void background_halt(struct background *self);

/* The thread has ended, or was never started. */
void background_destroy(struct background *self);

#endif /* SERVICE_BACKGROUND_H */
