/* watch.c - the thread that hears what other servers have committed, and looks every second whether
 * they are still there. */
#define _GNU_SOURCE
#include "store/core/watch.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "store/core/news.h"
#include "store/core/watching.h"

#define LOOK_MS  1000
#define AGAIN_MS 200 /* after the connection was lost */

struct watching {
    store *store;
    const store_backend *backend;
    void *database;
    const store_watcher *watcher;
    void *context;
    pthread_t thread;
    int wake; /* can be read when the thread is to end */
    _Atomic bool stopping;
};

/* A line of news; "h" and a slot asks for the running time and what else is not stored, "?" says
 * that lines were lost. */
static void hear_line(struct watching *self, const char *line)
{
    char id[NEWS_LINE_MAX];
    store_news news;

    if (*line == 'h') {
        store_touch(self->store);
        self->watcher->asked(atoi(line + 1), self->context);
    } else if (strcmp(line, "?") == 0) {
        self->watcher->missed(self->context);
    } else if (news_read(line, id, &news)) {
        self->watcher->news(&news, self->context);
    }
}

/* News of one commit: the running time then, and lines. */
static void on_news(const char *text, void *context)
{
    struct watching *self = context;
    char line[NEWS_LINE_MAX];

    store_hear_running(self->store, strtoll(text, NULL, 10));
    for (text += strcspn(text, "\n"); *text == '\n'; text += strcspn(text, "\n")) {
        size_t length = strcspn(++text, "\n");

        if (length == 0 || length >= sizeof line)
            continue;
        memcpy(line, text, length);
        line[length] = '\0';
        hear_line(self, line);
    }
}

static void on_adopted(const char *id, void *context)
{
    struct watching *self = context;

    self->watcher->adopted(id, self->context);
}

/* What is done every second: the running time is told now and then while others are there. */
static paua_status look_around(struct watching *self)
{
    unsigned departed = 0;
    paua_status status = self->backend->look(self->database, &departed, on_adopted, self);

    if (departed)
        self->watcher->departed(departed, self->context);
    if (self->backend->is_shared(self->database))
        store_touch(self->store);
    return status;
}

/* The thread. */
static void *watching_run(void *context)
{
    struct watching *self = context;
    int64_t looked_ms = 0;

    while (!atomic_load(&self->stopping)) {
        int64_t left_ms = looked_ms + LOOK_MS - clock_now_ms();
        bool missed = false;
        paua_status status = self->backend->await_news(
            self->database, self->wake, left_ms > 0 ? (int)left_ms : 0, &missed, on_news, self);

        if (missed)
            self->watcher->missed(self->context);
        if (status == PAUA_OK && clock_now_ms() - looked_ms >= LOOK_MS) {
            status = look_around(self);
            looked_ms = clock_now_ms();
        }
        if (status != PAUA_OK)
            poll(&(struct pollfd){.fd = self->wake, .events = POLLIN}, 1, AGAIN_MS);
    }
    return NULL;
}

struct watching *watching_start(store *of, const store_backend *backend, void *database,
                                const store_watcher *watcher, void *context)
{
    struct watching *self = malloc(sizeof *self);

    if (!self)
        return NULL;
    *self = (struct watching){.store = of,
                              .backend = backend,
                              .database = database,
                              .watcher = watcher,
                              .context = context,
                              .wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    if (self->wake >= 0 && pthread_create(&self->thread, NULL, watching_run, self) == 0)
        return self;
    if (self->wake >= 0)
        close(self->wake);
    free(self);
    return NULL;
}

void watching_stop(struct watching *self)
{
    if (!self)
        return;
    atomic_store(&self->stopping, true);
    eventfd_write(self->wake, 1);
    pthread_join(self->thread, NULL);
    close(self->wake);
    free(self);
}
