/* response.h - responses with a JSON body. Each of these functions responds to the request,
 * once. */
#ifndef SERVICE_RESPONSE_H
#define SERVICE_RESPONSE_H

#include <jansson.h>

#include "http/http.h"
#include "service/core/api_error.h"

/* These take over their JSON; NULL stands for "out of memory" and is answered 500. */
void respond_text(http_request *request, int status, char *json);
void respond_json(http_request *request, int status, json_t *json);
/* The same after a change has been stored, which the error then says. */
void respond_stored(http_request *request, int status, char *json);

/* 200 with an ETag of what the JSON says, or 304 to a client that has it already. */
void respond_tagged(http_request *request, char *json);

/* {"error": {"code", "message"}} */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void respond_error(http_request *request, int status, const char *code, const char *format, ...);
void respond_api_error(http_request *request, const struct api_error *error);
void respond_no_memory(http_request *request);
/* 404: there is no such path. */
void respond_no_path(http_request *request);
/* Why the game `id` could not be loaded. */
void respond_load_error(http_request *request, paua_status status, const char *id);

/* Whether the client asks for Server-Sent Events. */
bool request_wants_sse(const http_request *request);
/* Reads the number of the last event that the client of a stream has got: the header Last-Event-ID,
 * else ?after=N. Without either *number stays as it is. False: not a number of up to 18 digits. */
bool request_read_last_event(const http_request *request, int64_t *number);
/* Responds with a stream of events, as Server-Sent Events or as NDJSON: of `calls` neither type nor
 * heartbeat are read, and farewell() is for Server-Sent Events alone. */
void respond_events(http_request *request, bool sse, const http_stream_source *calls, void *context,
                    http_stream **out);

#endif /* SERVICE_RESPONSE_H */
