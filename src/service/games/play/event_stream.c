/* event_stream.c - the event streams of a game. A subscriber keeps only the number of the last
 * event it was sent. The next piece is written from the game when its client can take more. Streams
 * are counted in the presence of the game, and a change is reported to the listeners, which
 * announce it about a second later (server/housekeeping.c). */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/clock.h"
#include "base/file.h"
#include "service/core/response.h"
#include "service/games/model/game_json.h"
#include "service/games/play/cache.h"
#include "service/games/play/event_stream.h"
#include "service/games/play/games.h"

#define NO_EVENT (-1) /* none was sent yet: begin with the complete game */
/* A browser that loses the stream reconnects after RETRY_MS. When the server stops, it adds up to
 * RETRY_SPREAD_MS, so that not all clients reconnect at once. */
#define RETRY_MS        1000
#define RETRY_SPREAD_MS 4000

struct subscriber {
    struct games *games;
    struct game *game; /* held */
    http_stream *stream;
    struct subscriber *next, **link; /* game->live->subscribers, from the first piece on */
    http_client client;
    int side;
    int last_sent;          /* the number of an event, or NO_EVENT */
    unsigned presence_sent; /* its version; 0: none */
    bool sse;
};

/* Puts the subscriber at the head of the game's list. Under the game's lock. */
static void subscriber_link(struct subscriber *subscriber)
{
    subscriber->link = &subscriber->game->live->subscribers;
    subscriber->next = *subscriber->link;
    if (subscriber->next)
        subscriber->next->link = &subscriber->next;
    subscriber->game->live->subscribers = subscriber;
}

/* Writes the events that the subscriber lacks. Under the game's lock. False: out of memory. */
static bool subscriber_write(struct subscriber *subscriber, FILE *to)
{
    struct game *game = subscriber->game;
    int64_t now_ms = env_running_ms(subscriber->games->env);

    if (!subscriber->link) {
        subscriber_link(subscriber);
        listeners_watched(&subscriber->games->listeners, game, &subscriber->client);
        if (subscriber->sse)
            fprintf(to, "retry: %d\n\n", RETRY_MS);
    }
    if (subscriber->last_sent == NO_EVENT || subscriber->last_sent > game->event_count) {
        if (!game_write_full(game, &game->live->presence, subscriber->side, subscriber->sse, now_ms,
                             to))
            return false;
        subscriber->last_sent = game->event_count;
    } else if (subscriber->last_sent < game->event_count) {
        int sent =
            game_write_events(game, subscriber->side, subscriber->last_sent, subscriber->sse, to);
        if (sent == subscriber->last_sent)
            return false;
        subscriber->last_sent = sent;
    }
    if (subscriber->presence_sent != game->live->presence.version) {
        subscriber->presence_sent = game->live->presence.version;
        presence_note_sent(&game->live->presence);
        game_write_presence(game, &game->live->presence, subscriber->sse, now_ms, to);
    }
    return true;
}

/* The server asks for the next piece of the stream. After false the client reconnects and names the
 * last event that it has. */
static bool on_stream_next(void *context, char **piece, size_t *size)
{
    struct subscriber *subscriber = context;
    struct memory_file file;

    if (!memory_file_open(&file))
        return false;
    pthread_mutex_lock(&subscriber->game->mutex);
    bool complete = subscriber_write(subscriber, file.to);
    pthread_mutex_unlock(&subscriber->game->mutex);
    *piece = memory_file_close(&file, size);
    complete = complete && *piece;
    if (complete && *size > 0)
        return true;
    free(*piece);
    *piece = NULL;
    return complete;
}

/* The server stops: writes after which time a browser should reconnect. By its Last-Event-ID it
 * then gets the events that it has missed. */
static bool on_stream_farewell(void *context, char **piece, size_t *size)
{
    uint32_t wait_ms = RETRY_MS + randombytes_uniform(RETRY_SPREAD_MS);
    int length = asprintf(piece, "retry: %u\n\n", (unsigned)wait_ms);

    (void)context;
    *size = length < 0 ? 0 : (size_t)length;
    return length >= 0;
}

/* The client has left, or the server closes the stream: unsubscribes and releases the game. */
static void on_stream_close(void *context)
{
    struct subscriber *subscriber = context;

    pthread_mutex_lock(&subscriber->game->mutex);
    if (subscriber->link) {
        *subscriber->link = subscriber->next;
        if (subscriber->next)
            subscriber->next->link = subscriber->link;
    }
    presence_count_stream(&subscriber->game->live->presence, subscriber->side, -1, clock_now_ms());
    game_presence_changed(subscriber->games, subscriber->game);
    pthread_mutex_unlock(&subscriber->game->mutex);
    cache_release(subscriber->games->cache, subscriber->game);
    free(subscriber);
}

void game_presence_changed(struct games *games, struct game *game)
{
    if (!game->live->presence.is_queued)
        listeners_presence_changed(&games->listeners, game);
}

void event_streams_wake(struct game *game)
{
    for (struct subscriber *at = game->live->subscribers; at; at = at->next)
        http_stream_wake(at->stream);
}

void event_stream_open(struct games *games, struct game *game, http_request *request, int side)
{
    static const http_stream_source calls = {
        .next = on_stream_next, .farewell = on_stream_farewell, .close = on_stream_close};
    int64_t last_sent = NO_EVENT;

    if (!request_read_last_event(request, &last_sent) || last_sent > EVENT_NUMBER_MAX) {
        cache_release(games->cache, game);
        respond_error(request, 400, "bad_request",
                      "Last-Event-ID: expected the number of an event");
        return;
    }
    struct subscriber *subscriber = calloc(1, sizeof *subscriber);
    if (!subscriber) {
        cache_release(games->cache, game);
        respond_no_memory(request);
        return;
    }
    *subscriber = (struct subscriber){
        .games = games, .game = game, .side = side, .last_sent = (int)last_sent};
    subscriber->sse = request_wants_sse(request);
    subscriber->client = *http_request_client(request);
    pthread_mutex_lock(&game->mutex);
    presence_count_stream(&game->live->presence, side, 1, clock_now_ms());
    game_presence_changed(games, game);
    pthread_mutex_unlock(&game->mutex);
    respond_events(request, subscriber->sse, &calls, subscriber, &subscriber->stream);
}
