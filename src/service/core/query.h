/* query.h - what a request's address asks for behind the question mark.
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

/* Reads a number of up to 18 digits, likewise. */
bool query_read_number(const http_request *request, const char *name, int64_t *out,
                       struct api_error *error);

/* Reads a moment, as 2026-11-23T12:48:36Z, as milliseconds since 1970. An absent parameter leaves
 * *out as it is. */
bool query_read_date(const http_request *request, const char *name, int64_t *out,
                     struct api_error *error);

/* Takes the next of the ids of games in a list with commas, and moves *list behind it; what cannot
 * be an id is left out. False: no id is left. */
bool query_next_id(const char **list, char id[GAME_ID_SIZE + 1]);

#endif /* SERVICE_QUERY_H */
