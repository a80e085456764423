/* record_json.h - reads a game from text and replays it, for POST /records. */
#ifndef SERVICE_RECORD_JSON_H
#define SERVICE_RECORD_JSON_H

#include <jansson.h>

#include "service/core/api_error.h"

/* Reads game number `game` (from 1) of a text in UTF-8: APGN, PGN or a list of moves. What it does
 * not say (board, layout, rules) is deduced, or the default. *out is the response to POST /records,
 * a new reference. False: the error is filled in; the text has no such game, the game is not legal,
 * or memory ran out. */
bool record_json_read(const char *text, size_t size, int game, json_t **out,
                      struct api_error *error);

#endif /* SERVICE_RECORD_JSON_H */
