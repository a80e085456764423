/* store.c - the queue of writes, and the thread that commits them in groups: one transaction, and
 * so one wait for the disk, for all that came in meanwhile (group commit). */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "store/core/backend.h"
#include "store/core/change.h"
#include "store/core/checksum.h"
#include "store/core/faults.h"
#include "store/core/news.h"
#include "store/core/upkeep.h"
#include "store/core/watching.h"
#include "store/tables/games.h"

#define PLACE_CHECK_MS 100

struct store {
    const store_backend *backend;
    void *database;
    bool has_writer;
    _Atomic int64_t running_ms; /* the running time when clock_now_ms() was 0 */
    struct watching *watching;  /* NULL: not yet, or nothing is to be heard */
    pthread_t writer;
    const char *displaced; /* for the writer alone: what it found when it looked last */
    int64_t placed_ms;
    pthread_mutex_t reading; /* one reader at a time */
    pthread_mutex_t mutex;   /* guards what follows */
    pthread_cond_t queued;
    store_batch *first, **last;
    bool closing, touched;
    char failure[STORE_MESSAGE_MAX];
    _Atomic uint64_t writes, commits, failures;
    _Atomic bool failing; /* the last commit failed */
};

/* Performs a change that is not about a game. */
static paua_status perform_people(struct sql *sql, const struct store_change *change)
{
    if (change->kind >= CHANGE_ADD_MAIL)
        return mail_perform(sql, change);
    if (change->kind >= CHANGE_ADD_SUBSCRIPTION)
        return subscriptions_perform(sql, change);
    return change->kind >= CHANGE_ADD_MESSAGE ? messages_perform(sql, change)
                                              : accounts_perform(sql, change);
}

/* Performs one change, in the current transaction. */
static paua_status change_perform(store *self, const struct store_change *change)
{
    struct sql *sql = self->backend->writer(self->database);

    switch (change->kind) {
    case CHANGE_CREATE_GAME:
    case CHANGE_APPEND_EVENT:
    case CHANGE_REMOVE_GAME:
        return games_perform(sql, change);
    case CHANGE_SET_CONDITIONAL:
    case CHANGE_REMOVE_CONDITIONAL:
    case CHANGE_SET_VACATION:
    case CHANGE_SET_REMINDER:
        return slow_perform(sql, change);
    case CHANGE_SET_TOURNAMENT:
        return tournaments_perform(sql, change);
    case CHANGE_TELL_PRESENCE:
        return PAUA_OK;
    default:
        return perform_people(sql, change);
    }
}

/* Runs a statement without values or rows, in the current transaction. */
static paua_status run_write(store *self, const char *statement)
{
    return sql_run(self->backend->writer(self->database), statement, NULL, 0, NULL, NULL);
}

static const char set_point[] = "SAVEPOINT batch";
static const char roll_back_to_point[] = "ROLLBACK TO SAVEPOINT batch";
static const char release_point[] = "RELEASE SAVEPOINT batch";

/* Forgets a savepoint and, unless `keep`, what was written since. */
static paua_status release_savepoint(store *self, bool keep)
{
    /* Undoing leaves the savepoint where it is. */
    paua_status status = keep ? PAUA_OK : run_write(self, roll_back_to_point);

    return status == PAUA_OK ? run_write(self, release_point) : status;
}

/* Whether a status ends the transaction, and not just one batch. */
static bool status_ends_transaction(paua_status status)
{
    return status != PAUA_OK && status != PAUA_CONFLICT;
}

/* Performs a batch. Where a change has a conflict, those before it are undone: for that the
 * database needs to be asked beforehand, which a single change can do without. Returns PAUA_OK, or
 * what ends the transaction. */
static paua_status batch_perform(store *self, store_batch *batch)
{
    if (batch->unfit) {
        batch->status = PAUA_CONFLICT;
        return PAUA_OK;
    }
    const bool several = batch->first && batch->first->next;
    paua_status status = several ? run_write(self, set_point) : PAUA_OK;

    batch->status = PAUA_OK;
    for (const struct store_change *change = batch->first;
         change && status == PAUA_OK && batch->status == PAUA_OK; change = change->next) {
        batch->status = change_perform(self, change);
        if (status_ends_transaction(batch->status))
            status = batch->status;
    }
    if (several && status == PAUA_OK)
        status = release_savepoint(self, batch->status == PAUA_OK);
    return status;
}

