/* group_commit.c - one transaction for all batches that came in meanwhile. A batch that conflicts
 * is undone by a savepoint, the others stay; whatever else fails ends the transaction. */
#include "store/core/group_commit.h"

#include <stdio.h>

#include "base/clock.h"
#include "store/core/access.h"
#include "store/core/store_state.h"
#include "store/core/subscription.h"

#define PLACE_CHECK_MS 100

paua_status backend_commit(const store_backend *backend, void *database)
{
    paua_status status = backend->prepare ? backend->prepare(database) : PAUA_OK;

    return status == PAUA_OK ? backend->commit(database) : status;
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
    return status != PAUA_OK && status != PAUA_ERROR_CONFLICT;
}

/* Performs a batch. A conflict undoes the changes before it, by a savepoint, which a batch of one
 * does not need. Returns PAUA_OK, or what ends the transaction. */
static paua_status batch_perform(store *self, store_batch *batch)
{
    if (batch->not_utf8) {
        batch->status = PAUA_ERROR_CONFLICT;
        return PAUA_OK;
    }

    struct sql *sql = self->backend->writer(self->database);
    const bool several = batch->first && batch->first->next;
    paua_status status = several ? run_write(self, set_point) : PAUA_OK;

    batch->status = PAUA_OK;
    for (const struct store_change *change = batch->first;
         change && status == PAUA_OK && batch->status == PAUA_OK; change = change->next) {
        batch->status = change->type->perform(sql, change);
        if (status_ends_transaction(batch->status))
            status = batch->status;
    }
    if (several && status == PAUA_OK)
        status = release_savepoint(self, batch->status == PAUA_OK);
    return status;
}

/* Notifies other servers of what the batch has changed, in the current transaction. */
static void batch_notify(store *self, const store_batch *batch)
{
    char line[CLUSTER_CHANGE_LINE_MAX];

    for (const struct store_change *change = batch->first; change; change = change->next) {
        store_cluster_change out = {.number = 0};

        if (change->type->describe && change->type->describe(change, &out) &&
            cluster_change_write(&out, line))
            self->backend->notify(self->database, line);
    }
}

/* Saves the running time, or takes over that of another server. */
static paua_status save_running(store *self)
{
    int64_t running_ms = store_running_ms(self);
    paua_status status = self->backend->save_running(self->database, &running_ms);

    if (status == PAUA_OK)
        store_advance_running(self, running_ms);
    return status;
}

/* Writes what belongs to one transaction, and the running time with it. *began: there may be
 * remains of it after a failure. */
static paua_status group_write(store *self, store_batch *group, bool *began)
{
    paua_status status = self->backend->begin(self->database);

    *began = status == PAUA_OK;
    for (store_batch *batch = group; batch && status == PAUA_OK; batch = batch->next) {
        status = batch_perform(self, batch);
        if (status == PAUA_OK && batch->status == PAUA_OK && self->backend->notify)
            batch_notify(self, batch);
    }
    if (status == PAUA_OK)
        status = save_running(self);
    return status == PAUA_OK ? backend_commit(self->backend, self->database) : status;
}

void group_keep_failure(store *self, const char *why)
{
    pthread_mutex_lock(&self->mutex);
    snprintf(self->failure, sizeof self->failure, "%s", why);
    pthread_mutex_unlock(&self->mutex);
}

const char *group_find_displaced(store *self)
{
    int64_t now_ms = clock_now_ms();

    if (!self->displaced && now_ms - self->placed_ms < PLACE_CHECK_MS)
        return NULL;
    self->placed_ms = now_ms;
    self->displaced = self->backend->displaced(self->database);
    return self->displaced;
}

/* After a failure: keeps the reason, and erases what is left of the transaction. */
static void group_undo(store *self, const char *displaced, bool began)
{
    group_keep_failure(self,
                       displaced ? displaced : sql_failure(self->backend->writer(self->database)));
    if (!displaced)
        self->backend->rollback(self->database);
    if (began)
        self->backend->erase(self->database);
}

void group_commit(store *self, store_batch *group)
{
    const char *displaced = group_find_displaced(self);
    turn_take(&self->writing, 0);
    bool began = false;
    paua_status status = displaced ? PAUA_ERROR_IO : group_write(self, group, &began);
    if (status != PAUA_OK)
        group_undo(self, displaced, began);
    turn_leave(&self->writing);

    atomic_store(&self->failing, status != PAUA_OK);
    if (status == PAUA_OK) {
        atomic_fetch_add(&self->commits, group != NULL);
        return;
    }
    for (store_batch *batch = group; batch; batch = batch->next) {
        batch->status = PAUA_ERROR_IO;
        atomic_fetch_add(&self->failures, 1);
    }
}
