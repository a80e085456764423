/* server.c - starts and stops the server, follows its connections, and hands requests to handlers.
 * The HTTP protocol itself is libmicrohttpd's; a timer thread ends connections that are too
 * slow. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/condition.h"
#include "http/guard.h"
#include "http/listen.h"
#include "http/request.h"
#include "http/server.h"
#include "http/stream.h"

#define TICK_SECONDS 1
/* A handler's JSON parser may recurse 2048 times, which takes 200 KiB. */
#define STACK_BYTES       (1024 * 1024)
#define THREADS_MAX       8
#define CONNECTION_MEMORY (16 * 1024) /* a request's line and headers fit in here */

/* The server's entry for a connection; NULL if it has none (out of memory). */
static struct http_connection *connection_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

    return info ? info->socket_context : NULL;
}

/* 0: none. */
static void connection_set_deadline(struct MHD_Connection *connection, int64_t deadline_ms)
{
    struct http_connection *entry = connection_of(connection);

    if (entry)
        atomic_store(&entry->deadline_ms, deadline_ms);
}

/* When a request that begins now must have arrived. */
static int64_t next_deadline_ms(const http_server *server)
{
    return clock_now_ms() + (int64_t)server->config.request_seconds * 1000;
}

/* Adds an accepted connection to the list, with a deadline for its first request. */
static void connection_opened(http_server *server, struct MHD_Connection *connection, void **slot)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct http_connection *entry = info ? calloc(1, sizeof *entry) : NULL;

    atomic_fetch_add(&server->connection_count, 1);
    if (!entry)
        return; /* it is served, but has no deadlines */
    entry->socket = info->connect_fd;
    atomic_store(&entry->deadline_ms, next_deadline_ms(server));
    pthread_mutex_lock(&server->mutex);
    entry->next = server->connections;
    entry->link = &server->connections;
    if (entry->next)
        entry->next->link = &entry->next;
    server->connections = entry;
    pthread_mutex_unlock(&server->mutex);
    *slot = entry;
}

/* Removes a closed connection from the list. */
static void connection_closed(http_server *server, void **slot)
{
    struct http_connection *entry = *slot;

    atomic_fetch_sub(&server->connection_count, 1);
    if (!entry)
        return;
    pthread_mutex_lock(&server->mutex);
    *entry->link = entry->next;
    if (entry->next)
        entry->next->link = entry->link;
    pthread_mutex_unlock(&server->mutex);
    free(entry);
    *slot = NULL;
}

/* libmicrohttpd has accepted or closed a connection. */
static void on_connection(void *context, struct MHD_Connection *connection, void **slot,
                          enum MHD_ConnectionNotificationCode code)
{
    if (code == MHD_CONNECTION_NOTIFY_STARTED)
        connection_opened(context, connection, slot);
    else
        connection_closed(context, slot);
}

/* The response was sent in full, or the client has left. */
static void on_completed(void *context, struct MHD_Connection *connection, void **slot,
                         enum MHD_RequestTerminationCode code)
{
    http_server *server = context;
    http_request *request = *slot;

    (void)code;
    connection_set_deadline(connection, next_deadline_ms(server));
    if (request) {
        if (request->handled)
            atomic_fetch_sub(&server->unsent, 1);
        http_request_free(request);
    }
    *slot = NULL;
}

/* Whether the request may come in at all (guard.h). Returns 0, or the status to refuse it with. */
static int request_guard(const http_request *request)
{
    const http_config *config = &request->server->config;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct sockaddr_storage local = {.ss_family = AF_UNSPEC};
    socklen_t size = sizeof local;
    struct guard_request asked = {
        .method = request->method,
        .host = http_header(request, "Host"),
        .origin = http_header(request, "Origin"),
        .fetch_site = http_header(request, "Sec-Fetch-Site"),
        .fetch_mode = http_header(request, "Sec-Fetch-Mode"),
        .content_type = http_header(request, "Content-Type"),
        .has_body = request->size > 0 || request->too_large,
        .local = (const struct sockaddr *)&local,
    };

    if (info)
        getsockname(info->connect_fd, (struct sockaddr *)&local, &size);
    return guard_check(&asked, config->hosts, config->host_count);
}

/* Finds the handler and the path parameters. Returns 0, or the status to refuse the request
 * with. */
static int request_route(http_request *request)
{
    http_server *server = request->server;
    struct route_match match;

    route_find(server->config.routes, server->config.route_count, request->method, request->path,
               &match);
    if (!match.path_known)
        return 404;
    if (!match.route) {
        http_add_header(request, "Allow", match.allow);
        return 405;
    }
    for (int i = 0; i < HTTP_PATH_PARAMETERS && match.parameters[i].at; i++)
        request->parameters[i] = strndup(match.parameters[i].at, match.parameters[i].size);
    request->handler = match.route->handler;
    request->cost = match.route->cost;
    return 0;
}

