/* store.c - a store: the queue of writes, the thread that takes all of them that wait for one group
 * commit (group_commit.c), one reader at a time, and the thread that watches the deadline. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/condition.h"
#include "store/core/access.h"
#include "store/core/group_commit.h"
#include "store/core/store_state.h"
#include "store/core/subscription.h"

#define WATCH_MS 100 /* between two looks at the deadline */

paua_status store_refuse(char message[STORE_MESSAGE_MAX], paua_status status, const char *format,
                         ...)
{
    va_list values;

    va_start(values, format);
    vsnprintf(message, STORE_MESSAGE_MAX, format, values);
    va_end(values);
    return status;
}

/* Whether the store can be read. */
static const char probe[] = "SELECT count(*) FROM (SELECT key FROM game LIMIT 1) AS first_game";

/* Calls back for batches whose status is known, and frees them. */
static void batches_end(store *self, store_batch *batch)
{
    pthread_mutex_lock(&self->ending);
    while (batch) {
        store_batch *next = batch->next;

        atomic_fetch_add(&self->writes, 1);
        batch->done(batch->status, batch->context);
        store_batch_free(batch);
        batch = next;
    }
    pthread_mutex_unlock(&self->ending);
}

/* Takes all batches that wait. Under the mutex. */
static store_batch *queue_take(store *self)
{
    store_batch *group = self->first;

    self->first = NULL;
    self->last = &self->first;
    return group;
}

/* The store's thread: takes all batches that wait, commits them, and calls back. At the end it
 * saves the running time. */
static void *writer_run(void *context)
{
    store *self = context;

    pthread_mutex_lock(&self->mutex);
    for (;;) {
        while (!self->first && !self->closing && !self->touched)
            pthread_cond_wait(&self->queued, &self->mutex);
        store_batch *group = queue_take(self);
        bool last = !group && self->closing;
        self->touched = false;
        pthread_mutex_unlock(&self->mutex);
        group_commit(self, group);
        batches_end(self, group);
        if (last)
            return NULL;
        pthread_mutex_lock(&self->mutex);
    }
}

paua_status store_commit(store *self, store_batch *batch, store_done done, void *context)
{
    if (!batch || batch->failed) {
        store_batch_free(batch);
        return PAUA_ERROR_NO_MEMORY;
    }
    batch->done = done;
    batch->context = context;
    batch->queued_ms = clock_now_ms();
    pthread_mutex_lock(&self->mutex);
    *self->last = batch;
    self->last = &batch->next;
    pthread_cond_signal(&self->queued);
    pthread_mutex_unlock(&self->mutex);
    return PAUA_OK;
}

const store_backend *store_backend_of(const store *self)
{
    return self->backend;
}

void *store_database_of(const store *self)
{
    return self->database;
}

bool store_is_writable(const store *self)
{
    return self->has_writer;
}

paua_status store_query(store *self, const char *statement, const sql_value *values, int count,
                        bool (*each)(const struct sql_row *row, void *context), void *context)
{
    if (!turn_take(&self->reading, atomic_load(&self->deadline_ms)))
        return PAUA_ERROR_IO;
    paua_status status =
        sql_run(self->backend->reader(self->database), statement, values, count, each, context);
    turn_leave(&self->reading);
    return status;
}

paua_status store_begin_snapshot(store *self, struct sql **sql)
{
    *sql = NULL;
    if (!turn_take(&self->reading, atomic_load(&self->deadline_ms)))
        return PAUA_ERROR_IO;
    *sql = self->backend->reader(self->database);
    return self->backend->begin_snapshot(self->database);
}

void store_end_snapshot(store *self)
{
    self->backend->end_snapshot(self->database);
    turn_leave(&self->reading);
}

int64_t store_running_ms(const store *self)
{
    return atomic_load(&self->running_ms) + clock_now_ms();
}

void store_advance_running(store *self, int64_t running_ms)
{
    int64_t other = running_ms - clock_now_ms(), own = atomic_load(&self->running_ms);

    while (other > own && !atomic_compare_exchange_weak(&self->running_ms, &own, other))
        ;
}

paua_status store_subscribe(store *self, const store_feed_listener *listener, void *context)
{
    if (!self->backend->await_changes)
        return PAUA_OK;
    self->subscription = subscription_start(self, self->backend, self->database, listener, context);
    return self->subscription ? PAUA_OK : PAUA_ERROR_NO_MEMORY;
}

void store_unsubscribe(store *self)
{
    subscription_stop(self->subscription);
    self->subscription = NULL;
}

