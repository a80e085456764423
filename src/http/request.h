/* request.h - one request, from its first line to the end of its response. */
#ifndef HTTP_REQUEST_H
#define HTTP_REQUEST_H

#include <microhttpd.h>
#include <netinet/in.h>

#include "http/http.h"
#include "http/message.h"
#include "http/route.h"

#define HTTP_DISCARD_MAX (1024 * 1024) /* bytes of a too large body that are read and dropped */

struct http_request {
    http_server *server;
    struct MHD_Connection *connection;
    char *method, *path;
    char *authority; /* of a target such as http://HOST/PATH, else NULL */
    const char *why; /* what was expected instead, where it is refused with 400 and the like */
    uint64_t client; /* network_client_key(); 0: addresses are not limited */
    bool apart;      /* http_config.apart */
    struct in6_addr forwarded; /* the client, where a trusted proxy has named it */
    bool is_forwarded;
    int64_t began_ns; /* clock_now_ns() */
    uint64_t sent;    /* bytes of the response's body, of a stream so far */
    struct message message;
    char *parameters[HTTP_PATH_PARAMETERS];
    http_handler handler;
    int cost;
    char *body;
    size_t size;     /* of the body */
    size_t capacity; /* of `body`; once the body is too large, the bytes dropped so far, too */
    bool too_large, handled, deferred;
    bool secure; /* the client asked over TLS */
    int status;
    struct MHD_Response *response;
    struct {
        char *name, *value;
    } headers[10]; /* of the response */
    int header_count;
    /* Calls, see call.c. */
    http_request *outer;    /* of an inner request, which uses its connection; else NULL */
    struct http_call *call; /* that is being made, or NULL */
    bool abandoned;         /* the client has left */
};

/* A request without a path yet. NULL: out of memory. */
http_request *http_request_new(http_server *server, struct MHD_Connection *connection,
                               const char *method);
void http_request_free(http_request *request);

/* Adds to the body. False: the connection should be closed. */
bool http_request_receive(http_request *request, const char *data, size_t size);

#endif /* HTTP_REQUEST_H */
