/* request.c - one request: what was asked, and its answer. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "http/internal.h"

const char *net_method(const net_request *request)
{
    return request->method;
}

const char *net_path(const net_request *request)
{
    return request->path;
}

const char *net_capture(const net_request *request, int i)
{
    const char *text = i >= 0 && i < NET_CAPTURES ? request->captures[i] : NULL;

    return text ? text : "";
}

const char *net_header(const net_request *request, const char *name)
{
    return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}

const char *net_query(const net_request *request, const char *name)
{
    return MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, name);
}

const char *net_body(const net_request *request, size_t *size)
{
    *size = request->size;
    return request->body ? request->body : "";
}

uint64_t net_client(const net_request *request)
{
    const net_limiter *limiter = request->server->limiter;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);

    return limiter && info ? net_limiter_key(limiter, info->client_addr) : 0;
}

void net_add_header(net_request *request, const char *name, const char *value)
{
    const int room = (int)(sizeof request->headers / sizeof request->headers[0]);
    int i = request->header_count;

    if (i == room)
        return;
    request->headers[i].name = strdup(name);
    request->headers[i].value = strdup(value);
    request->header_count++;
}

void net_defer(net_request *request)
{
    request->deferred = true;
    atomic_fetch_add(&request->server->owed, 1);
    atomic_fetch_add(&request->server->deferrals, 1);
    MHD_suspend_connection(request->connection);
}

/* Completes the answer; the request may be gone afterwards. A NULL response (no memory) closes the
 * connection. */
static void request_finish(net_request *request, int status, const char *type,
                           struct MHD_Response *response)
{
    net_server *server = request->server;

    if (response) {
        MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
        MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
        if (type)
            MHD_add_response_header(response, "Content-Type", type);
        for (int i = 0; i < request->header_count; i++) {
            if (request->headers[i].name && request->headers[i].value)
                MHD_add_response_header(response, request->headers[i].name,
                                        request->headers[i].value);
        }
    }
    request->status = status;
    request->response = response;
    if (status >= 100 && status < 600)
        atomic_fetch_add(&server->answers[status / 100], 1);
    if (request->deferred) {
        MHD_resume_connection(request->connection);
        atomic_fetch_sub(&server->owed, 1);
    }
}

void net_answer(net_request *request, int status, const char *type, char *body, size_t size)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer(size, body, MHD_RESPMEM_MUST_FREE);

    if (!response)
        free(body);
    request_finish(request, status, type, response);
}

void net_answer_static(net_request *request, int status, const char *type, const void *body,
                       size_t size)
{
    /* The library takes a plain pointer but only reads persistent memory. */
    union {
        const void *from;
        void *to;
    } plain = {.from = body};

    request_finish(request, status, type,
                   MHD_create_response_from_buffer(size, plain.to, MHD_RESPMEM_PERSISTENT));
}

void net_answer_stream(net_request *request, const net_source *source, void *context,
                       net_stream **out)
{
    struct MHD_Response *response = net_stream_response(request, source, context, out);

    request_finish(request, response ? 200 : 500, response ? source->type : NULL, response);
}

/* Reads one request's body up to the limit; what is beyond is dropped. */
bool net_request_receive(net_request *request, const char *data, size_t size)
{
    size_t max = request->server->config.body_max;

    if (size > max - request->size)
        request->too_large = true;
    if (request->too_large) {
        request->room += size;
        return request->room <= NET_DISCARD_MAX;
    }
    if (request->size + size + 1 > request->room) {
        size_t room = (request->size + size + 1) * 2;
        char *grown = realloc(request->body, room);

        if (!grown)
            return false;
        request->body = grown;
        request->room = room;
    }
    memcpy(request->body + request->size, data, size);
    request->size += size;
    request->body[request->size] = '\0';
    return true;
}

net_request *net_request_new(net_server *server, struct MHD_Connection *connection,
                             const char *method, const char *path)
{
    net_request *request = calloc(1, sizeof *request);

    if (!request)
        return NULL;
    request->server = server;
    request->connection = connection;
    request->method = strdup(method);
    request->path = strdup(path);
    if (request->method && request->path)
        return request;
    net_request_free(request);
    return NULL;
}

void net_request_free(net_request *request)
{
    if (request->response)
        MHD_destroy_response(request->response);
    for (int i = 0; i < request->header_count; i++) {
        free(request->headers[i].name);
        free(request->headers[i].value);
    }
    for (int i = 0; i < NET_CAPTURES; i++)
        free(request->captures[i]);
    free(request->method);
    free(request->path);
    free(request->body);
    free(request);
}
