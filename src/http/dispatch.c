/* dispatch.c - checks a request and hands it to its handler: first its head by the letter of RFC
 * 9112, then where it comes from, its path, and what its client may still ask for. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/clock.h"
#include "http/access.h"
#include "http/call.h"
#include "http/connection.h"
#include "http/dispatch.h"
#include "http/forwarded.h"
#include "http/guard.h"
#include "http/message.h"
#include "http/request.h"
#include "http/server.h"

/* Stand in for the request between its first line and its head: its target cannot be read. */
static char bad_target, long_target;

/* The response was sent in full, or the client has left. */
void dispatch_completed(void *context, struct MHD_Connection *connection, void **slot,
                        enum MHD_RequestTerminationCode code)
{
    http_server *server = context;
    http_request *request = *slot;

    (void)code;
    connection_await_request(connection);
    if (*slot && *slot != &bad_target && *slot != &long_target) {
        access_report(request);
        if (request->handled)
            atomic_fetch_sub(&server->unsent, 1);
        calls_abandon(request);
        http_request_free(request);
    }
    *slot = NULL;
}

/* The first line of a request has arrived. What is returned stands in the slot of the request.
 * libmicrohttpd is kept from reading the arguments of a query that it has no memory for: it would
 * forget the connection until it times out. */
void *dispatch_target(void *context, const char *target, struct MHD_Connection *connection)
{
    int status = target ? message_check_target(target) : 0;

    (void)context;
    (void)connection;
    if (status == 0)
        return NULL;
    char *query = strchr(target, '?');
    if (query)
        query[1] = '\0'; /* its own buffer, which it changes next */
    return status == 414 ? &long_target : &bad_target;
}

/* What is found out from the headers, in one pass. */
struct head {
    struct message *message;
    struct forwarded forwarded;
    bool from_proxy, forwarded_valid;
};

/* libmicrohttpd passes one header line. */
static enum MHD_Result on_header(void *context, enum MHD_ValueKind kind, const char *name,
                                 size_t name_size, const char *value, size_t value_size)
{
    struct head *head = context;

    (void)kind;
    message_add(head->message, name, name_size, value, value_size);
    if (head->from_proxy && head->forwarded_valid)
        head->forwarded_valid = forwarded_add(&head->forwarded, name, value);
    return MHD_YES;
}

/* Reads the head: whether it is sound, and who the client is. Returns 0, or the status to refuse
 * the request with. */
static int request_read_head(http_request *request, const char *version)
{
    const http_server *server = request->server;
    struct in6_addr peer;
    bool known =
        (server->clients || server->proxy_count > 0) && connection_peer(request->connection, &peer);
    struct head head = {
        .message = &request->message,
        .forwarded = {.trusted = server->proxies, .trusted_count = server->proxy_count},
        .from_proxy = known && network_list_has(server->proxies, server->proxy_count, &peer),
        .forwarded_valid = true};

    MHD_get_connection_values_n(request->connection, MHD_HEADER_KIND, on_header, &head);
    if (message_check(&request->message, version)) {
        request->why = request->message.why;
        return request->message.status;
    }
    if (!head.forwarded_valid) {
        request->why = "expected Forwarded or X-Forwarded-For, not both, with the client's address";
        return 400;
    }
    const char *scheme = http_header(request, "X-Forwarded-Proto");
    request->secure = head.from_proxy && scheme && strcasecmp(scheme, "https") == 0;
    request->forwarded = head.forwarded.client;
    request->is_forwarded = head.forwarded.found;
    if (known && server->clients)
        request->client =
            network_client_key(head.forwarded.found ? &head.forwarded.client : &peer, server->seed);
    return 0;
}

bool http_is_local(const http_request *request)
{
    const int *lines = request->message.lines;
    struct in6_addr peer;

    return lines[MESSAGE_FORWARDED] == 0 && lines[MESSAGE_X_FORWARDED_FOR] == 0 &&
           connection_peer(request->connection, &peer) && network_address_is_loopback(&peer);
}

/* A target may also be http://HOST/PATH (RFC 9112, 3.2.2). Then HOST counts, and not the header of
 * that name. False: out of memory. */
static bool request_read_path(http_request *request, const char *target)
{
    const char *authority = NULL;

    if (*target == '/')
        return (request->path = strdup(target)) != NULL;
    if (strncasecmp(target, "http://", 7) == 0)
        authority = target + 7;
    else if (strncasecmp(target, "https://", 8) == 0)
        authority = target + 8;
    if (!authority)
        return (request->path = strdup(target)) != NULL;
    size_t size = strcspn(authority, "/");
    request->authority = strndup(authority, size);
    request->path = strdup(authority[size] ? authority + size : "/");
    return request->authority && request->path;
}

