/* subscription.c - the change feed. A line is the letter of the kind of a change, an id, and for a
 * game and a message numbers. A thread passes on what other servers have committed, and looks every
 * second whether they are still there. */
#define _GNU_SOURCE
#include "store/core/subscription.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "store/core/change.h"

#define SERVERS_CHECK_MS 1000
#define RECONNECT_MS     200 /* after the connection was lost */

static const char letters[STORE_CHANGE_KINDS] = {
    [STORE_CHANGE_GAME] = 'g',          [STORE_CHANGE_REMOVED] = 'r',
    [STORE_CHANGE_CONDITIONAL] = 'c',   [STORE_CHANGE_SEAT] = 's',
    [STORE_CHANGE_LOGINS] = 'l',        [STORE_CHANGE_MESSAGE] = 'm',
    [STORE_CHANGE_SUBSCRIPTIONS] = 'f', [STORE_CHANGE_VACATION] = 'v',
    [STORE_CHANGE_TOURNAMENT] = 't',    [STORE_CHANGE_PRESENCE] = 'p'};

bool cluster_change_write(const store_cluster_change *change, char line[CLUSTER_CHANGE_LINE_MAX])
{
    if (!*change->id || change->id[strcspn(change->id, " \n")])
        return false;
    int length = snprintf(line, CLUSTER_CHANGE_LINE_MAX, "%c %s %lld %lld %d",
                          letters[change->kind], change->id, (long long)change->number,
                          (long long)change->deadline_ms, (int)change->listing);
    return length < CLUSTER_CHANGE_LINE_MAX;
}

bool cluster_change_read(const char *line, char id[CLUSTER_CHANGE_LINE_MAX],
                         store_cluster_change *out)
{
    const char *letter = *line ? memchr(letters, *line, sizeof letters) : NULL;
    long long number, deadline_ms;
    int listing;

    if (!letter || strlen(line) >= CLUSTER_CHANGE_LINE_MAX ||
        sscanf(line + 1, " %127s %lld %lld %d", id, &number, &deadline_ms, &listing) != 4 ||
        listing < STORE_NOT_LISTED || listing > STORE_LIVE)
        return false;
    *out = (store_cluster_change){.kind = (enum store_cluster_change_kind)(letter - letters),
                                  .id = id,
                                  .number = number,
                                  .deadline_ms = deadline_ms,
                                  .listing = (store_listing)listing};
    return true;
}

struct presence_change {
    struct store_change base;
    const char *game;
    int64_t number;
};

static paua_status perform_presence(struct sql *sql, const struct store_change *change)
{
    (void)sql, (void)change;
    return PAUA_OK;
}

static bool describe_presence(const struct store_change *base, store_cluster_change *out)
{
    const struct presence_change *change = (const struct presence_change *)base;

    out->kind = STORE_CHANGE_PRESENCE;
    out->id = change->game;
    out->number = change->number;
    return true;
}

bool batch_notify_presence(store_batch *batch, const char *game, int64_t number)
{
    static const size_t texts[] = {offsetof(struct presence_change, game)};
    static const struct change_type type =
        CHANGE_TYPE(presence_change, texts, perform_presence, describe_presence);
    struct presence_change change = {.base.type = &type, .game = game, .number = number};

    return batch_add(batch, &change.base);
}

struct feed_subscription {
    store *store;
    const store_backend *backend;
    void *database;
    const store_feed_listener *listener;
    void *context;
    pthread_t thread;
    int wake; /* can be read when the thread is to end */
    _Atomic bool stopping;
};

/* Passes a line on: a change; "h" and a slot, which requests the running time and what else is not
 * stored; or "?" for lost lines. */
static void pass_line(struct feed_subscription *self, const char *line)
{
    char id[CLUSTER_CHANGE_LINE_MAX];
    store_cluster_change change;

    if (*line == 'h') {
        store_touch(self->store);
        self->listener->requested(atoi(line + 1), self->context);
    } else if (strcmp(line, "?") == 0) {
        self->listener->missed(self->context);
    } else if (cluster_change_read(line, id, &change)) {
        self->listener->changed(&change, self->context);
    }
}

/* A commit of another server: its running time, then lines. */
static void on_commit(const char *text, void *context)
{
    struct feed_subscription *self = context;
    char line[CLUSTER_CHANGE_LINE_MAX];

    store_advance_running(self->store, strtoll(text, NULL, 10));
    for (text += strcspn(text, "\n"); *text == '\n'; text += strcspn(text, "\n")) {
        size_t length = strcspn(++text, "\n");

        if (length == 0 || length >= sizeof line)
            continue;
        memcpy(line, text, length);
        line[length] = '\0';
        pass_line(self, line);
    }
}

static void on_adopted(const char *id, void *context)
{
    struct feed_subscription *self = context;

    self->listener->adopted(id, self->context);
}

/* Every second: finds out who is there, and saves the running time, which notifies the others. */
static paua_status check_servers(struct feed_subscription *self)
{
    unsigned departed = 0;
    paua_status status = self->backend->find_servers(self->database, &departed, on_adopted, self);

    if (departed)
        self->listener->departed(departed, self->context);
    if (self->backend->is_shared(self->database))
        store_touch(self->store);
    return status;
}

/* The thread. */
static void *subscription_run(void *context)
{
    struct feed_subscription *self = context;
    int64_t checked_ms = 0;

    while (!atomic_load(&self->stopping)) {
        int64_t left_ms = checked_ms + SERVERS_CHECK_MS - clock_now_ms();
        bool missed = false;
        paua_status status = self->backend->await_changes(
            self->database, self->wake, left_ms > 0 ? (int)left_ms : 0, &missed, on_commit, self);

        if (missed)
            self->listener->missed(self->context);
        if (status == PAUA_OK && clock_now_ms() - checked_ms >= SERVERS_CHECK_MS) {
            status = check_servers(self);
            checked_ms = clock_now_ms();
        }
        if (status != PAUA_OK)
            poll(&(struct pollfd){.fd = self->wake, .events = POLLIN}, 1, RECONNECT_MS);
    }
    return NULL;
}

struct feed_subscription *subscription_start(store *of, const store_backend *backend,
                                             void *database, const store_feed_listener *listener,
                                             void *context)
{
    struct feed_subscription *self = malloc(sizeof *self);

    if (!self)
        return NULL;
    *self = (struct feed_subscription){.store = of,
                                       .backend = backend,
                                       .database = database,
                                       .listener = listener,
                                       .context = context,
                                       .wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    if (self->wake >= 0 && pthread_create(&self->thread, NULL, subscription_run, self) == 0)
        return self;
    if (self->wake >= 0)
        close(self->wake);
    free(self);
    return NULL;
}

void subscription_stop(struct feed_subscription *self)
{
    if (!self)
        return;
    atomic_store(&self->stopping, true);
    eventfd_write(self->wake, 1);
    pthread_join(self->thread, NULL);
    close(self->wake);
    free(self);
}
