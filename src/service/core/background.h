/* background.h - a background thread that sleeps between its rounds.
 *
 * A part of the service embeds a `struct background`; its thread runs until it sees `halted`:
 *
 *     lock the mutex
 *     while (!self->background.halted) {
 *         unlock it; a round; lock it again
 *         if (!self->background.halted)
 *             background_wait(&self->background, until_ns);
 *     }
 *     unlock it
 */
#ifndef SERVICE_BACKGROUND_H
#define SERVICE_BACKGROUND_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct background {
    pthread_t thread;
    bool started;
    pthread_mutex_t mutex;  /* guards `halted` and fields that the part names */
    pthread_cond_t changed; /* signalled when `halted` or one of these fields has changed */
    bool halted;
};

/* The struct is all zero before. */
void background_init(struct background *self);

/* False: the system has no thread left. */
bool background_start(struct background *self, void *(*run)(void *context), void *context);

/* Waits for `changed` until clock_now_ns() reaches `until_ns`, or less. With the mutex. */
void background_wait(struct background *self, int64_t until_ns);

/* Asks the thread to end. True: the caller joins it. False: it was not started, or was asked
 * before. */
bool background_end(struct background *self);

/* Ends the thread and joins it; nothing where it was not started. */
void background_halt(struct background *self);

/* After the thread was joined, or if it was never started. */
void background_destroy(struct background *self);

#endif /* SERVICE_BACKGROUND_H */
