/* store.c - the queue of writes and the thread that commits them in groups. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/backend.h"

static const store_backend *const backends[] = {&store_sqlite};

typedef struct write {
    struct write *next;
    bool creates;
    paua_status status;
    store_game game; /* for an event only id and state */
    store_event event;
    store_done done;
    void *context;
    char texts[]; /* what the pointers above point to */
} write;

struct store {
    const store_backend *backend;
    void *database;
    pthread_t writer;
    pthread_mutex_t reading; /* one reader at a time */
    pthread_mutex_t mutex;   /* guards what follows */
    pthread_cond_t queued;
    write *first, **last;
    bool closing;
    char failure[STORE_MESSAGE_MAX];
    _Atomic uint64_t writes, commits, failures;
};

static paua_status write_perform(store *s, write *w)
{
    return w->creates ? s->backend->create(s->database, &w->game)
                      : s->backend->append(s->database, w->game.id, &w->event, &w->game.state);
}

static bool fatal(paua_status status)
{
    return status != PAUA_OK && status != PAUA_CONFLICT;
}

/* One transaction for all of them: a write that does not fit fails alone, a failing disk fails all. */
static void group_commit(store *s, write *group)
{
    paua_status status = s->backend->begin(s->database);

    for (write *w = group; w && status == PAUA_OK; w = w->next) {
        w->status = write_perform(s, w);
        if (fatal(w->status))
            status = w->status;
    }
    if (status == PAUA_OK)
        status = s->backend->commit(s->database);
    if (status == PAUA_OK) {
        atomic_fetch_add(&s->commits, 1);
        return;
    }
    pthread_mutex_lock(&s->mutex);
    snprintf(s->failure, sizeof s->failure, "%s", s->backend->failure(s->database));
    pthread_mutex_unlock(&s->mutex);
    s->backend->rollback(s->database);
    for (write *w = group; w; w = w->next) {
        w->status = PAUA_IO;
        atomic_fetch_add(&s->failures, 1);
    }
}

static void *writer_run(void *context)
{
    store *s = context;

    pthread_mutex_lock(&s->mutex);
    for (;;) {
        while (!s->first && !s->closing)
            pthread_cond_wait(&s->queued, &s->mutex);
        write *group = s->first;
        if (!group)
            break;
        s->first = NULL;
        s->last = &s->first;
        pthread_mutex_unlock(&s->mutex);
        group_commit(s, group);
        while (group) {
            write *next = group->next;

            atomic_fetch_add(&s->writes, 1);
            group->done(group->status, group->context);
            free(group);
            group = next;
        }
        pthread_mutex_lock(&s->mutex);
    }
    pthread_mutex_unlock(&s->mutex);
    return NULL;
}

static const char *keep(char **to, const char *text)
{
    char *at = *to;

    *to = stpcpy(at, text) + 1;
    return at;
}

static paua_status enqueue(store *s, const store_game *game, const store_event *event,
                           store_done done, void *context)
{
    const char *setup = game->setup ? game->setup : "", *type = event ? event->type : "",
               *text = event ? event->text : "";
    size_t size = strlen(game->id) + strlen(setup) + strlen(game->state.result) +
                  strlen(game->state.reason) + strlen(type) + strlen(text) + 6;
    write *w = malloc(sizeof *w + size);
    char *at;

    if (!w)
        return PAUA_NO_MEMORY;
    *w = (write){.creates = !event, .game = *game, .done = done, .context = context};
    at = w->texts;
    if (event)
        w->event = *event;
    w->game.id = keep(&at, game->id);
    w->game.setup = keep(&at, setup);
    w->game.state.result = keep(&at, game->state.result);
    w->game.state.reason = keep(&at, game->state.reason);
    w->event.type = keep(&at, type);
    w->event.text = keep(&at, text);
    pthread_mutex_lock(&s->mutex);
    *s->last = w;
    s->last = &w->next;
    pthread_cond_signal(&s->queued);
    pthread_mutex_unlock(&s->mutex);
    return PAUA_OK;
}

