/* server.h - the state of a server, for the files of this room. */
#ifndef HTTP_SERVER_H
#define HTTP_SERVER_H

#include <pthread.h>
#include <stdatomic.h>

#include <microhttpd.h>

#include "http/http.h"
#include "http/rate_limit.h"

/* A connection, from accept to close. */
struct http_connection {
    struct http_connection *next, **link;
    int socket;
    _Atomic int64_t deadline_ms; /* 0: none, a request is being handled */
};

struct http_server {
    http_config config;
    struct MHD_Daemon *daemon;
    struct rate_limiter *limiter; /* NULL: no limits by address */
    int socket;
    char url[HTTP_URL_MAX];
    pthread_t timer;
    bool timer_runs;
    pthread_mutex_t mutex; /* guards the lists; with `tick`, wakes the timer */
    pthread_cond_t tick;
    struct http_connection *connections;
    http_stream *streams;
    _Atomic bool stopping;
    _Atomic int owed;   /* deferred requests without a response */
    _Atomic int unsent; /* requests whose response is not sent in full, streams among them */
    _Atomic int connection_count, stream_count;
    _Atomic uint64_t requests, deferrals, limited, responses[6];
};

#endif /* HTTP_SERVER_H */
