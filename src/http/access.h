/* access.h - what is told of a request once its response was sent: http_config.served. */
#ifndef HTTP_ACCESS_H
#define HTTP_ACCESS_H

#include "http/request.h"

#define ACCESS_PATH_MAX 128 /* bytes of a path as it is told, with its NUL */

/* A path that may be written to a log: without a query, and with `*` for each segment in which a
 * secret could be: one that is longer than 20 characters, as keys and tokens are, or has another
 * character than letters, digits, `.`, `-` and `_`, as addresses of mail have. A long path is cut
 * off with `...`. */
void access_path(const char *path, char out[ACCESS_PATH_MAX]);

/* Calls http_config.served, if there is one and the request has a response. */
void access_report(const http_request *request);

#endif /* HTTP_ACCESS_H */