paua_status store_create(store *s, const store_game *game, store_done done, void *context)
{
    return enqueue(s, game, NULL, done, context);
}

paua_status store_append(store *s, const char *id, const store_event *event,
                         const store_state *state, store_done done, void *context)
{
    return enqueue(s, &(store_game){.id = id, .state = *state}, event, done, context);
}

paua_status store_load(store *s, const char *id, const store_reader *reader, void *context)
{
    pthread_mutex_lock(&s->reading);
    paua_status status = s->backend->load(s->database, id, reader, context);
    pthread_mutex_unlock(&s->reading);
    return status;
}

paua_status store_pending(store *s, bool (*each)(const char *id, void *context), void *context)
{
    pthread_mutex_lock(&s->reading);
    paua_status status = s->backend->pending(s->database, each, context);
    pthread_mutex_unlock(&s->reading);
    return status;
}

paua_status store_check(store *s)
{
    pthread_mutex_lock(&s->reading);
    paua_status status = s->backend->check(s->database);
    pthread_mutex_unlock(&s->reading);
    return status;
}

store_counts store_count(store *s)
{
    return (store_counts){.writes = atomic_load(&s->writes),
                          .commits = atomic_load(&s->commits),
                          .failures = atomic_load(&s->failures)};
}

void store_failure(store *s, char message[STORE_MESSAGE_MAX])
{
    pthread_mutex_lock(&s->mutex);
    memcpy(message, s->failure, STORE_MESSAGE_MAX);
    pthread_mutex_unlock(&s->mutex);
}

static const store_backend *backend_find(const char *place, const char **where)
{
    for (size_t i = 0; i < sizeof backends / sizeof backends[0]; i++) {
        size_t size = strlen(backends[i]->scheme);

        if (strncmp(place, backends[i]->scheme, size) == 0 && place[size] == ':' &&
            place[size + 1] != '\0') {
            *where = place + size + 1;
            return backends[i];
        }
    }
    return NULL;
}

static void store_free(store *s)
{
    s->backend->close(s->database);
    pthread_cond_destroy(&s->queued);
    pthread_mutex_destroy(&s->mutex);
    pthread_mutex_destroy(&s->reading);
    free(s);
}

paua_status store_open(const char *place, store **out, char message[STORE_MESSAGE_MAX])
{
    const char *where = NULL;
    const store_backend *backend = backend_find(place, &where);
    void *database = NULL;
    paua_status status;
    store *s;

    if (!backend) {
        snprintf(message, STORE_MESSAGE_MAX, "'%.200s': expected sqlite:FILE", place);
        return PAUA_BAD_ARGUMENT;
    }
    status = backend->open(where, &database, message);
    if (status != PAUA_OK)
        return status;
    s = calloc(1, sizeof *s);
    if (!s) {
        backend->close(database);
        snprintf(message, STORE_MESSAGE_MAX, "%s", paua_status_text(PAUA_NO_MEMORY));
        return PAUA_NO_MEMORY;
    }
    s->backend = backend;
    s->database = database;
    s->last = &s->first;
    pthread_mutex_init(&s->reading, NULL);
    pthread_mutex_init(&s->mutex, NULL);
    pthread_cond_init(&s->queued, NULL);
    if (pthread_create(&s->writer, NULL, writer_run, s) != 0) {
        store_free(s);
        snprintf(message, STORE_MESSAGE_MAX, "cannot start a thread");
        return PAUA_NO_MEMORY;
    }
    *out = s;
    return PAUA_OK;
}

void store_close(store *s)
{
    if (!s)
        return;
    pthread_mutex_lock(&s->mutex);
    s->closing = true;
    pthread_cond_signal(&s->queued);
    pthread_mutex_unlock(&s->mutex);
    pthread_join(s->writer, NULL);
    store_free(s);
}
