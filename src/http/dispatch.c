/* dispatch.c - checks a request and calls its handler. First the head is checked, strictly by RFC
 * 9112, and the client determined; then come the site that sends the request (guard.h), the rate
 * limit, the size of the body and the route. */
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

/* Placeholders for the request between its first line and its head, if its target is refused. */
static char bad_target, long_target;

/* Called when the response was sent in full, or the client has left. */
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

/* Called when the first line of a request has arrived. The result goes into the request's slot.
 * A refused query is cut off: libmicrohttpd would parse all its arguments, and without memory for
 * them it would leave the connection hanging until the timeout. */
void *dispatch_target(void *context, const char *target, struct MHD_Connection *connection)
{
    int status = target ? message_check_target(target) : 0;

    (void)context;
    (void)connection;
    if (status == 0)
        return NULL;
    char *query = strchr(target, '?');
    if (query)
        query[1] = '\0'; /* the buffer of libmicrohttpd, which parses it next */
    return status == 414 ? &long_target : &bad_target;
}

/* The results of one pass over the headers. */
struct head_pass {
    struct message *message;
    struct forwarded forwarded;
    bool from_proxy, forwarded_valid;
};

/* Callback of libmicrohttpd for one header line. */
static enum MHD_Result on_header(void *context, enum MHD_ValueKind kind, const char *name,
                                 size_t name_size, const char *value, size_t value_size)
{
    struct head_pass *head = context;

    (void)kind;
    message_add(head->message, name, name_size, value, value_size);
    if (head->from_proxy && head->forwarded_valid)
        head->forwarded_valid = forwarded_add(&head->forwarded, name, value);
    return MHD_YES;
}

/* Whether the request has a header by which a proxy names its client. */
static bool request_was_forwarded(const http_request *request)
{
    const int *lines = request->message.lines;

    return lines[MESSAGE_FORWARDED] > 0 || lines[MESSAGE_X_FORWARDED_FOR] > 0;
}

/* Reports a proxy that is not trusted: config.untrusted_proxy. */
static void proxy_report(http_server *server, const struct network_address *proxy)
{
    const http_config *config = &server->config;
    char address[INET6_ADDRSTRLEN];

    if (!config->untrusted_proxy || !network_address_is_private(proxy) ||
        atomic_exchange(&server->proxy_reported, true))
        return;
    network_address_write(proxy, address);
    config->untrusted_proxy(address, config->context);
}

/* Checks the head and determines the client. Returns 0, or the status to refuse the request
 * with. */
static int request_read_head(http_request *request, const char *version)
{
    http_server *server = request->server;
    struct network_address peer;
    const bool known = connection_peer(request->connection, &peer);
    struct head_pass head = {
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
        request->why = "expected X-Forwarded-For, or Forwarded in the form of RFC 7239, not both";
        return 400;
    }
    const char *scheme = http_header(request, "X-Forwarded-Proto");
    request->secure = head.from_proxy && scheme && strcasecmp(scheme, "https") == 0;
    request->forwarded = head.forwarded.client;
    request->is_forwarded = head.forwarded.found;
    if (!known)
        return 0;
    if (!head.from_proxy && request_was_forwarded(request))
        proxy_report(server, &peer);
    const struct network_address *client = head.forwarded.found ? &head.forwarded.client : &peer;
    const http_client limited = network_client(client, server->seed);
    if (server->clients)
        request->client = limited;
    request->network = network_address_is_local(client) ? 0 : limited.keys[0];
    return 0;
}

bool http_is_local(const http_request *request)
{
    struct network_address peer;

    return !request_was_forwarded(request) && connection_peer(request->connection, &peer) &&
           network_address_is_local(&peer);
}

/* Reads the path of a target, which may be http://HOST/PATH (RFC 9112, 3.2.2). That HOST overrides
 * the header. False: out of memory. */
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

/* Whether the body is as its sender has written it: no body is unpacked here. */
static bool request_is_plain(const http_request *request)
{
    const int lines = request->message.lines[MESSAGE_CONTENT_ENCODING];
    const char *coding = request->message.values[MESSAGE_CONTENT_ENCODING];

    return lines == 0 || (lines == 1 && (*coding == '\0' || strcasecmp(coding, "identity") == 0));
}

/* Checks the host, the site that sends the request (guard.h) and the coding of the body. Returns 0,
 * or the status to refuse it with. */