/* Tells other servers what the batch has changed, in the current transaction. */
static void batch_tell(store *self, const store_batch *batch)
{
    char line[NEWS_LINE_MAX];

    for (const struct store_change *change = batch->first; change; change = change->next) {
        if (news_write(change, line))
            self->backend->tell(self->database, line);
    }
}

/* Saves the running time, or takes over that of another server. */
static paua_status save_running(store *self)
{
    int64_t running_ms = store_running_ms(self);
    paua_status status = self->backend->save_running(self->database, &running_ms);

    if (status == PAUA_OK)
        store_hear_running(self, running_ms);
    return status;
}

/* Writes what belongs to one transaction, and the running time with it. */
static paua_status group_write(store *self, store_batch *group)
{
    paua_status status = self->backend->begin(self->database);

    for (store_batch *batch = group; batch && status == PAUA_OK; batch = batch->next) {
        status = batch_perform(self, batch);
        if (status == PAUA_OK && batch->status == PAUA_OK && self->backend->tell)
            batch_tell(self, batch);
    }
    if (status == PAUA_OK)
        status = save_running(self);
    return status == PAUA_OK ? self->backend->commit(self->database) : status;
}

/* Keeps why the store cannot be written. */
static void keep_failure(store *self, const char *why)
{
    pthread_mutex_lock(&self->mutex);
    snprintf(self->failure, sizeof self->failure, "%s", why);
    pthread_mutex_unlock(&self->mutex);
}

/* Why what is written would be lost, or NULL. Looked for now and then: to look takes longer than to
 * write a move. */
static const char *find_displaced(store *self)
{
    int64_t now_ms = clock_now_ms();

    if (!self->displaced && now_ms - self->placed_ms < PLACE_CHECK_MS)
        return NULL;
    self->placed_ms = now_ms;
    self->displaced = self->backend->displaced(self->database);
    return self->displaced;
}

/* Commits a group of batches. A failing disk fails all of them; nobody learns of it before what the
 * commit may have left in the file is erased. */
static void group_commit(store *self, store_batch *group)
{
    const char *displaced = find_displaced(self);
    paua_status status = displaced ? PAUA_IO : group_write(self, group);

    atomic_store(&self->failing, status != PAUA_OK);
    if (status == PAUA_OK) {
        atomic_fetch_add(&self->commits, group != NULL);
        return;
    }
    keep_failure(self, displaced ? displaced : sql_failure(self->backend->writer(self->database)));
    if (!displaced) {
        self->backend->rollback(self->database);
        self->backend->erase(self->database);
    }
    for (store_batch *batch = group; batch; batch = batch->next) {
        batch->status = PAUA_IO;
        atomic_fetch_add(&self->failures, 1);
    }
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
        store_batch *group = self->first;
        bool last = !group && self->closing;
        self->touched = false;
        self->first = NULL;
        self->last = &self->first;
        pthread_mutex_unlock(&self->mutex);
        group_commit(self, group);
        while (group) {
            store_batch *next = group->next;

            atomic_fetch_add(&self->writes, 1);
            group->done(group->status, group->context);
            store_batch_free(group);
            group = next;
        }
        if (last)
            return NULL;
        pthread_mutex_lock(&self->mutex);
    }
}

paua_status store_commit(store *self, store_batch *batch, store_done done, void *context)
{
    if (!batch || batch->failed) {
        store_batch_free(batch);
        return PAUA_NO_MEMORY;
    }
    batch->done = done;
    batch->context = context;
    pthread_mutex_lock(&self->mutex);
    *self->last = batch;
    self->last = &batch->next;
    pthread_cond_signal(&self->queued);
    pthread_mutex_unlock(&self->mutex);
    return PAUA_OK;
}

struct sql *store_begin_reading(store *self)
{
    pthread_mutex_lock(&self->reading);
    return self->backend->reader(self->database);
}

void store_end_reading(store *self)
{
    pthread_mutex_unlock(&self->reading);
}

paua_status store_load(store *self, const char *id, const store_reader *reader, void *context,
                       char message[STORE_MESSAGE_MAX])
{
    struct sql *sql = store_begin_reading(self);
    paua_status status = self->backend->begin_snapshot(self->database);

    /* A command that only reads has time for a game that the index has lost. */
    if (status == PAUA_OK)
        status = checked_load(sql, id, !self->has_writer, reader, context, message);
    else
        snprintf(message, STORE_MESSAGE_MAX, "game %.32s: %.300s", id, sql_failure(sql));
    self->backend->end_snapshot(self->database);
    store_end_reading(self);
    return status;
}

