/* access.h - reports finished requests to http_config.served, without possible secrets. */
#ifndef HTTP_ACCESS_H
#define HTTP_ACCESS_H

#include "http/request.h"

#define ACCESS_PATH_MAX 128 /* bytes of a reported path, with its NUL */

/* Writes a path that is safe to log: without the query, and with `*` for each segment that may hold
 * a secret. Such a segment is longer than 20 characters, like keys and tokens, or has characters
 * besides letters, digits, `.`, `-` and `_`, like mail addresses. A long path ends with `...`. */
void access_path(const char *path, char out[ACCESS_PATH_MAX]);

/* Calls http_config.served, if it is set and the request has a response. */
void access_report(const http_request *request);

#endif /* HTTP_ACCESS_H */
