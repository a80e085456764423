/* response.h - responses with a JSON body, also after a change has been committed. Each
 * respond_...() is the one response to its request. */
#ifndef SERVICE_RESPONSE_H
#define SERVICE_RESPONSE_H

#include <jansson.h>

#include "http/http.h"
#include "service/core/api_error.h"
#include "store/core/batch.h"

struct env;

/* These take over their JSON; NULL means out of memory: 500. */
void respond_text(http_request *request, int status, char *json);
void respond_json(http_request *request, int status, json_t *json);
/* After a commit: without memory the error says that the change was stored. */
void respond_committed_text(http_request *request, int status, char *json);
/* 200 with an ETag, the hash of the JSON; or 304 to a client that has this version. */
void respond_tagged(http_request *request, char *json);

/* {"error": {"code", "message"}} */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void respond_error(http_request *request, int status, const char *code, const char *format, ...);
void respond_api_error(http_request *request, const struct api_error *error);
/* 429 with Retry-After; the message is `what`, and when to try again. */
void respond_too_many(http_request *request, const char *what, int wait_seconds);
/* How it says how long to wait, rounded up: "1 minute", "5 minutes", "24 hours". */
#define WAIT_TEXT_SIZE 32
void wait_text(int seconds, char out[WAIT_TEXT_SIZE]);
/* 500: out of memory. */
void respond_no_memory(http_request *request);
/* A read of the store failed: 500 where memory was out, else 503. */
void respond_read_error(http_request *request, paua_status status);
/* 404: there is no such path. */
void respond_no_path(http_request *request);
/* Charges `cost` requests more to the rate limit of the client. False: responded 429. */
bool request_charge(http_request *request, int cost);
/* The game `id` could not be loaded. */
void respond_load_error(http_request *request, paua_status status, const char *id);

/* Whether the client has the version with this ETag, which If-None-Match names. */
bool request_has_version(const http_request *request, const char *etag);
/* Whether Accept names a media type. */
bool request_accepts_type(const http_request *request, const char *type);
/* Whether the client asks for Server-Sent Events. */
bool request_wants_sse(const http_request *request);
/* Reads the number of the last event that the client of a stream has received: the header
 * Last-Event-ID, else ?after=N. Without either *number stays as it is. False: not a number of at
 * most 18 digits. */
bool request_read_last_event(const http_request *request, int64_t *number);
/* Responds with a stream of events, as Server-Sent Events or as NDJSON. Sets type and heartbeat of
 * `calls`; farewell() is for Server-Sent Events alone. */
void respond_events(http_request *request, bool sse, const http_stream_source *calls, void *context,
                    http_stream **out);

/* The response to a request whose change is committed first. */
struct committed_response {
    int status;
    char *json;       /* owned: the body; NULL: none */
    const char *page; /* or a page (plain_page.h); borrowed until the process ends */
    /* The error of a conflict, with 409; NULL: a conflict is a failure of the store. */
    const char *conflict_code, *conflict;
    /* Or NULL: called on a conflict, to respond, or to commit what it makes of the new state.
     * False: the conflict is a failure of the store. */
    bool (*respond_conflict)(http_request *request, void *data, void *context);
    /* Called on the store's thread when the write has ended, before the response; may be NULL. It
     * is called after a failure as well: if the connection to the database broke during the commit,
     * the change may have been written. */
    void (*on_committed)(paua_status status, void *data, void *context);
    void *data;    /* owned: free(); may be NULL */
    void *context; /* borrowed */
};

/* Defers the request, unless it is, commits the batch, and responds. Takes over the batch and what
 * the response owns, also on failure. */
void respond_committed(struct env *env, http_request *request, store_batch *batch,
                       const struct committed_response *response);

/* 503: the store could not write the change. Logs why. */
void respond_unwritable(struct env *env, http_request *request);
/* The same for a change of a game or tournament: the message says that all is as before. Without a
 * request, NULL, it logs alone. */
void respond_unchanged(struct env *env, http_request *request);

#endif /* SERVICE_RESPONSE_H */
