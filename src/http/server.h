/* server.h - the state of a server, private to this room. */
#ifndef HTTP_SERVER_H
#define HTTP_SERVER_H

#include <pthread.h>
#include <stdatomic.h>

#include <microhttpd.h>

#include "http/client_limits.h"
#include "http/http.h"
#include "http/local_socket.h"
#include "http/network.h"

/* A connection, from accept to close. */
struct http_connection {
    struct http_connection *next, **link;
    int socket;
    struct network_address peer;
    bool peer_known;
    http_client client;               /* that it counts for */
    _Atomic int64_t waiting_since_ms; /* for a request; 0: one is being handled */
    /* Used by the timer: connection_is_slow(). */
    int64_t slow_since_ms; /* start of the measurement; 0: none runs */
    uint64_t slow_from;    /* bytes that the client had received at the start */
    uint64_t slow_until;   /* and with those that were waiting for it */
    bool ended;            /* shut down by the timer */
};

struct http_server {
    http_config config;
    struct MHD_Daemon *daemon;
    struct network *proxies; /* config.proxies */
    size_t proxy_count;
    uint64_t seed; /* of network_client() */
    /* Limits for single clients; NULL: no limit. */
    struct rate_limiter *limiter;            /* config.rate */
    struct rate_limiter *own_budget_limiter; /* config.own_budget_rate */
    struct rate_limiter *quotas[HTTP_QUOTAS];
    struct client_counts *clients;
    int socket;                /* for TCP */
    struct local_socket local; /* config.socket */
    int places;                /* the most connections that fit */
    int stream_places;         /* the most streams, fewer than the connections */
    char url[HTTP_URL_MAX];
    pthread_t timer, acceptor;
    bool timer_runs, acceptor_runs;
    pthread_mutex_t mutex; /* guards the lists; with `tick`, wakes the timer */
    pthread_cond_t tick;
    struct http_connection *arriving, *connections; /* connection.c */
    http_stream *streams;
    _Atomic bool proxy_reported; /* config.untrusted_proxy was called */
    _Atomic bool stopping;
    _Atomic bool streams_end;     /* stopping, and owed is 0 */
    _Atomic int owed;             /* deferred requests without a response */
    _Atomic int unsent;           /* responses not sent in full, including streams */
    _Atomic int connection_count; /* in both lists */
    _Atomic int stream_count;
    _Atomic uint64_t requests, units, deferrals, limited[HTTP_LIMITS], responses[6];
};

#endif /* HTTP_SERVER_H */
