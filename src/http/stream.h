/* stream.h - the streams of a server, private to this room. */
#ifndef HTTP_STREAM_H
#define HTTP_STREAM_H

#include <microhttpd.h>

#include "http/http.h"

/* Adds to the client's count of streams. False: a limit is reached, and the request was refused. */
bool http_stream_admit(http_request *request);

/* Makes the response of an admitted stream, as http_respond_stream() describes. NULL: out of
 * memory. */
struct MHD_Response *http_stream_response(http_request *request, const http_stream_source *source,
                                          void *context, http_stream **out);

/* Called by the server's timer: ends the streams whose clients have left, and sends heartbeats.
 * `all`: wakes every stream, because the server stops. */
void http_streams_tick(http_server *server, int64_t now_ms, bool all);

#endif /* HTTP_STREAM_H */
