/* stream.c - event streams: sends pieces as fast as the client takes them, suspends idle streams.
 *
 * A server thread sends one piece at a time and asks the source for the next one when the client
 * has taken it. If the source has none, the connection is suspended until http_stream_wake().
 * `woken` catches a wake-up between the answer of the source and the suspension. libmicrohttpd does
 * not watch suspended connections, so the server's timer checks whether the client has left.
 */
#define _GNU_SOURCE
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "http/request.h"
#include "http/server.h"
#include "http/stream.h"

#define STREAM_BLOCK         1024 /* bytes that libmicrohttpd buffers for a stream, at least */
#define STREAM_RETRY_SECONDS 10   /* for the client of a refused stream */

struct http_stream {
    http_server *server;
    struct MHD_Connection *connection;
    http_stream_source source;
    void *context;
    http_request *request; /* outlives the callbacks of libmicrohttpd */
    int socket;
    http_client client;        /* that it counts for */
    http_stream *next, **link; /* server->streams, under server->mutex */
    char *piece;               /* being sent; used by the sending server thread alone */
    size_t size, at;
    pthread_mutex_t mutex; /* guards what follows */
    int64_t sent_ms;       /* time of the last send */
    bool woken, suspended, heartbeat_due, client_left, has_farewell;
};

/* Gets the next piece from the source, or a due heartbeat. stream->size becomes 0 if there is
 * neither. False: out of memory. */
static bool stream_fetch(http_stream *stream)
{
    free(stream->piece);
    stream->piece = NULL;
    stream->at = stream->size = 0;
    if (!stream->source.next(stream->context, &stream->piece, &stream->size))
        return false;
    pthread_mutex_lock(&stream->mutex);
    bool heartbeat_due = stream->heartbeat_due;
    stream->heartbeat_due = false;
    pthread_mutex_unlock(&stream->mutex);
    if (!stream->piece && heartbeat_due) {
        stream->piece = strdup(stream->source.heartbeat);
        stream->size = stream->piece ? strlen(stream->piece) : 0;
    }
    return true;
}

/* Suspends the connection, unless the stream was woken after the source was asked. True:
 * suspended. */
static bool stream_suspend(http_stream *stream)
{
    pthread_mutex_lock(&stream->mutex);
    bool suspend = !stream->woken && !atomic_load(&stream->server->streams_end);
    if (suspend) {
        stream->suspended = true;
        MHD_suspend_connection(stream->connection);
    }
    pthread_mutex_unlock(&stream->mutex);
    return suspend;
}

/* Gets the farewell of the source when the server stops. False: there is none. */
static bool stream_fetch_farewell(http_stream *stream)
{
    stream->has_farewell = true;
    return stream->source.farewell &&
           stream->source.farewell(stream->context, &stream->piece, &stream->size) && stream->piece;
}

/* Callback of libmicrohttpd, which asks for bytes to send. */
static ssize_t stream_on_read(void *context, uint64_t position, char *to, size_t max)
{
    http_stream *stream = context;

    (void)position;
    while (!stream->piece || stream->at == stream->size) {
        pthread_mutex_lock(&stream->mutex);
        bool over = stream->client_left || stream->has_farewell;
        stream->woken = false;
        pthread_mutex_unlock(&stream->mutex);
        if (over)
            return MHD_CONTENT_READER_END_OF_STREAM;
        bool ending = atomic_load(&stream->server->streams_end);
        /* Asked before next(), so that next() then returns the last piece. */
        bool last = stream->source.over && stream->source.over(stream->context);
        if (!stream_fetch(stream))
            return MHD_CONTENT_READER_END_WITH_ERROR;
        if (stream->size > 0)
            break;
        if (last)
            return MHD_CONTENT_READER_END_OF_STREAM;
        if (ending) {
            if (!stream_fetch_farewell(stream))
                return MHD_CONTENT_READER_END_OF_STREAM;
        } else if (stream_suspend(stream)) {
            return 0;
        }
    }
    size_t size = stream->size - stream->at;
    if (size > max)
        size = max;
    memcpy(to, stream->piece + stream->at, size);
    stream->at += size;
    stream->request->sent += size;
    pthread_mutex_lock(&stream->mutex);
    stream->sent_ms = clock_now_ms();
    pthread_mutex_unlock(&stream->mutex);
    return (ssize_t)size;
}

