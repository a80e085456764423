/* request.c - reads the parts of a request for its handler, and makes the response. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "base/clock.h"
#include "http/call.h"
#include "http/request.h"
#include "http/server.h"
#include "http/stream.h"

const char *http_method(const http_request *request)
{
    return request->method;
}

const char *http_path(const http_request *request)
{
    return request->path;
}

const char *http_path_parameter(const http_request *request, int i)
{
    const char *text = i >= 0 && i < HTTP_PATH_PARAMETERS ? request->parameters[i] : NULL;

    return text ? text : "";
}

/* An inner request has the credentials of the outer one, but none of its other headers. */
const char *http_header(const http_request *request, const char *name)
{
    if (request->outer && strcasecmp(name, "Authorization") != 0)
        return NULL;
    return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}

/* Who wants the lines of a header. */
struct header_lines {
    const char *name;
    bool (*each)(const char *value, void *context);
    void *context;
};

static enum MHD_Result on_header_line(void *context, enum MHD_ValueKind kind, const char *name,
                                      const char *value)
{
    const struct header_lines *lines = context;

    (void)kind;
    return strcasecmp(name, lines->name) != 0 || lines->each(value ? value : "", lines->context)
               ? MHD_YES
               : MHD_NO;
}

void http_header_lines(const http_request *request, const char *name,
                       bool (*each)(const char *value, void *context), void *context)
{
    struct header_lines lines = {name, each, context};

    if (!request->outer)
        MHD_get_connection_values(request->connection, MHD_HEADER_KIND, on_header_line, &lines);
}

const char *http_query(const http_request *request, const char *name)
{
    if (request->outer)
        return call_query(request, name);
    return MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, name);
}

/* Where http_cookies() puts what it finds. */
struct found_cookies {
    const char *name;
    const char **values;
    int count, most;
};

static enum MHD_Result on_cookie(void *context, enum MHD_ValueKind kind, const char *name,
                                 const char *value)
{
    struct found_cookies *found = context;

    (void)kind;
    if (strcmp(name, found->name) != 0)
        return MHD_YES;
    if (found->count < found->most)
        found->values[found->count] = value ? value : "";
    found->count++;
    return MHD_YES;
}

int http_cookies(const http_request *request, const char *name, const char **values, int most)
{
    struct found_cookies found = {.name = name, .values = values, .most = most};

    MHD_get_connection_values(request->connection, MHD_COOKIE_KIND, on_cookie, &found);
    return found.count;
}

bool http_is_secure(const http_request *request)
{
    return request->secure;
}

const char *http_body(const http_request *request, size_t *size)
{
    *size = request->size;
    return request->body ? request->body : "";
}

size_t http_body_max(const http_request *request)
{
    return request->body_max;
}

const http_client *http_request_client(const http_request *request)
{
    return &request->client;
}

uint64_t http_client_network(const http_request *request)
{
    return request->network;
}

const char *http_refusal(const http_request *request)
{
    return request->why ? request->why : "";
}

void http_add_header(http_request *request, const char *name, const char *value)
{
    const int max = (int)(sizeof request->headers / sizeof request->headers[0]);
    int i = 0;

    while (i < request->header_count && request->headers[i].name &&
           strcasecmp(request->headers[i].name, name) != 0)
        i++;
    if (i == max)
        return;
    if (i < request->header_count) {
        free(request->headers[i].name);
        free(request->headers[i].value);
    } else {
        request->header_count++;
    }
    request->headers[i].name = strdup(name);
    request->headers[i].value = strdup(value);
}

void http_add_retry_after(http_request *request, int seconds)
{
    char text[16];

    snprintf(text, sizeof text, "%d", seconds);
    http_add_header(request, "Retry-After", text);
}

/* Adds the headers to the response. False: out of memory. */
static bool response_add_headers(const http_request *request, const char *type,
                                 struct MHD_Response *response)
{
    bool added =
        MHD_add_response_header(response, "X-Content-Type-Options", "nosniff") == MHD_YES &&
        MHD_add_response_header(response, "Referrer-Policy", "no-referrer") == MHD_YES &&
        (!type || MHD_add_response_header(response, "Content-Type", type) == MHD_YES);
    for (int i = 0; i < request->header_count && added; i++)
        added = request->headers[i].name && request->headers[i].value &&
                MHD_add_response_header(response, request->headers[i].name,
                                        request->headers[i].value) == MHD_YES;
    return added;
}

