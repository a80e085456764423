/* stream.c - answers in pieces: asked for, suspended, woken, kept alive.
 *
 * The server thread that reads a stream sends one piece at a time and asks the source for the next
 * only when the client has taken it. With nothing to say the connection is suspended; http_stream_wake()
 * resumes it. `woken` closes the gap between the source's "nothing" and the suspension. The HTTP library
 * does not look at suspended connections, so the clock asks the socket whether the client has left.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "http/internal.h"

#define BLOCK 1024 /* the least that the HTTP library buffers for a stream */

/* Gets the next piece, or false when there is nothing to say. */
static bool stream_fetch(http_stream *stream)
{
    bool beat;

    free(stream->piece);
    stream->at = 0;
    stream->piece = stream->source.next(stream->context, &stream->size);
    pthread_mutex_lock(&stream->mutex);
    beat = stream->beat;
    stream->beat = false;
    pthread_mutex_unlock(&stream->mutex);
    if (!stream->piece && beat) {
        stream->piece = strdup(stream->source.heartbeat);
        stream->size = stream->piece ? strlen(stream->piece) : 0;
    }
    return stream->piece != NULL && stream->size > 0;
}

/* Suspends unless something has happened since the source was asked; true when suspended. */
static bool stream_rest(http_stream *stream)
{
    bool rest;

    pthread_mutex_lock(&stream->mutex);
    rest = !stream->woken && !atomic_load(&stream->server->stopping);
    if (rest) {
        stream->suspended = true;
        MHD_suspend_connection(stream->connection);
    }
    pthread_mutex_unlock(&stream->mutex);
    return rest;
}

static ssize_t on_read(void *context, uint64_t position, char *to, size_t max)
{
    http_stream *stream = context;

    (void)position;
    while (!stream->piece || stream->at == stream->size) {
        pthread_mutex_lock(&stream->mutex);
        bool over = stream->gone || atomic_load(&stream->server->stopping);
        stream->woken = false;
        pthread_mutex_unlock(&stream->mutex);
        if (over)
            return MHD_CONTENT_READER_END_OF_STREAM;
        /* asked before next(), which thus gives the last there is */
        bool last = stream->source.over && stream->source.over(stream->context);
        if (stream_fetch(stream))
            break;
        if (last)
            return MHD_CONTENT_READER_END_OF_STREAM;
        if (stream_rest(stream))
            return 0;
    }
    size_t size = stream->size - stream->at;
    if (size > max)
        size = max;
    memcpy(to, stream->piece + stream->at, size);
    stream->at += size;
    pthread_mutex_lock(&stream->mutex);
    stream->spoke_ms = clock_now_ms();
    pthread_mutex_unlock(&stream->mutex);
    return (ssize_t)size;
}

static void on_free(void *context)
{
    http_stream *stream = context;
    http_server *server = stream->server;

    pthread_mutex_lock(&server->mutex);
    *stream->link = stream->next;
    if (stream->next)
        stream->next->link = stream->link;
    pthread_mutex_unlock(&server->mutex);
    stream->source.close(stream->context);
    pthread_mutex_destroy(&stream->mutex);
    free(stream->piece);
    free(stream);
    atomic_fetch_sub(&server->stream_count, 1);
}

static void stream_link(http_server *server, http_stream *stream)
{
    pthread_mutex_lock(&server->mutex);
    stream->link = &server->streams;
    stream->next = server->streams;
    if (stream->next)
        stream->next->link = &stream->next;
    server->streams = stream;
    pthread_mutex_unlock(&server->mutex);
    atomic_fetch_add(&server->stream_count, 1);
}

struct MHD_Response *http_stream_response(http_request *request, const http_stream_source *source,
                                          void *context, http_stream **out)
{
    http_stream *stream = calloc(1, sizeof *stream);
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct MHD_Response *response;

    if (!stream) {
        source->close(context);
        return NULL;
    }
    stream->server = request->server;
    stream->connection = request->connection;
    stream->socket = info ? info->connect_fd : -1;
    stream->source = *source;
    stream->context = context;
    stream->spoke_ms = clock_now_ms();
    pthread_mutex_init(&stream->mutex, NULL);
    stream_link(request->server, stream);
    if (out)
        *out = stream;
    response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, on_read, stream, on_free);
    if (!response)
        on_free(stream);
    return response;
}

void http_stream_wake(http_stream *stream)
{
    pthread_mutex_lock(&stream->mutex);
    stream->woken = true;
    if (stream->suspended) {
        stream->suspended = false;
        MHD_resume_connection(stream->connection);
    }
    pthread_mutex_unlock(&stream->mutex);
}

/* Whether the clock has a reason to wake the stream; under its lock. */
static bool stream_due(http_stream *stream, int64_t now_ms)
{
    int64_t silence = (int64_t)stream->server->config.heartbeat_seconds * 1000;
    char byte;

    if (!stream->suspended)
        return false;
    if (recv(stream->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0)
        stream->gone = true;
    else if (now_ms - stream->spoke_ms >= silence)
        stream->beat = true;
    return stream->gone || stream->beat;
}

void http_streams_tick(http_server *server, int64_t now_ms, bool all)
{
    pthread_mutex_lock(&server->mutex);
    for (http_stream *stream = server->streams; stream; stream = stream->next) {
        pthread_mutex_lock(&stream->mutex);
        bool due = all || stream_due(stream, now_ms);
        pthread_mutex_unlock(&stream->mutex);
        if (due)
            http_stream_wake(stream);
    }
    pthread_mutex_unlock(&server->mutex);
}
