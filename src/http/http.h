/* http.h - an HTTP server with event streams. It knows bytes and callbacks, and nothing of the
 * game.
 *
 * A server owns a few threads that read requests and call handlers. A handler responds at once, or
 * calls http_defer() and lets any thread respond later; handlers never wait. A stream is a response
 * in pieces, perhaps without end: whenever its client can take more, the server asks the source of
 * the stream for the next piece, so that nothing piles up in memory for a slow client.
 *
 * Unless stated otherwise, calls about a request belong to the thread that may respond to it.
 */
#ifndef HTTP_HTTP_H
#define HTTP_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <paua/status.h>

typedef struct http_server http_server;
typedef struct http_request http_request;
typedef struct http_stream http_stream;

#define HTTP_MESSAGE_MAX   256 /* bytes of an error line, with its NUL */
#define HTTP_URL_MAX       64  /* bytes of http://ADDRESS:PORT, with its NUL */
#define HTTP_ADDRESSES_MAX 16
#define HTTP_QUOTAS        2 /* limits of a client for a day; what they count is the caller's */

typedef void (*http_handler)(http_request *request, void *context);

#define HTTP_GET_ONLY "GET only" /* GET without HEAD */

/* A row of the table of routes. In a path `*` stands for exactly one segment, or with a text behind
 * it, as in `*.svg`, for one that ends so; `**` at the end stands for any rest; as a method `*` is
 * any. The first row whose path fits decides, with all rows of the same path and other methods,
 * wherever they are. GET rows also serve HEAD; the method of streams, which have no length, is
 * HTTP_GET_ONLY. */
typedef struct http_route {
    const char *method;
    const char *path;
    http_handler handler;
    int cost; /* what a request counts against the rate limit */
} http_route;

/* A request whose response was sent, or given up because the client left. A stream is over then. */
typedef struct http_served {
    const char *address;       /* the client's; "" where it is unknown */
    const char *method, *path; /* without anything that may be secret: access.h */
    int status;
    uint64_t bytes; /* of the response's body; of a stream what was sent of it */
    int64_t us;     /* since the head of the request was there */
} http_served;

typedef struct http_config {
    const char *listen; /* "127.0.0.1:8080", "[::1]:0"; port 0 is any free one */
    const http_route *routes;
    size_t route_count;
    void *context;            /* of handlers and of refuse */
    const char *const *hosts; /* names that the server answers to, besides localhost and the
                               * address that the client has connected to */
    size_t host_count;
    /* Networks, ADDRESS or ADDRESS/BITS, of proxies: what comes from there is a request of the
     * client that the header Forwarded or X-Forwarded-For names. Other requests are of the address
     * that has connected. */
    const char *const *proxies;
    size_t proxy_count;
    /* Responds where the server itself refuses a request: 403 (asked by a page of another site),
     * 404, 405, 413, 415 (the body is not JSON), 421 (Host is not this server), 500; 503 while it
     * stops. With http_refusal(): 400, 414, 417, 501; 429 and 503 for a limit. */
    void (*refuse)(http_request *request, int status, void *context);
    /* Called after each response, on a server thread; NULL: not at all. What `served` points to is
     * gone when it returns. It must not wait. */
    void (*served)(const http_served *served, void *context);
    void *served_context;
    size_t body_max; /* bytes of a request's body */
    /* Limits for one client: an IPv4 address, or the /64 network of an IPv6 address. */
    int rate; /* requests a second, in bursts four times that; 0: none of
                                      * these limits */
    /* Whether what a request costs is taken from a second allowance of its client, of `apart_rate`
     * requests a second in bursts four times that, so that programs leave people theirs. Called
     * before the handler; it must not wait. NULL: never. */
    bool (*apart)(const http_request *request, void *context);
    int apart_rate;                 /* 0: no limit */
    int client_connections;         /* at a time, but not of a proxy; 0: any */
    int client_streams;             /* at a time; 0: any */
    double day_quotas[HTTP_QUOTAS]; /* for http_take_quota(); 0: no limit */
    /* Limits for all. */
    int connections;       /* at a time; fewer where the system allows fewer open files */
    int streams;           /* at a time; 0: three quarters of the connections, also the most */
    int request_seconds;   /* for sending a whole request, and for beginning the next one; two at
                            * most while over three quarters of the connections are taken */
    int send_bytes;        /* a second that a client must take of what is sent; 0: any */
    int send_seconds;      /* over this time */
    int heartbeat_seconds; /* an idle stream sends its heartbeat this often */
} http_config;