void http_defer(http_request *request)
{
    assert(!request->deferred && request->status == 0);
    request->deferred = true;
    atomic_fetch_add(&request->server->owed, 1);
    atomic_fetch_add(&request->server->deferrals, 1);
    MHD_suspend_connection(request->connection);
}

bool http_is_deferred(const http_request *request)
{
    return request->deferred;
}

/* Completes the response, whose body has `size` bytes; 0 for a stream. NULL (out of memory) closes
 * the connection. The request may be freed before this returns. */
static void request_complete(http_request *request, int status, const char *type,
                             struct MHD_Response *response, size_t size)
{
    http_server *server = request->server;

    assert(request->status == 0); /* responds once */
    if (response && !response_add_headers(request, type, response)) {
        MHD_destroy_response(response);
        response = NULL;
    }
    request->status = status;
    request->response = response;
    request->sent = size;
    if (status >= 100 && status < 600)
        atomic_fetch_add(&server->responses[status / 100], 1);
    if (request->deferred) {
        MHD_resume_connection(request->connection);
        atomic_fetch_sub(&server->owed, 1);
    }
}

void http_respond(http_request *request, int status, const char *type, char *body, size_t size)
{
    if (request->outer) {
        char *text = realloc(body, size + 1);
        if (text)
            text[size] = '\0';
        else
            free(body);
        call_respond(request, status, text, size);
        return;
    }
    struct MHD_Response *response =
        MHD_create_response_from_buffer(size, body, MHD_RESPMEM_MUST_FREE);

    if (!response)
        free(body);
    request_complete(request, status, type, response, size);
}

void http_respond_static(http_request *request, int status, const char *type, const void *body,
                         size_t size)
{
    /* libmicrohttpd wants a pointer without const, but only reads persistent memory. */
    union {
        const void *from;
        void *to;
    } plain = {.from = body};

    if (request->outer) {
        char *copy = malloc(size + 1);
        if (copy) {
            memcpy(copy, body, size);
            copy[size] = '\0';
        }
        call_respond(request, status, copy, size);
        return;
    }
    request_complete(request, status, type,
                     MHD_create_response_from_buffer(size, plain.to, MHD_RESPMEM_PERSISTENT), size);
}

void http_respond_stream(http_request *request, const http_stream_source *source, void *context,
                         http_stream **out)
{
    if (request->outer)
        http_respond_static(request, 500, NULL, "", 0);
    if (request->outer || !http_stream_admit(request)) {
        source->close(context);
        return;
    }
    struct MHD_Response *response = http_stream_response(request, source, context, out);
    request_complete(request, response ? 200 : 500, response ? source->type : NULL, response, 0);
}

void http_refuse(http_request *request, int status)
{
    const http_config *config = &request->server->config;

    config->refuse(request, status, config->context);
}

/* Keeps the body up to the limit and drops the rest. */
bool http_request_receive(http_request *request, const char *data, size_t size)
{
    if (size > request->body_max - request->size)
        request->too_large = true;
    if (request->too_large) {
        request->dropped += size;
        return request->size + request->dropped <= HTTP_DISCARD_MAX;
    }
    if (!ARRAY_RESERVE(request->body, request->capacity, request->size + size + 1))
        return false;
    memcpy(request->body + request->size, data, size);
    request->size += size;
    request->body[request->size] = '\0';
    return true;
}

http_request *http_request_new(http_server *server, struct MHD_Connection *connection,
                               const char *method)
{
    http_request *request = calloc(1, sizeof *request);

    if (!request)
        return NULL;
    request->server = server;
    request->connection = connection;
    request->began_ns = clock_now_ns();
    request->body_max = server->config.body_max;
    request->method = strdup(method);
    if (request->method)
        return request;
    http_request_free(request);
    return NULL;
}

void http_request_free(http_request *request)
{
    if (request->response)
        MHD_destroy_response(request->response);
    for (int i = 0; i < request->header_count; i++) {
        free(request->headers[i].name);
        free(request->headers[i].value);
    }
    for (int i = 0; i < HTTP_PATH_PARAMETERS; i++)
        free(request->parameters[i]);
    free(request->method);
    free(request->path);
    free(request->authority);
    free(request->body);
    free(request);
}
