/* dispatch.h - passes requests from libmicrohttpd to their handlers. */
#ifndef HTTP_DISPATCH_H
#define HTTP_DISPATCH_H

#include <microhttpd.h>

/* Callbacks of libmicrohttpd; the context is the server. */
void *dispatch_target(void *context, const char *target, struct MHD_Connection *connection);
enum MHD_Result dispatch_request(void *context, struct MHD_Connection *connection, const char *path,
                                 const char *method, const char *version, const char *data,
                                 size_t *size, void **slot);
void dispatch_completed(void *context, struct MHD_Connection *connection, void **slot,
                        enum MHD_RequestTerminationCode code);

/* Calls the handler of an inner request (call.h), or refuses it. */
void dispatch_inner(struct http_request *inner);

#endif /* HTTP_DISPATCH_H */
