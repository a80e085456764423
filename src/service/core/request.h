/* request.h - what a client sends with a request: query parameters, and a JSON body that is parsed
 * and checked member by member.
 *
 * Functions that return bool fill the error in when they return false.
 */
#ifndef SERVICE_REQUEST_H
#define SERVICE_REQUEST_H

#include <jansson.h>

#include "http/http.h"
#include "service/core/api_error.h"
#include "service/core/keys.h"

/* ---- the query ---- */

/* Reads a whole number of min .. max. An absent parameter leaves *out as it is. */
bool query_read_int(const http_request *request, const char *name, int min, int max, int *out,
                    struct api_error *error);

/* Reads a number of at most 18 digits. An absent parameter leaves *out as it is. */
bool query_read_number(const http_request *request, const char *name, int64_t *out,
                       struct api_error *error);

/* Takes the next id of a game from a comma-separated list and moves *list behind it. Words of
 * another length are skipped. False: no id is left. */
bool query_next_id(const char **list, char id[ID_SIZE + 1]);

/* ---- the body ---- */

/* Parses the body as an object whose members are all in `members` (NULL ends the list). Returns a
 * new reference, or NULL and the error. */
json_t *request_body_object(const http_request *request, const char *const *members,
                            struct api_error *error);
/* An empty body stands for {}: every member is optional. */
json_t *request_body_optional(const http_request *request, const char *const *members,
                              struct api_error *error);

/* Checks that an object has only these members. `what` names it in the message. */
bool json_check_members(json_t *object, const char *what, const char *const *members,
                        struct api_error *error);

/* Reads a whole number of min .. max. An absent member leaves *out as it is. */
bool json_read_int(json_t *object, const char *name, int min, int max, int *out,
                   struct api_error *error);
/* Reads true or false. An absent member leaves *out as it is. */
bool json_read_bool(json_t *object, const char *name, bool *out, struct api_error *error);
/* Reads a string, which must be there. *out belongs to the object. */
bool json_require_text(json_t *object, const char *name, const char **out, struct api_error *error);

#endif /* SERVICE_REQUEST_H */