/* Whether the request may come in at all (guard.h). Returns 0, or the status to refuse it with. */
static int request_guard(const http_request *request)
{
    const http_config *config = &request->server->config;
    const char *const *values = request->message.values;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct sockaddr_storage local = {.ss_family = AF_UNSPEC};
    socklen_t size = sizeof local;
    struct guard_request asked = {
        .method = request->method,
        .host = request->authority ? request->authority : values[MESSAGE_HOST],
        .origin = values[MESSAGE_ORIGIN],
        .fetch_site = values[MESSAGE_FETCH_SITE],
        .fetch_mode = values[MESSAGE_FETCH_MODE],
        .content_type = values[MESSAGE_CONTENT_TYPE],
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
    for (int i = 0; i < HTTP_PATH_PARAMETERS && match.parameters[i].at; i++) {
        request->parameters[i] = strndup(match.parameters[i].at, match.parameters[i].size);
        if (!request->parameters[i])
            return 500;
    }
    request->handler = match.route->handler;
    request->cost = match.route->cost;
    return 0;
}

/* Takes tokens from a bucket of the client. False: there are too few, and Retry-After was added. */
static bool request_take(http_request *request, struct rate_limiter *limiter, double amount,
                         enum http_limit limit)
{
    if (!limiter || request->client == 0)
        return true;
    int wait = rate_limiter_take(limiter, request->client, amount, clock_now_ms());
    if (wait == 0)
        return true;
    atomic_fetch_add(&request->server->limited[limit], 1);
    http_add_retry_after(request, wait);
    return false;
}

bool http_charge(http_request *request, int cost)
{
    http_server *server = request->server;

    return request->apart ? request_take(request, server->apart, cost, HTTP_LIMIT_APART_RATE)
                          : request_take(request, server->limiter, cost, HTTP_LIMIT_RATE);
}

bool http_take_quota(http_request *request, int quota, double amount)
{
    return request_take(request, request->server->quotas[quota], amount,
                        (enum http_limit)(HTTP_LIMIT_DAY_QUOTA + quota));
}

/* All that must be right before a handler sees the request, in this order. What a page of another
 * site sends takes nothing from the allowance of its visitor's address. Returns 0, or the status to
 * refuse the request with. */
static int request_check(http_request *request)
{
    int refused = request->outer ? 0 : request_guard(request);

    if (refused)
        return refused;
    int unknown = request_route(request);
    const http_config *config = &request->server->config;
    request->apart = request->client && config->apart && config->apart(request, config->context);
    bool charged = http_charge(request, request->cost ? request->cost : 1);

    if (atomic_load(&request->server->stopping))
        return 503;
    if (!charged)
        return 429;
    return request->too_large ? 413 : unknown;
}

/* Whether the response is left to another thread. */
static bool request_waits(const http_request *request)
{
    return request->deferred || request->call;
}

/* Calls the handler, or refuses the request. */
static void request_handle(http_request *request)
{
    http_server *server = request->server;
    int refused = request_check(request);

    if (refused)
        server->config.refuse(request, refused, server->config.context);
    else
        request->handler(request, server->config.context);
}

void dispatch_inner(http_request *inner)
{
    request_handle(inner);
    if (!inner->deferred && inner->status == 0)
        inner->server->config.refuse(inner, 500, inner->server->config.context);
}

/* Handles the request, or continues where a call was deferred. To count it as owed meanwhile keeps
 * http_server_stop() from missing a request that is just being deferred. */
static void request_dispatch(http_request *request, bool resumed)
{
    http_server *server = request->server;

    atomic_fetch_add(&server->owed, 1);
    if (!resumed) {
        atomic_fetch_add(&server->requests, 1);
        request_handle(request);
    }
    calls_run(request, resumed);
    if (!request_waits(request) && !request->response && request->status == 0)
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

/* Refuses a request that is not to be read to its end: the connection is closed after this. */
static enum MHD_Result request_refuse(http_request *request, int status)
{
    http_add_header(request, "Connection", "close");
    request->server->config.refuse(request, status, request->server->config.context);
    return request_send(request);
}

/* The head has arrived: makes the request, or refuses it where nothing should follow. */
static enum MHD_Result request_begin(http_server *server, struct MHD_Connection *connection,
                                     const char *method, const char *target, const char *version,
                                     void **slot)
{
    const void *fault = *slot;
    http_request *request = http_request_new(server, connection, method);

    *slot = request;
    if (!request || !request_read_path(request, target))
        return MHD_NO;
    if (fault) {
        request->why = "request target: expected printable ASCII without spaces";
        return request_refuse(request, fault == &long_target ? 414 : 400);
    }
    int status = request_read_head(request, version);
    if (status)
        return request_refuse(request, status);
    const char *length = request->message.values[MESSAGE_CONTENT_LENGTH];
    return length && strtoull(length, NULL, 10) > HTTP_DISCARD_MAX ? request_refuse(request, 413)
                                                                   : MHD_YES;
}

/* Called first with the headers, then with each part of the body, and at its end with size 0. */
enum MHD_Result dispatch_request(void *context, struct MHD_Connection *connection, const char *path,
                                 const char *method, const char *version, const char *data,
                                 size_t *size, void **slot)
{
    http_request *request = *slot;

    if (!request || *slot == &bad_target || *slot == &long_target)
        return request_begin(context, connection, method, path, version, slot);
    if (*size > 0) {
        bool more = http_request_receive(request, data, *size);

        *size = 0;
        return more ? MHD_YES : MHD_NO;
    }
    if (!request->handled) {
        request->handled = true;
        atomic_fetch_add(&request->server->unsent, 1);
        connection_handle_request(connection);
        request_dispatch(request, false);
    } else if (request->call) {
        request_dispatch(request, true);
    } else {
        return request_send(request);
    }
    return request_waits(request) ? MHD_YES : request_send(request);
}
