/* request.h - the state of one request, from its first line to the end of its response. */
#ifndef HTTP_REQUEST_H
#define HTTP_REQUEST_H

#include <microhttpd.h>

#include "http/http.h"
#include "http/message.h"
#include "http/network.h"
#include "http/route.h"

#define HTTP_DISCARD_MAX (2 * 1024 * 1024) /* bytes of a too large body that are read in all */

struct http_request {
    http_server *server;
    struct MHD_Connection *connection;
    char *method, *path;
    char *authority;     /* of a target such as http://HOST/PATH, else NULL */
    const char *why;     /* http_refusal(): what was expected instead; NULL: nothing to add */
    http_client client;  /* nobody: no limits for single clients */
    uint64_t network;    /* http_client_network() */
    bool has_own_budget; /* http_config.has_own_budget */
    struct network_address forwarded; /* the client as named by a trusted proxy */
    bool is_forwarded;                /* `forwarded` is set */
    int64_t began_ns;                 /* clock_now_ns() */
    uint64_t sent; /* bytes of the response's body; of a stream, those sent so far */
    struct message message;
    char *parameters[HTTP_PATH_PARAMETERS];
    http_handler handler;
    int cost;
    char *body;
    size_t size;     /* of the body */
    size_t body_max; /* what it may be */
    size_t capacity; /* of `body` */
    size_t dropped;  /* bytes of a body that is too large */
    bool too_large, handled, deferred;
    bool secure; /* the client uses TLS */
    int status;
    struct MHD_Response *response;
    struct {
        char *name, *value;
    } headers[10]; /* of the response */
    int header_count;
    /* Calls, see call.c. */
    http_request *outer;    /* of an inner request, which borrows its connection; else NULL */
    struct http_call *call; /* pending, or NULL */
    bool abandoned;         /* the client has left */
};

/* Makes a request without a path. NULL: out of memory. */
http_request *http_request_new(http_server *server, struct MHD_Connection *connection,
                               const char *method);
void http_request_free(http_request *request);

/* Adds to the body. False: the connection should be closed. */
bool http_request_receive(http_request *request, const char *data, size_t size);

/* Refuses the request: http_config.refuse responds with this status and request->why. */
void http_refuse(http_request *request, int status);

#endif /* HTTP_REQUEST_H */
