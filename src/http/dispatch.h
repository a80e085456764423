/* dispatch.h - a request's way from libmicrohttpd to its handler. */
#ifndef HTTP_DISPATCH_H
#define HTTP_DISPATCH_H

#include <microhttpd.h>

/* The callbacks of libmicrohttpd; the context is the server. */
void *dispatch_target(void *context, const char *target, struct MHD_Connection *connection);
enum MHD_Result dispatch_request(void *context, struct MHD_Connection *connection, const char *path,
                                 const char *method, const char *version, const char *data,
                                 size_t *size, void **slot);
void dispatch_completed(void *context, struct MHD_Connection *connection, void **slot,
                        enum MHD_RequestTerminationCode code);

/* Hands an inner request (call.h) to its handler, or refuses it. */
void dispatch_inner(struct http_request *inner);

#endif /* HTTP_DISPATCH_H */
