/* call.c - calls of a handler to its own server (http_call()).
 *
 * An inner request borrows the connection of the outer one. If its handler defers it, the
 * connection is suspended, as for any deferred request. The response resumes the connection;
 * libmicrohttpd then calls dispatch_request() for the outer request, which calls `done`. So `done`
 * never runs on the thread that has responded, which may hold locks.
 */
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "http/call.h"
#include "http/dispatch.h"
#include "http/server.h"

#define CALL_ARGUMENTS_MAX 8

struct http_call {
    http_request *inner; /* owned; NULL: out of memory */
    char *query;         /* owned; NULL: none */
    struct {
        const char *name, *value; /* in `query` */
    } arguments[CALL_ARGUMENTS_MAX];
    int argument_count;
    char *response; /* owned; NULL: none yet, or out of memory */
    size_t size;
    http_call_done done;
    void *context;
};

/* Splits NAME=VALUE&NAME=VALUE in place. */
static void call_read_arguments(struct http_call *call)
{
    char *rest = call->query, *part;

    while (call->argument_count < CALL_ARGUMENTS_MAX && (part = strsep(&rest, "&"))) {
        char *value = strchr(part, '=');

        if (!value)
            continue;
        *value++ = '\0';
        call->arguments[call->argument_count].name = part;
        call->arguments[call->argument_count++].value = value;
    }
}

/* The inner request, with the client and credentials of the outer one. NULL: out of memory. */
static http_request *inner_new(http_request *outer, const char *method, const char *target,
                               const char *body)
{
    http_request *inner = http_request_new(outer->server, outer->connection, method);

    if (!inner)
        return NULL;
    inner->outer = outer;
    inner->client = outer->client;
    inner->network = outer->network;
    inner->secure = outer->secure;
    inner->message = outer->message;
    inner->path = strndup(target, strcspn(target, "?"));
    if (inner->path && (!body || http_request_receive(inner, body, strlen(body))))
        return inner;
    http_request_free(inner);
    return NULL;
}

bool http_is_call(const http_request *request)
{
    return request->outer != NULL;
}

void http_call(http_request *outer, const char *method, const char *target, const char *body,
               http_call_done done, void *context)
{
    struct http_call *call = calloc(1, sizeof *call);

    assert(!outer->call && !outer->deferred && outer->status == 0);
    if (!call || outer->abandoned) {
        free(call);
        done(outer, 0, "", 0, context);
        return;
    }
    call->done = done;
    call->context = context;
    call->inner = inner_new(outer, method, target, body);
    const char *query = strchr(target, '?');
    if (query && call->inner && !(call->query = strdup(query + 1))) {
        http_request_free(call->inner);
        call->inner = NULL;
    }
    call_read_arguments(call);
    outer->call = call;
}

/* Ends the pending call of the outer request: hands its response to `done`. */
static void call_finish(http_request *outer)
{
    struct http_call *call = outer->call;
    http_request *inner = call->inner;

    outer->call = NULL;
    if (inner && call->response && !outer->abandoned)
        call->done(outer, inner->status, call->response, call->size, call->context);
    else
        call->done(outer, 0, "", 0, call->context);
    if (inner)
        http_request_free(inner);
    free(call->response);
    free(call->query);
    free(call);
}

void calls_run(http_request *outer, bool resumed)
{
    while (outer->call) {
        http_request *inner = outer->call->inner;

        if (!resumed && inner)
            dispatch_inner(inner);
        if (!resumed && inner && inner->deferred)
            return;
        resumed = false;
        call_finish(outer);
    }
}

void calls_abandon(http_request *outer)
{
    outer->abandoned = true;
    if (outer->call)
        call_finish(outer);
}

const char *call_query(const http_request *inner, const char *name)
{
    const struct http_call *call = inner->outer->call;

    for (int i = 0; i < call->argument_count; i++) {
        if (strcmp(call->arguments[i].name, name) == 0)
            return call->arguments[i].value;
    }
    return NULL;
}

void call_respond(http_request *inner, int status, char *body, size_t size)
{
    struct http_call *call = inner->outer->call;
    bool deferred = inner->deferred;
    http_server *server = inner->server;

    assert(inner->status == 0); /* responds once */
    inner->status = status;
    call->size = size;
    call->response = body;
    if (!deferred)
        return;
    MHD_resume_connection(inner->connection);
    atomic_fetch_sub(&server->owed, 1);
}
