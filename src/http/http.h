/* http.h - an HTTP server with event streams: bytes and callbacks, no game words.
 *
 * A server owns a few threads that read requests and call handlers. A handler responds at once, or
 * calls http_defer() and lets any thread respond later; handlers never block. A stream is a
 * response in pieces, perhaps without end: whenever its client can take more, the server asks the
 * source of the stream for the next piece. So memory does not grow with a slow client.
 *
 * Unless stated otherwise, only the thread that may respond to a request calls functions on it.
 */
#ifndef HTTP_HTTP_H
#define HTTP_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <paua/status.h>

#include "http/client.h"

typedef struct http_server http_server;
typedef struct http_request http_request;
typedef struct http_stream http_stream;

/* Sizes in bytes, with the NUL. */
#define HTTP_MESSAGE_MAX 256 /* an error line */
#define HTTP_URL_MAX     64  /* http://ADDRESS:PORT */

#define HTTP_ADDRESSES_MAX 16
#define HTTP_QUOTAS        2 /* daily limits of a client; the caller decides what they count */

typedef void (*http_handler)(http_request *request, void *context);

#define HTTP_GET_ONLY "GET only" /* GET without HEAD */

/* A row of the route table.
 *
 * Path: `*` matches one segment, `*.svg` one segment with that ending, `**` at the end any rest.
 * Method: `*` matches any. GET rows also serve HEAD, except HTTP_GET_ONLY rows: those of streams,
 * which have no length.
 * The first row with a matching path decides, with all rows of the same path, wherever they are. */
typedef struct http_route {
    const char *method;
    const char *path;
    http_handler handler;
    int cost; /* tokens that a request takes from the rate limit */
} http_route;

/* A finished request: its response was sent, or the client has left. */
typedef struct http_served {
    const char *address;       /* the client's; "unix:UID": at the socket; "": unknown */
    const char *method, *path; /* without possible secrets: access.h */
    int status;
    uint64_t bytes; /* of the response's body; of a stream, those sent */
    int64_t us;     /* from the head of the request to the end of the response */
} http_served;

typedef struct http_config {
    const char *listen; /* "127.0.0.1:8080", "[::1]:0"; port 0 is any free one */
    const char *socket; /* the path of a socket to listen on, too; NULL: none */
    const http_route *routes;
    size_t route_count;
    void *context; /* of handlers, untrusted_proxy, refuse and has_own_budget */
    /* Names that the server answers to, besides localhost and the address that the client has
     * connected to. */
    const char *const *hosts;
    size_t host_count;
    /* Trusted proxies, each ADDRESS, ADDRESS/BITS, "unix:" (whoever connects to `socket`) or
     * "unix:UID" (this user there). In their requests the header Forwarded or X-Forwarded-For names
     * the client; in others the client is the address that has connected. */
    const char *const *proxies;
    size_t proxy_count;
    /* Called once, when another proxy has sent the request of a client: its clients count as one.
     * Only for an address in a network of this machine, since a visitor may come through a proxy,
     * too. On a server thread; must not block. May be NULL. */
    void (*untrusted_proxy)(const char *address, void *context);
    /* Writes the response to a request that the server itself refuses: 403 (sent by a page of
     * another site), 404, 405, 413, 415 (the body is not JSON), 421 (Host is not this server), 500,
     * 503 (stopping); and with a reason in http_refusal() 400, 414, 415 (the body is compressed),
     * 417, 501, and 429 or 503 for a limit. */
    void (*refuse)(http_request *request, int status, void *context);
    /* Called after each response, on a server thread; must not block. May be NULL. What `served`
     * points to is valid until it returns. */
    void (*served)(const http_served *served, void *context);
    void *served_context;
    size_t body_max; /* bytes of a request's body */
    /* The one path whose bodies may be larger, and their bytes; NULL: there is none. */
    const char *large_path;
    size_t large_body_max;
    /* A POST to a path that begins with this one may also have the form of a page or a mail program
     * as its body; NULL: there is none. */
    const char *form_path;
    /* Limits for one client, and for the networks around it: client.h. */
    int rate; /* requests a second, four times that in a burst; 0: no limits for one client */
    /* Whether a request is charged to a second budget of its client, so that a client's programs
     * cannot use up the budget of its people. Called before the handler; must not block. NULL: one
     * budget for all requests. */
    bool (*has_own_budget)(const http_request *request, void *context);
    int own_budget_rate;            /* of the second budget; 0: no limit */
    int client_connections;         /* open at a time, except of a proxy; 0: any number */
    int client_streams;             /* open at a time; 0: any number */
    double day_quotas[HTTP_QUOTAS]; /* for http_take_quota(); 0: no limit */
    /* Limits for all clients together. */
    int connections;     /* open at a time; fewer where the system allows fewer open files */
    int streams;         /* open at a time, at most three quarters of the connections; 0: that */
    int request_seconds; /* to send a whole request, and to begin the next one; at most two while
                          * more than three quarters of the connections are taken */
    /* A client must take this many bytes a second (0: any number), averaged over this time. */
    int send_bytes;
    int send_seconds;
    int heartbeat_seconds; /* between the heartbeats of an idle stream */
} http_config;

