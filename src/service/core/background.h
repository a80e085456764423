/* background.h - a background thread that sleeps between its rounds.
 *
 * A part of the service embeds a `struct background`; its thread runs until it sees `halted`:
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
    pthread_mutex_t mutex; /* guards `halted` and fields that the part names */
    pthread_cond_t changed;
    bool halted;
};

void background_init(struct background *self);

/* False: the system has no thread left. */
bool background_start(struct background *self, void *(*run)(void *context), void *context);

/* Waits for `changed` until clock_now_ns() reaches `until_ns`. With the mutex. */
void background_wait(struct background *self, int64_t until_ns);

/* Asks the thread to end. False: it was not started, or is ending. */
bool background_end(struct background *self);

/* Ends the thread and joins it. */
void background_halt(struct background *self);

/* After the thread has ended, or if it was never started. */
void background_destroy(struct background *self);

#endif /* SERVICE_BACKGROUND_H */