/* Callback of libmicrohttpd: the client has left, or has received everything. */
static void stream_on_free(void *context)
{
    http_stream *stream = context;
    http_server *server = stream->server;

    pthread_mutex_lock(&server->mutex);
    *stream->link = stream->next;
    if (stream->next)
        stream->next->link = stream->link;
    pthread_mutex_unlock(&server->mutex);
    stream->source.close(stream->context);
    if (server->clients)
        client_counts_drop(server->clients, &stream->client, CLIENT_STREAMS);
    pthread_mutex_destroy(&stream->mutex);
    free(stream->piece);
    free(stream);
    atomic_fetch_sub(&server->stream_count, 1);
}

/* Adds the stream to the server's list. */
static void stream_link(http_server *server, http_stream *stream)
{
    pthread_mutex_lock(&server->mutex);
    stream->link = &server->streams;
    stream->next = server->streams;
    if (stream->next)
        stream->next->link = &stream->next;
    server->streams = stream;
    pthread_mutex_unlock(&server->mutex);
}

/* Refuses a stream because a limit is reached. */
static void stream_refuse(http_request *request, int status, enum http_limit limit, const char *why)
{
    atomic_fetch_add(&request->server->limited[limit], 1);
    request->why = why;
    http_add_retry_after(request, STREAM_RETRY_SECONDS);
    http_refuse(request, status);
}

bool http_stream_admit(http_request *request)
{
    http_server *server = request->server;
    int most = server->config.client_streams ? server->config.client_streams : INT_MAX;
    bool has_place = atomic_fetch_add(&server->stream_count, 1) < server->stream_places;
    paua_status status = PAUA_OK;

    if (has_place && server->clients)
        status = client_counts_add(server->clients, &request->client, CLIENT_STREAMS, most,
                                   server->stream_places);
    if (has_place && status == PAUA_OK)
        return true;
    atomic_fetch_sub(&server->stream_count, 1);
    if (!has_place)
        stream_refuse(request, 503, HTTP_LIMIT_STREAMS, "too many streams are open");
    else if (status == PAUA_ERROR_CONFLICT)
        stream_refuse(request, 429, HTTP_LIMIT_CLIENT_STREAMS,
                      "too many streams are open from this address");
    else
        http_refuse(request, 500);
    return false;
}

/* Undoes http_stream_admit(), if no stream could be made. */
static void stream_unadmit(http_request *request)
{
    http_server *server = request->server;

    if (server->clients)
        client_counts_drop(server->clients, &request->client, CLIENT_STREAMS);
    atomic_fetch_sub(&server->stream_count, 1);
}

struct MHD_Response *http_stream_response(http_request *request, const http_stream_source *source,
                                          void *context, http_stream **out)
{
    http_stream *stream = calloc(1, sizeof *stream);
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_CONNECTION_FD);

    if (!stream) {
        stream_unadmit(request);
        source->close(context);
        return NULL;
    }
    stream->server = request->server;
    stream->request = request;
    stream->connection = request->connection;
    stream->socket = info ? info->connect_fd : -1;
    stream->source = *source;
    stream->client = request->client;
    stream->context = context;
    stream->sent_ms = clock_now_ms();
    pthread_mutex_init(&stream->mutex, NULL);
    stream_link(request->server, stream);
    if (out)
        *out = stream;
    struct MHD_Response *response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, STREAM_BLOCK, stream_on_read, stream, stream_on_free);
    if (!response)
        stream_on_free(stream);
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

/* Whether the timer has to wake the stream. Under its lock. */
static bool stream_needs_wake(http_stream *stream, int64_t now_ms)
{
    int64_t silence = (int64_t)stream->server->config.heartbeat_seconds * 1000;
    char byte;

    if (!stream->suspended)
        return false;
    if (recv(stream->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0)
        stream->client_left = true;
    else if (now_ms - stream->sent_ms >= silence)
        stream->heartbeat_due = true;
    return stream->client_left || stream->heartbeat_due;
}

void http_streams_tick(http_server *server, int64_t now_ms, bool all)
{
    pthread_mutex_lock(&server->mutex);
    for (http_stream *stream = server->streams; stream; stream = stream->next) {
        pthread_mutex_lock(&stream->mutex);
        bool due = all || stream_needs_wake(stream, now_ms);
        pthread_mutex_unlock(&stream->mutex);
        if (due)
            http_stream_wake(stream);
    }
    pthread_mutex_unlock(&server->mutex);
}