bool http_charge(http_request *request, int cost)
{
    http_server *server = request->server;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    char seconds[16];
    int wait;

    if (!server->limiter || !info)
        return true;
    wait = rate_limiter_take(server->limiter, info->client_addr, cost, clock_now_ms());
    if (wait == 0)
        return true;
    atomic_fetch_add(&server->limited, 1);
    snprintf(seconds, sizeof seconds, "%d", wait);
    http_add_header(request, "Retry-After", seconds);
    return false;
}

/* All that must be right before a handler sees the request, in this order. What a page of another
 * site sends takes nothing from the allowance of its visitor's address. Returns 0, or the status to
 * refuse the request with. */
static int request_check(http_request *request)
{
    int refused = request_guard(request);

    if (refused)
        return refused;
    int unknown = request_route(request);
    bool charged = http_charge(request, request->cost ? request->cost : 1);

    if (atomic_load(&request->server->stopping))
        return 503;
    if (!charged)
        return 429;
    return request->too_large ? 413 : unknown;
}

/* Calls the handler, or refuses the request. To count it as owed meanwhile keeps http_server_stop()
 * from missing a request that is just being deferred. */
static void request_dispatch(http_request *request)
{
    http_server *server = request->server;

    atomic_fetch_add(&server->requests, 1);
    atomic_fetch_add(&server->owed, 1);
    int refused = request_check(request);
    if (refused)
        server->config.refuse(request, refused, server->config.context);
    else
        request->handler(request, server->config.context);
    if (!request->deferred && !request->response && request->status == 0)
        server->config.refuse(request, 500, server->config.context);
    atomic_fetch_sub(&server->owed, 1);
}

/* Queues the response, which is sent after this returns. */
static enum MHD_Result request_send(http_request *request)
{
    if (!request->response)
        return MHD_NO;
    return MHD_queue_response(request->connection, (unsigned)request->status, request->response);
}

/* The headers have arrived: makes the request, or refuses a body that is too long. */
static enum MHD_Result request_begin(http_server *server, struct MHD_Connection *connection,
                                     const char *method, const char *path, void **slot)
{
    http_request *request = http_request_new(server, connection, method, path);
    const char *length;

    *slot = request;
    if (!request)
        return MHD_NO;
    length = http_header(request, "Content-Length");
    if (!length || strtoull(length, NULL, 10) <= HTTP_DISCARD_MAX)
        return MHD_YES;
    /* Too long to be read to the end: the connection is closed after this response. */
    server->config.refuse(request, 413, server->config.context);
    return request_send(request);
}

/* Called first with the headers, then with each part of the body, and at its end with size 0. */
static enum MHD_Result on_request(void *context, struct MHD_Connection *connection,
                                  const char *path, const char *method, const char *version,
                                  const char *data, size_t *size, void **slot)
{
    http_request *request = *slot;

    (void)version;
    if (!request)
        return request_begin(context, connection, method, path, slot);
    if (*size > 0) {
        bool more = http_request_receive(request, data, *size);

        *size = 0;
        return more ? MHD_YES : MHD_NO;
    }
    if (!request->handled) {
        request->handled = true;
        atomic_fetch_add(&request->server->unsent, 1);
        connection_set_deadline(connection, 0);
        request_dispatch(request);
        if (request->deferred)
            return MHD_YES;
    }
    return request_send(request);
}

/* Ends connections that take too long over a request, and keeps idle streams alive. */
static void *timer_run(void *context)
{
    http_server *server = context;

    pthread_mutex_lock(&server->mutex);
    while (!atomic_load(&server->stopping)) {
        int64_t now = clock_now_ms();

        for (struct http_connection *entry = server->connections; entry; entry = entry->next) {
            int64_t limit = atomic_load(&entry->deadline_ms);

            if (limit != 0 && now > limit)
                shutdown(entry->socket, SHUT_RDWR);
        }
        pthread_mutex_unlock(&server->mutex);
        http_streams_tick(server, now, false);
        pthread_mutex_lock(&server->mutex);
        if (!atomic_load(&server->stopping))
            condition_wait(&server->tick, &server->mutex,
                           clock_now_ns() + TICK_SECONDS * INT64_C(1000000000));
    }
    pthread_mutex_unlock(&server->mutex);
    return NULL;
}

/* Raises the limit of open files to what the connections need. Returns how many connections fit. */
static int files_raise(int connections)
{
    struct rlimit limit;
    rlim_t wanted = (rlim_t)connections + 64;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return connections;
    if (limit.rlim_cur < wanted) {
        limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
        getrlimit(RLIMIT_NOFILE, &limit);
    }
    return limit.rlim_cur < wanted && limit.rlim_cur > 128 ? (int)limit.rlim_cur - 64 : connections;
}