/* The limits of http_config, to count how often each was met. */
enum http_limit {
    HTTP_LIMIT_RATE,
    HTTP_LIMIT_APART_RATE,
    HTTP_LIMIT_CLIENT_CONNECTIONS,
    HTTP_LIMIT_CLIENT_STREAMS,
    HTTP_LIMIT_CONNECTIONS,
    HTTP_LIMIT_STREAMS,
    HTTP_LIMIT_REQUEST_SECONDS,
    HTTP_LIMIT_SEND_BYTES,
    HTTP_LIMIT_DAY_QUOTA, /* the first one */
    HTTP_LIMITS = HTTP_LIMIT_DAY_QUOTA + HTTP_QUOTAS
};

typedef struct http_counts {
    uint64_t requests, deferred;   /* since the start */
    uint64_t limited[HTTP_LIMITS]; /* refused, closed, or (connections) made to wait */
    uint64_t responses[6];         /* by the first digit of the status */
    int connections, streams;      /* open now */
    int connections_max, streams_max;
} http_counts;

/* Checks an address and splits it; `host` gets no brackets. Returns PAUA_OK, or PAUA_BAD_SYNTAX and
 * a message. */
paua_status http_address_parse(const char *text, char *host, size_t cap, int *port,
                               char message[HTTP_MESSAGE_MAX]);

/* Whether a text may be one of http_config.hosts: a name or an address without a port. */
bool http_host_valid(const char *text);

/* Whether a text may be one of http_config.proxies. */
bool http_proxy_valid(const char *text);

/* Binds the address and serves. Returns PAUA_OK, PAUA_BAD_SYNTAX (the address), PAUA_CONFLICT (the
 * port is in use), PAUA_IO or PAUA_NO_MEMORY, with a message. The config is copied, what it points
 * to is borrowed. */
paua_status http_server_start(const http_config *config, http_server **out,
                              char message[HTTP_MESSAGE_MAX]);

/* Accepts no more connections, waits for deferred responses, then ends the streams, which get all
 * that there is for them by then, and frees the server.
 * Whoever has deferred a request must be able to respond until this returns. NULL is allowed. */
void http_server_stop(http_server *server);

/* "http://127.0.0.1:8080", with the real port: where a browser on this machine finds the server. */
const char *http_server_url(const http_server *server);

/* At which addresses other machines may find the server; as it is now, because they change. */
typedef struct http_addresses {
    char urls[HTTP_ADDRESSES_MAX][HTTP_URL_MAX];
    int count;
    bool loopback; /* none: the server listens to this machine alone */
} http_addresses;
void http_server_addresses(const http_server *server, http_addresses *out);

/* From any thread. */
http_counts http_server_counts(http_server *server);

/* The config that the server was started with. */
const http_config *http_server_config(const http_server *server);

/* The request. Texts live as long as it does. */
const char *http_method(const http_request *request);
const char *http_path(const http_request *request);
/* What the i-th `*` of the route stands for, from 0; "" if there is none. */
const char *http_path_parameter(const http_request *request, int i);
/* NULL: not in the request. */
const char *http_header(const http_request *request, const char *name);
const char *http_query(const http_request *request, const char *name);
const char *http_cookie(const http_request *request, const char *name);
/* Never NULL; a NUL follows the body. */
const char *http_body(const http_request *request, size_t *size);