paua_status store_load_after(store *self, const char *id, int64_t after, const store_reader *reader,
                             void *context, char message[STORE_MESSAGE_MAX])
{
    struct sql *sql = store_begin_reading(self);
    paua_status status = self->backend->begin_snapshot(self->database);

    message[0] = '\0';
    if (status == PAUA_OK)
        status = games_load_after(sql, id, after, reader, context);
    if (status == PAUA_IO || status == PAUA_CORRUPT)
        snprintf(message, STORE_MESSAGE_MAX, "game %.32s: %.300s", id, sql_failure(sql));
    self->backend->end_snapshot(self->database);
    store_end_reading(self);
    return status;
}

paua_status store_find_number(store *self, int64_t number,
                              bool (*found)(const char *id, void *context), void *context)
{
    paua_status status = games_find_number(store_begin_reading(self), number, found, context);

    store_end_reading(self);
    return status;
}

paua_status store_newest(store *self, const char *id, int64_t *out)
{
    paua_status status = games_newest(store_begin_reading(self), id, out);

    store_end_reading(self);
    return status;
}

/* Reads one of the lists of games. */
static paua_status store_read_list(store *self, store_list which, int64_t bound, int most,
                                   bool (*each)(const char *id, void *context), void *context)
{
    paua_status status = games_list(store_begin_reading(self), which, bound, most, each, context);

    store_end_reading(self);
    return status;
}

paua_status store_pending(store *self, bool (*each)(const char *id, void *context), void *context)
{
    return store_read_list(self, STORE_LIST_PENDING, 0, -1, each, context);
}

paua_status store_finished(store *self, bool (*each)(const char *id, void *context), void *context)
{
    return store_read_list(self, STORE_LIST_FINISHED, 0, -1, each, context);
}

paua_status store_listed(store *self, int64_t since_ms, int most,
                         bool (*each)(const char *id, void *context), void *context)
{
    return store_read_list(self, STORE_LIST_LISTED, since_ms, most, each, context);
}

paua_status store_expired(store *self, int64_t now_ms, int most,
                          bool (*each)(const char *id, void *context), void *context)
{
    return store_read_list(self, STORE_LIST_EXPIRED, now_ms, most, each, context);
}

paua_status store_unplayed(store *self, int64_t now_ms, int most,
                           bool (*each)(const char *id, void *context), void *context)
{
    return store_read_list(self, STORE_LIST_UNPLAYED, now_ms, most, each, context);
}

paua_status store_deadlines(store *self,
                            bool (*each)(const char *id, int64_t deadline_ms, void *context),
                            void *context)
{
    paua_status status = games_deadlines(store_begin_reading(self), each, context);

    store_end_reading(self);
    return status;
}

int64_t store_running_ms(const store *self)
{
    return atomic_load(&self->running_ms) + clock_now_ms();
}

void store_hear_running(store *self, int64_t running_ms)
{
    int64_t heard = running_ms - clock_now_ms(), own = atomic_load(&self->running_ms);

    while (heard > own && !atomic_compare_exchange_weak(&self->running_ms, &own, heard))
        ;
}

paua_status store_watch(store *self, const store_watcher *watcher, void *context)
{
    if (!self->backend->await_news)
        return PAUA_OK;
    self->watching = watching_start(self, self->backend, self->database, watcher, context);
    return self->watching ? PAUA_OK : PAUA_NO_MEMORY;
}

