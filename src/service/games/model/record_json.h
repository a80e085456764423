/* record_json.h - reads a game from text and replays it, for POST /records. */
#ifndef SERVICE_RECORD_JSON_H
#define SERVICE_RECORD_JSON_H

#include <jansson.h>

#include "service/core/api_error.h"

/* Reads game number `game` (from 1) of a text in UTF-8: APGN, PGN or a list of moves; what it lacks
 * is filled in. *out is the response to POST /records, NULL if memory ran out. False: the text has
 * no such game, or it is not legal, and the error is filled in. */
bool record_json_read(const char *text, size_t size, int game, json_t **out,
                      struct api_error *error);

#endif /* SERVICE_RECORD_JSON_H */
