/* server.h - the state of a server, for the files of this room. */
#ifndef HTTP_SERVER_H
#define HTTP_SERVER_H

#include <pthread.h>
#include <stdatomic.h>

#include <microhttpd.h>

#include "http/client_count.h"
#include "http/http.h"
#include "http/network.h"
#include "http/rate_limit.h"

/* A connection, from accept to close. */
struct http_connection {
    struct http_connection *next, **link;
    int socket;
    uint64_t client;                  /* whom it counts for; 0: nobody */
    _Atomic int64_t waiting_since_ms; /* for a request; 0: one is being handled */
    /* The timer's: since when the client may be slow, and what it had taken and should take. */
    int64_t slow_since_ms;
    uint64_t slow_from, slow_until;
    bool ended; /* shut down by the timer */
};

struct http_server {
    http_config config;
    struct MHD_Daemon *daemon;
    struct network *proxies; /* config.proxies */
    size_t proxy_count;
    uint64_t seed; /* of the clients' numbers */
    /* NULL: no limits by address. */
    struct rate_limiter *limiter;
    struct rate_limiter *apart; /* of http_config.apart; NULL also where that is not limited */
    struct rate_limiter *quotas[HTTP_QUOTAS]; /* NULL also where there is none */
    struct client_counts *clients;
    int socket;
    int places;        /* for connections, as many as fit; */
    int stream_places; /* of these, for streams */
    char url[HTTP_URL_MAX];
    pthread_t timer, acceptor;
    bool timer_runs, acceptor_runs;
    pthread_mutex_t mutex; /* guards the lists; with `tick`, wakes the timer */
    pthread_cond_t tick;
    struct http_connection *arriving, *connections; /* connection.c */
    http_stream *streams;
    _Atomic bool stopping;
    _Atomic bool streams_end; /* stopping, and no response is owed any more */
    _Atomic int owed;         /* deferred requests without a response */
    _Atomic int unsent;       /* requests whose response is not sent in full, streams among them */
    _Atomic int connection_count; /* in both lists */
    _Atomic int stream_count;
    _Atomic uint64_t requests, deferrals, limited[HTTP_LIMITS], responses[6];
};

#endif /* HTTP_SERVER_H */