/* A server that stops takes no new connections. MHD_quiesce_daemon() would be the way, but with
 * epoll and several threads two may remove the listening socket, and the second one aborts. */
static enum MHD_Result accept_client(void *context, const struct sockaddr *address,
                                     socklen_t length)
{
    http_server *server = context;

    (void)address;
    (void)length;
    return atomic_load(&server->stopping) ? MHD_NO : MHD_YES;
}

/* Starts libmicrohttpd with a thread per processor, 2 to 8. NULL on failure, with errno. */
static struct MHD_Daemon *daemon_start(http_server *server)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned threads = processors < 2             ? 2
                       : processors > THREADS_MAX ? THREADS_MAX
                                                  : (unsigned)processors;
    unsigned connections = (unsigned)files_raise(server->config.connections);
    unsigned each = server->config.rate > 0 ? (connections + 3) / 4 : connections;

    if (connections < threads)
        connections = threads;
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, accept_client, server,
        on_request, server, MHD_OPTION_LISTEN_SOCKET, server->socket, MHD_OPTION_THREAD_POOL_SIZE,
        threads, MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_PER_IP_CONNECTION_LIMIT, each,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)server->config.request_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY, MHD_OPTION_THREAD_STACK_SIZE,
        (size_t)STACK_BYTES, MHD_OPTION_NOTIFY_COMPLETED, on_completed, server,
        MHD_OPTION_NOTIFY_CONNECTION, on_connection, server, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_END);
}

/* Frees a server whose threads have ended. */
static void server_free(http_server *server)
{
    if (server->socket >= 0)
        close(server->socket);
    rate_limiter_free(server->limiter);
    pthread_cond_destroy(&server->tick);
    pthread_mutex_destroy(&server->mutex);
    free(server);
}

/* Sets up a zeroed server; starts nothing. The timer waits on the monotonic clock. */
static void server_init(http_server *server, const http_config *config)
{
    server->config = *config;
    server->socket = -1;
    pthread_mutex_init(&server->mutex, NULL);
    condition_init(&server->tick);
}

paua_status http_server_start(const http_config *config, http_server **out,
                              char message[HTTP_MESSAGE_MAX])
{
    http_server *server = calloc(1, sizeof *server);
    paua_status status;

    snprintf(message, HTTP_MESSAGE_MAX, "%s", paua_status_text(PAUA_NO_MEMORY));
    if (!server)
        return PAUA_NO_MEMORY;
    server_init(server, config);
    if (config->rate > 0 && !(server->limiter = rate_limiter_new(config->rate))) {
        server_free(server);
        return PAUA_NO_MEMORY;
    }
    status = http_listen(config->listen, &server->socket, server->url, sizeof server->url, message);
    if (status != PAUA_OK) {
        server_free(server);
        return status;
    }
    server->timer_runs = pthread_create(&server->timer, NULL, timer_run, server) == 0;
    server->daemon = server->timer_runs ? daemon_start(server) : NULL;
    if (!server->daemon) {
        snprintf(message, HTTP_MESSAGE_MAX, "%.80s: cannot start serving: %s", config->listen,
                 strerror(errno));
        http_server_stop(server);
        return PAUA_IO;
    }
    *out = server;
    return PAUA_OK;
}

/* Sleeps for less than a second. */
static void sleep_ms(long ms)
{
    struct timespec pause = {.tv_nsec = ms * 1000000L};

    nanosleep(&pause, NULL);
}

void http_server_stop(http_server *server)
{
    if (!server)
        return;
    pthread_mutex_lock(&server->mutex);
    atomic_store(&server->stopping, true);
    pthread_cond_signal(&server->tick);
    pthread_mutex_unlock(&server->mutex);
    if (server->timer_runs)
        pthread_join(server->timer, NULL);
    if (server->daemon) {
        http_streams_tick(server, 0, true);
        while (atomic_load(&server->owed) > 0)
            sleep_ms(2);
        /* Clients that read get everything and the proper end of their stream. Wait a second for
         * them, then cut the others off. */
        for (int i = 0; i < 250 && atomic_load(&server->unsent) > 0; i++)
            sleep_ms(4);
        MHD_stop_daemon(server->daemon);
        server->socket = -1; /* closed by the library */
    }
    server_free(server);
}

const char *http_server_url(const http_server *server)
{
    return server->url;
}

http_counts http_server_counts(http_server *server)
{
    http_counts counts = {
        .requests = atomic_load(&server->requests),
        .deferred = atomic_load(&server->deferrals),
        .limited = atomic_load(&server->limited),
        .connections = atomic_load(&server->connection_count),
        .streams = atomic_load(&server->stream_count),
    };

    for (int i = 0; i < 6; i++)
        counts.responses[i] = atomic_load(&server->responses[i]);
    return counts;
}
