/* query.h - what a request's address asks for behind the question mark.
 *
 * Functions that return bool fill the error in when they return false.
 */
#ifndef SERVICE_QUERY_H
#define SERVICE_QUERY_H

#include "http/http.h"
#include "service/setup.h"

/* Reads ?position=P: a position, or the name of a layout. The rules are those that are usual on
 * its board. */
bool query_read_position(struct boards *boards, const http_request *request, struct setup *out,
                         struct api_error *error);
/* The same of the parameter's value; NULL: there is none. */
bool query_parse_position(struct boards *boards, const char *text, struct setup *out,
                          struct api_error *error);

/* Reads a whole number of min .. max. An absent parameter leaves *out as it is. */
bool query_read_int(const http_request *request, const char *name, int min, int max, int *out,
                    struct api_error *error);

#endif /* SERVICE_QUERY_H */
