/* watch.c - the event stream of a game: each watcher remembers the last event it was told, nothing else. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/internal.h"

struct watcher {
    struct service *service;
    struct game *game; /* held */
    http_stream *stream;
    struct watcher *next, **link; /* game->watchers, once the first piece has been asked for */
    int who;
    int told; /* number of the last event told; NOBODY: the whole game first */
    bool sse;
};

static void watcher_link(struct watcher *w)
{
    w->link = &w->game->watchers;
    w->next = *w->link;
    if (w->next)
        w->next->link = &w->next;
    w->game->watchers = w;
}

static char *watch_next(void *context, size_t *size)
{
    struct watcher *w = context;
    struct game *g = w->game;
    char *text = NULL;
    FILE *to = open_memstream(&text, size);

    if (!to)
        return NULL;
    pthread_mutex_lock(&g->mutex);
    if (!w->link) {
        watcher_link(w);
        /* A browser that loses the stream comes back after this many milliseconds. */
        if (w->sse)
            fputs("retry: 1000\n\n", to);
    }
    if (w->told == NOBODY || w->told > g->event_count) {
        game_write_full(g, w->who, w->sse, to);
        w->told = g->event_count;
    } else if (w->told < g->event_count) {
        w->told = game_write_events(g, w->told, w->sse, to);
    }
    pthread_mutex_unlock(&g->mutex);
    fclose(to);
    if (text && *size > 0)
        return text;
    free(text);
    return NULL;
}

static void watch_close(void *context)
{
    struct watcher *w = context;

    pthread_mutex_lock(&w->game->mutex);
    if (w->link) {
        *w->link = w->next;
        if (w->next)
            w->next->link = w->link;
    }
    pthread_mutex_unlock(&w->game->mutex);
    cache_release(w->service->cache, w->game);
    free(w);
}

void watch_wake(struct game *g)
{
    for (struct watcher *w = g->watchers; w; w = w->next)
        http_stream_wake(w->stream);
}

bool wants_sse(const http_request *request)
{
    const char *accept = http_header(request, "Accept");

    return accept && strcasestr(accept, "text/event-stream") != NULL;
}

/* The number that the client has last seen, NOBODY for none; false if it is no number. */
static bool last_seen(const http_request *request, int *told)
{
    const char *text = http_header(request, "Last-Event-ID");
    size_t digits;

    *told = NOBODY;
    if (!text)
        text = http_query(request, "after");
    if (!text)
        return true;
    digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 9 || text[digits] != '\0')
        return false;
    *told = atoi(text);
    return true;
}

void watch_start(struct service *service, struct game *g, http_request *request, int who)
{
    static const http_stream_source sse = {"text/event-stream", ":\n\n", watch_next, NULL,
                                           watch_close};
    static const http_stream_source ndjson = {"application/x-ndjson", "\n", watch_next, NULL,
                                              watch_close};
    struct watcher *w = calloc(1, sizeof *w);
    int told = NOBODY;

    if (!last_seen(request, &told) || !w) {
        free(w);
        cache_release(service->cache, g);
        if (w)
            reply_error(request, 400, "bad_request",
                        "Last-Event-ID: expected the number of an event");
        else
            reply_error(request, 500, "internal", "out of memory");
        return;
    }
    *w = (struct watcher){.service = service, .game = g, .who = who, .told = told};
    w->sse = wants_sse(request);
    http_add_header(request, "Cache-Control", "no-store");
    http_add_header(request, "X-Accel-Buffering", "no"); /* a proxy in front passes it on at once */
    http_respond_stream(request, w->sse ? &sse : &ndjson, w, &w->stream);
}