bool store_leads(store *self)
{
    return !self->backend->leads || self->backend->leads(self->database);
}

bool store_is_shared(store *self)
{
    return self->backend->is_shared && self->backend->is_shared(self->database);
}

int store_slot(store *self)
{
    return sql_slot(self->backend->reader(self->database));
}

void store_touch(store *self)
{
    pthread_mutex_lock(&self->mutex);
    self->touched = true;
    pthread_cond_signal(&self->queued);
    pthread_mutex_unlock(&self->mutex);
}

bool store_answers(store *self)
{
    return !store_hangs(self) && store_query(self, probe, NULL, 0, NULL, NULL) == PAUA_OK;
}

paua_status store_check(store *self)
{
    if (store_hangs(self))
        return PAUA_ERROR_IO;
    paua_status status = store_query(self, probe, NULL, 0, NULL, NULL);

    const char *displaced = self->has_writer ? self->backend->displaced(self->database) : NULL;
    if (displaced)
        group_keep_failure(self, displaced);
    if (status == PAUA_OK && (displaced || atomic_load(&self->failing))) {
        store_touch(self); /* the next check knows more */
        status = PAUA_ERROR_IO;
    }
    return status;
}

int64_t store_bytes(store *self)
{
    int64_t bytes = -1;

    if (store_hangs(self) || !turn_take(&self->reading, atomic_load(&self->deadline_ms)))
        return -1;
    paua_status status = self->backend->bytes(self->database, &bytes);
    turn_leave(&self->reading);
    return status == PAUA_OK ? bytes : -1;
}

void store_set_limit(store *self, int64_t bytes)
{
    self->backend->set_limit(self->database, bytes);
}

/* Whether a call has been in the database for longer than the deadline, or was given up and has not
 * ended. Lets the calls that were given up end. */
static bool calls_hang(store *self, int deadline_ms)
{
    const store_backend *backend = self->backend;

    if (turn_is_late(&self->reading, deadline_ms) || turn_is_late(&self->writing, deadline_ms))
        return true;
    if (!backend->is_behind || !backend->is_behind(self->database))
        return false;
    if (!backend->catch_up)
        return true;
    if (turn_take(&self->reading, WATCH_MS)) {
        backend->catch_up(self->database);
        turn_leave(&self->reading);
    }
    store_touch(self); /* the thread that writes catches up with its own */
    return backend->is_behind(self->database);
}

/* Reports that the store hangs, or does not any more. */
static void set_hangs(store *self, bool hangs)
{
    if (hangs)
        group_keep_failure(self, "the database does not answer");
    if (atomic_exchange(&self->hangs, hangs) || hangs)
        self->watcher(hangs, self->watcher_context);
}

/* Takes the batches that wait if the oldest has waited for longer than the deadline: the thread
 * that writes is stuck in a transaction before them. Under the mutex. */
static store_batch *queue_take_late(store *self, int deadline_ms)
{
    if (!self->first || clock_now_ms() - self->first->queued_ms < deadline_ms)
        return NULL;
    store_batch *late = queue_take(self);
    for (store_batch *batch = late; batch; batch = batch->next) {
        batch->status = PAUA_ERROR_IO;
        atomic_fetch_add(&self->failures, 1);
    }
    return late;
}

/* The thread that watches the deadline. */
static void *watch_run(void *context)
{
    store *self = context;
    const int deadline_ms = atomic_load(&self->deadline_ms);

    pthread_mutex_lock(&self->mutex);
    while (!self->watch_ends) {
        store_batch *late = queue_take_late(self, deadline_ms);

        pthread_mutex_unlock(&self->mutex);
        set_hangs(self, calls_hang(self, deadline_ms));
        batches_end(self, late);
        pthread_mutex_lock(&self->mutex);
        if (!self->watch_ends)
            condition_wait(&self->watched, &self->mutex,
                           clock_now_ns() + WATCH_MS * INT64_C(1000000));
    }
    pthread_mutex_unlock(&self->mutex);
    return NULL;
}

paua_status store_watch(store *self, int deadline_ms, store_watcher watcher, void *context)
{
    self->watcher = watcher;
    self->watcher_context = context;
    atomic_store(&self->deadline_ms, deadline_ms);
    /* Between two calls. */
    turn_take(&self->writing, 0);
    turn_take(&self->reading, 0);
    self->backend->set_deadline(self->database, deadline_ms);
    turn_leave(&self->reading);
    turn_leave(&self->writing);
    self->has_watch = pthread_create(&self->watch, NULL, watch_run, self) == 0;
    return self->has_watch ? PAUA_OK : PAUA_ERROR_NO_MEMORY;
}

