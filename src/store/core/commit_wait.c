/* commit_wait.c - a commit that its caller waits for. */
#include <pthread.h>

#include "store/core/batch.h"

struct commit_wait {
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t ended;
    paua_status status;
    bool done;
};

/* On the store's thread. */
static void on_written(paua_status status, void *context)
{
    struct commit_wait *wait = context;

    pthread_mutex_lock(&wait->mutex);
    wait->status = status;
    wait->done = true;
    pthread_cond_signal(&wait->ended);
    pthread_mutex_unlock(&wait->mutex);
}

paua_status store_commit_wait(store *self, store_batch *batch)
{
    struct commit_wait wait = {.mutex = PTHREAD_MUTEX_INITIALIZER,
                               .ended = PTHREAD_COND_INITIALIZER};
    paua_status status = store_commit(self, batch, on_written, &wait);

    if (status == PAUA_OK) {
        pthread_mutex_lock(&wait.mutex);
        while (!wait.done)
            pthread_cond_wait(&wait.ended, &wait.mutex);
        pthread_mutex_unlock(&wait.mutex);
        status = wait.status;
    }
    pthread_cond_destroy(&wait.ended);
    pthread_mutex_destroy(&wait.mutex);
    return status;
}
