/* http.h - HTTP and event streams: bytes and callbacks, no word of the game.
 *
 * A server owns a few threads that read requests and call handlers. A handler answers at once,
 * or says http_defer() and lets any thread answer later; handlers never wait. A stream is an answer
 * in pieces, perhaps without an end: whenever its client can take more, the server asks the stream's
 * source for it, so nothing piles up for a slow client.
 *
 * Unless stated otherwise, calls about a request belong to the thread that may answer it.
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

#define HTTP_MESSAGE_MAX 256 /* bytes of an error line, with its NUL */

typedef void (*http_handler)(http_request *request, void *context);

/* One row of the table of routes. In the path `*` stands for exactly one segment, and `**` at the end
 * for anything; as a method `*` is any. The first row whose path fits decides; rows of one path and
 * several methods stand next to each other. GET rows answer HEAD too. */
typedef struct http_route {
    const char *method;
    const char *path;
    http_handler handler;
    int cost; /* what it takes from the client's allowance, in requests */
} http_route;

typedef struct http_config {
    const char *listen; /* "127.0.0.1:8080", "[::1]:0": port 0 is any free one */
    const http_route *routes;
    size_t route_count;
    void *context; /* handed to handlers and to refuse */
    /* Answers what the server itself refuses: 404, 405, 413, 429 and 500. */
    void (*refuse)(http_request *request, int status, void *context);
    size_t body_max;       /* bytes a request's body may have */
    int rate;              /* requests a second from one address, short bursts of four times that;
                             * 0: no limits by address */
    int connections;       /* at one time, all addresses together; one address gets a quarter */
    int request_seconds;   /* to send a whole request, or to begin the next one */
    int heartbeat_seconds; /* an idle stream sends a sign of life this often */
} http_config;

typedef struct http_counts {
    uint64_t requests, deferred, limited; /* since the start; limited: answered 429 */
    uint64_t responses[6];                /* by the status' first digit */
    int connections, streams;             /* now */
} http_counts;

/* Checks the text of an address and splits it; host gets no brackets.
 * Returns PAUA_OK or PAUA_BAD_SYNTAX with a message. */
paua_status http_address_parse(const char *text, char *host, size_t cap, int *port,
                               char message[HTTP_MESSAGE_MAX]);

/* Binds and serves. Returns PAUA_OK, PAUA_BAD_SYNTAX (the address), PAUA_CONFLICT (the port is in
 * use), PAUA_IO or PAUA_NO_MEMORY, with a message. The config is copied, what it points to is not. */
paua_status http_server_start(const http_config *config, http_server **out,
                              char message[HTTP_MESSAGE_MAX]);

/* Takes no new connections, ends the streams, waits for deferred answers and frees the server.
 * Whoever owes an answer must be able to give it until this returns. NULL is allowed. */
void http_server_stop(http_server *server);

/* "http://127.0.0.1:8080", with the real port. */
const char *http_server_url(const http_server *server);
http_counts http_server_counts(http_server *server); /* from any thread */

/* What was asked. Texts live as long as the request. */
const char *http_method(const http_request *request);
const char *http_path(const http_request *request);
const char *http_path_parameter(const http_request *request,
                                int i); /* what the i-th `*` stood for */
const char *http_header(const http_request *request, const char *name); /* or NULL */
const char *http_query(const http_request *request, const char *name);  /* or NULL */
const char *http_body(const http_request *request, size_t *size); /* never NULL, a NUL follows it */

/* A number for the client's address (of IPv6 its /64 network); 0 where addresses are not limited. */
uint64_t http_client_key(const http_request *request);

/* Adds a header to the answer; name and value are copied. Before the answer. */
void http_add_header(http_request *request, const char *name, const char *value);

/* From here on any thread may answer; only inside the handler, once. */
void http_defer(http_request *request);

/* Answers: exactly one of these, once. `type` may be NULL without a body. http_respond() takes over
 * `body` (malloc), http_respond_static() borrows it for good. After a deferred answer the request is
 * gone. */
void http_respond(http_request *request, int status, const char *type, char *body, size_t size);
void http_respond_static(http_request *request, int status, const char *type, const void *body,
                         size_t size);

/* Where a stream's bytes come from. */
typedef struct http_stream_source {
    const char *type;
    const char *heartbeat; /* what an idle stream sends */
    /* Returns the next piece (malloc; the server frees it) and its size, or NULL when there is
     * nothing to say now. Called on a server thread, never twice at a time. */
    char *(*next)(void *context, size_t *size);
    /* Whether nothing will come after what next() can give already; the stream ends behind that. NULL: it has no end. */
    bool (*over)(void *context);
    /* Called once, when the stream is over for whatever reason; http_stream_wake() may be running on other
     * threads until this returns, and never after. */
    void (*close)(void *context);
} http_stream_source;

/* Answers 200 with a stream. The source is copied. *out (may be NULL) is set before the first
 * next(), and is valid until close(). On failure (no memory) close() is called and 500 answered. */
void http_respond_stream(http_request *request, const http_stream_source *source, void *context,
                         http_stream **out);

/* Says that next() may have something. From any thread, with any locks held that next() does not
 * wait for while holding one that the caller wants. */
void http_stream_wake(http_stream *stream);

#endif /* HTTP_HTTP_H */