/* A number for the client's address (of IPv6 its /64 network); 0 where addresses are not
 * limited. */
uint64_t http_client_key(const http_request *request);

/* Whether the request was made on this machine: it comes from there, and no proxy, trusted or not,
 * has written Forwarded or X-Forwarded-For. */
bool http_is_local(const http_request *request);

/* Whether the request is a call that another one makes: http_call(). */
bool http_is_call(const http_request *request);

/* Whether the client asked over TLS: a trusted proxy says so (X-Forwarded-Proto: https). */
bool http_is_secure(const http_request *request);

/* Why the server refuses the request, for people; "" where the status says it all. */
const char *http_refusal(const http_request *request);

/* Takes `cost` more requests from the rate limit of the client's address. False: fewer are
 * left, none was taken, and Retry-After was added to the response, which should be 429. */
bool http_charge(http_request *request, int cost);
/* The same for one of the quotas of http_config.day_quotas, which fill up again within a day. */
bool http_take_quota(http_request *request, int quota, double amount);

/* Adds a header to the response, or replaces the one of this name; name and value are copied.
 * Before the response. */
void http_add_header(http_request *request, const char *name, const char *value);
void http_add_retry_after(http_request *request, int seconds);

/* From now on any thread may respond. Inside the handler, once. */
void http_defer(http_request *request);

/* Responses: exactly one of these three, once. `type` may be NULL if there is no body.
 * http_respond() takes over `body` (malloc), http_respond_static() borrows it for good. After the
 * response to a deferred request, the request is gone. */
void http_respond(http_request *request, int status, const char *type, char *body, size_t size);
void http_respond_static(http_request *request, int status, const char *type, const void *body,
                         size_t size);

/* A call to the same server in the name of the request, such as each step of a command that takes
 * several: it goes through the same routes, handlers and rate limits, with the cookies,
 * Authorization and client of the request, but no other header. Inside a handler or inside `done`,
 * instead of a response; it is made once that has returned. `done` is called once, on a server
 * thread without any lock held, and responds to the request or makes the next call. `target` is a
 * path, perhaps with a query, nothing percent-encoded; it and `body` (NULL: none) are copied.
 * `done` gets the status and the body of the response, which ends with a NUL; or status 0: out of
 * memory, or the client has left. A stream is answered 500. */
typedef void (*http_call_done)(http_request *outer, int status, const char *body, size_t size,
                               void *context);
void http_call(http_request *outer, const char *method, const char *target, const char *body,
               http_call_done done, void *context);

/* Where the bytes of a stream come from. */
typedef struct http_stream_source {
    const char *type;      /* for Content-Type */
    const char *heartbeat; /* what an idle stream sends */
    /* Sets the next piece (malloc; the server frees it) and its size, or leaves NULL if there is
     * nothing to send now. False: out of memory, the stream breaks off. Called on a server thread,
     * never twice at a time. */
    bool (*next)(void *context, char **piece, size_t *size);
    /* Whether next() has nothing more to come after what it can return now; then the stream ends.
     * NULL: the stream has no end. */
    bool (*over)(void *context);
    /* Sets the last piece, as next() does, where the server stops; next() was asked for the rest
     * before. NULL: there is none. */
    bool (*farewell)(void *context, char **piece, size_t *size);
    /* Called once, when the stream is over for whatever reason. http_stream_wake() may be running
     * on other threads until this returns, and never afterwards. */
    void (*close)(void *context);
} http_stream_source;

/* Responds 200 with a stream. The source is copied. *out (may be NULL) is set before the first
 * next(), and is valid until close(). Over a limit or out of memory: close() is called, and the
 * response is 429, 503 or 500. */
void http_respond_stream(http_request *request, const http_stream_source *source, void *context,
                         http_stream **out);

/* next() may have something. From any thread, with any locks held that next() does not wait for
 * while holding one that the caller wants. */
void http_stream_wake(http_stream *stream);

#endif /* HTTP_HTTP_H */
