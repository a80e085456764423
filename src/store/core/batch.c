/* batch.c - builds batches: copies each change with its texts into one block of memory. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "store/core/change.h"

store_batch *store_batch_new(void)
{
    store_batch *batch = calloc(1, sizeof *batch);

    if (batch)
        batch->last = &batch->first;
    return batch;
}

void store_batch_free(store_batch *batch)
{
    if (!batch)
        return;
    while (batch->first) {
        struct store_change *next = batch->first->next;

        free(batch->first);
        batch->first = next;
    }
    free(batch);
}

/* The i-th text of a change; "" for NULL. */
static const char *text_of(const struct store_change *change, size_t i)
{
    const char *const *text = (const void *)((const char *)change + change->type->texts[i]);

    return *text ? *text : "";
}

/* Copies a change; its texts come behind the struct. NULL: out of memory. */
static struct store_change *change_copy(const struct store_change *change)
{
    const struct change_type *type = change->type;
    size_t size = type->size;

    for (size_t i = 0; i < type->text_count; i++)
        size += strlen(text_of(change, i)) + 1;
    struct store_change *copy = malloc(size);
    if (!copy)
        return NULL;

    memcpy(copy, change, type->size);
    char *to = (char *)copy + type->size;
    for (size_t i = 0; i < type->text_count; i++) {
        const char **text = (void *)((char *)copy + type->texts[i]);

        *text = to;
        to = stpcpy(to, text_of(change, i)) + 1;
    }
    copy->next = NULL;
    return copy;
}

bool batch_add(store_batch *batch, const struct store_change *change)
{
    if (!batch)
        return false;
    struct store_change *copy = change_copy(change);
    if (!copy) {
        batch->failed = true;
        return false;
    }

    for (size_t i = 0; i < copy->type->text_count; i++) {
        const char *text = text_of(copy, i);

        batch->not_utf8 = batch->not_utf8 || !utf8_valid(text, strlen(text));
    }
    *batch->last = copy;
    batch->last = &copy->next;
    return true;
}

struct durable_wait {
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t ended;
    paua_status status;
    bool done;
};

/* On the store's thread. */
static void on_committed(paua_status status, void *context)
{
    struct durable_wait *wait = context;

    pthread_mutex_lock(&wait->mutex);
    wait->status = status;
    wait->done = true;
    pthread_cond_signal(&wait->ended);
    pthread_mutex_unlock(&wait->mutex);
}

paua_status store_commit_durably(store *self, store_batch *batch)
{
    struct durable_wait wait = {.mutex = PTHREAD_MUTEX_INITIALIZER,
                                .ended = PTHREAD_COND_INITIALIZER};
    paua_status status = store_commit(self, batch, on_committed, &wait);

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
