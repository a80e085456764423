/* query.h - reads the query parameters of a request.
 *
 * Functions that return bool fill the error in when they return false.
 */
#ifndef SERVICE_QUERY_H
#define SERVICE_QUERY_H

#include "http/http.h"
#include "service/core/api_error.h"
#include "service/core/keys.h"

/* Reads a whole number of min .. max. An absent parameter leaves *out as it is. */
bool query_read_int(const http_request *request, const char *name, int min, int max, int *out,
                    struct api_error *error);

/* Reads a number of at most 18 digits. An absent parameter leaves *out as it is. */
bool query_read_number(const http_request *request, const char *name, int64_t *out,
                       struct api_error *error);

/* Reads a date such as 2026-11-23T12:48:36Z as milliseconds since 1970. An absent parameter leaves
 * *out as it is. */
bool query_read_date(const http_request *request, const char *name, int64_t *out,
                     struct api_error *error);

/* Takes the next id of a game from a comma-separated list and moves *list behind it. Words of
 * another length are skipped. False: no id is left. */
bool query_next_id(const char **list, char id[ID_SIZE + 1]);

#endif /* SERVICE_QUERY_H */