/* The limits of http_config, to count how often each was reached. */
enum http_limit {
    HTTP_LIMIT_RATE,
    HTTP_LIMIT_OWN_BUDGET_RATE,
    HTTP_LIMIT_CLIENT_CONNECTIONS,
    HTTP_LIMIT_CLIENT_STREAMS,
    HTTP_LIMIT_CONNECTIONS,
    HTTP_LIMIT_STREAMS,
    HTTP_LIMIT_REQUEST_SECONDS,
    HTTP_LIMIT_SEND_BYTES,
    HTTP_LIMIT_DAY_QUOTA, /* of the first quota; the others follow */
    HTTP_LIMITS = HTTP_LIMIT_DAY_QUOTA + HTTP_QUOTAS
};

typedef struct http_counts {
    uint64_t requests, deferred;   /* since the start */
    uint64_t units;                /* what these cost against the rate limit */
    uint64_t limited[HTTP_LIMITS]; /* requests refused, connections closed or kept waiting */
    uint64_t responses[6];         /* by the first digit of the status */
    int connections, streams;      /* open now */
    int connections_max, streams_max;
} http_counts;

/* Splits ADDRESS:PORT; `host` is without brackets. Returns PAUA_OK, or PAUA_ERROR_BAD_SYNTAX with a
 * message. */
paua_status http_address_parse(const char *text, char *host, size_t cap, int *port,
                               char message[HTTP_MESSAGE_MAX]);

/* Whether a text may be one of http_config.hosts: a name or an address without a port. */
bool http_host_valid(const char *text);

/* Whether a text may be one of http_config.proxies. */
bool http_proxy_valid(const char *text);

/* Binds the address and the socket, and starts serving. Returns PAUA_OK, or with a message
 * PAUA_ERROR_BAD_SYNTAX (the address or the path), PAUA_ERROR_CONFLICT (the port or the path is in
 * use), PAUA_ERROR_IO or PAUA_ERROR_NO_MEMORY.
 * The config is copied, what it points to is borrowed. */
paua_status http_server_start(const http_config *config, http_server **out,
                              char message[HTTP_MESSAGE_MAX]);

/* Stops accepting connections, waits for deferred responses, sends each stream its remaining pieces
 * and ends it, then frees the server. Deferred requests must still be answered while this waits.
 * NULL is allowed. */
void http_server_stop(http_server *server);

/* The address for a browser on this machine, with the real port: "http://127.0.0.1:8080". */
const char *http_server_url(const http_server *server);

/* The addresses for other machines, as of now: they change with the network. */
typedef struct http_addresses {
    char urls[HTTP_ADDRESSES_MAX][HTTP_URL_MAX];
    int count;
    bool loopback; /* the server listens on a loopback address: no other machine reaches it */
} http_addresses;
void http_server_addresses(const http_server *server, http_addresses *out);

/* Thread-safe. */
http_counts http_server_counts(http_server *server);

/* The config that the server was started with. */
const http_config *http_server_config(const http_server *server);

/* The request. Texts are valid as long as the request. */
const char *http_method(const http_request *request);
const char *http_path(const http_request *request);
/* The text that the i-th `*` of the route has matched, from 0; "": there is no such `*`. */
const char *http_path_parameter(const http_request *request, int i);
/* NULL: not in the request. Of several lines the first one. */
const char *http_header(const http_request *request, const char *name);
/* Calls `each` for every line of a header that is a list, until it returns false: several lines are
 * one list (RFC 9110, 5.3). */
void http_header_lines(const http_request *request, const char *name,
                       bool (*each)(const char *value, void *context), void *context);
const char *http_query(const http_request *request, const char *name);
/* The values of all cookies of this name, in their order, at most `most` of them; returns how many
 * there are. Other hosts of the domain may add cookies of the same name. */