void store_unwatch(store *self)
{
    watching_stop(self->watching);
    self->watching = NULL;
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

paua_status store_check(store *self)
{
    paua_status status = games_check(store_begin_reading(self));

    store_end_reading(self);
    const char *displaced = self->has_writer ? self->backend->displaced(self->database) : NULL;
    if (displaced)
        keep_failure(self, displaced);
    if (status == PAUA_OK && (displaced || atomic_load(&self->failing))) {
        store_touch(self); /* the next check knows more */
        status = PAUA_IO;
    }
    return status;
}

int64_t store_bytes(store *self)
{
    int64_t bytes = -1;

    pthread_mutex_lock(&self->reading);
    paua_status status = self->backend->bytes(self->database, &bytes);
    pthread_mutex_unlock(&self->reading);
    return status == PAUA_OK ? bytes : -1;
}

void store_set_limit(store *self, int64_t bytes)
{
    self->backend->set_limit(self->database, bytes);
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

paua_status store_games(store *self, bool (*each)(const char *id, void *context), void *context)
{
    return self->backend->games
               ? self->backend->games(self->database, each, context)
               : faults_list_games(self->backend->reader(self->database), each, context);
}

paua_status store_faults(store *self, bool (*each)(const char *fault, void *context), void *context)
{
    bool more = true;
    paua_status status = self->backend->faults
                             ? self->backend->faults(self->database, each, context, &more)
                             : PAUA_OK;

    if (status == PAUA_OK && more)
        status = faults_find(self->backend->reader(self->database), each, context, &more);
    if (status == PAUA_OK && more)
        status = messages_faults(self, each, context);
    return status == PAUA_OK && more ? tournaments_faults(self, each, context) : status;
}

paua_status store_texts(store *self, bool (*each)(const char *text, size_t length, void *context),
                        void *context)
{
    return faults_list_texts(self->backend->reader(self->database), each, context);
}

paua_status store_copy(store *self, const char *path, char message[STORE_MESSAGE_MAX])
{
    return self->backend->copy(self->database, path, message);
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
    pthread_mutex_destroy(&self->mutex);
    pthread_mutex_destroy(&self->reading);
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
    if (!database) {
        snprintf(message, STORE_MESSAGE_MAX, "%.300s: the store is empty", where);
        return PAUA_NOT_FOUND;
    }
    status = backend->running(database, running_ms);
    if (status != PAUA_OK && (mode != STORE_MODE_READ || status != PAUA_CORRUPT)) {
        snprintf(message, STORE_MESSAGE_MAX, "%.200s: running time: %.200s",
                 backend->name(database), sql_failure(backend->reader(database)));
        backend->close(database, false);
        return status;
    }
    *out = database;
    return PAUA_OK;
}

/* Opens a store, with a writer thread or for reading only. */
static paua_status store_begin(const char *place, enum store_mode mode, store **out,
                               char message[STORE_MESSAGE_MAX])
{
    const char *where = NULL;
    const store_backend *backend = backend_find(place, &where, message);
    void *database = NULL;
    int64_t running_ms = 0;

    if (!backend)
        return PAUA_BAD_ARGUMENT;
    paua_status status = database_open(backend, where, mode, &database, &running_ms, message);
    if (status != PAUA_OK)
        return status;
    store *self = calloc(1, sizeof *self);
    if (!self) {
        backend->close(database, false);
        snprintf(message, STORE_MESSAGE_MAX, "%s", paua_status_text(PAUA_NO_MEMORY));
        return PAUA_NO_MEMORY;
    }
    self->backend = backend;
    self->database = database;
    store_continue(self, running_ms);
    self->last = &self->first;
    pthread_mutex_init(&self->reading, NULL);
    pthread_mutex_init(&self->mutex, NULL);
    pthread_cond_init(&self->queued, NULL);
    self->has_writer = mode != STORE_MODE_READ;
    if (self->has_writer && pthread_create(&self->writer, NULL, writer_run, self) != 0) {
        store_free(self);
        snprintf(message, STORE_MESSAGE_MAX, "cannot start a thread");
        return PAUA_NO_MEMORY;
    }
    *out = self;
    return PAUA_OK;
}

paua_status store_open(const char *place, store **out, char message[STORE_MESSAGE_MAX])
{
    return store_begin(place, STORE_MODE_WRITE, out, message);
}

paua_status store_open_shared(const char *place, store **out, char message[STORE_MESSAGE_MAX])
{
    return store_begin(place, STORE_MODE_SHARE, out, message);
}

paua_status store_open_reading(const char *place, store **out, char message[STORE_MESSAGE_MAX])
{
    return store_begin(place, STORE_MODE_READ, out, message);
}

void store_close(store *self)
{
    if (!self)
        return;
    store_unwatch(self);
    pthread_mutex_lock(&self->mutex);
    self->closing = true;
    pthread_cond_signal(&self->queued);
    pthread_mutex_unlock(&self->mutex);
    if (self->has_writer)
        pthread_join(self->writer, NULL);
    store_free(self);
}
