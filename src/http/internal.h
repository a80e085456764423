/* internal.h - what the files of this room share. */
#ifndef HTTP_INTERNAL_H
#define HTTP_INTERNAL_H

#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include <microhttpd.h>

#include "http/http.h"

#define HTTP_PATH_PARAMETERS 4
#define HTTP_DISCARD_MAX     (1024 * 1024) /* bytes of a body that is too large read before giving up */

/* limit.c: an allowance of requests for each address. */
typedef struct http_limiter http_limiter;
http_limiter *http_limiter_new(int rate);
void http_limiter_free(http_limiter *limiter);
/* Takes `cost` from the address' allowance. Returns 0, or the seconds until there is enough. */
int http_limiter_take(http_limiter *limiter, const struct sockaddr *address, int cost,
                      int64_t now_ms);
/* A number for the address, never 0. */
uint64_t http_limiter_key(const http_limiter *limiter, const struct sockaddr *address);

/* listen.c */
paua_status http_listen(const char *text, int *out_socket, char *url, size_t cap,
                        char message[HTTP_MESSAGE_MAX]);

/* route.c */
typedef struct http_match {
    const http_route *route; /* NULL: nothing fits */
    bool path_known;         /* some route has this path under another method */
    char allow[64];          /* those methods, when it has */
    struct {
        const char *at;
        size_t size;
    } captures[HTTP_PATH_PARAMETERS];
} http_match;
void http_route_find(const http_route *routes, size_t count, const char *method, const char *path,
                     http_match *out);

/* A connection, from accept to close. */
typedef struct http_peer {
    struct http_peer *next, **link;
    int socket;
    _Atomic int64_t deadline_ms; /* 0: none, a request is being answered */
} http_peer;

struct http_stream {
    http_server *server;
    struct MHD_Connection *connection;
    http_stream_source source;
    void *context;
    int socket;
    struct http_stream *next, **link; /* server->streams, under server->mutex */
    char *piece;                      /* being sent; belongs to the server thread that reads */
    size_t size, at;
    pthread_mutex_t mutex; /* guards what follows */
    int64_t spoke_ms;
    bool woken, suspended, beat, gone;
};

struct http_request {
    http_server *server;
    struct MHD_Connection *connection;
    char *method, *path;
    char *captures[HTTP_PATH_PARAMETERS];
    http_handler handler;
    int cost;
    char *body;
    size_t size, room; /* of the body; `room` counts what is dropped once it is too large */
    bool too_large, handled, deferred;
    int status;
    struct MHD_Response *response;
    struct {
        char *name, *value;
    } headers[8];
    int header_count;
};

struct http_server {
    http_config config;
    struct MHD_Daemon *daemon;
    http_limiter *limiter;
    int socket;
    char url[128];
    pthread_t clock;
    bool clock_runs;
    pthread_mutex_t mutex; /* guards the lists; with `tick`, wakes the clock */
    pthread_cond_t tick;
    http_peer *peers;
    http_stream *streams;
    _Atomic bool stopping;
    _Atomic int owed;   /* deferred requests without an answer */
    _Atomic int unsent; /* requests whose answer has not left in full, streams among them */
    _Atomic int connection_count, stream_count;
    _Atomic uint64_t requests, deferrals, limited, responses[6];
};

/* request.c */
http_request *http_request_new(http_server *server, struct MHD_Connection *connection,
                               const char *method, const char *path);
void http_request_free(http_request *request);
/* Adds to the body; false when it is time to give the connection up. */
bool http_request_receive(http_request *request, const char *data, size_t size);

/* stream.c; the second is called by the server's clock, and with `all` at the stop. */
struct MHD_Response *http_stream_response(http_request *request, const http_stream_source *source,
                                          void *context, http_stream **out);
void http_streams_tick(http_server *server, int64_t now_ms, bool all);

#endif /* HTTP_INTERNAL_H */
