/* call.h - calls that a handler makes to the same server (http_call() in http.h): a call is an
 * inner request, answered by the same handlers, whose response goes to the outer request's
 * http_call_done. */
#ifndef HTTP_CALL_H
#define HTTP_CALL_H

#include "http/request.h"

struct http_call;

/* Handles the call that the outer request has made, if any, and those that follow it, until one is
 * deferred or none is left. With `resumed` the one that was deferred has got its response. */
void calls_run(http_request *outer, bool resumed);

/* Ends the call of a request whose client has left. */
void calls_abandon(http_request *outer);

/* The value of an argument of an inner request's query. NULL: it has none of this name. */
const char *call_query(const http_request *inner, const char *name);

/* The response of an inner request; takes over the body, malloc, with a NUL behind it. NULL: out of
 * memory. */
void call_respond(http_request *inner, int status, char *body, size_t size);

#endif /* HTTP_CALL_H */