bool store_hangs(store *self)
{
    return atomic_load(&self->hangs);
}

int store_deadline_ms(const store *self)
{
    return atomic_load(&self->deadline_ms);
}

bool store_write_hangs(store *self)
{
    const int deadline_ms = store_deadline_ms(self);

    return deadline_ms > 0 && turn_is_late(&self->writing, deadline_ms);
}

store_counts store_count(store *self)
{
    return (store_counts){.writes = atomic_load(&self->writes),
                          .commits = atomic_load(&self->commits),
                          .failures = atomic_load(&self->failures)};
}

void store_failure(store *self, char message[STORE_MESSAGE_MAX])
{
    pthread_mutex_lock(&self->mutex);
    memcpy(message, self->failure, STORE_MESSAGE_MAX);
    pthread_mutex_unlock(&self->mutex);
}

void store_continue(store *self, int64_t running_ms)
{
    atomic_store(&self->running_ms, running_ms - clock_now_ms());
}

/* Closes the database and frees a store whose thread has ended. */
static void store_free(store *self)
{
    self->backend->close(self->database, false);
    pthread_cond_destroy(&self->queued);
    pthread_cond_destroy(&self->watched);
    pthread_mutex_destroy(&self->mutex);
    pthread_mutex_destroy(&self->ending);
    turn_destroy(&self->reading);
    turn_destroy(&self->writing);
    free(self);
}

/* Opens the database and reads its running time. */
static paua_status database_open(const store_backend *backend, const char *where,
                                 enum store_mode mode, void **out, int64_t *running_ms,
                                 char message[STORE_MESSAGE_MAX])
{
    void *database = NULL;
    paua_status status = backend->open(where, mode, &database, message);

    if (status != PAUA_OK)
        return status;
    /* An empty one has no games: it is refused like an absent one. */
    if (!database)
        return store_refuse(message, PAUA_ERROR_NOT_FOUND, "%.300s: the store is empty", where);

    status = backend->running(database, running_ms);
    if (status != PAUA_OK && (mode != STORE_MODE_READ || status != PAUA_ERROR_CORRUPT)) {
        store_refuse(message, status, "%.200s: running time: %.200s", backend->name(database),
                     sql_failure(backend->reader(database)));
        backend->close(database, false);
        return status;
    }
    *out = database;
    return PAUA_OK;
}

paua_status store_open_with(const store_backend *backend, const char *where, enum store_mode mode,
                            store **out, char message[STORE_MESSAGE_MAX])
{
    void *database = NULL;
    int64_t running_ms = 0;
    paua_status status = database_open(backend, where, mode, &database, &running_ms, message);
    if (status != PAUA_OK)
        return status;
    store *self = calloc(1, sizeof *self);
    if (!self) {
        backend->close(database, false);
        return store_refuse(message, PAUA_ERROR_NO_MEMORY, "%s",
                            paua_status_text(PAUA_ERROR_NO_MEMORY));
    }
    self->backend = backend;
    self->database = database;
    store_continue(self, running_ms);
    self->last = &self->first;
    turn_init(&self->reading);
    turn_init(&self->writing);
    pthread_mutex_init(&self->mutex, NULL);
    pthread_mutex_init(&self->ending, NULL);
    pthread_cond_init(&self->queued, NULL);
    condition_init(&self->watched);
    self->has_writer = mode != STORE_MODE_READ;
    if (self->has_writer && pthread_create(&self->writer, NULL, writer_run, self) != 0) {
        store_free(self);
        return store_refuse(message, PAUA_ERROR_NO_MEMORY, "cannot start a thread");
    }
    *out = self;
    return PAUA_OK;
}

void store_drain(store *self)
{
    if (!self)
        return;
    store_unsubscribe(self);
    pthread_mutex_lock(&self->mutex);
    self->closing = true;
    pthread_cond_signal(&self->queued);
    pthread_mutex_unlock(&self->mutex);
    if (self->has_writer)
        pthread_join(self->writer, NULL);
    self->has_writer = false;
}

void store_close(store *self)
{
    if (!self)
        return;
    store_drain(self);
    pthread_mutex_lock(&self->mutex);
    self->watch_ends = true;
    pthread_cond_signal(&self->watched);
    pthread_mutex_unlock(&self->mutex);
    if (self->has_watch)
        pthread_join(self->watch, NULL);
    store_free(self);
}
