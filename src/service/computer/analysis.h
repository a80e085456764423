/* analysis.h - POST /analysis: analyses a position and streams the lines. */
#ifndef SERVICE_ANALYSIS_H
#define SERVICE_ANALYSIS_H

#include <jansson.h>

#include <paua/search.h>

#include "http/http.h"
#include "service/core/api_error.h"
#include "service/core/boards.h"

#define ANALYSIS_TIME_MS     2000 /* without any limit in the request */
#define ANALYSIS_TIME_MAX_MS 5000
#define ANALYSIS_NODES_MAX   10000000
#define ANALYSIS_LINES_MAX   5

struct analysis_request {
    paua_game *game; /* owned */
    paua_limits limits;
};

struct games;
struct search_pool;

/* Responds with the stream of an analysis of the position in the body of the request. */
void analysis_respond(struct games *games, struct search_pool *pool, http_request *request);

/* Reads the body, whose members are known to be allowed. False: *error is filled in. */
bool analysis_request_read(struct boards *boards, json_t *body, struct analysis_request *out,
                           struct api_error *error);

#endif /* SERVICE_ANALYSIS_H */
