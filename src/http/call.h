/* call.h - calls of a handler to its own server (http_call() in http.h). A call is an inner request
 * to the same handlers; its response goes to the http_call_done of the outer request. */
#ifndef HTTP_CALL_H
#define HTTP_CALL_H

#include "http/request.h"

struct http_call;

/* Runs the pending call of the outer request and those that follow it, until one is deferred or
 * none is left. `resumed`: the pending call was deferred and now has its response. */
void calls_run(http_request *outer, bool resumed);

/* Ends the pending call of a request whose client has left. */
void calls_abandon(http_request *outer);

/* The value of an argument in the query of an inner request; NULL: there is none of this name. */
const char *call_query(const http_request *inner, const char *name);

/* Responds to an inner request. Takes over the body (malloc, followed by a NUL); NULL: out of
 * memory. */
void call_respond(http_request *inner, int status, char *body, size_t size);

#endif /* HTTP_CALL_H */
