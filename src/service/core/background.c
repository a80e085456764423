/* background.c - starts and ends a thread that sleeps between its rounds. */
#include "service/core/background.h"

#include "base/condition.h"

void background_init(struct background *self)
{
    pthread_mutex_init(&self->mutex, NULL);
    condition_init(&self->changed);
}

bool background_start(struct background *self, void *(*run)(void *context), void *context)
{
    self->started = pthread_create(&self->thread, NULL, run, context) == 0;
    return self->started;
}

void background_wait(struct background *self, int64_t until_ns)
{
    condition_wait(&self->changed, &self->mutex, until_ns);
}

bool background_end(struct background *self)
{
    pthread_mutex_lock(&self->mutex);
    bool runs = self->started && !self->halted;
    self->halted = true;
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->mutex);
    return runs;
}

void background_halt(struct background *self)
{
    if (background_end(self))
        pthread_join(self->thread, NULL);
}

void background_destroy(struct background *self)
{
    pthread_cond_destroy(&self->changed);
    pthread_mutex_destroy(&self->mutex);
}