static int request_guard(http_request *request)
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
        .takes_form = config->form_path && strcmp(request->method, "POST") == 0 &&
                      strncmp(request->path, config->form_path, strlen(config->form_path)) == 0,
        .local = (const struct sockaddr *)&local,
    };

    if (info)
        getsockname(info->connect_fd, (struct sockaddr *)&local, &size);
    const int refused = guard_check(&asked, config->hosts, config->host_count);
    if (refused || !asked.has_body || request_is_plain(request))
        return refused;
    request->why = "Content-Encoding: expected a body that is not compressed";
    http_add_header(request, "Accept-Encoding", "identity");
    return 415;
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

/* Takes tokens from a bucket of the client. False: too few are left; Retry-After was added. */
static bool request_take_tokens(http_request *request, struct rate_limiter *limiter, double amount,
                                enum http_limit limit)
{
    int wait = limiter ? rate_limiter_take(limiter, &request->client, amount, clock_now_ms()) : 0;
    if (wait == 0)
        return true;
    atomic_fetch_add(&request->server->limited[limit], 1);
    http_add_retry_after(request, wait);
    return false;
}

bool http_charge(http_request *request, int cost)
{
    http_server *server = request->server;

    bool charged = request->has_own_budget
                       ? request_take_tokens(request, server->own_budget_limiter, cost,
                                             HTTP_LIMIT_OWN_BUDGET_RATE)
                       : request_take_tokens(request, server->limiter, cost, HTTP_LIMIT_RATE);
    if (charged)
        atomic_fetch_add(&server->units, (uint64_t)cost);
    return charged;
}

bool http_take_quota(http_request *request, int quota, double amount)
{
    return request_take_tokens(request, request->server->quotas[quota], amount,
                               (enum http_limit)(HTTP_LIMIT_DAY_QUOTA + quota));
}

/* The checks before the handler, in this order. A request sent by a page of another site is refused
 * before it costs the visitor's address any tokens. Returns 0, or the status to refuse the request
 * with. */
static int request_check(http_request *request)
{
    int refused = request->outer ? 0 : request_guard(request);

    if (refused)
        return refused;
    int unknown = request_route(request);
    const http_config *config = &request->server->config;
    request->has_own_budget = request->server->clients && config->has_own_budget &&
                              config->has_own_budget(request, config->context);
    bool charged = http_charge(request, request->cost ? request->cost : 1);

    if (atomic_load(&request->server->stopping))
        return 503;
    if (!charged)
        return 429;
    return request->too_large ? 413 : unknown;
}

/* Whether another thread responds. */
static bool request_waits(const http_request *request)
{
    return request->deferred || request->call;
}

/* Calls the handler, or refuses the request. */
static void request_handle(http_request *request)
{
    int refused = request_check(request);

    if (refused)
        http_refuse(request, refused);
    else
        request->handler(request, request->server->config.context);
}

void dispatch_inner(http_request *inner)
{
    request_handle(inner);
    if (!inner->deferred && inner->status == 0)
        http_refuse(inner, 500);
}

/* Handles the request, or continues it after a deferred call. It counts as owed meanwhile, so that
 * http_server_stop() cannot miss a request that is being deferred. */
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
        http_refuse(request, 500);
    atomic_fetch_sub(&server->owed, 1);
}

/* Queues the response; libmicrohttpd sends it after this returns. */
static enum MHD_Result request_send_response(http_request *request)
{
    if (!request->response)
        return MHD_NO;
    return MHD_queue_response(request->connection, (unsigned)request->status, request->response);
}

/* Refuses a request without reading its body; the connection is closed after the response. */
static enum MHD_Result request_refuse_unread(http_request *request, int status)
{
    http_add_header(request, "Connection", "close");
    http_refuse(request, status);
    return request_send_response(request);
}

/* The head has arrived: makes the request, or refuses it before its body is read. */
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
        return request_refuse_unread(request, fault == &long_target ? 414 : 400);
    }
    int status = request_read_head(request, version);
    if (status)
        return request_refuse_unread(request, status);
    if (server->config.large_path && strcmp(request->path, server->config.large_path) == 0)
        request->body_max = server->config.large_body_max;
    const char *length = request->message.values[MESSAGE_CONTENT_LENGTH];
    unsigned long long bytes = length ? strtoull(length, NULL, 10) : 0;
    if (bytes > request->body_max && bytes > HTTP_DISCARD_MAX)
        return request_refuse_unread(request, 413);
    return MHD_YES;
}

/* Called first with the headers, then for each part of the body, then with size 0 at its end. */
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
        return request_send_response(request);
    }
    return request_waits(request) ? MHD_YES : request_send_response(request);
}