int http_cookies(const http_request *request, const char *name, const char **values, int most);
/* Never NULL; a NUL follows the body. */
const char *http_body(const http_request *request, size_t *size);
/* How many bytes it may have. */
size_t http_body_max(const http_request *request);

/* The client that limits count; nobody: there are no limits for single clients. */
const http_client *http_request_client(const http_request *request);
/* A number for the client's address (of IPv6 its /64 network), with or without limits, for whoever
 * compares clients; 0: the client is this machine, as all are behind a proxy that is not trusted,
 * or unknown. */
uint64_t http_client_network(const http_request *request);

/* Whether the request was made on this machine: from a loopback address or at http_config.socket,
 * without a header Forwarded or X-Forwarded-For of any proxy. */
bool http_is_local(const http_request *request);

/* Whether the request is an inner one, made by http_call(). */
bool http_is_call(const http_request *request);

/* Whether the client uses TLS, by the word of a trusted proxy (X-Forwarded-Proto: https). */
bool http_is_secure(const http_request *request);

/* The reason why the server refuses the request, for people; "": the status is the reason. */
const char *http_refusal(const http_request *request);

/* Takes `cost` more tokens from the client's rate limit. False: too few are left. Then none was
 * taken, and the response, which should be 429, has a header Retry-After. */
bool http_charge(http_request *request, int cost);
/* The same for one of http_config.day_quotas, which refill within a day. */
bool http_take_quota(http_request *request, int quota, double amount);

/* Adds a header to the response, or replaces the one of this name. Name and value are copied. Call
 * it before the response. */
void http_add_header(http_request *request, const char *name, const char *value);
void http_add_retry_after(http_request *request, int seconds);

/* Lets any thread respond later. Call it inside the handler, once. */
void http_defer(http_request *request);
/* Whether the request waits for such a response. */
bool http_is_deferred(const http_request *request);

/* Responses: call exactly one of http_respond(), http_respond_static() and http_respond_stream(),
 * once. `type` may be NULL if there is no body. http_respond() takes over `body` (malloc),
 * http_respond_static() borrows it until the process ends. A deferred request is freed by its
 * response. */
void http_respond(http_request *request, int status, const char *type, char *body, size_t size);
void http_respond_static(http_request *request, int status, const char *type, const void *body,
                         size_t size);

/* A call to the same server on behalf of the request, such as one step of a command. It goes
 * through the same routes, handlers and rate limits, with the cookies, Authorization and client of
 * the outer request, but none of its other headers.
 *
 * Call it inside a handler or inside `done`, instead of a response; the call is made after that has
 * returned. `target` is a path, perhaps with a query, nothing percent-encoded; it and `body` (NULL:
 * none) are copied. `done` is called once, on a server thread without locks, and responds to the
 * outer request or makes the next call. It gets the status and the body of the response, which ends
 * with a NUL; or status 0: out of memory, or the client has left. A stream responds 500. */
typedef void (*http_call_done)(http_request *outer, int status, const char *body, size_t size,
                               void *context);
void http_call(http_request *outer, const char *method, const char *target, const char *body,
               http_call_done done, void *context);

/* Where the bytes of a stream come from. */
typedef struct http_stream_source {
    const char *type;      /* for Content-Type */
    const char *heartbeat; /* sent by an idle stream */
    /* Sets the next piece (malloc; the server frees it) and its size, or leaves NULL if there is
     * nothing to send now. False: out of memory, the stream is cut off. Called on a server thread,
     * by one at a time. */
    bool (*next)(void *context, char **piece, size_t *size);
    /* Whether the stream ends after the pieces that next() can return now. NULL: it has no end. */
    bool (*over)(void *context);
    /* Sets the last piece, as next() does, when the server stops; the pieces of next() come before
     * it. NULL: there is none. */
    bool (*farewell)(void *context, char **piece, size_t *size);
    /* Called once, when the stream ends for any reason. Other threads may be in http_stream_wake()
     * until this returns; afterwards nobody may call it. */
    void (*close)(void *context);
} http_stream_source;

/* Responds 200 with a stream. The source is copied. *out (may be NULL) is set before the first
 * next() and valid until close(). If a limit is reached or memory runs out, calls close() and
 * responds 429, 503 or 500. */
void http_respond_stream(http_request *request, const http_stream_source *source, void *context,
                         http_stream **out);

/* Tells the server that next() may have a piece. Thread-safe. The caller may hold locks, except
 * those that next() waits for while it holds a lock that the caller wants. */
void http_stream_wake(http_stream *stream);

#endif /* HTTP_HTTP_H */
